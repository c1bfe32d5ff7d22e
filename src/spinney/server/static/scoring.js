// The scoring, row by row of the score sheet: what counts is lit on the boards, its paths are
// drawn, and the points are added up. It can be skipped, goes on by itself, and knows no game.

import { still } from "./motion.js";
import { scrollIntoView } from "./scroll_into_view.js";
import { _ } from "./texts.js";
import { narrow } from "./viewport.js";

const READING = 2600; // ms for a row that scores
const PASSING = 1200; // ms for one that doesn't
const DRAWING = 700; // ms for a path
let running = null; // how to end what is being counted

const rows = () => [...document.querySelectorAll("#sheet [data-row]")];
const plates = () => [...document.querySelectorAll("#players .points b")];
const measures = () => [...document.querySelectorAll("#players .points span")];
const of = (key) => document.querySelectorAll(`.boards .row-${CSS.escape(key)}`);

/** Point at what a row of the sheet counts; with none at nothing. */
export function point(row) {
  for (const part of document.querySelectorAll(".boards .pointed")) part.classList.remove("pointed");
  if (row) for (const part of of(row.dataset.row)) part.classList.add("pointed");
}

/** Show all that scored. */
export function showScored(scored = true) {
  document.getElementById("boards").classList.toggle("scored", scored);
  const again = document.getElementById("count");
  if (again) again.hidden = !scored || !rows().length;
}

let counting = null;

/** Resolves when nothing is being counted any more. */
export const counted = () => counting;

/** Count row by row. */
export function count() {
  stop();
  const mine = (counting = countRows());
  mine.finally(() => counting === mine && (counting = null));
}

/** Resolves when all is counted or skipped. */
async function countRows() {
  const panel = document.getElementById("scoring");
  if (!panel || !rows().length) return showScored();
  const told = new Map(["headline", "status-text"].map((id) => [id, document.getElementById(id).textContent]));
  const totals = plates().map((plate) => plate.textContent);
  const units = measures().map((measure) => measure.textContent);
  const steps = stepper(panel);
  running = steps;
  begin(panel);
  for (const measure of measures()) measure.textContent = "";
  const sums = totals.map(() => 0);
  for (const row of rows()) {
    if (steps.over) break;
    row.querySelectorAll(".number").forEach((cell, p) => (sums[p] += Number(cell.textContent)));
    present(panel, row);
    plates().forEach((plate, p) => (plate.textContent = sums[p]));
    await steps.wait(scores(row) ? READING : PASSING);
  }
  if (running !== steps) return; // something newer took over
  running = null;
  for (const [id, text] of told) document.getElementById(id).textContent = text;
  plates().forEach((plate, p) => (plate.textContent = totals[p]));
  measures().forEach((measure, p) => (measure.textContent = units[p]));
  finish(panel);
}

/** Forget what is being counted, as the page shows something else now. */
export function stop() {
  if (!running) return;
  const steps = running;
  running = null;
  steps.skip();
  document.body.classList.remove("counting");
  document.getElementById("scoring").hidden = true;
  point(null);
}

const scores = (row) => [...row.querySelectorAll(".number")].some((cell) => cell.textContent !== "0");

function begin(panel) {
  document.body.classList.add("counting");
  document.getElementById("headline").textContent = _("The scoring");
  document.getElementById("status-text").textContent = "";
  showScored(false);
  panel.hidden = false;
  scrollTo({ top: 0, behavior: still() ? "auto" : "smooth" }); // the boards are up there
}

function finish(panel) {
  document.body.classList.remove("counting");
  panel.hidden = true;
  point(null);
  document.getElementById("sheet")?.setAttribute("open", "");
  showScored();
  showResult();
}

/** Bring who has won into sight: on a phone the headline scrolls away with the page. */
export function showResult() {
  if (narrow.matches) scrollTo({ top: 0, behavior: still() ? "auto" : "smooth" });
}

/** Tell a row in the panel, and show on the boards what it counts. */
function present(panel, row) {
  point(row);
  panel.querySelector(".title").replaceChildren(...[...row.querySelector("th").childNodes].map((node) => node.cloneNode(true)));
  panel.querySelector(".why").replaceChildren(...[...row.querySelector(".why").childNodes].map((node) => node.cloneNode(true)));
  const paths = [...of(row.dataset.row)].filter((part) => part.matches(".path:not(.idle)"));
  for (const path of paths) draw(path);
  scrollIntoView(paths[0] ?? [...of(row.dataset.row)].find((part) => part.closest("#boards")));
}

function draw(path) {
  if (still()) return;
  for (const line of path.querySelectorAll(".casing, .way")) {
    const length = line.getTotalLength();
    const dash = `${length} ${length}`;
    line.animate([{ strokeDasharray: dash, strokeDashoffset: length }, { strokeDasharray: dash, strokeDashoffset: 0 }], { duration: DRAWING });
  }
  const stops = path.querySelectorAll(".disc, .stop");
  stops.forEach((stop, i) => stop.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120, delay: (DRAWING * i) / stops.length, fill: "backwards" }));
}

/** Waiting that a button, a key or the end of the scoring can cut short. */
function stepper(panel) {
  let go = () => {};
  const steps = {
    over: false,
    wait: (ms) => new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      go = () => (clearTimeout(timer), resolve());
    }),
    skip: () => ((steps.over = true), go()),
  };
  panel.querySelector(".next").onclick = () => go();
  panel.querySelector(".enough").onclick = () => steps.skip();
  return steps;
}

// While the sheet is open, and at the end, the paths that it counts are drawn.
const drawPaths = () => running || document.getElementById("boards")?.classList.toggle("scored", Boolean(document.querySelector("#sheet[open], #table[data-over=yes]")));

document.addEventListener("toggle", (event) => event.target.id === "sheet" && drawPaths(), true);
document.addEventListener("renewed", drawPaths);

document.addEventListener("keydown", (event) => event.key === "Escape" && running?.skip());
document.addEventListener("click", (event) => event.target.closest?.("#count") && count());

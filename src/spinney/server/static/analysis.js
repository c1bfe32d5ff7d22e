// What the computer makes of the game: asked for, fetched until every choice is reviewed, and
// the graph, which shows the frame and leads to others.

import { _, ngettext } from "./texts.js";
import { narrow } from "./viewport.js";

const EVERY = 1000; // ms between two looks at how far it is
const part = () => document.getElementById("review");
const layout = () => (narrow.matches ? "narrow" : "wide");
const SURE = 4; // choices reviewed while somebody looks before the time left is told
let shown = 0;
let timer = 0;
let first = null; // how many choices were reviewed when this page first looked, and when that was

/** Show on the graph which frame is shown. */
export function mark(frame = shown) {
  shown = frame;
  const graph = document.getElementById("course");
  if (graph) document.getElementById("course-now").setAttribute("transform", `translate(${place(graph, frame)} 0)`);
}

const place = ({ dataset }, frame) => Number(dataset.left) + (dataset.across * frame) / Math.max(1, dataset.last);

/** Fetch what there is, and again later if there will be more, as long as somebody looks. */
async function look() {
  clearTimeout(timer);
  if (!part() || document.hidden) return;
  const asked = new URLSearchParams({ at: shown, seen_by: document.getElementById("table").dataset.seenBy, layout: layout() });
  const answer = await fetch(`${part().dataset.analysis}?${asked}`).catch(() => null);
  if (answer?.ok) change(await answer.text());
  if (part().dataset.state === "going") timer = setTimeout(look, EVERY);
}

function change(html) {
  Idiomorph.morph(part(), html, {
    morphStyle: "outerHTML",
    callbacks: { beforeAttributeUpdated: (name, element) => !(name === "open" && element.localName === "details") },
  });
  mark();
  tellTimeLeft();
}

/** Tell how long it takes if it goes on as fast as while somebody has been looking. */
function tellTimeLeft() {
  const bar = part().querySelector("progress");
  if (!bar) return;
  first ??= { reviewed: bar.value, at: performance.now() };
  const done = bar.value - first.reviewed;
  if (done < SURE) return;
  const left = ((bar.max - bar.value) * (performance.now() - first.at)) / done / 1000;
  document.getElementById("time-left").textContent =
    left < 60 ? _("less than a minute left") : ngettext("about {count} minute left", "about {count} minutes left", Math.round(left / 60));
}

document.addEventListener("submit", async (event) => {
  if (event.target.id !== "review-form") return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  await fetch(event.target.action, { method: "POST", body, headers: { accept: "text/plain" } }).catch(() => null);
  look();
});

// A click on the graph leads to the frame below it: a number's own, if it is on one.
document.addEventListener("click", (event) => {
  const graph = event.target.closest("#course");
  if (!graph) return;
  const turn = event.target.closest(".turn");
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(graph.getScreenCTM().inverse()).x;
  const frame = turn?.dataset.at ?? Math.round(((at - graph.dataset.left) / graph.dataset.across) * graph.dataset.last);
  const slider = document.getElementById("at");
  slider.value = frame;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("visibilitychange", () => part()?.dataset.state === "going" && look());
narrow.addEventListener("change", () => part() && part().dataset.state !== "none" && look());

if (part() && (part().dataset.state === "going" || (part().dataset.state === "done" && part().dataset.layout !== layout()))) look();

// A replay: slider, arrow keys, and playing by itself. Every frame has an address of its own.

import { mark } from "./analysis.js";
import { links } from "./copy.js";
import { count, showScored, stop } from "./scoring.js";
import "./display.js";
import "./menus.js";
import { renew as renewEnlarged } from "./enlarge.js";
import { browserStorage } from "./guarded_storage.js";
import { spread } from "./hand_order.js";
import { light } from "./hint.js";
import { fly, land, places, still } from "./motion.js";
import "./board_dialogs.js";
import { frame } from "./pan.js";
import { _, pgettext } from "./texts.js";
import "./tooltips.js";
import { narrow } from "./viewport.js";

const table = () => document.getElementById("table");
const layout = () => (narrow.matches ? "narrow" : "wide");
const kept = new Set(["at", "seen-by", "speeds", "scoring", "orders", "review", "what-if", "own-notes", "display"]);
let wanted = null;
let playing = 0;
let busy = false;

/** Show a frame; of several asked for meanwhile, only the last. */
async function show(at, seenBy = table().dataset.seenBy) {
  const last = Number(table().dataset.last);
  wanted = { at: Math.min(Math.max(Number(at), 0), last), seenBy };
  if (busy) return;
  busy = true;
  while (wanted) {
    const { at, seenBy } = wanted;
    wanted = null;
    const answer = await fetch(`${table().dataset.frame}?${new URLSearchParams({ at, seen_by: seenBy, layout: layout() })}`).catch(() => null);
    if (!answer?.ok) break;
    change(await answer.json(), seenBy);
  }
  busy = false;
}

function change(shown, seenBy) {
  const { before, after } = table().dataset;
  const near = seenBy === table().dataset.seenBy && [Number(before), Number(after)].includes(shown.at);
  land();
  const lay = near ? places() : new Map();
  stop();
  Idiomorph.morph(table(), shown.page, {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed: (old) => !kept.has(old.id) && old.id !== "play",
      beforeAttributeUpdated: (name, element) => !(name === "open" && ["details", "dialog"].includes(element.localName)),
    },
  });
  settle();
  const glide = frame();
  fly(lay);
  glide();
  if (near && shown.at === Number(table().dataset.last) && over() && !still()) count();
  history.replaceState(null, "", `?${new URLSearchParams({ at: shown.at, seen_by: seenBy })}`);
}

function settle() {
  const { at, last, seenBy } = table().dataset;
  const branch = document.querySelector("#what-if [name=at]");
  const slider = document.getElementById("at");
  slider.max = last;
  slider.value = at;
  document.getElementById("seen-by").value = seenBy;
  const chapter = document.getElementById("chapter");
  if (chapter) chapter.value = chapter.dataset.now;
  document.getElementById("play").hidden = false;
  document.getElementById("speeds").hidden = false;
  if (branch) branch.value = at;
  links();
  mark(Number(at));
  lightBetter(at);
  showScored(at === last && over());
  spread();
  renewEnlarged();
  follow();
}

/** Scroll the log, and only the log, to what is told of this frame. */
function follow(behavior = still() ? "auto" : "smooth") {
  const log = document.getElementById("log");
  const now = log.querySelector(".now");
  if (now) log.scrollTo({ top: now.offsetTop - log.offsetTop - (log.clientHeight - now.offsetHeight) / 2, behavior });
}

/** Keep it in sight where a review, or the end of one, leaves the log another size. */
const logSize = new ResizeObserver(() => follow("auto"));

/** Light what the review calls better than what was chosen at this frame. */
function lightBetter(at) {
  light(document.querySelector(`#review [data-at="${at}"][data-better]:not([data-better=""])`)?.dataset.better, true);
}

/** Has the game ended, at the last frame? */
const over = () => table().dataset.over === "yes";

const at = () => Number(table().dataset.at);

function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => (at() < table().dataset.last ? show(table().dataset.after) : play(false)), Number(document.getElementById("speed").value)) : 0;
  document.getElementById("play").textContent = playing ? _("Pause") : pgettext("a replay", "Play");
  if (on && at() === Number(table().dataset.last)) show(0);
}

/** Take the speed that was chosen last, if there still is such a one. */
function prefer() {
  const speed = document.getElementById("speed");
  const last = browserStorage.get("speed");
  if ([...speed.options].some((option) => option.value === last)) speed.value = last;
}

document.addEventListener("input", (event) => event.target.id === "at" && (play(false), show(event.target.value)));
document.addEventListener("change", (event) => {
  if (event.target.id === "seen-by") show(at(), event.target.value);
  if (event.target.id === "chapter") {
    play(false);
    show(event.target.value);
  }
  if (event.target.id === "speed") {
    browserStorage.set("speed", event.target.value);
    if (playing) play(true);
  }
});
document.addEventListener("click", (event) => {
  if (event.target.id === "play") return play(!playing);
  const link = event.target.closest("a[data-at]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  play(false);
  show(link.dataset.at, link.dataset.seenBy);
  if (link.closest("#review")) showBoards();
});

/** Bring the boards into sight: the review's list can be longer than the window. */
function showBoards() {
  const { top, bottom } = document.getElementById("boards").getBoundingClientRect();
  if (bottom < innerHeight / 3 || top > innerHeight / 2)
    document.getElementById("boards").scrollIntoView({ block: "start", behavior: still() ? "auto" : "smooth" });
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.defaultPrevented || event.target.closest("select, input, dialog, #log")) return;
  const { before, after, last } = table().dataset;
  const steps = { ArrowLeft: before, ArrowRight: after, Home: 0, End: last };
  if (event.key in steps) {
    play(false);
    show(steps[event.key]);
  } else if (event.key === " " && !event.target.closest("button, a, summary")) play(!playing);
  else return;
  event.preventDefault();
});
narrow.addEventListener("change", () => show(at()));

prefer();
settle();
frame();
logSize.observe(document.getElementById("log"));
if (table().dataset.layout !== layout()) show(at());

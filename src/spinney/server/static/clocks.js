// The clocks tick between pictures, and so does the time in which a slip can be fixed.

import { narrow } from "./viewport.js";

let received = performance.now(); // when what the page says of time was true

/** Note when what the page says of time was true. */
export function setReceived(at) {
  received = at;
}

const elapsed = () => performance.now() - received;

/** Show how much time everybody has left by now. */
export function tick() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    const passed = clock.dataset.ticking === "yes" ? elapsed() : 0;
    const left = Math.max(0, clock.dataset.left - passed);
    const text = timeLeft(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("short", left < 20_000);
  }
  showOwnClock();
  showWaysToUndo();
}

/** How many ms the reader's clock has left; without end where it doesn't run. */
export function ownTimeLeft() {
  const clock = document.querySelector(".plate.mine [data-ticking='yes']");
  return clock ? clock.dataset.left - elapsed() : Infinity;
}

/** Once a slip can't be fixed any more, its button's place is that of asking the others. */
function showWaysToUndo() {
  const [slip, ask] = ["fix", "ask-undo"].map((id) => document.getElementById(id));
  if (!slip) return;
  const late = performance.now() >= fixableUntil(slip);
  slip.querySelector("button").disabled = late; // without others to ask it keeps its place
  if (!ask || slip.hidden === late) return;
  const focused = slip.contains(document.activeElement);
  slip.hidden = late;
  ask.hidden = !late;
  if (focused && late) ask.querySelector("button").focus();
}

/** Repeat one's own time while it runs beside the headline of a phone, where the plates can be out of sight. */
function showOwnClock() {
  const own = narrow.matches && document.querySelector(".plate.mine [data-ticking='yes']");
  const style = document.documentElement.style;
  style.setProperty("--own-clock", own ? JSON.stringify(own.textContent) : "none");
  style.setProperty("--own-clock-colour", own && own.classList.contains("short") ? "var(--warn)" : "inherit");
}

const two = (number) => String(Math.floor(number)).padStart(2, "0");
const unit = (name) => new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: name, unitDisplay: "narrow" });
const [inDays, inHours] = [unit("day"), unit("hour")];

/** How clocks show the time somebody has left: 12:04, 3:05:09, 2d 4h. */
function timeLeft(ms) {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return `${inDays.format(Math.floor(hours / 24))} ${inHours.format(hours % 24)}`;
  const [minutes, rest] = [(seconds / 60) % 60, two(seconds % 60)];
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${Math.floor(minutes)}:${rest}`;
}

const deadlines = new WeakMap();

/** Until when a slip can be fixed; counted from when the page first received it. */
function fixableUntil(slip) {
  const told = slip.dataset.fix;
  if (deadlines.get(slip)?.told !== told) deadlines.set(slip, { told, until: received + Number(told) });
  return deadlines.get(slip).until;
}

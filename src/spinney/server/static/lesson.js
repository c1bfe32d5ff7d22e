// A lesson at a table: what its step points at glows, and what is refused is said beside the step.

import { still } from "./motion.js";

const answer = () => document.getElementById("lesson-answer");

/** Does a pattern, with * for any letters and ? for one, fit a name? */
function fits(pattern, name) {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".");
  return new RegExp(`^${escaped}$`).test(name);
}

/** Let the pieces glow that the step points at, and no others: where it names many at once, those that can be picked. */
function point() {
  const lesson = document.getElementById("lesson");
  const patterns = (lesson?.dataset.points ?? "").split(" ").filter(Boolean);
  for (const piece of document.querySelectorAll(".boards [id]")) {
    const names = [piece.id, piece.dataset.word].filter(Boolean);
    const meant = (pattern) => (piece.dataset.word || !/[*?]/.test(pattern)) && names.some((name) => fits(pattern, name));
    piece.classList.toggle("taught", patterns.some(meant));
  }
}

/** On a phone, show the piece that the step is about, if it is out of sight. */
function show() {
  const piece = document.querySelector("#boards .taught");
  if (!piece || document.querySelector("#table").dataset.layout !== "narrow") return;
  const { top, bottom } = piece.getBoundingClientRect();
  const under = document.getElementById("status").getBoundingClientRect().bottom;
  if (top < under || bottom > innerHeight - 200)
    piece.scrollIntoView({ block: "center", behavior: still() ? "auto" : "smooth" });
}

let step = "";

document.addEventListener("renewed", () => {
  point();
  const now = document.getElementById("lesson")?.dataset.step ?? "";
  if (now === step) return;
  if (answer()) answer().hidden = true;
  step = now;
  show();
});

document.addEventListener("refused", (event) => {
  const line = answer();
  if (!line) return;
  line.textContent = event.detail;
  line.hidden = false;
});

point();

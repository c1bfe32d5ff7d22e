// A lesson at a table: what its step points at glows, and what is refused is said in the step's place
// until the learner goes on.

import { scrollIntoView } from "./scroll_into_view.js";

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

let shown = ""; // the step, what it points at, and the layout that it was shown in

document.addEventListener("renewed", () => {
  point();
  const { step = "", points = "" } = document.getElementById("lesson")?.dataset ?? {};
  const now = [step, points, document.getElementById("table").dataset.layout].join(" ");
  if (now === shown) return;
  goOn();
  shown = now;
  scrollIntoView(document.querySelector("#boards .taught"));
});

/** Show what is to be done, where an answer stood. */
function goOn() {
  if (answer()) answer().hidden = true;
}

for (const kind of ["click", "keydown", "input"])
  document.addEventListener(kind, (event) => event.target.closest(".boards, #move, #lesson .says") && goOn());

document.addEventListener("refused", (event) => {
  const line = answer();
  if (!line) return;
  line.textContent = event.detail;
  line.hidden = false;
});

point();

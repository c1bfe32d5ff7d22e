// Recommended moves on the boards: the pieces and buttons that a move names glow. A hint lights its own move; what
// else it names, and what a review calls better, lights up while it is looked at.

import { scrollIntoView } from "./scroll_into_view.js";

const MARK = "hinted";
let told = false; // was there a hint when the page was looked at last?

/** Light the pieces of the move that the page recommends, and no others; a new hint comes into sight on a phone. */
export function markHint() {
  const advice = document.getElementById("advice");
  light(advice?.dataset.move);
  if (advice && !told) scrollIntoView(advice);
  told = advice !== null;
}

/** Light the pieces that a move names, and no others; ``cards``: also cards that can't be clicked. */
export function light(move = "", cards = false) {
  const words = new Set(move.split(" ").filter(Boolean));
  const called = ({ dataset, id, value }) => dataset.word ?? value ?? (cards ? id.slice(id.indexOf("-") + 1) : "");
  for (const piece of document.querySelectorAll(`.boards :is([data-word], .card[id], .${MARK}), #plain-moves button`))
    piece.classList.toggle(MARK, words.has(called(piece)));
}

const named = (event) => event.target.closest?.("[data-hint]")?.dataset.hint;

for (const kind of ["pointerover", "focusin", "click"])
  document.addEventListener(kind, (event) => named(event) && light(named(event)));
for (const kind of ["pointerout", "focusout"])
  document.addEventListener(kind, (event) => named(event) && markHint());

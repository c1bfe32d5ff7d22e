// On a phone only part of the boards is in sight: show what comes first, the board that a move is
// composed on or cards to pick; else, or where the cards are at hand, what has most that is lit.
// Where the screen is to be passed on, show that. It leads there once for each choice: what others
// do meanwhile scrolls nothing away. In lessons, lesson.js leads to what a step points at.

import { scrollIntoView } from "./scroll_into_view.js";
import { writes } from "./writing.js";

let led = "";

/** Lead to what is to be chosen, if it has just become so. */
export function lead() {
  const { viewer, choice, turn, layout } = document.getElementById("table").dataset;
  const handover = document.getElementById("handover");
  const now = [layout, viewer, choice, Boolean(handover)].join(" ");
  if ((turn !== "yes" && !handover) || now === led) return;
  led = now;
  // Who writes to others goes on: the tab and the headline tell whose turn it is.
  if (document.getElementById("lesson")?.dataset.points || writes()) return;
  if (handover) return void scrollIntoView(handover);
  const held = document.querySelector("#at-hand .card.lit");
  const first = held ? null : document.querySelector("#boards [data-compose], #boards .card.lit");
  scrollIntoView(first?.closest("svg.one") ?? mostLit());
}

function mostLit() {
  const lit = new Map();
  for (const piece of document.querySelectorAll("#boards .lit")) {
    const board = piece.closest("svg.one");
    lit.set(board, (lit.get(board) ?? 0) + 1);
  }
  return [...lit].sort((a, b) => b[1] - a[1])[0]?.[0];
}

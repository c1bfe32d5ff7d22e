// On a phone the next step of a move may be out of sight: where a piece was picked and less than half
// of what can follow is to be seen, the page scrolls to it.

import { scrollIntoView } from "./scroll_into_view.js";
import { narrow } from "./viewport.js";

document.addEventListener("moveinput", ({ detail }) => {
  if (!narrow.matches || !detail.words.length) return;
  const lit = [...document.querySelectorAll("#boards .lit")];
  if (2 * lit.filter(seen).length < lit.length) scrollIntoView(lit[0].closest("svg.one"));
});

/** Is a piece in the window, and not behind what is fixed at its edges? */
function seen(piece) {
  const box = piece.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return Boolean(top) && piece.contains(top);
}

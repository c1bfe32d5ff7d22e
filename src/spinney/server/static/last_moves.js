// Marks on the boards what was moved last: the cards and pieces that the words of each player's
// last move name. The page says these words in `data-last`; this knows no game.

const MARK = "latest";

/** Mark the last moves of the players. */
export function markLast() {
  const moves = JSON.parse(document.getElementById("table").dataset.last || "[]");
  const words = new Set(moves.flatMap((move) => move.split(" ")).filter(Boolean));
  for (const piece of document.querySelectorAll(`.boards .card[id], .boards .${MARK}`))
    piece.classList.toggle(MARK, words.has(piece.id.slice(piece.id.indexOf("-") + 1)));
}

// A hint on the boards: the pieces that the recommended move names glow.

const MARK = "hinted";

/** Light the pieces of the move that the page recommends, and no others. */
export function markHint() {
  const words = new Set((document.getElementById("advice")?.dataset.move ?? "").split(" ").filter(Boolean));
  for (const piece of document.querySelectorAll(`.boards [data-word], .boards .${MARK}`))
    piece.classList.toggle(MARK, words.has(piece.dataset.word));
}

// A copy of a piece that follows the pointer.

const FAR = 8; // px from which on it is no click

/** Follow the pointer from where it went down; `start` and `drop` are called if it was dragged, `drop` with
    null if that was broken off. */
export function ghost(piece, down, { start, drop }) {
  const box = piece.getBoundingClientRect();
  let copy = null;
  const move = (event) => {
    const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (event.pointerId !== down.pointerId || (!copy && Math.hypot(dx, dy) < FAR)) return;
    if (!copy) {
      copy = lifted(piece, box);
      start();
    }
    copy.style.translate = `${dx}px ${dy}px`;
  };
  const end = (event) => {
    if (event.pointerId !== down.pointerId) return;
    document.removeEventListener("pointermove", move);
    for (const kind of ["pointerup", "pointercancel"]) document.removeEventListener(kind, end);
    copy?.remove();
    if (copy) drop(event.type === "pointerup" ? event : null);
  };
  document.addEventListener("pointermove", move);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, end);
}

/** A copy of a piece, on a board of its own above the page. */
function lifted(piece, box) {
  const board = piece.ownerSVGElement.cloneNode(false);
  const copy = piece.cloneNode(true);
  const { a, b, c, d, e, f } = piece.getScreenCTM();
  for (const name of ["id", "aria-labelledby", "aria-describedby", "role", "viewBox"]) board.removeAttribute(name);
  for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
  copy.removeAttribute("data-word");
  copy.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e - box.x + 8} ${f - box.y + 8})`);
  board.setAttribute("class", "board ghost");
  board.setAttribute("width", box.width + 16);
  board.setAttribute("height", box.height + 16);
  board.setAttribute("aria-hidden", "true");
  board.append(copy);
  Object.assign(board.style, { left: `${box.x - 8}px`, top: `${box.y - 8}px` });
  document.body.append(board);
  return board;
}

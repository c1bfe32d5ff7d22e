// Some pieces have a story to tell: a label of several lines. It is shown in a corner of their
// board while a pointer rests on them, or the keyboard stands on them; a reader hears the label.
// A finger can't rest on a piece: tapping it tells its story beside it, until the next tap.

const PATIENCE = 180; // ms before a resting pointer is told
const GAP = 8; // px from the edge of the window
const PIECES = "#boards g[id], #at-hand g[id]";
const note = document.createElement("div");
note.id = "tale";
note.setAttribute("aria-hidden", "true");
note.hidden = true;
document.body.append(note);

let teller = null; // the piece whose story is shown, or will be
let waiting = 0;
let tapped = false; // did a finger go down on something that was not picked yet?

const title = (piece) => piece?.querySelector(":scope > title");
const label = (piece) => piece.getAttribute("aria-label") ?? title(piece)?.textContent ?? "";

/** The innermost piece there that has a story. */
function told(element) {
  for (let piece = element.closest?.(PIECES); piece; piece = piece.parentElement?.closest(PIECES))
    if (label(piece).includes("\n")) return piece;
  return null;
}

function tell(piece, patience, corners = inCorners) {
  if (piece === teller) return;
  hush();
  if (!piece) return;
  teller = piece;
  waiting = setTimeout(show, patience, corners);
}

function show(corners) {
  if (!teller.isConnected) return;
  note.textContent = label(teller);
  note.hidden = false;
  // The browser's own tooltip would tell it once more.
  const own = title(teller);
  if (own) [teller.tale, own.textContent] = [own.textContent, ""];
  const [piece, board, size] = [teller, teller.ownerSVGElement, note].map((one) => one.getBoundingClientRect());
  const clear = ([x, y]) => x > piece.right || x + size.width < piece.left || y > piece.bottom || y + size.height < piece.top;
  const places = corners(piece, board, size);
  const [x, y] = places.find(clear) ?? places[0];
  note.style.left = `${x}px`;
  note.style.top = `${y}px`;
}

/** The corners of the piece's board. */
function inCorners(piece, board, size) {
  const sides = [Math.max(GAP, board.left), Math.min(board.right, innerWidth - GAP) - size.width];
  const edges = [Math.min(board.bottom, innerHeight - GAP) - size.height, Math.max(GAP, board.top)];
  return edges.flatMap((y) => sides.map((x) => [x, y]));
}

/** Above the piece, or below it. */
function beside(piece, board, size) {
  const x = Math.min(Math.max(GAP, piece.left), innerWidth - GAP - size.width);
  const above = [x, piece.top - GAP - size.height];
  return above[1] > GAP ? [above] : [[x, piece.bottom + GAP]];
}

function hush() {
  clearTimeout(waiting);
  const own = title(teller);
  if (own && !own.textContent) own.textContent = teller.tale ?? "";
  note.hidden = true;
  teller = null;
}

document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && tell(told(event.target), PATIENCE));
document.addEventListener("focusin", (event) => tell(event.target.matches(":focus-visible") ? told(event.target) : null, 0));
document.addEventListener("focusout", hush);
document.addEventListener("pointerdown", (event) => {
  hush();
  // A second tap on what is picked says the move, or takes the word back.
  tapped = event.pointerType === "touch" && !event.target.closest?.(".picked, a");
});
document.addEventListener("click", (event) => tapped && tell(told(event.target), 0, beside));
document.addEventListener("keydown", (event) => event.key === "Escape" && hush());
document.addEventListener("scroll", (event) => event.target.contains(teller) && hush(), { capture: true, passive: true });

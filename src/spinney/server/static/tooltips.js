// Labels of several lines, as tooltips: in a corner of the piece's board while a pointer rests on
// the piece or the keyboard stands on it; a screen reader reads the label itself. A finger can't
// rest on a piece: a tap shows the tooltip beside it, until the next tap.

const PATIENCE = 180; // ms that a pointer must rest
const GAP = 8; // px from the edge of the window
const PIECES = "#boards g[id], #at-hand g[id]";
const note = document.createElement("div");
note.id = "tooltip";
note.setAttribute("aria-hidden", "true");
note.hidden = true;
document.body.append(note);

let owner = null; // the piece whose label is shown, or will be
let waiting = 0;
let tapped = false; // did a finger go down on something that was not picked yet?

const title = (piece) => piece?.querySelector(":scope > title");
const label = (piece) => piece.getAttribute("aria-label") ?? title(piece)?.textContent ?? "";

/** The innermost piece there that has such a label. */
function labelled(element) {
  for (let piece = element.closest?.(PIECES); piece; piece = piece.parentElement?.closest(PIECES))
    if (label(piece).includes("\n")) return piece;
  return null;
}

function schedule(piece, patience, corners = inCorners) {
  if (piece === owner) return;
  hide();
  if (!piece) return;
  owner = piece;
  waiting = setTimeout(show, patience, corners);
}

function show(corners) {
  if (!owner.isConnected) return;
  note.textContent = label(owner);
  note.hidden = false;
  // The browser's own tooltip would show it once more.
  const own = title(owner);
  if (own) [owner.label, own.textContent] = [own.textContent, ""];
  const [piece, board, size] = [owner, owner.ownerSVGElement, note].map((one) => one.getBoundingClientRect());
  const clear = ([x, y]) => x > piece.right || x + size.width < piece.left || y > piece.bottom || y + size.height < piece.top;
  const low = board.height < 2.5 * size.height; // in its corners it would hide most of the board
  const places = (low ? beside : corners)(piece, board, size);
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

function hide() {
  clearTimeout(waiting);
  const own = title(owner);
  if (own && !own.textContent) own.textContent = owner.label ?? "";
  note.hidden = true;
  owner = null;
}

document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && schedule(labelled(event.target), PATIENCE));
document.addEventListener("focusin", (event) => schedule(event.target.matches(":focus-visible") ? labelled(event.target) : null, 0));
document.addEventListener("focusout", hide);
document.addEventListener("pointerdown", (event) => {
  hide();
  // A second tap on what is picked says the move, or takes the word back.
  tapped = event.pointerType === "touch" && !event.target.closest?.(".picked, a");
});
document.addEventListener("click", (event) => tapped && schedule(labelled(event.target), 0, beside));
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
document.addEventListener("scroll", (event) => event.target.contains(owner) && hide(), { capture: true, passive: true });

// Some pieces have a story to tell: a label of several lines. It is shown in a corner of their
// board while a pointer rests on them, or the keyboard stands on them; a reader hears the label.

const PATIENCE = 180; // ms before a resting pointer is told
const GAP = 8; // px from the edge of the window
const note = document.createElement("div");
note.id = "tale";
note.setAttribute("aria-hidden", "true");
note.hidden = true;
document.body.append(note);

let teller = null; // the piece whose story is shown, or will be
let waiting = 0;

const title = (piece) => piece?.querySelector(":scope > title");
const label = (piece) => piece.getAttribute("aria-label") ?? title(piece)?.textContent ?? "";

/** The innermost piece there that has a story. */
function told(element) {
  for (let piece = element.closest?.("#boards g[id]"); piece; piece = piece.parentElement?.closest("#boards g[id]"))
    if (label(piece).includes("\n")) return piece;
  return null;
}

function tell(piece, patience) {
  if (piece === teller) return;
  hush();
  if (!piece) return;
  teller = piece;
  waiting = setTimeout(show, patience);
}

function show() {
  if (!teller.isConnected) return;
  note.textContent = label(teller);
  note.hidden = false;
  // The browser's own tooltip would tell it once more.
  const own = title(teller);
  if (own) [teller.tale, own.textContent] = [own.textContent, ""];
  const [piece, board, size] = [teller, teller.ownerSVGElement, note].map((one) => one.getBoundingClientRect());
  put(piece, board, size);
}

/** Put the note in a corner of the piece's board, where it does not cover the piece. */
function put(piece, board, size) {
  const sides = [Math.max(GAP, board.left), Math.min(board.right, innerWidth - GAP) - size.width];
  const edges = [Math.min(board.bottom, innerHeight - GAP) - size.height, Math.max(GAP, board.top)];
  const corners = edges.flatMap((y) => sides.map((x) => [x, y]));
  const clear = ([x, y]) => x > piece.right || x + size.width < piece.left || y > piece.bottom || y + size.height < piece.top;
  const [x, y] = corners.find(clear) ?? corners[0];
  note.style.left = `${x}px`;
  note.style.top = `${y}px`;
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
document.addEventListener("pointerdown", hush);
document.addEventListener("keydown", (event) => event.key === "Escape" && hush());
document.addEventListener("scroll", hush, { capture: true, passive: true });

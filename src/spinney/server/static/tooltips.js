// Labels of several lines and small cards, as tooltips: in a corner of the piece's board while a
// pointer rests on the piece or the keyboard stands on it; a screen reader reads the label itself.
// A finger can't rest on a piece: a long press shows the tooltip beside it, until the next tap, and so
// does a tap that picks nothing; where it picks, what can follow must be seen. A card that is small on
// the page is drawn large beside its label, but not by a tap. Where a tap opens a popover that says a
// part of the label already, one of them is enough.

const PATIENCE = 180; // ms that a pointer must rest
const PRESS = 450; // ms that a finger must rest
const GAP = 8; // px from the edge of the window
const SMALL = 84; // px: the width up to which a card is drawn large
const PIECES = "#boards g[id], #at-hand g[id], dialog g.piece";
const note = document.createElement("div");
note.id = "tooltip";
note.popover = "manual"; // above dialogs
note.setAttribute("aria-hidden", "true");
document.body.append(note);

let owner = null; // the piece whose label is shown, or will be
let waiting = 0;
let tapped = false; // did a finger go down on something that was not picked yet?
let drawn = false; // may the card be drawn large?
let pressedAt = null; // where a mouse was pressed last

const title = (piece) => piece?.querySelector(":scope > title");
const label = (piece) => piece.getAttribute("aria-label") ?? title(piece)?.textContent ?? "";

const small = (piece) => piece.matches(".card:not(.back)") && piece.querySelector(".face").getBoundingClientRect().width < SMALL;

/** The innermost piece there that has more to show than can be seen. */
function labelled(element) {
  for (let piece = element.closest?.(PIECES); piece; piece = piece.parentElement?.closest(PIECES))
    if (label(piece).includes("\n") || small(piece)) return piece;
  return null;
}

/** A card by itself, drawn large. */
function enlarged(piece) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-3 -3 86 106");
  svg.setAttribute("class", "board large");
  const copy = piece.querySelector(".lift").cloneNode(true);
  const card = document.createElementNS(svg.namespaceURI, "g");
  card.setAttribute("class", piece.getAttribute("class").replace(/\b(lit|picked|fresh|held|pointed)\b/g, ""));
  card.append(copy);
  svg.append(card);
  return svg;
}

/** A label, its first line in bold. */
function worded(told) {
  const [text, first] = ["p", "b"].map((name) => document.createElement(name));
  const end = `${told}\n`.indexOf("\n");
  first.textContent = told.slice(0, end);
  text.append(first, told.slice(end));
  return text;
}

function schedule(piece, patience, corners = inCorners, large = true) {
  if (piece === owner) return;
  hide();
  if (!piece) return;
  owner = piece;
  drawn = large;
  waiting = setTimeout(show, patience, corners);
}

const popover = () => document.getElementById("popover");

/** Does the popover at the piece say a part of its label, but for prices? */
function isRepeated() {
  const box = popover();
  if (!box || box.hidden || box.dataset.at !== owner.id) return false;
  const told = [...box.querySelectorAll("button, .refused")].map((one) => (one.matches("button") ? one.firstChild : one.lastChild).textContent);
  const story = label(owner) || owner.label;
  return told.some((text) => story?.includes(text));
}

function show(corners) {
  if (!owner.isConnected) return undefined;
  if (tapped && !pressed && (owner.matches(".picked") || isRepeated())) return hide();
  const text = worded(label(owner));
  const pictures = drawn && small(owner) ? [enlarged(owner)] : [];
  note.replaceChildren(...pictures, text);
  note.classList.toggle("pictured", pictures.length > 0);
  note.style.left = note.style.top = "0"; // where nothing narrows it
  note.showPopover();
  // The browser's own tooltip would show it once more.
  const own = title(owner);
  if (own) [owner.label, own.textContent] = [own.textContent, ""];
  const [piece, board, size] = [owner, owner.ownerSVGElement, note].map((one) => one.getBoundingClientRect());
  const clear = ([x, y]) => x > piece.right || x + size.width < piece.left || y > piece.bottom || y + size.height < piece.top;
  const low = board.height < 2.5 * size.height; // in its corners it would hide most of the board
  const offered = popover()?.getBoundingClientRect(); // hidden: it has no size
  const shut = ([x, y]) => offered?.width && offered.left < x + size.width && offered.right > x && offered.top < y + size.height && offered.bottom > y;
  const places = (low ? beside : corners)(piece, board, size).filter((place) => !shut(place));
  if (!places.length) return hide(); // what can be done there matters more
  const open = places.filter(clear);
  const [x, y] = leastHiding(open.length ? open : places, size);
  note.style.left = `${x}px`;
  note.style.top = `${y}px`;
  return undefined;
}

/** Of some places the first where a box hides fewest of the pieces that can be picked. */
function leastHiding(places, { width, height }) {
  const lit = [...document.querySelectorAll(".boards .lit")].map((piece) => piece.getBoundingClientRect());
  const hidden = ([x, y]) => lit.filter((box) => box.left < x + width && box.right > x && box.top < y + height && box.bottom > y).length;
  return places.map((place) => [hidden(place), place]).sort((one, other) => one[0] - other[0])[0][1];
}

/** The corners of the piece's board. */
function inCorners(piece, board, size) {
  const sides = [Math.max(GAP, board.left), Math.min(board.right, innerWidth - GAP) - size.width];
  const edges = [Math.min(board.bottom, innerHeight - GAP) - size.height, Math.max(GAP, board.top)];
  return edges.flatMap((y) => sides.map((x) => [x, y]));
}

/** Above the piece, below it or at its sides, at the top or the foot of the boards, wherever the window has room; else over it. */
function beside(piece, board, size) {
  const [right, low] = [innerWidth - GAP - size.width, innerHeight - GAP - size.height];
  const over = [Math.max(GAP, Math.min(piece.left, right)), Math.max(GAP, Math.min(piece.top, low))];
  const places = [
    [over[0], piece.top - GAP - size.height],
    [over[0], piece.bottom + GAP],
    [piece.right + GAP, over[1]],
    [piece.left - GAP - size.width, over[1]],
    [over[0], Math.max(0, document.getElementById("status")?.getBoundingClientRect().bottom ?? 0) + GAP],
    [over[0], (document.getElementById("foot")?.getBoundingClientRect().top ?? innerHeight) - GAP - size.height],
  ];
  return [...places.filter(([x, y]) => x >= GAP && x <= right && y >= GAP && y <= low), over];
}

function hide() {
  clearTimeout(waiting);
  const own = title(owner);
  if (own && !own.textContent) own.textContent = owner.label ?? "";
  if (note.matches(":popover-open")) note.hidePopover();
  owner = null;
}

document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && !came(event) && schedule(labelled(event.target), PATIENCE));

/** Did a piece come under a mouse that has not moved since it was pressed? What that did is to be seen. */
const came = ({ clientX, clientY }) => pressedAt?.x === clientX && pressedAt.y === clientY;

document.addEventListener("focusin", (event) => schedule(event.target.matches(":focus-visible") ? labelled(event.target) : null, 0));
document.addEventListener("focusout", hide);
let pressed = false; // has a finger rested on a piece? Lifting it is no click

document.addEventListener("pointerdown", (event) => {
  hide();
  pressed = false;
  pressedAt = { x: event.clientX, y: event.clientY };
  const piece = event.pointerType === "touch" && labelled(event.target);
  if (piece) press(piece, event);
  // A second tap on what is picked says the move, or takes the word back.
  tapped = event.pointerType === "touch" && !event.target.closest?.(".picked, a");
});
/** Show a piece as soon as a finger has rested on it, unless it is moved or lifted before. */
function press(piece, down) {
  const timer = setTimeout(() => {
    pressed = true;
    schedule(piece, 0, beside);
  }, PRESS);
  const moved = (event) => Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 8;
  const end = (event) => {
    if (event.type === "pointermove" && !moved(event)) return;
    clearTimeout(timer);
    for (const kind of ["pointermove", "pointerup", "pointercancel"]) document.removeEventListener(kind, end);
  };
  for (const kind of ["pointermove", "pointerup", "pointercancel"]) document.addEventListener(kind, end);
}

addEventListener("click", (event) => {
  if (!pressed) return;
  pressed = false;
  event.stopPropagation();
  event.preventDefault();
}, true);
document.addEventListener("contextmenu", (event) => pressed && event.preventDefault());
document.addEventListener("click", (event) => {
  const piece = labelled(event.target);
  if (tapped) schedule(piece, 0, beside, false);
  else if (piece && !event.target.closest("[data-word], [data-unavailable], a")) schedule(piece, 0); // why nothing happens
});
document.addEventListener("popover", () => tapped && owner && isRepeated() && hide());
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
document.addEventListener("scroll", (event) => event.target.contains(owner) && hide(), { capture: true, passive: true });

// What moved flies there. A piece has the same id wherever it lies: note where every piece is,
// change the page, and let a copy of each piece that lies elsewhere fly between the two places,
// on a sheet above all boards (inside an SVG nothing can be lifted above the rest).

const FLIGHT = 340; // ms
const BEAT = 300; // ms from one step to the next of what is revealed in an order
const PIECES = ".boards .piece[id], .boards .token[id]";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Should nothing move? */
export const still = () => calm.matches || document.hidden;

/** Note where every piece is, on its board and on the screen. */
export function places() {
  const found = new Map();
  if (still()) return found;
  for (const piece of document.querySelectorAll(PIECES)) {
    const matrix = piece.getScreenCTM();
    if (!matrix || !piece.getClientRects().length) continue;
    found.set(piece.id, { matrix, place: place(piece), crop: piece.dataset.worth && crop(piece) });
  }
  return found;
}

// A piece has moved if it has on its board, not if the page was scrolled or a board grew.
const place = (piece) => `${piece.ownerSVGElement.id} ${piece.getAttribute("transform")}`;

/** Let every piece that lies elsewhere than in `before` fly there; resolves when all arrived. */
export function fly(before) {
  if (still() || !before.size) return Promise.resolve();
  const flights = [];
  for (const piece of document.querySelectorAll(PIECES)) {
    const from = before.get(piece.id) ?? before.get(source(piece));
    if (!from) piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FLIGHT });
    else if (from.place !== place(piece)) flights.push([piece, from.matrix, piece.getScreenCTM(), board(from) === board(piece)]);
  }
  // What went elsewhere starts one after another; what made room for it moves at once.
  let late = 0;
  const delay = (piece, near) => beat(piece) ?? (near ? 0 : Math.min(late++ * 45, 400));
  const gathering = gather(before);
  const flown = Promise.all([...gathering, ...flights.map(([piece, from, to, near]) => lift(piece, from, to, delay(piece, near)))]);
  if (gathering.length || flights.some(([piece]) => beat(piece) !== null)) reveal(flown);
  return flown;
}

// What is worth something and leaves its board flies to the place that counts it, one after another
// at each place, and the number there grows with each.

const counter = (sink) => document.querySelector(`#${sink} .counter`);
const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

/** What to remember of a piece that may be gathered; `had`: what its place counted before. */
function crop(piece) {
  const { sink } = piece.closest("[data-sink]").dataset;
  return { copy: piece.cloneNode(true), at: middle(piece.getBoundingClientRect()), worth: Number(piece.dataset.worth), sink, had: Number(counter(sink)?.textContent) };
}

function gather(before) {
  const sinks = new Map();
  for (const [id, { matrix, crop }] of before)
    if (crop && !document.getElementById(id)) sinks.set(crop.sink, [...(sinks.get(crop.sink) ?? []), { matrix, ...crop }]);
  return [...sinks].flatMap(([sink, gone]) => bringIn(counter(sink), gone));
}

function bringIn(number, gone) {
  const gained = gone.reduce((all, { worth }) => all + worth, 0);
  const total = Number(number?.textContent);
  if (!number || total < gone[0].had + gained) return []; // it went elsewhere
  number.textContent = total - gained;
  const [x, y] = middle(number.getBoundingClientRect());
  return gone.map(({ copy, matrix, at, worth }, k) => {
    const { a, b, c, d, e, f } = matrix;
    const arrive = () => (number.textContent = Number(number.textContent) + worth);
    return lift(copy, matrix, { a, b, c, d, e: e + x - at[0], f: f + y - at[1] }, k * BEAT, arrive);
  });
}

// What a board reveals in an order flies step by step, and can be skipped by a click or Escape.

let revealing = null;

/** Resolves when nothing is being revealed any more. */
export const unveiled = () => revealing;

function beat(piece) {
  const step = piece.closest("[data-beat]")?.dataset.beat;
  return step === undefined ? null : step * BEAT;
}

function reveal(flown) {
  const headline = document.getElementById("headline");
  const [told, meanwhile] = [headline?.textContent, document.querySelector("[data-revealing]")?.dataset.revealing];
  if (meanwhile && headline) headline.textContent = meanwhile;
  document.body.classList.add("revealing");
  const end = () => {
    if (headline?.textContent === meanwhile) headline.textContent = told;
    document.body.classList.remove("revealing");
    for (const kind of ["pointerdown", "keydown"]) document.removeEventListener(kind, skip, true);
    revealing = null;
  };
  const skip = (event) => (event.type === "pointerdown" || ["Escape", "Enter", " "].includes(event.key)) && land();
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, skip, true);
  revealing = flown.then(end);
}

/** The piece from which one comes that was not seen before: a card from the deck. */
const source = (piece) => piece.closest("[data-source]")?.dataset.source;
const board = (thing) => (thing.place ?? place(thing)).split(" ")[0];

const flying = new Map(); // each copy in the air, to its flight, what hides its piece meanwhile, and what happens when it arrives

/** End all flights at once: what they show is no longer how things stand. */
export function land() {
  for (const [copy, { animations, arrive }] of flying) {
    for (const animation of animations) animation.cancel();
    copy.remove();
    arrive();
  }
  flying.clear();
}

function lift(piece, from, to, delay, arrive = () => {}) {
  const copy = piece.cloneNode(true);
  for (const element of [copy, ...copy.querySelectorAll("*")])
    for (const name of ["id", "transform", "tabindex", "role", "data-word", "aria-label"])
      if (element === copy || name === "id") element.removeAttribute(name);
  copy.classList.remove("lit", "picked");
  sheet().append(copy);
  const timing = { duration: FLIGHT, delay, easing: "cubic-bezier(.3,.1,.2,1)", fill: "both" };
  const hiding = piece.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT + delay });
  const flight = copy.animate([{ transform: css(from) }, { transform: css(to) }], timing);
  flying.set(copy, { animations: [hiding, flight], arrive });
  return flight.finished
    .catch(() => {})
    .finally(() => {
      copy.remove();
      if (flying.delete(copy)) arrive();
    });
}

const css = (m) => `matrix(${m.a},${m.b},${m.c},${m.d},${m.e},${m.f})`;

function sheet() {
  let above = document.getElementById("above");
  if (!above) {
    above = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    above.id = "above";
    above.setAttribute("class", "board");
    above.setAttribute("aria-hidden", "true");
    document.body.append(above);
  }
  return above;
}

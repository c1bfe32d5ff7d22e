// What moves would gain, before they are made. A mouse that rests on what completes a move, or the
// keyboard that stands there, is told it beside that: "+11 Lilac". A finger can't rest anywhere
// without pressing: where it has picked a piece, each place and button that completes a move bears
// what that gains, "+11". The server counts it; this knows no game.

const PATIENCE = 120; // ms that a mouse must rest
const PLACES = ".boards .lit[data-word], #popover button[value], #plain-moves button[value]";
const GAP = 4; // px from the piece and from the edge of the window
const TAG = { height: 17, size: 12 }; // px of a tag on a board
const MOST = 64; // so many moves the server counts at once
const SVG = "http://www.w3.org/2000/svg";

const sign = document.createElement("div");
sign.className = "gained";
sign.setAttribute("role", "status");
sign.hidden = true;

const counted = new Map(); // what moves gain, in points and rows, by the move
let countedAt = ""; // the version of the page of which that is true
let now = ""; // the version and the move that are looked at
let waiting = 0;
let touched = false; // is it a finger that picks?
let tagging = 0; // counts how often tags were put up or taken down

const version = () => document.getElementById("move-form").dataset.version;

function hide() {
  clearTimeout(waiting);
  now = "";
  sign.hidden = true;
}

/** Ask what moves gain, as far as it is not known. Where nobody answers, it stays unknown. */
async function count(at, moves) {
  if (at !== countedAt) counted.clear();
  countedAt = at;
  const open = [...new Set(moves)].filter((move) => !counted.has(move)).slice(0, MOST);
  if (!open.length) return;
  const asked = new URLSearchParams([...open.map((move) => ["move", move]), ["version", at]]);
  const answer = await fetch(`/match/${document.getElementById("table").dataset.match}/gains?${asked}`).catch(() => null);
  const found = answer?.ok ? await answer.json().catch(() => ({})) : {};
  if (at !== countedAt) return;
  for (const [move, gains] of Object.entries(found)) counted.set(move, gains);
}

/** What a move gains on the page of a version, as far as it is known. */
const gainsOf = (at, move) => (at === countedAt && counted.get(move)) || [];

async function tell(place, at, move) {
  const key = (now = `${at} ${move}`);
  await count(at, [move]);
  const gains = gainsOf(at, move);
  if (now !== key || !place.isConnected || !gains.length) return;
  sign.textContent = gains.map(([points, row]) => `+${points} ${row}`).join(" · ");
  sign.hidden = false;
  const [box, size] = [place.getBoundingClientRect(), sign.getBoundingClientRect()];
  const x = box.left + (box.width - size.width) / 2;
  const above = box.top - size.height - GAP;
  sign.style.left = `${Math.max(GAP, Math.min(x, innerWidth - size.width - GAP))}px`;
  sign.style.top = `${above < GAP ? box.bottom + GAP : above}px`;
}

// Tags, for fingers.

function untag() {
  tagging += 1;
  for (const tag of document.querySelectorAll(".gain-tag")) tag.remove();
}

/** Tag all places and buttons that would complete the move of which these words are picked. */
async function tagAll(words, moveInput) {
  untag();
  if (!touched || !words.length) return;
  const [mine, at] = [tagging, version()];
  const places = [...document.querySelectorAll(PLACES)].map((place) => [place, moveInput.completing(place.dataset.word ?? place.value)]);
  const completing = places.filter(([, move]) => move);
  await count(at, completing.map(([, move]) => move));
  if (mine !== tagging) return;
  for (const [place, move] of completing) {
    const points = gainsOf(at, move).reduce((sum, [more]) => sum + more, 0);
    if (points) tag(place, `+${points}`);
  }
}

/** On a board in the middle of the piece, or at the left of a card that others may cover, above what else lies there; in a button behind its text. */
function tag(place, text) {
  if (!(place instanceof SVGElement)) {
    const price = document.createElement("small");
    price.className = "gain-tag";
    price.textContent = text;
    place.append(" ", price);
    return;
  }
  const [parent, box] = [place.parentElement, (place.querySelector(".face") ?? place).getBoundingClientRect()];
  const matrix = parent.getScreenCTM();
  const [right, down] = place.closest(".fan") ? [TAG.height, box.height * 0.78] : [box.width / 2, box.height / 2];
  const at = new DOMPoint(box.left + right, box.top + down).matrixTransform(matrix.inverse());
  parent.append(pill(text, `translate(${at.x} ${at.y}) scale(${1 / Math.hypot(matrix.a, matrix.b)})`));
}

function pill(text, transform) {
  const [group, back, said] = ["g", "rect", "text"].map((name) => document.createElementNS(SVG, name));
  const width = 10 + 7.5 * text.length;
  const attributes = { x: -width / 2, y: -TAG.height / 2, width, height: TAG.height, rx: TAG.height / 2 };
  for (const [name, value] of Object.entries(attributes)) back.setAttribute(name, value);
  said.setAttribute("y", TAG.size * 0.36);
  said.style.fontSize = `${TAG.size}px`;
  said.textContent = text;
  group.setAttribute("class", "gain-tag");
  group.setAttribute("transform", transform);
  group.setAttribute("aria-hidden", "true");
  group.append(back, said);
  return group;
}

/** @param moveInput knows which move a word completes */
export function previewGains(moveInput) {
  document.body.append(sign);
  const look = (event, patience) => {
    const place = event.target.closest?.(PLACES);
    const move = place ? moveInput.completing(place.dataset.word ?? place.value) : "";
    hide();
    if (!move) return;
    waiting = setTimeout(tell, patience, place, version(), move);
  };
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && look(event, PATIENCE));
  document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && look(event, 0));
  document.addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"), true);
  document.addEventListener("moveinput", ({ detail }) => tagAll(detail.words, moveInput));
  for (const kind of ["focusout", "renewed", "pointerdown"]) document.addEventListener(kind, hide);
}

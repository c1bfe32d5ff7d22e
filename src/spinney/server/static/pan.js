// Ground without end, seen through a window. The server draws all of it; where that gets too small
// to read, a part is shown at a readable size, and the reader moves it: by dragging, by the arrows
// at its edges, or by keys. What was chosen stays, whatever the server sends.

import { still } from "./motion.js";

const GLIDE = 340; // ms
const chosen = new Map(); // by ground: the middle of what is seen, and whether all of it is
const grounds = () => document.querySelectorAll(".boards .ground");

/** Show the right part of every ground; returns a function that lets what moved glide there. */
export function frame() {
  const moved = [];
  for (const ground of grounds()) {
    const before = ground.dataset.shown;
    show(ground);
    if (before && before !== ground.dataset.shown) moved.push([ground, before]);
  }
  return () => still() || moved.forEach(([ground, before]) => glide(ground, numbers(before)));
}

const numbers = (box) => box.split(" ").map(Number);
const within = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

function show(ground) {
  const [x, y, w, h] = numbers(ground.dataset.box);
  const wish = chosen.get(ground.id) ?? {};
  const pixels = (ground.parentNode.getScreenCTM()?.a ?? 0) * ground.width.baseVal.value;
  const part = pixels ? Math.min(1, pixels / w / ground.dataset.least) : 1;
  const small = part < 0.97;
  const share = small && !wish.whole ? part : 1;
  const [width, height] = [w * share, h * share];
  const left = within((wish.x ?? x + w / 2) - width / 2, x, x + w - width);
  const top = within((wish.y ?? y + h / 2) - height / 2, y, y + h - height);
  const box = [left, top, width, height].map((value) => Math.round(100 * value) / 100).join(" ");
  if (ground.getAttribute("viewBox") !== box) ground.setAttribute("viewBox", box);
  ground.dataset.shown = box;
  ground.classList.toggle("roams", small);
  if (small) ground.setAttribute("tabindex", "0");
  else ground.removeAttribute("tabindex");
  const more = { left: left - x, right: x + w - left - width, up: top - y, down: y + h - top - height };
  for (const way of document.querySelectorAll(`.beyond[data-ground="${CSS.escape(ground.id)}"]`))
    way.classList.toggle("more", more[way.dataset.way] > 1);
}

/** Let the ground slide from where it was seen to where it is seen now. */
function glide(ground, [x, y, width]) {
  const [left, top, wide] = numbers(ground.dataset.shown);
  const k = wide / width;
  const from = `translate(${left - x * k}px, ${top - y * k}px) scale(${k})`;
  ground.querySelector(".turf")?.animate([{ transform: from }, { transform: "none" }], { duration: GLIDE, easing: "ease-in-out" });
}

/** Move what is seen by so many units. */
function move(ground, dx, dy) {
  const [left, top, width, height] = numbers(ground.dataset.shown);
  chosen.set(ground.id, { x: left + width / 2 + dx, y: top + height / 2 + dy });
  show(ground);
  const [x, y, w, h] = numbers(ground.dataset.shown);
  chosen.set(ground.id, { x: x + w / 2, y: y + h / 2 }); // no farther than there is ground
}

/** Change between all of the ground and a readable part. */
function turn(ground) {
  const before = ground.dataset.shown;
  chosen.set(ground.id, chosen.get(ground.id)?.whole ? {} : { whole: true });
  show(ground);
  if (!still()) glide(ground, numbers(before));
}

const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** Move by a third of the window. */
function leap(ground, way) {
  const before = ground.dataset.shown;
  const [, , width, height] = numbers(before);
  const [dx, dy] = WAYS[way];
  move(ground, (dx * width) / 3, (dy * height) / 3);
  if (!still()) glide(ground, numbers(before));
}

/** Bring a piece into the window. */
function uncover(ground, piece) {
  const [a, b] = [ground.getBoundingClientRect(), piece.getBoundingClientRect()];
  const units = numbers(ground.dataset.shown)[2] / a.width;
  const over = (low, high, least, most) => (low < least ? low - least : Math.max(0, high - most));
  move(ground, over(b.left, b.right, a.left, a.right) * units, over(b.top, b.bottom, a.top, a.bottom) * units);
}

// What the reader does.

let panned = false; // a drag is no click

function drag(down) {
  const ground = down.target.closest?.(".ground.roams");
  panned = false;
  if (!ground || down.button !== 0 || chosen.get(ground.id)?.whole) return;
  const from = numbers(ground.dataset.shown);
  const units = from[2] / ground.getBoundingClientRect().width;
  const follow = (event) => {
    const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (event.pointerId !== down.pointerId || (!panned && Math.hypot(dx, dy) < 8)) return;
    panned = true;
    chosen.set(ground.id, { x: from[0] + from[2] / 2 - dx * units, y: from[1] + from[3] / 2 - dy * units });
    show(ground);
  };
  const end = () => {
    for (const kind of ["pointerup", "pointercancel"]) document.removeEventListener(kind, end);
    document.removeEventListener("pointermove", follow);
    if (panned) move(ground, 0, 0);
  };
  document.addEventListener("pointermove", follow);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, end);
}

function click(event) {
  if (panned) {
    panned = false;
    event.stopPropagation();
    event.preventDefault();
    return;
  }
  const way = event.target.closest?.(".beyond");
  if (way) leap(document.getElementById(way.dataset.ground), way.dataset.way);
}

function key(event) {
  const ground = event.target;
  if (!ground.matches?.(".ground.roams") || event.ctrlKey || event.metaKey || event.altKey) return;
  const way = event.key.startsWith("Arrow") ? event.key.slice(5).toLowerCase() : "";
  if (way in WAYS) leap(ground, way);
  else if (event.key === "0" || event.key === "Enter") turn(ground);
  else return;
  event.preventDefault();
}

addEventListener("resize", frame);
document.addEventListener("pointerdown", drag);
document.addEventListener("click", click, true);
document.addEventListener("keydown", key);
document.addEventListener("dblclick", (event) => {
  const ground = event.target.closest?.(".ground.roams");
  if (ground && !event.target.closest("[data-word]")) turn(ground);
});
document.addEventListener("focusin", (event) => {
  const ground = event.target.closest?.(".ground.roams");
  if (ground && ground !== event.target) uncover(ground, event.target);
});

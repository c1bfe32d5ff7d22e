// A move put together from groups: pieces that are counted out to branches, larger groups first.
// A tap on a branch starts a group, a tap on a group adds a piece, its minus takes one back; pieces
// can be dragged, and all of it works by keyboard. What is put together is kept in this tab until
// it is locked in. The board says how in `data-compose`; this knows no game.

import { announce } from "./announce.js";
import { ghost } from "./drag.js";
import { tabStorage } from "./guarded_storage.js";
import { still } from "./motion.js";
import { scrollIntoView } from "./scroll_into_view.js";

const SVG = "http://www.w3.org/2000/svg";
const HOP = 200; // ms
const LABEL = 84; // where groups begin on a branch, in the units of the board
const WIDEST = 56;

let given = null; // how to compose: verb, most, places, ahead, home, phrases…
let known = ""; // whose choice it is, and which
let groups = []; // in the order of the move: { branch, size }
let locked = ""; // the move that was locked in
let dragged = false; // a click that ends a drag is none

const board = () => document.querySelector("#boards [data-compose]");
const branches = () => [...document.querySelectorAll("#boards [data-branch]")];
const layer = () => document.getElementById("groups");
const piece = (number) => document.getElementById(`${given.piece}${number}`);
const sent = () => groups.reduce((sum, group) => sum + group.size, 0);
const move = () => `${given.verb} ${groups.map((group) => `${group.size}${group.branch}`).join(" ") || given.none}`;

/** Let moves be composed wherever the page shows such a board; `send` is called with each. */
export function compose(send) {
  document.addEventListener("renewed", renew);
  document.addEventListener("moveinput", ({ detail }) => preview(detail));
  document.addEventListener("click", (event) => click(event, send));
  document.addEventListener("keydown", (event) => key(event, send));
  document.addEventListener("pointerdown", drag);
}

/** The move on the board that has not been sent; empty: there is none. */
export const unsent = () => (given && groups.length && move() !== locked ? move() : "");

/** Look at the page anew, after it has changed. */
function renew() {
  const text = board()?.dataset.compose;
  if (!text) return forget();
  given = JSON.parse(text);
  const { sealed = "", viewer } = document.getElementById("move-form").dataset;
  const choice = `${viewer} ${given.choice}`;
  if (known && choice !== known) tabStorage.remove(stored(known));
  if (choice !== known) groups = read(tabStorage.get(stored(choice)) ?? "");
  if (sealed && (choice !== known || sealed !== locked)) groups = read(sealed);
  [known, locked] = [choice, sealed];
  show(false);
}

/** There is nothing to put together any more; whoever has the screen next finds nothing of it. */
function forget() {
  tabStorage.remove(stored(known));
  [given, known, groups, locked] = [null, "", [], ""];
}

/** Under what the tab keeps what is put together for a choice. */
const stored = (choice) => `bid ${document.getElementById("table").dataset.match} ${choice}`;

function store() {
  if (unsent()) tabStorage.set(stored(known), move());
  else tabStorage.remove(stored(known));
}

/** Show a move that was typed, or taken from a hint. */
function preview({ words, offer }) {
  if (!given || words[0] !== given.verb || words.length < 2 || !offer || move() === offer) return;
  groups = read(offer);
  show(true);
}

/** The groups of a move in words. */
function read(said) {
  const words = said.split(" ").filter((word) => /^\d/.test(word));
  return words.map((word) => ({ branch: word.slice(-1), size: parseInt(word, 10) }));
}

// Changing it.

/** Put a group where its size belongs: after all that are as large. */
function settle(group) {
  groups = groups.filter((other) => other !== group);
  if (!group.size) return;
  const at = groups.findIndex((other) => other.size < group.size);
  groups.splice(at < 0 ? groups.length : at, 0, group);
}

function add(group) {
  if (sent() >= given.most) return announce(given.phrases.full);
  group.size += 1;
  settle(group);
  show(true, group);
}

function take(group) {
  group.size -= 1;
  settle(group);
  show(true, group);
}

const start = (branch) => add({ branch, size: 0 });

// Which turns a group gets, as far as one can know: the others' groups may come before it.

function turns(group) {
  const at = groups.indexOf(group);
  const equal = groups.slice(0, at + 1).filter((other) => other.size === group.size).length;
  return [at + 1, at + 1 + given.ahead[group.size - 1][equal - 1]];
}

function badge(group) {
  const [first, last] = turns(group);
  if (first > given.places) return "✕";
  if (last > given.places) return `${first}–✕`;
  return first === last ? `${first}` : `${first}–${last}`;
}

function told(group) {
  const [first, last] = turns(group);
  if (first > given.places) return given.phrases.lost;
  const range = fill(first === last ? "{first}" : given.phrases.range, { first, last: Math.min(last, given.places) });
  return last > given.places ? fill(given.phrases.maybe, { turns: range }) : range;
}

const fill = (phrase, values) => phrase.replace(/\{(\w+)\}/g, (_, name) => values[name]);

const words = (group, phrase) =>
  fill(phrase, { size: group.size, branch: titleOf(group.branch), turns: told(group), left: given.most - sent() });

const titleOf = (branch) => branches().find((one) => one.dataset.branch === branch)?.dataset.title ?? branch;

// Showing it.

function make(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Draw the groups; `moving`: what changed hops, and `changed` is told. */
function show(moving, changed = null) {
  const focused = focus();
  layer().replaceChildren();
  let next = 1;
  const places = new Map(groups.map((group) => [group, box(group)]));
  for (const group of groups) {
    layer().append(drawn(group, places.get(group)));
    for (const [x, y] of spots(group.size, places.get(group))) put(next++, x, y, moving);
  }
  for (; next <= given.most; next++) put(next, ...given.home[next - 1], moving);
  for (const one of [...branches(), document.getElementById("lock-in")]) one.setAttribute("tabindex", "0");
  for (const branch of branches()) branch.classList.toggle("used", groups.some((group) => group.branch === branch.dataset.branch));
  showLock();
  store();
  if (moving && unsent()) scrollIntoView(document.getElementById("lock-in"));
  if (changed) announce(changed.size ? words(changed, given.phrases.told) : fill(given.phrases.left, { left: given.most - sent(), most: given.most }));
  refocus(focused, changed);
}

/** Where a group sits: its branch's box, shared between all on that branch. */
function box(group) {
  const branch = branches().find((one) => one.dataset.branch === group.branch);
  const [x, y, width] = branch.dataset.box.split(" ").map(Number);
  const here = groups.filter((other) => other.branch === group.branch);
  const wide = Math.min(WIDEST, (width - LABEL - 6) / here.length);
  return { x: x + LABEL + here.indexOf(group) * wide, y, wide };
}

/** Where its pieces sit: up to three in a row, more in two. */
function spots(count, { x, y, wide }) {
  const front = count <= 3 ? count : Math.ceil(count / 2);
  const row = (many, up) => {
    const pitch = Math.min(given.size * 0.74, (wide - given.size) / Math.max(1, many - 1));
    const first = x + (wide - given.size - pitch * (many - 1)) / 2;
    return Array.from({ length: many }, (_, k) => [first + k * pitch, y + given.bough - up]);
  };
  return [...row(count - front, given.size * (given.feet + 0.6)), ...row(front, given.size * given.feet)];
}

function put(number, x, y, moving) {
  const one = piece(number);
  const [, a, b] = /translate\(([-\d.]+)[ ,]([-\d.]+)/.exec(one.getAttribute("transform"));
  const [dx, dy] = [a - x, b - y];
  if (Math.hypot(dx, dy) < 0.01) return;
  one.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
  if (moving && !still())
    one.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { duration: HOP, easing: "ease-out" });
}

/** The turns of a group, apart from it: pointing at them or tapping them tells what they mean. */
function numbered(group, x, y) {
  const about = make("title", {}, fill(meant(group), { turns: told(group) }));
  const reach = make("rect", { class: "reach", x: x - 20, y: y - 16, width: 40, height: 21 });
  const number = make("text", { class: "badge", x, y }, badge(group));
  return make("g", { id: `turns-${groups.indexOf(group)}`, class: "turns" }, about, reach, number);
}

/** What is to be said of its turns. */
function meant(group) {
  const [first, last] = turns(group);
  const { certain, unknown, uncertain, beyond } = given.phrases;
  if (first > given.places) return beyond;
  if (last > given.places) return uncertain;
  return first === last ? certain : unknown;
}

function drawn(group, { x, y, wide }) {
  const at = groups.indexOf(group);
  const middle = x + wide / 2;
  const about = make("title", {}, given.phrases.more);
  const reach = make("rect", { class: "reach", x, y: y + 22, width: wide, height: 51 });
  const face = make("rect", { class: "flock-face", x: x + 1, y: y + 22, width: wide - 2, height: 48, rx: 8 });
  const plus = sent() < given.most ? [line(`M${middle - 4.5} ${y + 29}h9m-4.5 -4.5v9`, 1.8)] : [];
  const more = make("g", { class: "group", "data-group": at, role: "button", tabindex: 0, "aria-label": words(group, given.phrases.group) }, about, reach, face, ...plus);
  const less = make("g", { class: "less", "data-less": at, role: "button", tabindex: 0, "aria-label": given.phrases.less },
    make("rect", { class: "face", x: x + 2, y: y + 74, width: wide - 4, height: 33, rx: 7 }),
    line(`M${middle - 6} ${y + 90.5}h12`, 2.4));
  return make("g", {}, more, less, numbered(group, middle, y + 17));
}

const line = (d, width) => make("g", { class: "icon" }, make("path", { class: "line", "stroke-width": width, d }));

function showLock() {
  const lock = document.getElementById("lock-in");
  const done = locked !== "" && move() === locked;
  const { locked: locking, lock: sending, nobody } = given.phrases;
  const said = done ? locking : groups.length ? sending : nobody;
  lock.classList.toggle("done", done);
  lock.classList.toggle("nobody", !groups.length);
  label(lock.querySelector("text"), said.split("\n"));
  const note = groups.length ? fill(given.phrases.left, { left: given.most - sent(), most: given.most }) : given.phrases.empty;
  document.getElementById("lock-note").textContent = note;
  lock.setAttribute("aria-label", `${said.replace("\n", " ")}: ${note}`);
}

/** Write lines on a button, around the middle of its height. */
function label(text, lines) {
  const [x, y] = ["x", "y"].map((name) => Number(text.getAttribute(name)));
  const down = (at) => y + 17 * (at - (lines.length - 1) / 2);
  text.classList.toggle("snug", lines.length > 1);
  text.replaceChildren(...lines.map((words, at) => make("tspan", { x, y: down(at) }, words)));
}

/** What has the focus: a group, or its minus. */
function focus() {
  const { group, less } = document.activeElement?.dataset ?? {};
  return group ?? less ? { group: groups[group ?? less], less: less !== undefined } : null;
}

function refocus(focused, changed) {
  const group = changed ?? focused?.group;
  if (!focused || !group) return;
  const at = groups.indexOf(group);
  const again = layer().querySelector(at < 0 ? "none" : `[data-${focused.less ? "less" : "group"}="${at}"]`);
  (again ?? branches().find((one) => one.dataset.branch === group.branch))?.focus({ preventScroll: true });
}

// By mouse, touch and keyboard.

/** What a place on the board stands for: a group, its minus, a branch, or the lock. */
function meaning(element) {
  const at = element.closest?.("[data-group], [data-less], [data-branch], #lock-in, .counted");
  if (!at || !given || !at.closest("[data-compose]")) return {};
  if (at.id === "lock-in") return { lock: true };
  if (at.dataset.less) return { less: groups[at.dataset.less] };
  if (at.dataset.group) return { group: groups[at.dataset.group] };
  if (at.dataset.branch) return { branch: at.dataset.branch };
  return { group: holder(at) };
}

/** The group that a piece is in. */
function holder(one) {
  let number = Number(one.id.slice(given.piece.length));
  return groups.find((group) => (number -= group.size) <= 0);
}

function act({ lock, less, group, branch }, send) {
  if (lock) send(move());
  else if (less) take(less);
  else if (group) add(group);
  else if (branch) start(branch);
  else return false;
  return true;
}

function click(event, send) {
  if (dragged) dragged = false;
  else act(meaning(event.target), send);
}

function key(event, send) {
  if (!given || event.ctrlKey || event.metaKey || event.altKey || !event.target.closest?.("[data-compose]")) return;
  const here = meaning(event.target);
  const ways = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  if (["Enter", " "].includes(event.key)) act(here, send);
  else if (event.key === "+") act({ group: here.group ?? here.less, branch: here.branch }, send);
  else if (["-", "Backspace", "Delete"].includes(event.key)) act({ less: here.less ?? here.group }, send);
  else if (event.key in ways) step(event.target, ways[event.key]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Move the focus to the next thing that can be pressed. */
function step(from, by) {
  const stops = [...board().querySelectorAll("[data-branch], [data-group], [data-less], #lock-in")];
  stops[(stops.indexOf(from) + by + stops.length) % stops.length]?.focus();
}

function drag(down) {
  const held = down.button === 0 && given ? down.target.closest?.(".counted, [data-group]") : null;
  if (!held?.closest("[data-compose]")) return;
  const from = meaning(held).group;
  dragged = false;
  ghost(from && !held.matches(".counted") ? lastOf(from) : held, down, {
    start: () => {},
    drop: (event) => {
      if (!event) return;
      const under = document.elementsFromPoint(event.clientX, event.clientY).map(meaning);
      const to = under.find((one) => one.group || one.branch) ?? {};
      dragged = event.target.closest?.("[data-compose]") !== null;
      setTimeout(() => (dragged = false));
      carry(from, to);
    },
  });
}

const lastOf = (group) => piece(groups.slice(0, groups.indexOf(group) + 1).reduce((sum, one) => sum + one.size, 0));

/** One piece goes from a group, or from home, to a group or a branch, or home. */
function carry(from, to) {
  if (to.group === from && from) return;
  if (from) take(from);
  if (to.group && groups.includes(to.group)) add(to.group);
  else if (to.branch) start(to.branch);
}

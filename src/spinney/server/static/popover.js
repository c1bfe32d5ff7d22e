// A popover at a piece: buttons for what can be done with it. Also the plain buttons that stand at
// their fixed place are made here.

import { _ } from "./texts.js";
import { visibleBand } from "./viewport.js";

const GAP = 8; // px from the piece and from the edge of the window
const FAR = 0.25; // what a pixel away from the piece counts, where to cover another piece counts 1

/** A button for a word, with what the page calls it and what it costs. */
export function plainButton({ word, text, note }) {
  const button = document.createElement("button");
  button.type = "button";
  button.value = word;
  button.className = "word";
  button.append(...labelled({ text, note }));
  return button;
}

/** What a button says: what it does, and perhaps what that costs. */
export function labelled({ text, note }) {
  if (!note) return [text];
  const price = document.createElement("small");
  price.textContent = note;
  return [text, " ", price];
}

/** What can't be done with a piece now, each with the reason. */
export const refusals = (piece) => JSON.parse(piece?.dataset.unavailable ?? "[]");

/** A line without a button: what it is about, perhaps its price, and what is to be known of it. */
function line(kind, label, note, text) {
  const [told, what, price] = ["p", "b", "small"].map((name) => document.createElement(name));
  told.className = kind;
  price.textContent = note;
  what.append(label, ...(note ? [price] : []));
  told.append(what, text);
  return told;
}

const refusal = ([label, reason]) => line("refused", label, "", reason);
const target = ({ text, note }) => line("at-targets", text, note, _("Choose a lit place."));

export class Popover {
  /** @param pick called with a word; @param lockIn called when the choice is locked in */
  constructor(pick, lockIn) {
    this.piece = null;
    this.told = ""; // what stands in it
    this.box = document.createElement("div");
    this.box.id = "popover";
    this.box.setAttribute("role", "group");
    this.box.hidden = true;
    this.box.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button?.value) pick(button.value);
      else if (button) lockIn();
    });
    this.box.addEventListener("keydown", (event) => this.#key(event));
    document.body.append(this.box);
    addEventListener("scroll", () => this.#place(), { capture: true, passive: true });
    addEventListener("resize", () => this.#place());
  }

  /**
   * Show buttons at a piece, one that plays what is picked (`lock`, its label) among them, and what
   * is refused there (see `refusals`); without any the popover closes. Beside them `targets` tells
   * what is done by choosing a place that glows.
   */
  show(piece, labels, lock, refused = [], targets = []) {
    const within = this.has(document.activeElement);
    this.piece = piece;
    this.box.hidden = !piece || !(labels.length || lock || refused.length);
    if (this.box.hidden) {
      this.told = "";
      return this.box.replaceChildren();
    }
    this.box.setAttribute("aria-label", piece.getAttribute("aria-label")?.split("\n")[0] ?? "");
    const told = JSON.stringify([labels, lock, refused, targets]);
    if (told !== this.told) this.#build(labels, lock, refused, targets); // else a button may be pressed just now
    this.told = told;
    this.#place();
    this.box.dataset.at = piece.id;
    document.dispatchEvent(new Event("popover"));
    if (within && !this.has(document.activeElement)) this.focus();
    return undefined;
  }

  #build(labels, lock, refused, targets) {
    this.box.replaceChildren(...labels.map((label) => plainButton(label)));
    if (lock) {
      const button = plainButton(lock);
      button.className = "button";
      this.box.append(button);
    }
    this.box.append(...targets.map(target), ...refused.map(refusal));
  }

  /** Go to the first button, if there is one. */
  focus() {
    if (!this.box.hidden) this.box.querySelector("button")?.focus();
  }

  has(element) { return this.box.contains(element); }

  #key(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const buttons = [...this.box.querySelectorAll("button")];
    buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
  }

  /** Stand near the piece, within the window, where it covers least: the piece, places to go, others. */
  #place() {
    if (this.box.hidden || !this.piece?.isConnected) return;
    const [piece, size] = [this.piece.getBoundingClientRect(), this.box.getBoundingClientRect()];
    const others = [...document.querySelectorAll(".boards [data-word]")].map((one) => [one.getBoundingClientRect(), this.#weight(one)]);
    const places = spots(piece, size).map(([x, y]) => within(x, y, size, this.piece));
    const hides = (one, [x, y]) => one.left < x + size.width && one.right > x && one.top < y + size.height && one.bottom > y;
    const covered = (place) => others.reduce((sum, [one, weight]) => sum + (hides(one, place) ? weight : 0), 0);
    const cost = (place) => covered(place) + distance(piece, place, size) * FAR;
    const [best] = places.map((place) => [cost(place), place]).sort((one, other) => one[0] - other[0]);
    this.box.style.left = `${best[1][0]}px`;
    this.box.style.top = `${best[1][1]}px`;
  }

  /** How bad it is to cover a piece. */
  #weight(one) { return one === this.piece ? 1000 : one.classList.contains("lit") ? 20 : 1; }
}

/** How far a box is from a piece, in px. */
function distance(piece, [x, y], size) {
  const gap = (low, high, from, to) => Math.max(0, from - high, low - to);
  return Math.hypot(gap(piece.left, piece.right, x, x + size.width), gap(piece.top, piece.bottom, y, y + size.height));
}

/** Places for a box around a piece, the nearest first: below, above, at the sides, farther away; then the window's own edges. */
function spots(piece, size) {
  const middle = [piece.left + piece.width / 2 - size.width / 2, piece.top + piece.height / 2 - size.height / 2];
  return [0, 0.5, 1, 1.5, 2, 2.5, 3].flatMap((far) => {
    const [dx, dy] = [GAP + far * piece.width, GAP + far * piece.height];
    return [
      [middle[0], piece.bottom + dy],
      [middle[0], piece.top - dy - size.height],
      [piece.right + dx, middle[1]],
      [piece.left - dx - size.width, middle[1]],
    ];
  }).concat([[middle[0], innerHeight], [middle[0], 0]]);
}

/** The nearest place within the window, and above what is fixed at its foot. */
function within(x, y, size, piece) {
  const low = document.getElementById("foot")?.contains(piece) ? innerHeight : visibleBand()[1];
  const between = (least, value, most) => Math.max(least, Math.min(value, most));
  return [between(GAP, x, innerWidth - GAP - size.width), between(GAP, y, low - GAP - size.height)];
}

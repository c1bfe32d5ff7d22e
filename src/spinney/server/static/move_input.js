// Spelling a move: by clicking words on the boards in any order, by dragging one to another,
// by buttons for words that lie nowhere, by typing. It knows no game: only which moves there
// are (a tree of words, or the words of the next step), and which elements bear which word.

import { ghost } from "./drag.js";
import { placeAt, put } from "./hand_order.js";

const GAP = "…";

export class MoveInput {
  /** @param page the element that holds boards and bar; @param send called with a move */
  constructor(page, send) {
    this.page = page;
    this.send = send;
    this.words = []; // what has been said, in the order it was said
    this.partial = ""; // the beginning of a word being typed
    this.typed = false; // typed words keep their order
    this.steps = new Map(); // what can follow, as far as it was asked for
    this.chosen = -1; // the completion the arrow keys stand on
    this.last = null; // the word on the board that has, or had, the focus
    page.addEventListener("click", (event) => this.#click(event));
    page.addEventListener("keydown", (event) => this.#key(event));
    page.addEventListener("input", (event) => event.target.id === "move" && this.#type());
    page.addEventListener("focusin", (event) => this.#focused(event));
    page.addEventListener("focusout", (event) => event.target.id === "move" && this.#close());
    page.addEventListener("pointerdown", (event) => this.#drag(event));
  }

  get #bar() { return this.page.querySelector("#move-form"); }
  get #input() { return this.page.querySelector("#move"); }
  get #list() { return this.page.querySelector("#completions"); }

  /** Look at the page anew, after it has changed. */
  renew() {
    const bar = this.#bar;
    const fresh = bar?.dataset.version !== this.version || bar?.dataset.viewer !== this.viewer;
    if (bar?.dataset.viewer !== this.viewer) this.#forget(); // what one friend spelled is not for the other
    this.version = bar?.dataset.version;
    this.viewer = bar?.dataset.viewer;
    if (fresh) {
      this.steps.clear();
      this.tree = bar?.dataset.tree ? JSON.parse(bar.dataset.tree) : null;
      this.gloss = bar?.dataset.gloss ? JSON.parse(bar.dataset.gloss) : {};
      this.moves = this.tree ? [...unfold(this.tree)] : [];
      this.ordered = !this.tree || this.moves.some((s) => new Set(s).size < s.length);
      this.reason("");
      if (!this.#possible()) this.#forget();
    }
    return this.show();
  }

  /** Say nothing yet: forget the words. */
  clear() {
    this.#forget();
    this.reason("");
    return this.show();
  }

  /** Spell a whole move, as if it had been typed. */
  fill(move) {
    this.words = move.split(" ");
    this.partial = "";
    this.typed = true;
    if (this.#input) this.#input.value = move;
    return this.show();
  }

  #forget() {
    this.words = [];
    this.partial = "";
    this.typed = false;
  }

  /** Show why something was refused, or nothing. */
  reason(text) {
    const line = this.page.querySelector("#reason");
    if (line && line.textContent !== text) line.textContent = text;
  }

  // What can be said.

  get #open() { return this.#bar?.dataset.open === "yes"; }

  #possible() {
    if (!this.#open) return false;
    if (!this.tree) return this.words.length === 0;
    return this.#inOrder() ? this.#node(this.words) !== null : this.#matching().length > 0;
  }

  #inOrder() { return this.ordered || this.typed; }

  #matching() {
    return this.moves.filter((move) => this.words.every((word) => move.includes(word)));
  }

  /** The tree of what follows these words; null: nothing does; undefined: the server knows. */
  #node(words) {
    let node = this.tree ?? this.steps.get("");
    const said = [];
    for (const word of words) {
      if (node === undefined) return undefined;
      const key = Object.keys(node === 1 ? {} : node).find((k) => k && same(k, word));
      if (key === undefined) return null;
      said.push(key);
      node = node[key];
      if (node !== 1 && !Object.keys(node).length) node = this.steps.get(said.join(" "));
    }
    return node;
  }

  /** What the words so far allow: the next words, and the move if they make one. */
  async #outlook() {
    if (!this.#open) return { next: [], offer: "", text: this.#text() };
    if (!this.#inOrder()) return this.#anyOrder();
    const node = this.#node(this.words);
    return this.#stepFrom(node === undefined ? await this.#ask(this.words.join(" ")) : node);
  }

  #stepFrom(node) {
    const ends = node === 1 || (node && "" in node);
    const next = node && node !== 1 ? Object.keys(node).filter(Boolean) : [];
    if (!ends && next.length === 1 && !this.typed) {
      this.words.push(next[0]); // there is nothing else to say: take it as said
      return this.#outlook();
    }
    return { next, offer: ends && !this.partial ? this.words.join(" ") : "", text: this.#text() };
  }

  #anyOrder() {
    const all = this.#matching();
    const exact = all.find((move) => move.length === this.words.length);
    const sole = this.words.length && all.length === 1 ? all[0] : null;
    const next = new Set(all.flat().filter((word) => !this.words.includes(word)));
    const offer = (exact ?? sole)?.join(" ") ?? "";
    // A word that every remaining move has needs no saying: it shows in the text.
    const open = [...next].filter((word) => !all.every((move) => move.includes(word)));
    return { next: all.length > 1 || offer ? open : [...next], offer, text: offer || this.#form(all) };
  }

  /** The words so far in their places, with gaps for what is open: "plant Q7 …". */
  #form(all) {
    if (!this.words.length) return "";
    const longest = Math.max(...all.map((move) => move.length));
    const at = (i) => (all.every((s) => s[i] === all[0][i]) ? all[0][i] : GAP);
    const words = Array.from({ length: longest }, (_, i) => at(i));
    const shown = words.filter((word, i) => word !== undefined && !(word === GAP && words[i - 1] === GAP));
    return this.words.every((word) => shown.includes(word)) ? shown.join(" ") : `${this.words.join(" ")} ${GAP}`;
  }

  #text() {
    return [...this.words, this.partial].join(" ").trim();
  }

  async #ask(said) {
    const asked = this.version;
    const address = `${this.#bar.dataset.words}?${new URLSearchParams({ said, version: asked })}`;
    const answer = await fetch(address).catch(() => null);
    if (asked !== this.version || !answer?.ok) return null;
    const tree = await answer.json();
    this.steps.set(said, tree);
    return tree;
  }

  // Showing it.

  async show() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const outlook = await this.#outlook();
    if (turn !== this.turn) return; // something newer is being shown
    this.outlook = outlook;
    this.#light(outlook.next);
    this.#buttons(outlook.next);
    const input = this.#input;
    if (input && !(this.typed && document.activeElement === input)) input.value = outlook.text;
    const button = this.page.querySelector("#send");
    if (button) button.disabled = !(outlook.offer || (this.typed && input?.value.trim()));
    button?.classList.toggle("ready", Boolean(outlook.offer));
    const clear = this.page.querySelector("#clear");
    if (clear) clear.hidden = !input?.value;
    this.#complete();
  }

  #light(next) {
    const lit = new Set(next);
    const focused = document.activeElement?.closest?.("[data-word]");
    let first = null;
    for (const piece of this.#pieces()) {
      const word = piece.dataset.word;
      const picked = this.words.includes(word);
      piece.classList.toggle("lit", lit.has(word));
      piece.classList.toggle("picked", picked);
      piece.setAttribute("aria-pressed", String(picked));
      const live = lit.has(word) || picked;
      piece.setAttribute("tabindex", "-1");
      piece.toggleAttribute("data-live", live);
      if (live && (!first || piece === focused || piece.id === this.last)) first = piece;
    }
    for (const old of this.page.querySelectorAll(".boards .lit:not([data-word]), .boards [tabindex]:not([data-word], .ground, [data-compose] *)")) {
      old.classList.remove("lit", "picked");
      for (const name of ["tabindex", "aria-pressed", "data-live"]) old.removeAttribute(name);
    }
    first?.setAttribute("tabindex", "0");
    // Who plays by keyboard stays on the boards when the piece under them went elsewhere.
    if (this.last && first && (document.activeElement === document.body || document.activeElement?.id === "boards")) first.focus();
  }

  #pieces() { return this.page.querySelectorAll(".boards [data-word]"); }

  #live() { return [...this.page.querySelectorAll(".boards [data-live]")].filter((p) => p.getClientRects().length); }

  /** Buttons for words that no piece bears. */
  #buttons(next) {
    const place = this.page.querySelector("#words");
    if (!place) return;
    const borne = new Set([...this.#pieces()].map((piece) => piece.dataset.word));
    const composed = this.page.querySelector(".boards [data-compose]"); // a board has its own way to say it
    const words = composed ? [] : [...(this.#inOrder() ? [] : this.words), ...next].filter((word) => !borne.has(word));
    const focused = place.contains(document.activeElement) ? document.activeElement.value : null;
    place.replaceChildren(...words.map((word) => this.#button(word)));
    if (focused !== null) {
      const again = [...place.children].find((b) => b.value === focused) ?? place.firstElementChild;
      (again ?? this.page.querySelector("#send"))?.focus();
    }
  }

  #button(word) {
    const button = document.createElement("button");
    button.type = "button";
    button.value = button.textContent = word;
    button.className = "word";
    if (this.gloss?.[word]) {
      const meaning = document.createElement("small");
      meaning.textContent = this.gloss[word];
      button.append(" ", meaning);
    }
    if (!this.#inOrder()) button.setAttribute("aria-pressed", String(this.words.includes(word)));
    return button;
  }

  // Picking words.

  pick(word) {
    if (word.includes(" ")) return this.fill(word); // several words at once
    const { next, offer } = this.outlook ?? { next: [], offer: "" };
    this.reason("");
    this.partial = "";
    if (next.includes(word) || this.#implied(word)) {
      this.words = [...this.words, word];
    } else if (this.words.includes(word)) {
      if (offer && this.words.at(-1) === word) return this.send(offer);
      this.words = this.ordered ? this.words.slice(0, -1) : this.words.filter((other) => other !== word);
    } else {
      this.typed = false;
      this.words = [word];
      if (!this.#possible()) this.words = [];
    }
    return this.show().then(() => this.#atOnce());
  }

  /** Has every move that is left this word, though nobody said it? Saying it starts nothing anew. */
  #implied(word) {
    if (this.#inOrder() || !this.words.length || this.words.includes(word)) return false;
    return this.#matching().every((move) => move.includes(word));
  }

  /** Say a finished move without another click, for those who like it so. */
  #atOnce() {
    const offer = this.outlook?.offer;
    if (offer && !this.outlook.next.length && this.page.querySelector("#at-once")?.checked) this.send(offer);
  }

  #click(event) {
    const word = event.target.closest("#words button")?.value ?? event.target.closest(".boards [data-word]")?.dataset.word;
    if (word !== undefined && !this.dragged) this.pick(word);
    this.dragged = false;
    if (event.target.closest("#clear")) this.clear().then(() => this.#input?.focus());
    const option = event.target.closest("#completions li");
    if (option) this.#accept(option.dataset.word);
    if (event.target.closest("#send")) this.say();
  }

  /** Say what is offered, or what was typed: the server tells what is wrong with it. */
  say() {
    const text = this.outlook?.offer || this.#input?.value.replaceAll(GAP, " ").trim();
    if (text) this.send(text);
  }

  #drag(down) {
    const held = down.target.closest(".boards .fan > .piece"); // a hand is dragged by thumb, too
    const from = held ?? down.target.closest(".boards [data-word]");
    if (!from || down.button !== 0 || (!held && (down.pointerType === "touch" || from.closest(".roams")))) return;
    const known = this.words.includes(from.dataset.word);
    ghost(from, down, {
      start: () => !known && from.dataset.word && this.pick(from.dataset.word),
      drop: (event) => this.#drop(event, from, known),
    });
  }

  /** A piece was dragged somewhere: to another place in its hand, or to a word. */
  #drop(event, from, known) {
    const over = document.elementsFromPoint(event.clientX, event.clientY);
    this.dragged = over.some((element) => from.contains(element)); // a click will follow
    const place = placeAt(from, event.clientX, event.clientY);
    if (place >= 0) {
      put(from, place);
      if (!known) this.#unpick(from.dataset.word);
      return;
    }
    const to = over.map((element) => element.closest(".boards [data-word]")).find((p) => p && p !== from);
    if (to && from.dataset.word) this.pick(to.dataset.word);
  }

  #unpick(word) {
    this.words = this.words.filter((other) => other !== word);
    this.show();
  }

  // By keyboard.

  #focused(event) {
    this.last = event.target.closest(".boards [data-word]")?.id ?? (event.target.id === "boards" ? this.last : null);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog")) return;
    if (event.key === "Escape") this.clear();
    else if (event.target.id === "move") this.#typing(event);
    else if (event.target.closest(".boards [data-word]")) this.#onBoard(event);
    else if (event.key === "Backspace" && event.target.closest("#move-form")) this.#back(event);
  }

  #onBoard(event) {
    const piece = event.target.closest("[data-word]");
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in ways) this.#move(piece, ...ways[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.pick(piece.dataset.word);
    else if (event.key === "Backspace") this.#back(event);
    else return;
    event.preventDefault();
  }

  #back(event) {
    this.words = this.words.slice(0, -1);
    this.partial = "";
    this.show();
    event.preventDefault();
  }

  /** Focus the nearest live piece in a direction, whichever board it lies on. */
  #move(from, dx, dy) {
    const a = middle(from);
    const far = (piece) => {
      const b = middle(piece);
      const along = (b.x - a.x) * dx + (b.y - a.y) * dy;
      const across = Math.abs((b.x - a.x) * dy) + Math.abs((b.y - a.y) * dx);
      return along > 4 ? along + 2.5 * across : Infinity;
    };
    const near = this.#live().filter((p) => p !== from).map((piece) => [far(piece), piece]).sort((p, q) => p[0] - q[0])[0];
    if (!near || near[0] === Infinity) return;
    from.setAttribute("tabindex", "-1");
    near[1].setAttribute("tabindex", "0");
    near[1].focus();
  }

  // By typing.

  #type() {
    const text = this.#input.value;
    const words = text.split(/\s+/).filter((word) => word && word !== GAP);
    this.typed = !text.includes(GAP);
    this.partial = /\s$/.test(text) || !words.length ? "" : words.pop();
    this.words = words;
    if (this.partial && this.#whole(this.partial)) {
      this.words = [...words, this.#whole(this.partial)];
      this.partial = "";
    }
    this.chosen = -1;
    this.reason("");
    this.show();
  }

  /** The word meant, if what was typed is one that can follow and no longer one can. */
  #whole(word) {
    const node = this.#node(this.words);
    const keys = node && node !== 1 ? Object.keys(node).filter(Boolean) : [];
    return keys.find((key) => same(key, word)) && keys.filter((key) => begins(key, word)).length === 1
      ? keys.find((key) => same(key, word))
      : "";
  }

  #completions() {
    if (document.activeElement !== this.#input || !this.#open) return [];
    return (this.outlook?.next ?? []).filter((word) => begins(word, this.partial)).slice(0, 60);
  }

  #complete() {
    const list = this.#list;
    if (!list) return;
    const words = this.asked || this.#input.value ? this.#completions() : [];
    this.chosen = Math.min(this.chosen, words.length - 1);
    list.replaceChildren(...words.map((word, i) => this.#option(word, i)));
    list.hidden = words.length === 0;
    this.#input.setAttribute("aria-expanded", String(words.length > 0));
    const active = list.children[this.chosen];
    this.#input.setAttribute("aria-activedescendant", active?.id ?? "");
    active?.scrollIntoView({ block: "nearest" });
  }

  #option(word, i) {
    const option = document.createElement("li");
    option.id = `completion-${i}`;
    option.dataset.word = option.textContent = word;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", String(i === this.chosen));
    option.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the focus
    return option;
  }

  #typing(event) {
    const count = this.#list?.children.length ?? 0;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.asked = true;
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.chosen = count ? (this.chosen + step + count) % count : 0;
      this.#complete();
    } else if (event.key === "Enter") {
      const active = this.#list?.children[this.chosen];
      if (active) this.#accept(active.dataset.word);
      else this.say();
    } else if (event.key === "ArrowRight" && count && this.partial) {
      this.#accept((this.#list.children[this.chosen] ?? this.#list.children[0]).dataset.word);
    } else return;
    event.preventDefault();
  }

  #accept(word) {
    this.words = [...this.words, word];
    this.partial = "";
    this.chosen = -1;
    this.typed = true;
    this.#input.value = `${this.words.join(" ")} `;
    this.show();
  }

  #close() {
    this.asked = false;
    this.chosen = -1;
    this.#complete();
  }
}

function* unfold(tree, said = []) {
  for (const [word, below] of Object.entries(tree)) {
    if (!word) yield said;
    else if (below === 1) yield [...said, word];
    else yield* unfold(below, [...said, word]);
  }
}

const same = (a, b) => a.toLowerCase() === b.toLowerCase();
const begins = (word, beginning) => word.toLowerCase().startsWith(beginning.toLowerCase());

function middle(piece) {
  const box = piece.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// Moves by clicking pieces on the boards in any order, by dragging one to another, by plain buttons
// for words that no piece bears, by typing. A click that completes a move plays it. It knows no
// game: only which moves there are (a tree of words, or the words of the next step), which elements
// bear which word, and what the page calls a word.
//
// Scripts hear of each change as `moveinput` on the document: its detail has the words so far, the
// words that can follow, and the move they make.

import { ghost } from "./drag.js";
import { placeAt, put } from "./hand_order.js";
import { Popover, labelled, plainButton, refusals } from "./popover.js";

const GAP = "…";

export class MoveInput {
  /** @param page the element that holds boards and controls; @param send called with a move */
  constructor(page, send) {
    this.page = page;
    this.send = send;
    this.words = []; // what has been picked, in the order it was picked
    this.partial = ""; // the beginning of a word being typed
    this.typed = false; // typed words keep their order
    this.steps = new Map(); // what can follow, as far as it was asked for
    this.chosen = -1; // the completion the arrow keys stand on
    this.last = null; // the piece that has, or had, the focus
    this.anchor = null; // the id of the piece that was picked last
    this.kept = ""; // a move that may not have got through
    this.keptFor = ""; // the choice that it was for
    this.popover = new Popover((word) => this.pick(word), () => this.play());
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
  get #choice() { return this.page.querySelector("#table").dataset.choice; }

  /** Look at the page anew, after it has changed. */
  renew() {
    const bar = this.#bar;
    const fresh = bar?.dataset.version !== this.version || bar?.dataset.viewer !== this.viewer;
    if (bar?.dataset.viewer !== this.viewer) this.#forget(); // what one friend picked is not for the other
    this.version = bar?.dataset.version;
    this.viewer = bar?.dataset.viewer;
    if (this.kept && this.#choice !== this.keptFor) this.#forget(); // it has got through, or is too late
    if (fresh) {
      this.steps.clear();
      this.tree = bar?.dataset.tree ? JSON.parse(bar.dataset.tree) : null;
      this.labels = bar?.dataset.labels ? JSON.parse(bar.dataset.labels) : {};
      this.moves = this.tree ? [...unfold(this.tree)] : [];
      this.ordered = !this.tree || this.moves.some((s) => new Set(s).size < s.length);
      this.verbs = new Set(this.moves.map((move) => move[0]));
      this.given = new Set(this.moves.length > 1 ? common(this.moves) : []); // every move has these
      this.reason("");
      if (!this.#possible()) this.#forget();
    }
    return this.show();
  }

  /** Put everything back: forget the words. */
  clear() {
    this.#forget();
    this.reason("");
    return this.show();
  }

  /** Say why a move was refused; what was picked is put back, what was written stays. */
  async refuse(text) {
    if (!this.typed) await this.clear();
    this.reason(text);
  }

  /** Pick a whole move that may not have got through, and offer to play it again as long as its choice is open. */
  keep(move, choice) {
    this.#take(move);
    [this.kept, this.keptFor] = [this.words.join(" "), choice];
    return this.show();
  }

  #take(move) {
    this.#forget();
    this.words = move.split(" ").filter(Boolean);
  }

  #forget() {
    this.kept = "";
    this.words = [];
    this.partial = "";
    this.typed = false;
    this.anchor = null;
  }

  /** Show why something was refused, or nothing. */
  reason(text) {
    const line = this.page.querySelector("#reason");
    if (line && line.textContent !== text) line.textContent = text;
  }

  // What is possible.

  get open() { return this.#bar?.dataset.open === "yes"; }

  /** Is a finished move played only when it is confirmed? */
  get #locked() {
    return this.#bar?.dataset.lock === "yes" || Boolean(this.page.querySelector("#confirm-moves")?.checked);
  }

  /** The only move there is, where nothing is to be decided and nobody else decides meanwhile. */
  get forced() {
    if (!this.open || this.#bar.dataset.lock === "yes" || this.#bar.dataset.secret === "yes") return "";
    return this.moves.length === 1 && !this.words.length ? this.moves[0].join(" ") : "";
  }

  #possible() {
    if (!this.open) return false;
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
    if (!this.open) return { next: [], offer: "", text: this.#text() };
    if (!this.#inOrder()) return this.#anyOrder();
    const node = this.#node(this.words);
    return this.#stepFrom(node === undefined ? await this.#ask(this.words.join(" ")) : node);
  }

  #stepFrom(node) {
    const ends = node === 1 || (node && "" in node);
    const next = node && node !== 1 ? Object.keys(node).filter(Boolean) : [];
    if (!ends && next.length === 1 && !this.typed) {
      this.words.push(next[0]); // there is nothing else to pick: take it as picked
      return this.#outlook();
    }
    return { next, offer: ends && !this.partial ? this.words.join(" ") : "", text: this.#text() };
  }

  #anyOrder() {
    const all = this.#matching();
    // A word that every remaining move has needs no picking, unless a piece bears it.
    const [shared, borne] = [common(all), this.#borne()];
    const open = (word) => !shared.has(word) || (borne.has(word) && !this.verbs.has(word));
    const left = [...new Set(all.flat())].filter((word) => !this.words.includes(word));
    const next = this.words.length || all.length > 1 ? left.filter(open) : left;
    const done = (word) => this.words.includes(word) || !open(word);
    const offer = this.words.length ? all.find((move) => move.every(done))?.join(" ") ?? "" : "";
    return { next, offer, text: offer || this.#form(all) };
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

  /** The next words that no piece bears, and what can be done with a picked piece: of each move the first. */
  #loose(next) {
    if (this.page.querySelector(".boards [data-compose]")) return []; // the board composes it
    const borne = this.#borne();
    if (this.#inOrder()) return next.filter((word) => !borne.has(word));
    const all = this.#matching();
    const shared = all.length > 1 ? common(all) : new Set();
    const found = new Set();
    for (const move of all) {
      const left = move.filter((word) => !this.words.includes(word) && !this.given.has(word) && !shared.has(word));
      if (!this.words.length && left.some((word) => borne.has(word))) continue; // it begins on the boards
      const told = this.words.length && !this.#followed(left, all);
      const first = left.find((word) => !borne.has(word) || (told && this.verbs.has(word)));
      if (first !== undefined) found.add(first);
    }
    return [...found];
  }

  /** Does a piece that goes on with a move say what is done with it, as no other move goes on so? */
  #followed(left, all) {
    const pieces = left.filter((word) => !this.verbs.has(word));
    return pieces.length > 0 && all.filter((move) => pieces.every((word) => move.includes(word))).length === 1;
  }

  // Showing it.

  async show() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const outlook = await this.#outlook();
    if (turn !== this.turn) return; // something newer is being shown
    this.outlook = outlook;
    const { next, offer } = outlook;
    this.unclear = Boolean(offer) && !next.length && this.#unclear(offer);
    this.loose = offer && !next.length && !this.unclear ? [] : this.#loose(next);
    this.#light(outlook.next);
    this.#buttons();
    const input = this.#input;
    if (input && !(this.typed && document.activeElement === input)) input.value = outlook.text;
    const clear = this.page.querySelector("#clear");
    if (clear) clear.hidden = !input?.value;
    this.#complete();
    document.dispatchEvent(new CustomEvent("moveinput", { detail: { words: [...this.words], next, offer } }));
  }

  #light(next) {
    const lit = new Set(next);
    const focused = document.activeElement?.closest?.("[data-word]");
    const ending = this.#locked ? "" : this.#ending;
    let first = null;
    for (const piece of this.#pieces()) {
      const word = piece.dataset.word;
      const picked = this.words.includes(word);
      piece.classList.toggle("lit", lit.has(word));
      piece.classList.toggle("picked", picked);
      piece.classList.toggle("ready", word === ending);
      piece.setAttribute("aria-pressed", String(picked));
      const live = lit.has(word) || picked;
      piece.setAttribute("tabindex", "-1");
      piece.toggleAttribute("data-live", live);
      if (live && (!first || piece === focused || piece.id === this.last)) first = piece;
    }
    for (const old of this.page.querySelectorAll(".boards .lit:not([data-word]), .boards [tabindex]:not([data-word], .ground, [data-compose] *)")) {
      old.classList.remove("lit", "picked", "ready");
      for (const name of ["tabindex", "aria-pressed", "data-live"]) old.removeAttribute(name);
    }
    first?.setAttribute("tabindex", "0");
    // A keyboard player stays on the boards when the piece in focus went elsewhere.
    if (this.last && first && (document.activeElement === document.body || document.activeElement?.id === "boards")) {
      first.focus({ preventScroll: true });
      if (first.matches(":focus-visible")) first.scrollIntoView({ block: "nearest" }); // not where a click has led here
    }
  }

  /** The words that pieces bear. */
  #borne() { return new Set([...this.#pieces()].map((piece) => piece.dataset.word)); }

  /** The pieces that bear words of a move. */
  pieces(move) {
    const words = move.split(" ");
    return [...this.#pieces()].filter((piece) => words.includes(piece.dataset.word));
  }

  #pieces() { return this.page.querySelectorAll(".boards [data-word]"); }

  #live() { return [...this.page.querySelectorAll(".boards [data-live]")].filter((p) => p.getClientRects().length); }

  /** Buttons: in a popover at the piece picked last, else at their fixed place. */
  #buttons() {
    const { next, offer } = this.outlook;
    const piece = this.#anchored();
    const again = this.kept !== "" && this.words.join(" ") === this.kept;
    const lock = again || (Boolean(offer) && !this.typed && !this.unclear && (this.#locked || next.length > 0));
    const aside = piece && !next.length;
    const offered = piece && !this.dragging;
    const [words, targets] = offered ? [this.loose, this.#atTargets()] : [[], []];
    const byKeyboard = Boolean(document.querySelector(":is(#popover, #plain-moves) :focus-visible"));
    this.#fixed(piece ? [] : this.loose, lock && !aside);
    this.popover.show(piece, this.#labelled(words), lock && aside ? this.#lockLabel : null, offered ? refusals(piece) : [], this.#labelled(targets));
    if (byKeyboard && document.activeElement === document.body) this.#toBoards();
  }

  /** Go to the piece that Tab leads to, as the button that had the focus is gone. */
  #toBoards() {
    (this.page.querySelector(".boards [data-live][tabindex='0']") ?? document.getElementById("boards"))?.focus();
  }

  /** What is done with the picked piece by choosing another that glows, if the page has words for it. */
  #atTargets() {
    if (this.#inOrder()) return [];
    const borne = this.#borne();
    const hidden = (verb) => this.words.includes(verb) || this.given.has(verb) || this.loose.includes(verb) || !this.labels[verb];
    const aims = (move) => move.slice(1).some((word) => borne.has(word) && !this.words.includes(word));
    return [...new Set(this.#matching().filter((move) => !hidden(move[0]) && aims(move)).map((move) => move[0]))];
  }

  /** The piece to which what can be chosen next belongs. */
  #anchored() {
    const piece = this.anchor && !this.typed ? document.getElementById(this.anchor) : null;
    return piece?.getClientRects().length && this.words.length ? piece : null;
  }

  /** What the button says that plays what is picked: what is done, that it is locked in, or once more. */
  get #lockLabel() {
    const [verb] = this.outlook.offer.split(" ");
    const { text = "", again = "" } = this.page.querySelector("#lock-move")?.dataset ?? {};
    if (this.kept) return { word: "", text: again, note: "" };
    const lockIn = { word: "", text, note: "" };
    return this.#locked || !this.labels[verb] ? lockIn : { ...this.#labelled([verb])[0], word: "" };
  }

  #fixed(words, lock) {
    const place = this.page.querySelector("#plain-moves");
    const button = this.page.querySelector("#lock-move");
    if (!place || !button) return;
    const focused = place.contains(document.activeElement) ? document.activeElement.value : null;
    const labels = this.#labelled(words);
    if (place.dataset.told !== JSON.stringify(labels)) place.replaceChildren(...labels.map((label) => plainButton(label)));
    place.dataset.told = JSON.stringify(labels); // told again, a button stays: it may be pressed just now
    button.hidden = !lock;
    if (lock) button.replaceChildren(...labelled(this.#lockLabel));
    if (focused !== null && !place.contains(document.activeElement)) ([...place.children].find((b) => b.value === focused) ?? place.firstElementChild ?? (lock ? button : null))?.focus();
  }

  /** Words with what the page calls them, and what they cost. */
  #labelled(words) {
    return words.map((word) => {
      const [text, note] = this.labels[this.#completed(word)] ?? this.labels[word] ?? [word, ""];
      return { word, text, note };
    });
  }

  /** The move that a word would complete; empty if more is to be picked. */
  #completed(word) {
    if (this.#inOrder()) return [...this.words, word].join(" ");
    const all = this.#matching().filter((move) => move.includes(word));
    return all.length === 1 ? all[0].join(" ") : "";
  }

  /** The move that picking a word makes; empty: more would have to be picked. */
  completing(word) {
    const move = this.#completed(word);
    if (!move || !this.#inOrder()) return move;
    const node = this.#node(move.split(" "));
    return node === 1 || (node && "" in node) ? move : "";
  }

  // Picking words.

  pick(word, piece = null) {
    if (word.includes(" ")) { // several words at once
      this.#take(word);
      return this.show().then(() => this.#playIfComplete());
    }
    const { next } = this.outlook ?? { next: [] };
    this.reason("");
    this.partial = "";
    if (this.#concluded(word)) return this.play();
    if (this.#awaited(word)) {
      if (piece) this.anchor = piece.id; // it says what is missing
      return this.show();
    }
    if (next.includes(word) || this.loose?.includes(word) || this.#implied(word)) {
      this.words = [...this.words, word];
    } else if (this.words.includes(word)) {
      this.words = this.ordered ? this.words.slice(0, -1) : this.words.filter((other) => other !== word);
    } else {
      this.typed = false;
      this.words = [word];
      if (!this.#possible()) this.words = [];
    }
    if (piece) this.anchor = piece.id;
    return this.show().then(() => this.#playIfComplete());
  }

  /** Does a piece that names what is done end a move to which more could be added? */
  #concluded(word) {
    return !this.typed && !this.#locked && this.#ending === word;
  }

  /** What is done in the move that is picked, if it can be played but more may follow. */
  get #ending() {
    const { next = [], offer = "" } = this.outlook ?? {};
    return offer && next.length && !this.#inOrder() ? offer.split(" ")[0] : "";
  }

  /** Is what is done picked already, and the move not complete? */
  #awaited(word) {
    return !this.#inOrder() && this.verbs.has(word) && this.words.includes(word) && this.words.length > 1;
  }

  /** Has every move that is left this word, though nobody picked it? Picking it starts nothing anew. */
  #implied(word) {
    if (this.#inOrder() || !this.words.length || this.words.includes(word)) return false;
    return this.#matching().every((move) => move.includes(word));
  }

  /** Play a move as soon as a click completes it, unless more may follow or it must be locked in. */
  #playIfComplete() {
    const { offer, next } = this.outlook;
    if (!offer || next.length || this.dragging || this.typed || this.#locked || this.unclear) return undefined;
    return this.play();
  }

  /** Does one piece alone stand for a move, of which nobody has said what is done with it? */
  #unclear(offer) {
    const [verb] = offer.split(" ");
    if (this.#inOrder() || this.words.length > 1 || this.words.includes(verb) || this.given.has(verb)) return false;
    if (document.getElementById(this.anchor)?.dataset.verb === verb) return false; // the board says it
    return this.#borne().has(this.words[0]) && this.moves.length > 1;
  }

  #click(event) {
    const piece = event.target.closest(".boards [data-word]");
    const refused = event.target.closest(".boards [data-unavailable]");
    const button = event.target.closest("#plain-moves button");
    if (!this.dragged && piece) this.pick(piece.dataset.word, piece);
    else if (button) this.pick(button.value);
    else if (!this.dragged && refused) this.clear().then(() => this.popover.show(refused, [], null, refusals(refused)));
    else if (!this.dragged && !event.target.closest("button, a, input, select, summary, label, dialog, #popover")) this.#putBack();
    this.dragged = false;
    if (event.target.closest("#clear")) this.clear().then(() => this.#input?.focus());
    const option = event.target.closest("#completions li");
    if (option) this.#accept(option.dataset.word);
    if (event.target.closest("#lock-move")) this.play();
  }

  /** A click elsewhere puts back what was picked on the boards. */
  #putBack() {
    if (this.words.length && !this.typed) this.clear();
    else if (!this.words.length) this.popover.show(null, [], null);
  }

  /** Play a move, else what is complete or was typed: the server tells what is wrong with it. */
  play(move = "") {
    const text = move || this.outlook?.offer || this.#input?.value.replaceAll(GAP, " ").trim();
    return text ? this.send(text) : undefined;
  }

  #drag(down) {
    const held = down.target.closest(".boards .fan > .piece"); // a hand is dragged by thumb, too
    const from = held ?? down.target.closest(".boards [data-word]");
    if (!from || down.button !== 0 || (!held && (down.pointerType === "touch" || from.closest(".roams")))) return;
    const known = this.words.includes(from.dataset.word);
    ghost(from, down, {
      start: () => {
        this.dragging = true;
        if (!known && from.dataset.word) this.pick(from.dataset.word, from);
      },
      drop: (event) => this.#drop(event, from, known),
    });
  }

  /** A piece was dragged somewhere: to another place in its hand, or to a word. */
  #drop(event, from, known) {
    this.dragging = false;
    const over = event ? document.elementsFromPoint(event.clientX, event.clientY) : [];
    this.dragged = over.some((element) => from.contains(element)); // a click will follow
    const place = event ? placeAt(from, event.clientX, event.clientY) : -1;
    const to = over.map((element) => element.closest(".boards [data-word]")).find((p) => p && p !== from);
    if (place >= 0) {
      put(from, place);
      if (!known) this.clear();
    } else if (!from.dataset.word) return;
    else if (to && this.outlook?.next.includes(to.dataset.word)) this.pick(to.dataset.word, to);
    else this.clear();
  }

  // By keyboard.

  #focused(event) {
    this.last = event.target.closest(".boards [data-word]")?.id ?? (event.target.id === "boards" ? this.last : null);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog")) return;
    const writing = event.target.closest("input, textarea, select");
    if (event.key === "Escape") this.#escape();
    else if (event.target.id === "move") this.#typing(event);
    else if (event.key === "/" && !writing) this.#typeMove(event);
    else if (event.target.closest(".boards [data-word]")) this.#onBoard(event);
    else if (event.key === "Backspace" && event.target.closest("#move-form") && !writing) this.#back(event);
  }

  #onBoard(event) {
    const piece = event.target.closest("[data-word]");
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in ways) this.#move(piece, ...ways[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.pick(piece.dataset.word, piece).then(() => this.popover.focus());
    else if (event.key === "Backspace") this.#back(event);
    else return;
    event.preventDefault();
  }

  #back(event) {
    this.words = this.words.slice(0, -1);
    this.partial = "";
    this.show();
    event?.preventDefault();
  }

  /** Put everything back; who was in the popover stands on its piece again. */
  #escape() {
    const piece = this.popover.has(document.activeElement) ? document.getElementById(this.anchor) : null;
    this.clear().then(() => piece?.focus());
  }

  /** Unfold the line to type in, and go there. */
  #typeMove(event) {
    const fold = this.page.querySelector("#type-move");
    if (!fold || !this.#input || !this.open) return;
    fold.open = true;
    this.#input.focus();
    event.preventDefault();
  }

  /**
   * Focus the nearest live piece in a direction, whichever board it lies on. The cards of a fan
   * lie in one row, though its outer ones lie lower.
   */
  #move(from, dx, dy) {
    const a = middle(from);
    const row = dy ? from.closest(".fan") : null;
    const far = (piece) => {
      const b = middle(piece);
      const along = (b.x - a.x) * dx + (b.y - a.y) * dy;
      const across = Math.abs((b.x - a.x) * dy) + Math.abs((b.y - a.y) * dx);
      return along > 4 ? along + 2.5 * across : Infinity;
    };
    const near = this.#live().filter((p) => p !== from && !row?.contains(p)).map((piece) => [far(piece), piece]).sort((p, q) => p[0] - q[0])[0];
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
    this.asked = text !== ""; // for the words that can follow
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
    if (document.activeElement !== this.#input || !this.open) return [];
    return (this.outlook?.next ?? []).filter((word) => begins(word, this.partial)).slice(0, 60);
  }

  #complete() {
    const list = this.#list;
    if (!list) return;
    const words = this.asked ? this.#completions() : [];
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
      else {
        this.#close();
        this.play();
      }
    } else if (event.key === "ArrowRight" && count && this.partial) {
      this.#accept((this.#list.children[this.chosen] ?? this.#list.children[0]).dataset.word);
    } else return;
    event.preventDefault();
  }

  #accept(word) {
    this.words = [...this.words, word];
    this.partial = "";
    this.chosen = -1;
    this.asked = true;
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

/** The words that all these moves have. */
function common(moves) {
  const [first, ...others] = moves;
  return new Set((first ?? []).filter((word) => others.every((move) => move.includes(word))));
}

const same = (a, b) => a.toLowerCase() === b.toLowerCase();
const begins = (word, beginning) => word.toLowerCase().startsWith(beginning.toLowerCase());

function middle(piece) {
  const box = piece.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

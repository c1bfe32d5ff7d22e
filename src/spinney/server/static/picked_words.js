// What has been picked or typed of a move: words in any order, or in the move's own, and what they
// allow. It knows no page; only which words pieces bear.

import { LegalMoves, common, ends, wordsAt } from "./legal_moves.js";

export const GAP = "…"; // stands in a text for words that are open

const NOTHING = { next: [], offer: "", text: "" };

export class PickedWords {
  /** @param borne tells the words that pieces bear now; @param open tells whether a move can be made */
  constructor(borne, open) {
    this.borne = borne;
    this.open = open;
    this.legal = new LegalMoves(null);
    this.words = []; // in the order in which they were picked
    this.partial = ""; // the beginning of a word being typed
    this.typed = false; // typed words keep their order
    this.outlook = NOTHING;
    this.loose = []; // the words for plain buttons
    this.unclear = false;
  }

  forget() {
    this.words = [];
    this.partial = "";
    this.typed = false;
  }

  /** Take the words of a whole move. */
  take(move) {
    this.forget();
    this.words = move.split(" ").filter(Boolean);
  }

  /** Take what is typed. */
  type(text) {
    const words = text.split(/\s+/).filter((word) => word && word !== GAP);
    this.typed = !text.includes(GAP);
    const last = /\s$/.test(text) || !words.length ? "" : words.pop();
    const whole = last && this.legal.whole(words, last);
    this.words = whole ? [...words, whole] : words;
    this.partial = whole ? "" : last;
  }

  /** Add a word to those that are typed. */
  complete(word) {
    this.words = [...this.words, word];
    this.partial = "";
    this.typed = true;
  }

  removeLast() {
    this.words = this.words.slice(0, -1);
    this.partial = "";
  }

  /** Pick a word, or put it back; one that doesn't go with the others begins a move anew. */
  toggle(word) {
    if (this.outlook.next.includes(word) || this.loose.includes(word) || this.#implied(word)) {
      this.words = [...this.words, word];
    } else if (this.words.includes(word)) {
      this.words = this.legal.ordered ? this.words.slice(0, -1) : this.words.filter((other) => other !== word);
    } else {
      this.typed = false;
      this.words = [word];
      if (!this.possible) this.words = [];
    }
  }

  // What is possible.

  get inOrder() { return this.legal.ordered || this.typed; }

  /** Do the words begin a move, or belong to one? */
  get possible() {
    if (!this.open()) return false;
    if (!this.legal.tree) return this.words.length === 0;
    return this.inOrder ? this.legal.node(this.words) !== null : this.#matching().length > 0;
  }

  get text() { return [...this.words, this.partial].join(" ").trim(); }

  #matching() { return this.legal.matching(this.words); }

  /** Return what the words allow: the words that can follow, the move if they make one, and their text. */
  async look() {
    if (!this.open()) return { ...NOTHING, text: this.text };
    if (!this.inOrder) return this.#anyOrder();
    const { legal } = this;
    const known = legal.node(this.words);
    const node = known === undefined ? await legal.ask(this.words) : known;
    return this.#stepFrom(legal === this.legal ? node : null);
  }

  #stepFrom(node) {
    const next = wordsAt(node);
    if (!ends(node) && next.length === 1 && !this.typed) {
      this.words.push(next[0]); // there is nothing else to pick: take it as picked
      return this.look();
    }
    return { next, offer: ends(node) && !this.partial ? this.words.join(" ") : "", text: this.text };
  }

  #anyOrder() {
    const all = this.#matching();
    // A word that every remaining move has needs no picking, unless a piece bears it.
    const [shared, borne] = [common(all), this.borne()];
    const open = (word) => !shared.has(word) || (borne.has(word) && !this.legal.verbs.has(word));
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

  /**
   * Take over what the words allow.
   * @param outlook as `look` returns it
   * @param anchored what the piece that was picked last says is done with it
   * @param composed does the board compose the move?
   */
  update(outlook, anchored, composed) {
    this.outlook = outlook;
    const complete = outlook.offer && !outlook.next.length;
    this.unclear = Boolean(complete) && this.#isUnclear(outlook.offer, anchored);
    this.loose = composed || (complete && !this.unclear) ? [] : this.#loose(outlook.next);
  }

  /** The next words that no piece bears, and what can be done with a picked piece: of each move the first. */
  #loose(next) {
    const borne = this.borne();
    if (this.inOrder) return next.filter((word) => !borne.has(word));
    const { verbs, given } = this.legal;
    const all = this.#matching();
    const shared = all.length > 1 ? common(all) : new Set();
    const found = new Set();
    for (const move of all) {
      const left = move.filter((word) => !this.words.includes(word) && !given.has(word) && !shared.has(word));
      if (!this.words.length && left.some((word) => borne.has(word))) continue; // it begins on the boards
      const told = this.words.length && !this.#followed(left, all);
      const first = left.find((word) => !borne.has(word) || (told && verbs.has(word)));
      if (first !== undefined) found.add(first);
    }
    return [...found];
  }

  /** Does a piece that goes on with a move say what is done with it, as no other move goes on so? */
  #followed(left, all) {
    const pieces = left.filter((word) => !this.legal.verbs.has(word));
    return pieces.length > 0 && all.filter((move) => pieces.every((word) => move.includes(word))).length === 1;
  }

  /** Does one piece alone stand for a move, of which nobody has said what is done with it? */
  #isUnclear(offer, anchored) {
    const [verb] = offer.split(" ");
    if (this.inOrder || this.words.length > 1 || this.words.includes(verb) || this.legal.given.has(verb)) return false;
    if (anchored === verb) return false; // the board says it
    return this.borne().has(this.words[0]) && this.legal.all.length > 1;
  }

  /** What is done in the move that is picked, if it can be played but more may follow. */
  get ending() {
    const { next, offer } = this.outlook;
    return offer && next.length && !this.inOrder ? offer.split(" ")[0] : "";
  }

  /** Is what is done picked already, and the move not complete? */
  awaits(word) {
    return !this.inOrder && this.legal.verbs.has(word) && this.words.includes(word) && this.words.length > 1;
  }

  /** Has every move that is left this word, though nobody picked it? Picking it starts nothing anew. */
  #implied(word) {
    if (this.inOrder || !this.words.length || this.words.includes(word)) return false;
    return this.#matching().every((move) => move.includes(word));
  }

  /** What is done with the picked piece by choosing another that glows, if the page has words for it. */
  get aims() {
    if (this.inOrder) return [];
    const { given, labels } = this.legal;
    const borne = this.borne();
    const hidden = (verb) => this.words.includes(verb) || given.has(verb) || this.loose.includes(verb) || !labels[verb];
    const aims = (move) => move.slice(1).some((word) => borne.has(word) && !this.words.includes(word));
    return [...new Set(this.#matching().filter((move) => !hidden(move[0]) && aims(move)).map((move) => move[0]))];
  }

  /** Words with what the page calls them, and what they cost. */
  labelled(words) {
    return words.map((word) => this.legal.label(word, this.#completed(word)));
  }

  /** The move that a word would complete; empty if more is to be picked. */
  #completed(word) {
    if (this.inOrder) return [...this.words, word].join(" ");
    const all = this.#matching().filter((move) => move.includes(word));
    return all.length === 1 ? all[0].join(" ") : "";
  }

  /** The move that picking a word makes; empty: more would have to be picked. */
  completing(word) {
    const move = this.#completed(word);
    if (!move || !this.inOrder) return move;
    return ends(this.legal.node(move.split(" "))) ? move : "";
  }
}

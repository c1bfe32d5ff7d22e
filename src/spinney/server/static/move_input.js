// Moves by clicking pieces on the boards in any order, by dragging one to another, by plain buttons
// for words that no piece bears, by typing. A click that completes a move plays it. It knows no
// game: only which moves there are (`LegalMoves`), which elements bear which word (`BoardPieces`),
// and what has been picked (`PickedWords`).
//
// Scripts hear of each change as `moveinput` on the document: its detail has the words so far, the
// words that can follow, and the move they make.

import { BoardPieces } from "./board_pieces.js";
import { Completions } from "./completions.js";
import { ghost } from "./drag.js";
import { placeAt, put } from "./hand_order.js";
import { LegalMoves, begins } from "./legal_moves.js";
import { GAP, PickedWords } from "./picked_words.js";
import { showPlainMoves } from "./plain_moves.js";
import { Popover, refusals } from "./popover.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const OTHER_CONTROLS = "button, a, input, select, summary, label, dialog, #popover";

export class MoveInput {
  /** @param page the element that holds boards and controls; @param send called with a move */
  constructor(page, send) {
    this.page = page;
    this.send = send;
    this.board = new BoardPieces(page);
    this.picked = new PickedWords(() => this.board.words, () => this.open);
    this.completions = new Completions(page);
    this.anchor = null; // the id of the piece that was picked last
    this.kept = ""; // a move that may not have got through
    this.keptFor = ""; // the choice that it was for
    this.turn = 0; // counts what was to be shown
    this.popover = new Popover((word) => this.pick(word), () => this.play());
    page.addEventListener("click", (event) => this.#click(event));
    page.addEventListener("keydown", (event) => this.#key(event));
    page.addEventListener("input", (event) => event.target.id === "move" && this.#type());
    page.addEventListener("focusout", (event) => event.target.id === "move" && this.#close());
    page.addEventListener("pointerdown", (event) => this.#drag(event));
  }

  get #bar() { return this.page.querySelector("#move-form"); }
  get #input() { return this.page.querySelector("#move"); }
  get #choice() { return this.page.querySelector("#table").dataset.choice; }

  /** Look at the page anew, after it has changed. */
  renew() {
    const bar = this.#bar;
    const { version, viewer } = bar?.dataset ?? {};
    const fresh = version !== this.version || viewer !== this.viewer;
    if (viewer !== this.viewer) this.#forget(); // what one friend picked is not for the other
    this.version = version;
    this.viewer = viewer;
    if (this.kept && this.#choice !== this.keptFor) this.#forget(); // it has got through, or is too late
    if (fresh) {
      this.picked.legal = new LegalMoves(bar);
      this.reason("");
      if (!this.picked.possible) this.#forget();
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
    if (!this.picked.typed) await this.clear();
    this.reason(text);
  }

  /** Pick a whole move that may not have got through, and offer to play it again as long as its choice is open. */
  keep(move, choice) {
    this.#take(move);
    [this.kept, this.keptFor] = [this.picked.words.join(" "), choice];
    return this.show();
  }

  #take(move) {
    this.#forget();
    this.picked.take(move);
  }

  #forget() {
    this.picked.forget();
    this.kept = "";
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
    const { legal, words } = this.picked;
    return legal.all.length === 1 && !words.length ? legal.all[0].join(" ") : "";
  }

  /** The move that picking a word makes; empty: more would have to be picked. */
  completing(word) { return this.picked.completing(word); }

  /** The pieces that bear words of a move. */
  pieces(move) { return this.board.of(move); }

  // Showing it.

  async show() {
    const turn = ++this.turn;
    const outlook = await this.picked.look();
    if (turn !== this.turn) return; // something newer is being shown
    const composed = this.page.querySelector(".boards [data-compose]") !== null;
    this.picked.update(outlook, document.getElementById(this.anchor)?.dataset.verb, composed);
    this.board.show(outlook.next, this.picked.words, this.#locked ? "" : this.picked.ending);
    this.#buttons();
    this.#showLine();
    this.#complete();
    const { next, offer } = outlook;
    document.dispatchEvent(new CustomEvent("moveinput", { detail: { words: [...this.picked.words], next, offer } }));
  }

  /** Buttons: in a popover at the piece picked last, else at their fixed place. */
  #buttons() {
    const { picked } = this;
    const { next, offer } = picked.outlook;
    const piece = this.#anchored();
    const again = this.kept !== "" && picked.words.join(" ") === this.kept;
    const lock = again || (Boolean(offer) && !picked.typed && !picked.unclear && (this.#locked || next.length > 0));
    const aside = piece && !next.length;
    const offered = piece && !this.dragging;
    const [words, targets] = offered ? [picked.loose, picked.aims] : [[], []];
    const byKeyboard = Boolean(document.querySelector(":is(#popover, #plain-moves) :focus-visible"));
    showPlainMoves(this.page, picked.labelled(piece ? [] : picked.loose), lock && !aside ? this.#lockLabel : null);
    this.popover.show(piece, picked.labelled(words), lock && aside ? this.#lockLabel : null, offered ? refusals(piece) : [], picked.labelled(targets));
    if (byKeyboard && document.activeElement === document.body) this.board.focus(); // the button in focus is gone
  }

  /** The piece to which what can be chosen next belongs. */
  #anchored() {
    const piece = this.anchor && !this.picked.typed ? document.getElementById(this.anchor) : null;
    return piece?.getClientRects().length && this.picked.words.length ? piece : null;
  }

  /** What the button says that plays what is picked: what is done, that it is locked in, or once more. */
  get #lockLabel() {
    const [verb] = this.picked.outlook.offer.split(" ");
    const { text = "", again = "" } = this.page.querySelector("#lock-move")?.dataset ?? {};
    if (this.kept) return { word: "", text: again, note: "" };
    const lockIn = { word: "", text, note: "" };
    return this.#locked || !this.picked.legal.labels[verb] ? lockIn : { ...this.picked.labelled([verb])[0], word: "" };
  }

  /** Write what is picked into the line to type in, unless somebody types there. */
  #showLine() {
    const input = this.#input;
    if (input && !(this.picked.typed && document.activeElement === input)) input.value = this.picked.outlook.text;
    const clear = this.page.querySelector("#clear");
    if (clear) clear.hidden = !input?.value;
  }

  // Picking words.

  pick(word, piece = null) {
    const { picked } = this;
    if (word.includes(" ")) { // several words at once
      this.#take(word);
      return this.show().then(() => this.#playIfComplete());
    }
    this.reason("");
    picked.partial = "";
    if (this.#concluded(word)) return this.play();
    if (picked.awaits(word)) {
      if (piece) this.anchor = piece.id; // it says what is missing
      return this.show();
    }
    picked.toggle(word);
    if (piece) this.anchor = piece.id;
    return this.show().then(() => this.#playIfComplete());
  }

  /** Does a piece that names what is done end a move to which more could be added? */
  #concluded(word) {
    return !this.picked.typed && !this.#locked && this.picked.ending === word;
  }

  /** Play a move as soon as a click completes it, unless more may follow or it must be locked in. */
  #playIfComplete() {
    const { outlook: { offer, next }, typed, unclear } = this.picked;
    if (!offer || next.length || this.dragging || typed || this.#locked || unclear) return undefined;
    return this.play();
  }

  #click(event) {
    const piece = event.target.closest(".boards [data-word]");
    const refused = event.target.closest(".boards [data-unavailable]");
    const button = event.target.closest("#plain-moves button");
    if (!this.dragged && piece) this.pick(piece.dataset.word, piece);
    else if (button) this.pick(button.value);
    else if (!this.dragged && refused) this.clear().then(() => this.popover.show(refused, [], null, refusals(refused)));
    else if (!this.dragged && !event.target.closest(OTHER_CONTROLS)) this.#putBack();
    this.dragged = false;
    if (event.target.closest("#clear")) this.clear().then(() => this.#input?.focus());
    const option = event.target.closest("#completions li");
    if (option) this.#accept(option.dataset.word);
    if (event.target.closest("#lock-move")) this.play();
  }

  /** A click elsewhere puts back what was picked on the boards. */
  #putBack() {
    if (!this.picked.words.length) this.popover.show(null, [], null);
    else if (!this.picked.typed) this.clear();
  }

  /** Play a move, else what is complete or was typed: the server tells what is wrong with it. */
  play(move = "") {
    const text = move || this.picked.outlook.offer || this.#input?.value.replaceAll(GAP, " ").trim();
    return text ? this.send(text) : undefined;
  }

  // By dragging.

  #drag(down) {
    const held = down.target.closest(".boards .fan > .piece"); // a hand is dragged by thumb, too
    const from = held ?? down.target.closest(".boards [data-word]");
    if (!from || down.button !== 0 || (!held && (down.pointerType === "touch" || from.closest(".roams")))) return;
    const known = this.picked.words.includes(from.dataset.word);
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
    else if (to && this.picked.outlook.next.includes(to.dataset.word)) this.pick(to.dataset.word, to);
    else this.clear();
  }

  // By keyboard.

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
    if (event.key in ARROWS) this.board.move(piece, ...ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.pick(piece.dataset.word, piece).then(() => this.popover.focus());
    else if (event.key === "Backspace") this.#back(event);
    else return;
    event.preventDefault();
  }

  #back(event) {
    this.picked.removeLast();
    this.show();
    event.preventDefault();
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

  // By typing.

  #type() {
    const text = this.#input.value;
    this.picked.type(text);
    this.completions.reset(text !== "");
    this.reason("");
    this.show();
  }

  #typing(event) {
    const { completions } = this;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      completions.step(event.key === "ArrowDown" ? 1 : -1);
      this.#complete();
    } else if (event.key === "Enter" && completions.word) this.#accept(completions.word);
    else if (event.key === "Enter") {
      this.#close();
      this.play();
    } else if (event.key === "ArrowRight" && completions.best && this.picked.partial) this.#accept(completions.best);
    else return;
    event.preventDefault();
  }

  /** Show the words that can follow what is typed. */
  #complete() {
    const typing = document.activeElement === this.#input && this.open;
    const { outlook, partial } = this.picked;
    this.completions.show(typing ? outlook.next.filter((word) => begins(word, partial)) : []);
  }

  #accept(word) {
    this.picked.complete(word);
    this.completions.reset(true);
    this.#input.value = `${this.picked.words.join(" ")} `;
    this.show();
  }

  #close() {
    this.completions.reset(false);
    this.#complete();
  }
}

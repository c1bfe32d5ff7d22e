// The list below the line to type in: the words that can follow.

const MOST = 60; // words in the list

export class Completions {
  /** @param page the element that holds the line and its list */
  constructor(page) {
    this.page = page;
    this.asked = false; // is the list wanted?
    this.chosen = -1; // the word on which the arrow keys stand
  }

  get #input() { return this.page.querySelector("#move"); }
  get #list() { return this.page.querySelector("#completions"); }

  /** The word on which the arrow keys stand; empty: on none. */
  get word() { return this.#list?.children[this.chosen]?.dataset.word ?? ""; }

  /** The word on which the arrow keys stand, or the first; empty: there is none. */
  get best() { return this.word || (this.#list?.children[0]?.dataset.word ?? ""); }

  /** Let the list be wanted or not, from its beginning. */
  reset(asked) {
    this.asked = asked;
    this.chosen = -1;
  }

  /** Go to the next word, or with -1 to the one before. */
  step(by) {
    const count = this.#list?.children.length ?? 0;
    this.asked = true;
    this.chosen = count ? (this.chosen + by + count) % count : 0;
  }

  /** Show these words, if they are wanted. */
  show(words) {
    const list = this.#list;
    if (!list) return;
    const shown = this.asked ? words.slice(0, MOST) : [];
    this.chosen = Math.min(this.chosen, shown.length - 1);
    list.replaceChildren(...shown.map((word, i) => this.#option(word, i)));
    list.hidden = shown.length === 0;
    this.#input.setAttribute("aria-expanded", String(shown.length > 0));
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
}

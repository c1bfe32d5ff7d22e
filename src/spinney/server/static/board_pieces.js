// The pieces on the boards that bear words of moves: which of them glow, which are picked, and the
// keyboard's way from one to another.

const AHEAD = 4; // px that a piece must lie farther in the direction of an arrow key
const ASIDE = 2.5; // what a pixel across that direction counts

function middle(piece) {
  const box = piece.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export class BoardPieces {
  /** @param page the element that holds the boards */
  constructor(page) {
    this.page = page;
    this.last = null; // the id of the piece that has, or had, the focus
    page.addEventListener("focusin", (event) => this.#focused(event.target));
  }

  get all() { return [...this.page.querySelectorAll(".boards [data-word]")]; }

  /** The words that they bear and no buttons have to. */
  get words() {
    const alone = this.all.filter((piece) => piece.dataset.hasButton === undefined);
    return new Set(alone.map((piece) => piece.dataset.word));
  }

  /** Those that bear words of a move. */
  of(move) {
    const words = move.split(" ");
    return this.all.filter((piece) => words.includes(piece.dataset.word));
  }

  /** Let those glow that can be picked next, and mark those that are; `ending`: the word that ends the move. */
  show(next, words, ending) {
    const lit = new Set(next);
    const focused = document.activeElement?.closest?.("[data-word]");
    let first = null;
    for (const piece of this.all) {
      const word = piece.dataset.word;
      const picked = words.includes(word);
      piece.classList.toggle("lit", lit.has(word));
      piece.classList.toggle("picked", picked);
      piece.classList.toggle("ready", word === ending);
      piece.setAttribute("aria-pressed", String(picked));
      const live = lit.has(word) || picked;
      piece.setAttribute("tabindex", "-1");
      piece.toggleAttribute("data-live", live);
      if (live && (!first || piece === focused || piece.id === this.last)) first = piece;
    }
    this.#clearOthers();
    first?.setAttribute("tabindex", "0");
    this.#keepFocus(first);
  }

  /** Take the marks from what bears no word any more. */
  #clearOthers() {
    for (const old of this.page.querySelectorAll(".boards .lit:not([data-word]), .boards [tabindex]:not([data-word], .ground, [data-compose] *)")) {
      old.classList.remove("lit", "picked", "ready");
      for (const name of ["tabindex", "aria-pressed", "data-live"]) old.removeAttribute(name);
    }
  }

  /** A keyboard player stays on the boards when the piece in focus went elsewhere. */
  #keepFocus(piece) {
    const lost = document.activeElement === document.body || document.activeElement?.id === "boards";
    if (!this.last || !piece || !lost) return;
    piece.focus({ preventScroll: true });
    if (piece.matches(":focus-visible")) piece.scrollIntoView({ block: "nearest" }); // not where a click has led here
  }

  #focused(target) {
    this.last = target.closest(".boards [data-word]")?.id ?? (target.id === "boards" ? this.last : null);
  }

  /** Focus the piece that Tab leads to. */
  focus() {
    (this.page.querySelector(".boards [data-live][tabindex='0']") ?? document.getElementById("boards"))?.focus();
  }

  /**
   * Focus the nearest live piece in a direction, whichever board it lies on. The cards of a fan
   * lie in one row, though its outer ones lie lower.
   */
  move(from, dx, dy) {
    const a = middle(from);
    const row = dy ? from.closest(".fan") : null;
    const far = (piece) => {
      const b = middle(piece);
      const along = (b.x - a.x) * dx + (b.y - a.y) * dy;
      const across = Math.abs((b.x - a.x) * dy) + Math.abs((b.y - a.y) * dx);
      return along > AHEAD ? along + ASIDE * across : Infinity;
    };
    const others = this.#live.filter((piece) => piece !== from && !row?.contains(piece));
    const near = others.map((piece) => [far(piece), piece]).sort((p, q) => p[0] - q[0])[0];
    if (!near || near[0] === Infinity) return;
    from.setAttribute("tabindex", "-1");
    near[1].setAttribute("tabindex", "0");
    near[1].focus();
  }

  get #live() {
    return [...this.page.querySelectorAll(".boards [data-live]")].filter((piece) => piece.getClientRects().length);
  }
}

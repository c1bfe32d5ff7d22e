// A list that shows its end goes on showing it, unless the reader has scrolled it to something else.

/**
 * Follow the end of a list. The browser reports a scroll later, when more lines may have come: a
 * place to which this class has scrolled the list is not one that the reader has chosen.
 */
export class FollowedEnd {
  /** @param id of the list, which may be put in anew */
  constructor(id) {
    this.id = id;
    this.follows = true;
    this.placed = -1; // where this has scrolled it to
    document.addEventListener("scroll", ({ target }) => target.id === id && this.#scrolled(target), { capture: true, passive: true });
  }

  /** Show the end, where the reader wants it. */
  show() {
    const list = document.getElementById(this.id);
    if (!this.follows || !list) return;
    list.scrollTop = list.scrollHeight;
    this.placed = list.scrollTop;
  }

  #scrolled(list) {
    if (list.scrollTop === this.placed) return;
    this.follows = list.scrollTop + list.clientHeight > list.scrollHeight - 4;
  }
}

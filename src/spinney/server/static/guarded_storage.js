// What the browser keeps for the reader, guarded: settings can block it, it can be full, and what is
// in it may come from an older version. Where nothing can be kept, the open page remembers it.

class GuardedStorage {
  #open;
  #memory = new Map();

  /** @param open returns the browser's storage, or throws where it is blocked */
  constructor(open) {
    this.#open = open;
  }

  /** Return the text under a name; null: there is none. */
  get(name) {
    try {
      return this.#open().getItem(name);
    } catch {
      return this.#memory.get(name) ?? null;
    }
  }

  /** Return the list under a name; empty: there is none, or something else. */
  list(name) {
    try {
      const found = JSON.parse(this.get(name));
      return Array.isArray(found) ? found : [];
    } catch {
      return [];
    }
  }

  set(name, text) {
    try {
      this.#open().setItem(name, text);
    } catch {
      this.#memory.set(name, text);
    }
  }

  remove(name) {
    this.#memory.delete(name);
    try {
      this.#open().removeItem(name);
    } catch {
      // Then nothing is kept.
    }
  }
}

/** Kept for all pages of this browser. */
export const browserStorage = new GuardedStorage(() => localStorage);
/** Kept for this tab. */
export const tabStorage = new GuardedStorage(() => sessionStorage);

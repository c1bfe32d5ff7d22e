// The moves that can be made: a tree of words, or the words of one step after the other, which the
// server tells. It knows neither a game nor a page.

const same = (a, b) => a.toLowerCase() === b.toLowerCase();

/** Does a word begin so, however it is written? */
export const begins = (word, beginning) => word.toLowerCase().startsWith(beginning.toLowerCase());

/** Is a move complete at a node of the tree? */
export const ends = (node) => node === 1 || Boolean(node && "" in node);

/** The words that can follow at a node of the tree. */
export const wordsAt = (node) => (node && node !== 1 ? Object.keys(node).filter(Boolean) : []);

/** The words that all these moves have. */
export function common(moves) {
  const [first, ...others] = moves;
  return new Set((first ?? []).filter((word) => others.every((move) => move.includes(word))));
}

function* unfold(tree, said = []) {
  for (const [word, below] of Object.entries(tree)) {
    if (!word) yield said;
    else if (below === 1) yield [...said, word];
    else yield* unfold(below, [...said, word]);
  }
}

export class LegalMoves {
  /** @param bar the form that says which moves there are; without one there are none */
  constructor(bar) {
    const { version, words, tree, labels } = bar?.dataset ?? {};
    this.version = version;
    this.address = words; // tells the words of a step
    this.tree = tree ? JSON.parse(tree) : null; // null: the server is asked step by step
    this.labels = labels ? JSON.parse(labels) : {}; // what the page calls words and moves
    this.steps = new Map(); // what can follow, as far as it was asked for
    this.all = this.tree ? [...unfold(this.tree)] : [];
    this.ordered = !this.tree || this.all.some((move) => new Set(move).size < move.length);
    this.verbs = new Set(this.all.map(([verb]) => verb));
    this.given = new Set(this.all.length > 1 ? common(this.all) : []); // every move has these
  }

  /** The moves that have these words, in any order. */
  matching(words) {
    return this.all.filter((move) => words.every((word) => move.includes(word)));
  }

  /** The tree of what follows these words; null: nothing does; undefined: the server knows. */
  node(words) {
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

  /** Ask the server what follows these words; null: it doesn't answer. */
  async ask(words) {
    const said = words.join(" ");
    const answer = await fetch(`${this.address}?${new URLSearchParams({ said, version: this.version })}`).catch(() => null);
    if (!answer?.ok) return null;
    const tree = await answer.json();
    this.steps.set(said, tree);
    return tree;
  }

  /** The word meant after others, if what was typed is one that can follow and no longer one can. */
  whole(words, typed) {
    const keys = wordsAt(this.node(words)).filter((key) => begins(key, typed));
    return keys.length === 1 && same(keys[0], typed) ? keys[0] : "";
  }

  /** A word with what the page calls it, and what it costs; `move`: that it would complete. */
  label(word, move) {
    const [text, note] = this.labels[move] ?? this.labels[word] ?? [word, ""];
    return { word, text, note };
  }
}

// A starter for Forest Garden, in JSON lines.
//
//     spinney match forest-garden "node examples/bots/forest_garden.js" seedling
//
// It grows what it can, large plants rather than small ones, and chooses the deck that shows its
// card, or has most left.

const { play } = require("./starter.js");

const VERBS = { grow: 20, bonus: 8, accept: 6, refuse: 5, sell: 4, pick: 3 };

// What a move is worth: "grow EU12 3.2", "choose 2", "sell EU12", "decline".
function worth(move, view, me) {
  const [verb, what, place] = move.split(" ");
  const value = VERBS[verb] ?? 0;
  if (verb === "grow" && place && view.storage[me]) return value + Number(place[0]);
  if (verb === "choose" && what !== "special") return view.left[what - 1] + 50 * view.open[what - 1];
  return value;
}

play(worth);

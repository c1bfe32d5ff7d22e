// A starter for Build Your Arboretum, in JSON lines.
//
//     spinney match build-your-arboretum "node examples/bots/build_your_arboretum.js" seedling
//
// It sends parrots in twos, by turns to the garden and to the bulletin, plants where numbers go on
// by one, and advertises high numbers.

const { play } = require("./starter.js");

const VERBS = { plant: 20, take: 10, dig: 3, hire: 2, start: 1 };

// The bid that is wanted.
function plan(parrots) {
  const groups = Array.from({ length: Math.floor(parrots / 2) }, (_, k) => (k % 2 ? "2b" : "2g"));
  return ["bid", ...groups, ...(parrots % 2 ? ["1g"] : [])].join(" ");
}

// How many neighbours differ by one from a card, such as Q7, that is planted on a cell, such as D5.
function beside(grid, card, cell) {
  const [column, row] = [cell.charCodeAt(0), Number(cell[1])];
  const steps = [[-1, 0], [1, 0], [0, -1], [0, 1]];
  const near = steps.map(([right, down]) => grid[String.fromCharCode(column + right) + (row + down)]);
  return near.filter((other) => other && Math.abs(other[1] - card[1]) === 1).length;
}

// What a move is worth: "bid 2g 2b", "plant Q7 D5", "take P5", "skip".
function worth(move, view, me) {
  const [verb, card, cell] = move.split(" ");
  // It may be the beginning of a bid only.
  if (verb === "bid") return plan(view.parrots[me]).startsWith(move) ? move.length : 0;
  const value = VERBS[verb] ?? 0;
  if (verb === "plant" && cell) return value + beside(view.grid[me], card, cell);
  return verb === "take" ? value + Number(card[1]) : value;
}

play(worth);

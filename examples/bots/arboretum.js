// A starter for Arboretum, in JSON lines.
//
//     spinney match arboretum "node examples/bots/arboretum.js" seedling
//
// It draws colours that it holds, plants where numbers go on by one, and throws away the colour of
// which it holds least.

const { play } = require("./starter.js");

// A card is a colour and a digit: cassia5.
const number = (card) => Number(card.slice(-1));
const colour = (card) => card.slice(0, -1);

// The sum of the numbers in hand of a card's colour.
function held(view, me, card) {
  const hand = [...view.where["in hand"][me], ...view.where["in hand, and everybody knows it"][me]];
  const same = hand.filter((other) => colour(other) === colour(card));
  return same.reduce((sum, other) => sum + number(other), 0);
}

// How many neighbours differ by one from a card that is planted at x,y.
function beside(view, me, card, place) {
  const [x, y] = place.split(",").map(Number);
  return view.card[me].filter((other, i) => {
    const [column, row] = view.cell[me][i];
    const near = Math.abs(column - x) + Math.abs(row - y) === 1;
    return near && Math.abs(number(other) - number(card)) === 1;
  }).length;
}

// What a move is worth: "draw 2", "play cassia5 0,1", "discard lilac3".
function worth(move, view, me) {
  const [verb, card, place] = move.split(" ");
  if (verb === "draw") return card === "deck" ? 0 : held(view, me, view.pile[card - 1].at(-1));
  if (verb === "discard") return -held(view, me, card);
  return beside(view, me, card, place) - held(view, me, card) / 100;
}

play(worth);

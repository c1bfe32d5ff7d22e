// The protocol, for the starters beside it: they only say what a move is worth.
//
// A starter calls play(worth). worth(move, view, me) returns a number: `view` is what the player
// sees, in names (docs/reference/bot-protocol.md), `me` the player's number.

function best(choices, value) {
  const values = choices.map((choice) => value(choice) + 1e-6 * Math.random());
  return choices[values.indexOf(Math.max(...values))];
}

// Answer each request with the move that is worth most; of equal ones with any.
exports.play = (worth) => {
  let view, me;
  require("readline")
    .createInterface({ input: process.stdin })
    .on("line", (line) => {
      const request = JSON.parse(line);
      if (request.over) return; // the last line only tells how it ended
      if (request.view) ({ view, player: me } = request); // else it goes on with a question of ours
      if (request.legal) {
        console.log(best(request.legal, (move) => worth(move, view, me)));
      } else {
        // Too many to list: begin one, and ask what can follow until it is whole.
        const begun = best(request.next, (beginning) => worth(beginning.words, view, me));
        console.log(begun.whole ? begun.words : `? ${begun.words}`);
      }
    });
};

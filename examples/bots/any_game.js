// A first bot for every game, in JSON lines (docs/reference/bot-protocol.md).
//
//     spinney match build-your-arboretum "node examples/bots/any_game.js" seedling
//     spinney match spring-2021 "json:node examples/bots/any_game.js" seedling
//
// It says something at random, but never passes when it can do anything else.

const QUIET = ["pass", "skip", "wait", "done"];

function drawn(choices, words = (choice) => choice) {
  const busy = choices.filter((choice) => !QUIET.includes(words(choice).toLowerCase()));
  const from = busy.length ? busy : choices;
  return from[Math.floor(Math.random() * from.length)];
}

// Say it if it is whole, else ask what can follow: the answer is another line with "next".
function say(begun) {
  console.log(begun.whole ? begun.words : `? ${begun.words}`);
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const request = JSON.parse(line);
    if (request.over) return; // the last line only tells how it ended
    if (request.legal) {
      // A move alone would do as well: console.log(drawn(request.legal))
      const move = drawn(request.legal);
      console.log(JSON.stringify({ move, message: "for the wood!" }));
    } else {
      say(drawn(request.next, (begun) => begun.words)); // too many to list
    }
  });

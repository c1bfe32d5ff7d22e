// A first bot for Spring Challenge 2021, in the contest's own protocol.
//
//     spinney match spring-2021 "node examples/bots/contest.js" seedling
//
// It completes, grows and sows in this order, on the richest soil it can, and else waits.

const ORDER = { COMPLETE: 3, GROW: 2, SEED: 1, WAIT: 0 };

// Lines come one by one; the game below asks for the next one with `await line()`.
const lines = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function line() {
  const { value, done } = await lines.next();
  if (done) process.exit(0); // the game is over
  return value;
}

const numbers = async () => (await line()).split(" ").map(Number);

function worth(action, richness) {
  const [verb, ...cells] = action.split(" ");
  return 10 * ORDER[verb] + (cells.length ? richness[cells[cells.length - 1]] : 0);
}

async function main() {
  const richness = {};
  const [cells] = await numbers();
  for (let i = 0; i < cells; i++) {
    const [cell, soil] = await numbers();
    richness[cell] = soil;
  }
  for (;;) {
    const [day] = await numbers();
    await line(); // the nutrients
    const [sun, score] = await numbers();
    await line(); // the opponent's sun and score, and whether they wait
    const [trees] = await numbers();
    for (let i = 0; i < trees; i++) await line();
    const [count] = await numbers();
    let best = "WAIT";
    for (let i = 0; i < count; i++) {
      const action = await line();
      if (worth(action, richness) > worth(best, richness)) best = action;
    }
    // What is written to stderr is kept in the record, turn by turn.
    console.error(`day ${day}, ${sun} sun, ${trees} trees`);
    // An answer is a command and, behind it, a message if you like.
    console.log(`${best} ${score} points`);
  }
}

main();

// Links to what else waits for one: at the table to the next game, where one has nothing to do; in
// the head of the page to the newest challenge.

import { _, ngettext } from "./texts.js";

const table = () => document.getElementById("table");
const link = () => document.getElementById("next-game");

/** Show the links, or hide them; that to the next game also where one is awaited here. */
export async function findNextGame() {
  if (!link() || document.hidden) return;
  if (table().dataset.turn === "yes") return void (link().hidden = true);
  const asked = new URLSearchParams({ beside: table().dataset.match });
  const answer = await fetch(`/next-game?${asked}`).catch(() => null);
  if (!answer?.ok) return;
  const { count, address, challenges } = await answer.json();
  link().hidden = !count || table().dataset.turn === "yes";
  link().href = address;
  link().textContent = _("Next game ({count})", { count });
  showChallenges(challenges);
}

function showChallenges({ count, address }) {
  const sign = document.getElementById("challenges");
  sign.hidden = !count;
  sign.href = address;
  sign.dataset.count = count;
  sign.querySelector("span").textContent = ngettext("{count} challenge", "{count} challenges", count);
}

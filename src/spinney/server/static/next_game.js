// A link to the next of one's games that waits for one's move, where one has nothing to do.

import { _ } from "./texts.js";

const table = () => document.getElementById("table");
const link = () => document.getElementById("next-game");

/** Show the link, or hide it where one is awaited here or nowhere else. */
export async function findNextGame() {
  if (!link() || document.hidden) return;
  if (table().dataset.turn === "yes") return void (link().hidden = true);
  const asked = new URLSearchParams({ beside: table().dataset.match });
  const answer = await fetch(`/next-game?${asked}`).catch(() => null);
  if (!answer?.ok) return;
  const { count, address } = await answer.json();
  link().hidden = !count || table().dataset.turn === "yes";
  link().href = address;
  link().textContent = _("Next game ({count})", { count });
}

// What a move has gained floats up where it arose: "+5 Lilac" at the path that is worth more now.
// The score sheet says how many points each row has; this knows no game.

import { still } from "./motion.js";
import { visibleBand } from "./viewport.js";

const FLOAT = 1900; // ms
let before = null; // the points by row and player, and whose page they were on

/** Float what the rows of the score sheet have gained since the page was looked at last. */
export function floatGains() {
  const { match, viewer, over } = document.getElementById("table").dataset;
  const now = points();
  const then = before;
  before = { key: `${match} ${viewer}`, now };
  if (!then || then.key !== before.key || over === "yes" || still()) return;
  for (const [key, row] of now)
    row.points.forEach((value, player) => {
      const gained = value - (then.now.get(key)?.points[player] ?? value);
      const place = gained > 0 && document.querySelector(`.boards [data-scores="${CSS.escape(key)} ${player}"]`);
      if (place) float(place, `+${gained} ${row.title}`);
    });
}

function points() {
  const rows = [...document.querySelectorAll("#sheet [data-row]")];
  return new Map(rows.map((row) => [row.dataset.row, {
    title: row.querySelector("th").textContent.trim(),
    points: [...row.querySelectorAll(".number")].map((cell) => Number(cell.textContent)),
  }]));
}

/** Is a place in sight, and not below what sticks to an edge of a phone's screen? */
export function inSight({ top, bottom, height, width }) {
  const middle = (top + bottom) / 2;
  const [first, last] = visibleBand();
  return (width || height) && middle > first && middle < last;
}

function float(place, text) {
  const box = place.getBoundingClientRect();
  if (!inSight(box)) return; // it would rise from something else
  const gain = document.createElement("div");
  gain.className = "gained";
  gain.setAttribute("aria-hidden", "true"); // the score tells it
  gain.textContent = text;
  document.body.append(gain);
  const x = box.left + box.width / 2 - gain.offsetWidth / 2;
  gain.style.left = `${Math.min(Math.max(4, x), innerWidth - gain.offsetWidth - 4)}px`;
  gain.style.top = `${box.top + box.height / 2}px`;
  const rise = [{ opacity: 0, translate: "0 .5rem" }, { opacity: 1, translate: "0 -.6rem", offset: 0.15 }, { opacity: 1, translate: "0 -1.6rem", offset: 0.75 }, { opacity: 0, translate: "0 -2.4rem" }];
  gain.animate(rise, { duration: FLOAT, easing: "ease-out" }).finished.finally(() => gain.remove());
}

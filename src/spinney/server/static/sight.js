// What is in sight: on a phone between the status, which stays at the top, and what stays below.

import { still } from "./fly.js";

const narrow = matchMedia("(max-width: 799px)");

/** Scroll a phone's page so that a part of it can be seen; what is too high shows its top. */
export function bring(part) {
  const box = part?.getBoundingClientRect();
  if (!narrow.matches || !box?.height) return;
  const top = document.getElementById("status").getBoundingClientRect().bottom;
  const foot = document.getElementById("foot").getBoundingClientRect();
  const bottom = foot.height ? foot.top : innerHeight;
  if (box.top >= top && box.bottom <= bottom) return;
  const spare = Math.max(8, (bottom - top - box.height) / 2);
  scrollBy({ top: box.top - top - spare, behavior: still() ? "auto" : "smooth" });
}

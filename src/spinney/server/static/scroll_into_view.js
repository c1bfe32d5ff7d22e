// Scroll a phone's page: what is visible lies between the status at the top and the foot below.

import { still } from "./motion.js";

const narrow = matchMedia("(max-width: 799px)");

/** Scroll a phone's page so that a part of it can be seen; what is too high shows its top. */
export function scrollIntoView(part) {
  const box = part?.getBoundingClientRect();
  if (!narrow.matches || !box?.height) return;
  const top = document.getElementById("status").getBoundingClientRect().bottom;
  const foot = document.getElementById("foot").getBoundingClientRect();
  const bottom = foot.height ? foot.top : innerHeight;
  if (box.top >= top && box.bottom <= bottom) return;
  const spare = Math.max(8, (bottom - top - box.height) / 2);
  scrollBy({ top: box.top - top - spare, behavior: still() ? "auto" : "smooth" });
}

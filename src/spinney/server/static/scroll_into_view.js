// Scroll a phone's page: what is visible lies between the status at the top and the foot below.

import { still } from "./motion.js";
import { narrow, visibleBand } from "./viewport.js";

/** Scroll a phone's page so that a part of it can be seen; what is too high shows its top. */
export function scrollIntoView(part) {
  const box = part?.getBoundingClientRect();
  if (!narrow.matches || !box?.height) return;
  const [top, bottom] = visibleBand();
  if (box.top >= top && box.bottom <= bottom) return;
  const spare = Math.max(8, (bottom - top - box.height) / 2);
  scrollBy({ top: box.top - top - spare, behavior: still() ? "auto" : "smooth" });
}

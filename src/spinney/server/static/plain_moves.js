// The plain buttons at their fixed place: for words that no piece bears, and to play what is picked.

import { labelled, plainButton } from "./popover.js";

/**
 * Show the buttons.
 * @param page the element that holds their place
 * @param labels of the words
 * @param lockLabel of the button that plays what is picked; null: it is hidden
 */
export function showPlainMoves(page, labels, lockLabel) {
  const place = page.querySelector("#plain-moves");
  const lock = page.querySelector("#lock-move");
  if (!place || !lock) return;
  const focused = place.contains(document.activeElement) ? document.activeElement.value : null;
  const told = JSON.stringify(labels);
  if (place.dataset.told !== told) place.replaceChildren(...labels.map((label) => plainButton(label)));
  place.dataset.told = told; // told again, a button stays: it may be pressed just now
  lock.hidden = !lockLabel;
  if (lockLabel) lock.replaceChildren(...labelled(lockLabel));
  if (focused === null || place.contains(document.activeElement)) return;
  const same = [...place.children].find((button) => button.value === focused);
  (same ?? place.firstElementChild ?? (lockLabel ? lock : null))?.focus();
}

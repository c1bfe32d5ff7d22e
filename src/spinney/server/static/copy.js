// Links to send to a friend: with this server's name as the reader knows it, and buttons that copy
// and share them.

import { _ } from "./texts.js";

const TOLD = 2500; // ms that a button says what it has done

/** Complete the links on the page, and show their buttons. */
export function links() {
  for (const field of document.querySelectorAll("[data-link]")) {
    const whole = location.origin + field.dataset.link;
    if (field.value !== whole) field.value = whole;
  }
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-share]");
  if (!button) return;
  const field = button.parentElement.querySelector("[data-link]");
  if (button.dataset.share) share(button.dataset.share, field);
  else copy(button, field);
});

async function copy(button, field) {
  const done = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (done || copySelected(field)) tell(button, _("Copied"));
  button.focus();
}

/** Copy as browsers do that have no clipboard for pages; return whether this one does. */
function copySelected(field) {
  field.select();
  return document.execCommand("copy");
}

const reverts = new WeakMap(); // by button: the timer that gives it its usual text back

/** Let a button say something for a moment, though the page around it is renewed meanwhile. */
function tell(button, text) {
  clearTimeout(reverts.get(button));
  button.dataset.told ??= button.textContent;
  button.dataset.kept = "";
  button.textContent = text;
  reverts.set(button, setTimeout(revert, TOLD, button));
}

function revert(button) {
  button.textContent = button.dataset.told;
  delete button.dataset.told;
  delete button.dataset.kept;
}

function share(title, field) {
  navigator.share({ title, url: field.value }).catch(() => {}); // the reader has thought better of it
}

// Links to send to a friend: with this server's name as the reader knows it, and buttons that copy
// and share them.

import { _ } from "./texts.js";

const TOLD = 2000; // ms that a button says what it has done

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
  field.select();
  const done = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  const told = (button.dataset.told ??= button.textContent);
  if (done || document.execCommand("copy")) button.textContent = _("Copied");
  button.focus();
  setTimeout(() => { button.textContent = told; }, TOLD);
}

function share(title, field) {
  navigator.share({ title, url: field.value }).catch(() => {}); // the reader has thought better of it
}

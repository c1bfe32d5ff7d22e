// Links to send to a friend: with this server's name as the reader knows it, and a button to copy.

/** Complete the links on the page, and show their buttons. */
export function links() {
  for (const field of document.querySelectorAll("[data-link]")) {
    const whole = location.origin + field.dataset.link;
    if (field.value !== whole) field.value = whole;
  }
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = button.previousElementSibling;
  field.select();
  const done = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  const told = (button.dataset.told ??= button.textContent);
  if (done || document.execCommand("copy")) button.textContent = "Copied";
  button.focus();
  setTimeout(() => { button.textContent = told; }, 2000);
});

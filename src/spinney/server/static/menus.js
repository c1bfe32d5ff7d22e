// Menus that unfold over the page: a click elsewhere, a choice in them or Escape folds them again.

import { scrollIntoView } from "./scroll_into_view.js";

const menus = () => document.querySelectorAll("details[open]:has(> .menu)");

document.addEventListener("click", (event) => {
  for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
});

// The event doesn't bubble.
document.addEventListener("toggle", ({ target }) => target.open && scrollIntoView(target.querySelector(":scope > .menu")), true);

document.addEventListener("keydown", (event) => event.key === "Escape" && [...menus()].forEach(fold));

document.addEventListener("submit", (event) => [...menus()].filter((menu) => menu.contains(event.target)).forEach(fold));

function fold(menu) {
  const within = menu.contains(document.activeElement);
  menu.open = false;
  if (within) menu.querySelector("summary").focus();
}

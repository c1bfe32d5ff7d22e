// Menus that unfold over the page: a click elsewhere, a choice of a link or Escape folds them again.

const menus = () => document.querySelectorAll("details[open]:has(> .menu)");

document.addEventListener("click", (event) => {
  for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus()) {
    const within = menu.contains(document.activeElement);
    menu.open = false;
    if (within) menu.querySelector("summary").focus();
  }
});

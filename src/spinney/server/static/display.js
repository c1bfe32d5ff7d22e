// What the boards show: a reader's choice for each game, kept by the browser. It knows no game.

import { browserStorage } from "./guarded_storage.js";

const menu = document.getElementById("display");
const boxes = [...(menu?.querySelectorAll("input") ?? [])];
const game = document.getElementById("table").dataset.game;
const key = (box) => `display ${game} ${box.name}`;
const sheet = new CSSStyleSheet(); // stays when the boards are replaced

/** Show the elements of each option that is on, and hide those of the others. */
function apply() {
  sheet.replaceSync(boxes.map((box) => `.display-${box.name} { display: ${box.checked ? "inline" : "none"}; }`).join("\n"));
}

if (menu) {
  for (const box of boxes) {
    const kept = browserStorage.get(key(box));
    box.checked = kept ? kept === "yes" : box.defaultChecked;
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  apply();
  menu.hidden = false;
  menu.addEventListener("change", ({ target }) => {
    browserStorage.set(key(target), target.checked ? "yes" : "no");
    apply();
  });
}

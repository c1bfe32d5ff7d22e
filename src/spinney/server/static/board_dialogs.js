// Boards in dialogs: what lies in a pile, card by card. A handle on the boards opens one. On a phone
// the strip of boards leads to each, without a step in the browser's history.

import { scrollIntoView } from "./scroll_into_view.js";

document.addEventListener("click", (event) => {
  const handle = event.target.closest?.("a.handle:not(.enlarger)");
  if (handle) {
    event.preventDefault();
    document.querySelector(handle.getAttribute("href"))?.showModal();
    return;
  }
  const link = event.target.closest?.("#strip a");
  if (link) {
    event.preventDefault();
    scrollIntoView(document.querySelector(link.getAttribute("href")));
  } else if (event.target.matches?.("dialog.board-dialog")) event.target.close(); // beside it
});

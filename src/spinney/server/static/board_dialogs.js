// Boards in dialogs: what lies in a pile, card by card. A handle on the boards opens one.

document.addEventListener("click", (event) => {
  const handle = event.target.closest?.("a.handle:not(.enlarger)");
  if (handle) {
    event.preventDefault();
    document.querySelector(handle.getAttribute("href"))?.showModal();
  } else if (event.target.matches?.("dialog.board-dialog")) event.target.close(); // beside it
});

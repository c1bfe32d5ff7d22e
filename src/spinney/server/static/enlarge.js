// A board of others, large in a dialog: what is too small to read on the page shows there. It is a
// copy of the board, made anew whenever the page has changed.

import { _ } from "./texts.js";

const dialog = document.createElement("dialog");
dialog.id = "enlarged";
dialog.className = "board-dialog";
dialog.innerHTML = '<form method="dialog"><h2></h2><button class="quiet">✕</button></form><div></div>';
dialog.querySelector("button").setAttribute("aria-label", _("Close"));
document.body.append(dialog);

const DROPPED = ["id", "tabindex", "data-word", "data-live", "data-ground", "aria-pressed", "aria-hidden", "aria-describedby"];
let shown = ""; // the id of the board
let source = ""; // what was copied

function copy(board) {
  const large = board.cloneNode(true);
  for (const element of [large, ...large.querySelectorAll("*")]) for (const name of DROPPED) element.removeAttribute(name);
  for (const handle of large.querySelectorAll("a")) handle.replaceWith(...handle.childNodes);
  for (const ground of large.querySelectorAll(".ground")) ground.setAttribute("viewBox", ground.dataset.box); // all of it
  for (const beyond of large.querySelectorAll(".beyond")) beyond.remove();
  for (const name of ["x", "y", "width", "height"]) large.removeAttribute(name);
  const [, , width, height] = large.getAttribute("viewBox").split(" ");
  large.setAttribute("class", "board large");
  large.style.setProperty("--shape", width / height);
  return large;
}

function show() {
  const board = document.getElementById(shown);
  if (!board) return dialog.close();
  if (dialog.open && board.innerHTML === source) return;
  source = board.innerHTML;
  const title = board.getAttribute("aria-label");
  dialog.setAttribute("aria-label", title);
  dialog.querySelector("h2").textContent = title;
  dialog.querySelector("div").replaceChildren(copy(board));
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("a.enlarger");
  if (opener) {
    event.preventDefault();
    shown = opener.getAttribute("href").slice(1);
    show();
    dialog.showModal();
  } else if (event.target === dialog) dialog.close(); // beside it
});

/** Show the board as it is now, if one is open. */
export function renew() {
  if (dialog.open) show();
}

document.addEventListener("renewed", renew);

// How pages look. Another theme is shown at once, without loading the page anew. Another language
// needs a new page: it shows the same section, and what somebody was writing.

import { tabStorage } from "./guarded_storage.js";

const WRITTEN = "written"; // the name under which the tab keeps what was written
const MEDIA = { auto: (scheme) => `(prefers-color-scheme: ${scheme})`, light: only("light"), dark: only("dark") };

function only(theme) {
  return (scheme) => (scheme === theme ? "all" : "not all");
}

document.addEventListener("submit", (event) => {
  if (event.target.matches(".look")) {
    event.preventDefault();
    choose(event.submitter.value);
  } else if (event.target.matches(".languages")) {
    event.target.action = `/look${location.hash}`; // where the answer leads keeps the fragment
    keep();
  }
});

// The theme.

/** Show a theme, on this page and on the next ones. */
function choose(theme) {
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=strict`;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.media = MEDIA[theme](meta.dataset.scheme);
  showButtons(theme);
  for (const name of ["src", "srcset"]) {
    for (const picture of document.querySelectorAll(`[${name}*="theme="]`))
      picture.setAttribute(name, picture.getAttribute(name).replace(/theme=\w+/g, `theme=${theme}`));
  }
}

function showButtons(theme) {
  const focused = document.activeElement.matches(".next");
  for (const button of document.querySelectorAll(".look .next")) {
    button.hidden = button.dataset.now !== theme;
    if (focused && !button.hidden) button.focus();
  }
  for (const button of document.querySelectorAll(".look button:not(.next)")) {
    if (button.value === theme) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

// What somebody was writing. A move is not kept: it may have another meaning by then.

const fields = () => [...document.querySelectorAll("main form[method=post]:not(#move-form) :is(input:not([type=hidden], [type=password], [type=file]), textarea, select)")];
const place = (field) => [new URL(field.form.action).pathname, field.name, field.type === "radio" ? field.value : ""].join(" ");
const ticked = (field) => ["checkbox", "radio"].includes(field.type);
const state = (field) => (ticked(field) ? field.checked : field.value);

function keep() {
  const written = fields().map((field) => [place(field), state(field)]);
  tabStorage.set(WRITTEN, JSON.stringify([location.pathname, ...written]));
}

function restore() {
  const [path, ...written] = tabStorage.list(WRITTEN);
  tabStorage.remove(WRITTEN);
  if (path !== location.pathname) return;
  const states = new Map(written);
  for (const field of fields()) {
    const before = states.get(place(field));
    if (before === undefined || before === state(field)) continue;
    field[ticked(field) ? "checked" : "value"] = before;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

addEventListener("DOMContentLoaded", restore); // once the other scripts know the page as it came

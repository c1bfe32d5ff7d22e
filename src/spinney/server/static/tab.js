// The tab in the browser's bar: its title and its icon say that the reader is awaited.

const icon = document.querySelector("link[rel=icon]");
const USUAL = "/static/icon.svg";
const AWAITED = "/static/icon-turn.svg";

/** Name the tab, and mark it where the reader is awaited. */
export function nameTab(title, awaited) {
  document.title = awaited ? `● ${title}` : title;
  const wanted = awaited ? AWAITED : USUAL;
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

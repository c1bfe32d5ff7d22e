// The tab in the browser's bar: its title and its icon say that the reader is awaited, and its title
// that there is something to read.

const icon = document.querySelector("link[rel=icon]");
const USUAL = "/static/icon.svg";
const AWAITED = "/static/icon-turn.svg";

let named = document.title;
let unread = 0;

const write = () => (document.title = unread ? `(${unread}) ${named}` : named);

/** Say how many messages have not been read. */
export function countUnread(count) {
  unread = count;
  write();
}

/** Name the tab, and mark it where the reader is awaited. */
export function nameTab(title, awaited) {
  named = awaited ? `● ${title}` : title;
  write();
  const wanted = awaited ? AWAITED : USUAL;
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

// The log goes on showing its end, unless the reader has scrolled it to something else.

import { FollowedEnd } from "./follow_end.js";

const end = new FollowedEnd("log");
let told = 0; // how many lines it had

/** Show the log's end, if it has more lines than before. */
export function scrollLog() {
  const log = document.getElementById("log");
  const count = document.getElementById("lines").children.length;
  if (count !== told) end.show();
  told = count;
  fade(log);
  resized.observe(log);
}

/** Let the topmost line fade where more is above it. */
const fade = (log) => log.classList.toggle("scrolled", log.scrollTop > 4);

/** A log that shows its end goes on showing it where a notice takes room from it. */
const resized = new ResizeObserver(() => end.show());

document.addEventListener("scroll", ({ target }) => target.id === "log" && fade(target), { capture: true, passive: true });

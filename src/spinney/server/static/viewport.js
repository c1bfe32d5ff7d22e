// The window, and how much of it is free: on a phone the status sticks to its top, the foot to its
// end.

export const narrow = matchMedia("(max-width: 799px)");

/** Between which two heights nothing sticks over the page, in px from the window's top. */
export function visibleBand() {
  const [status, foot] = ["status", "foot"].map((id) => document.getElementById(id));
  const sticks = (element, position) => element && getComputedStyle(element).position === position;
  const top = sticks(status, "sticky") ? status.getBoundingClientRect().bottom : 0;
  const fixed = sticks(foot, "fixed") ? foot.getBoundingClientRect() : null;
  return [top, fixed?.height ? fixed.top : innerHeight];
}

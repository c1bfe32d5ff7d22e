// Telling someone who looks elsewhere that they are awaited: by a notification, where they allow it.

import { browserStorage } from "./guarded_storage.js";

const WANTED = "notify"; // how the browser remembers the choice
const can = "Notification" in window && isSecureContext;
const wanted = () => browserStorage.get(WANTED) === "yes";

/** Show a checkbox as the reader has left it, where the browser can notify at all. */
export function restore(box) {
  if (!box || !can) return;
  box.hidden = false;
  for (const label of box.parentElement.querySelectorAll("[hidden]")) label.hidden = false;
  box.checked = wanted() && Notification.permission === "granted";
}

/** Ask the browser's leave when the reader ticks the box. */
export async function allow(box) {
  const granted = box.checked && (await Notification.requestPermission()) === "granted";
  box.checked = granted;
  browserStorage.set(WANTED, granted ? "yes" : "no");
}

/** Notify the reader, if they look elsewhere and want to be told. */
export function notify(text, address = location.pathname) {
  if (!can || !document.hidden || !wanted() || Notification.permission !== "granted") return;
  try {
    const note = new Notification("Spinney", { body: text, icon: "/static/icon-192.png", tag: address });
    note.onclick = () => { window.focus(); note.close(); };
  } catch { // Chrome on Android has no notifications of pages, and says so only here
    navigator.vibrate?.(200);
  }
}

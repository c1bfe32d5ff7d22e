// Tell the server by a cookie which layout fits the window, so that the next page comes in it.

import { narrow } from "./viewport.js";

function tell() {
  document.cookie = `layout=${narrow.matches ? "narrow" : "wide"}; path=/; max-age=31536000; samesite=strict`;
}

tell();
narrow.addEventListener("change", tell);

// What a move would gain, told beside the piece or button that makes it while a mouse rests or the
// keyboard stands there: "+11 Lilac". The server counts it; this knows no game.

const PATIENCE = 120; // ms that a mouse must rest
const PLACES = ".boards .lit[data-word], #popover button[value], #plain-moves button[value]";
const GAP = 4; // px from the piece and from the edge of the window

const sign = document.createElement("div");
sign.className = "gained";
sign.setAttribute("role", "status");
sign.hidden = true;

const counted = new Map(); // what moves gain, by the version of the page and the move
let now = ""; // the version and the move that are looked at
let waiting = 0;

function hide() {
  clearTimeout(waiting);
  now = "";
  sign.hidden = true;
}

async function gains(version, move) {
  const address = `/match/${document.getElementById("table").dataset.match}/gains?${new URLSearchParams({ move, version })}`;
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.json() : [];
}

async function tell(place, version, move) {
  const key = (now = `${version} ${move}`);
  if (!counted.has(key)) counted.set(key, await gains(version, move));
  if (now !== key || !place.isConnected || !counted.get(key).length) return;
  sign.textContent = counted.get(key).join(" · ");
  sign.hidden = false;
  const [box, size] = [place.getBoundingClientRect(), sign.getBoundingClientRect()];
  const x = box.left + (box.width - size.width) / 2;
  const above = box.top - size.height - GAP;
  sign.style.left = `${Math.max(GAP, Math.min(x, innerWidth - size.width - GAP))}px`;
  sign.style.top = `${above < GAP ? box.bottom + GAP : above}px`;
}

/** @param moveInput knows which move a word completes */
export function previewGains(moveInput) {
  document.body.append(sign);
  const look = (event, patience) => {
    const place = event.target.closest?.(PLACES);
    const move = place ? moveInput.completing(place.dataset.word ?? place.value) : "";
    hide();
    if (!move) return;
    waiting = setTimeout(tell, patience, place, document.getElementById("move-form").dataset.version, move);
  };
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && look(event, PATIENCE));
  document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && look(event, 0));
  for (const kind of ["focusout", "renewed", "pointerdown"]) document.addEventListener(kind, hide);
}

// The waiting room: shows who has come, and goes to the table when the match begins.

import { links } from "./copy.js";
import { allow, notify, restore } from "./notify.js";
import { _ } from "./texts.js";

const LOOK = 1500; // ms between two looks
const FAR = 5000; // ms while nobody sees the page
const SEEK = 5000; // ms between two looks for an opponent elsewhere
const room = () => document.getElementById("room");

async function look() {
  const answer = await fetch(room().dataset.room, { headers: { accept: "text/html" } }).catch(() => null);
  if (answer?.headers.get("x-go")) return begin(answer.headers.get("x-go"));
  if (answer?.status === 404) return location.reload(); // one may not look on any more; the page says why
  if (answer?.ok && !answer.redirected) renew(await answer.text());
  if (room().dataset.status === "open") setTimeout(look, document.hidden ? FAR : LOOK);
}

/** Look for an opponent who waits at another table by now. */
async function seek() {
  const address = room().dataset.pairs;
  if (!address) return;
  const token = document.querySelector("meta[name=token]").content;
  const headers = { "x-token": token, accept: "text/plain" };
  const answer = await fetch(address, { method: "POST", headers }).catch(() => null);
  if (answer?.headers.get("x-go")) return begin(answer.headers.get("x-go"));
  setTimeout(seek, SEEK);
}

function begin(address) {
  notify(_("It begins"), address);
  location.replace(address);
}

const kept = (node) => !(node.dataset && "kept" in node.dataset);

/** Whether details are open the reader says. */
const changes = (name, node) => !(name === "open" && node.localName === "details");

function renew(html) {
  const awaited = Number(room().dataset.awaited);
  Idiomorph.morph(room(), html, { morphStyle: "outerHTML", ignoreActiveValue: true, callbacks: { beforeNodeMorphed: kept, beforeAttributeUpdated: changes } });
  if (Number(room().dataset.awaited) < awaited) notify(_("Someone has sat down"));
  dress();
}

/** Give what is on the page what only scripts can do. */
function dress() {
  links();
  restore(document.getElementById("notify"));
}

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.ask;
  if (question && !confirm(question)) event.preventDefault();
});

document.addEventListener("change", (event) => event.target.id === "notify" && allow(event.target));

dress();
setTimeout(look, LOOK);
setTimeout(seek, SEEK);

// The first page of a shared server: its lists stay up to date, and the title says who is awaited.

import { notify } from "./notify.js";
import { nameTab } from "./tab.js";
import { _ } from "./texts.js";

const LOOK = 4000; // ms between two looks
const FAR = 15_000; // ms while nobody sees the page
const lists = () => document.getElementById("lists");

async function look() {
  const answer = await fetch("/lobby", { headers: { accept: "text/html" } }).catch(() => null);
  if (answer?.ok) {
    const before = Number(lists().dataset.awaited);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const keep = { beforeAttributeUpdated: (name, node) => !(name === "open" && node.localName === "details") };
    for (const id of ["lists", "more-lists"])
      Idiomorph.morph(document.getElementById(id), fresh.getElementById(id), { morphStyle: "outerHTML", callbacks: keep });
    if (Number(lists().dataset.awaited) > before) notify(_("A game waits for you"), "/");
    name();
  }
  setTimeout(look, document.hidden ? FAR : LOOK);
}

function name() {
  const awaited = Number(lists().dataset.awaited);
  nameTab(awaited ? `(${awaited}) Spinney` : "Spinney", awaited > 0);
}

name();
setTimeout(look, LOOK);

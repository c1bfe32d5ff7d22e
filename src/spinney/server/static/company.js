// What is beside the game at a table with others: tabs, talk, notes, links, notifications.

import { links } from "./copy.js";
import { allow, wish } from "./notify.js";

const tabs = () => [...document.querySelectorAll(".tabs [role=tab]")];
const panel = (tab) => tab.getAttribute("aria-controls");

// One panel is shown; which one, the body remembers, for it is never changed from outside.

function choose(tab) {
  document.body.dataset.tab = panel(tab);
  mark();
}

function mark() {
  for (const tab of tabs()) {
    const chosen = panel(tab) === document.body.dataset.tab;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen) tab.removeAttribute("data-unread");
  }
  const said = document.getElementById("said");
  if (said && document.body.dataset.tab === "talk") said.scrollTop = said.scrollHeight;
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (tab) choose(tab);
});

document.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || event.target.role !== "tab") return;
  const all = tabs();
  const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
  choose(next);
  next.focus();
  event.preventDefault();
});

// New talk is counted on its tab, and read out where its own list is hidden.

let latest = 0;

function hear(first) {
  const lines = [...document.querySelectorAll("#said [data-by]")];
  const number = (line) => Number(line.id.replace("said-", ""));
  const fresh = lines.filter((line) => number(line) > latest && line.dataset.by === "other");
  latest = Math.max(latest, ...lines.map(number));
  if (first || !fresh.length) return;
  if (document.body.dataset.tab === "talk") return mark();
  const tab = document.getElementById("tab-talk");
  tab.dataset.unread = Number(tab.dataset.unread ?? 0) + fresh.length;
  whisper.textContent = fresh.map((line) => line.textContent.trim()).join(" ");
}

const whisper = document.createElement("p");
whisper.className = "unseen";
whisper.role = "status";
document.body.append(whisper);

// Notes are kept when one stops writing.

let writing = 0;

document.addEventListener("input", (event) => {
  if (event.target.id !== "note") return;
  clearTimeout(writing);
  noted("");
  writing = setTimeout(() => event.target.form.requestSubmit(), 1500);
});

document.addEventListener("submit", (event) => event.target.id === "noting" && noted("Kept"));

function noted(text) {
  const line = document.getElementById("noted");
  if (line) line.textContent = text;
}

// How long someone may still come back.

setInterval(() => {
  for (const left of document.querySelectorAll("[data-wait]")) {
    left.dataset.wait = Math.max(0, left.dataset.wait - 1);
    const seconds = Number(left.dataset.wait);
    left.textContent = seconds > 3600 ? `${Math.ceil(seconds / 3600)} hours` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}, 1000);

document.addEventListener("change", (event) => event.target.id === "notify" && allow(event.target));

function dress() {
  links();
  wish(document.getElementById("notify"));
  mark();
}

document.body.dataset.tab = "happened";
dress();
hear(true);
document.addEventListener("renewed", () => {
  dress();
  hear(false);
});

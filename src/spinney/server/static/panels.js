// The panels beside the log at a table with others: tabs, the chat; links, notifications.

import { announce } from "./announce.js";
import { links } from "./copy.js";
import { FollowedEnd } from "./follow_end.js";
import { browserStorage } from "./guarded_storage.js";
import { tellTimes } from "./local_times.js";
import { allow, restore } from "./notify.js";
import "./notes.js";
import { findNextGame } from "./next_game.js";
import { scrollIntoView } from "./scroll_into_view.js";
import { countUnread } from "./tab.js";
import { _, ngettext } from "./texts.js";

const tabs = () => [...document.querySelectorAll(".tabs [role=tab]")];
const panel = (tab) => tab.getAttribute("aria-controls");

// One panel is shown; which one, the body remembers, for it is never changed from outside.

function choose(tab) {
  document.body.dataset.tab = panel(tab);
  chatEnd.follows = true;
  mark();
}

function mark() {
  for (const tab of tabs()) {
    const chosen = panel(tab) === document.body.dataset.tab;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
  }
  if (isChosen()) chatEnd.show();
  read();
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

// New lines of chat are counted on its tab, in the browser's own, and on a phone in what is always
// in view; they are read out where their list is hidden.

const latest = { players: 0, watchers: 0 }; // by their readers: the numbers of the last lines that this page has shown
let unread = 0;

const KEPT = 50; // how many matches the browser keeps the last lines read of
const READ = "chat read";
const match = document.getElementById("table").dataset.match;

/** Return which matches' chats were read up to which lines: [[match, {players, watchers}], …], the latest last. */
const chatsRead = () => browserStorage.list(READ).filter((entry) => typeof entry?.[1]?.players === "number");

/** Keep up to which lines the chat of this match was read: the browser counts from there again. */
function keepRead() {
  const others = chatsRead().filter(([one]) => one !== match);
  browserStorage.set(READ, JSON.stringify([...others, [match, latest]].slice(-KEPT)));
}

const chatLog = () => document.getElementById("chat-log");
const isChosen = () => document.body.dataset.tab === "chat";

/** Is the end of the chat in the window, and somebody there to see it? */
function isSeen() {
  if (!isChosen() || document.hidden) return false;
  const { left, bottom, width } = chatLog().getBoundingClientRect();
  return chatLog().contains(document.elementFromPoint(left + width / 2, bottom - 8));
}

function read() {
  if (unread && isSeen()) {
    unread = 0;
    keepRead();
  }
  const [tab, badge] = ["tab-chat", "unread-chat"].map((id) => document.getElementById(id));
  if (!tab) return;
  for (const one of [tab, badge]) one.toggleAttribute("data-unread", unread > 0);
  if (unread) tab.dataset.unread = badge.dataset.unread = unread;
  badge.hidden = !unread;
  badge.setAttribute("aria-label", ngettext("{count} new message", "{count} new messages", unread));
  countUnread(unread);
}

const chatEnd = new FollowedEnd("chat-log");

addEventListener("scroll", read, { capture: true, passive: true });
document.addEventListener("visibilitychange", read);
document.addEventListener("click", (event) => {
  if (!event.target.closest("#unread-chat")) return;
  const tab = document.getElementById("tab-chat");
  choose(tab);
  tab.focus({ preventScroll: true });
  scrollIntoView(document.getElementById("log-panel"));
  read();
});

const UNKNOWN = { players: Infinity, watchers: Infinity }; // who looks for the first time has missed nothing

function showUnread(first) {
  const lines = [...document.querySelectorAll("#chat-log [data-by]")];
  const before = first ? chatsRead().find(([one]) => one === match)?.[1] ?? UNKNOWN : { ...latest };
  const fresh = lines.filter(({ dataset }) => dataset.by === "other" && dataset.number > before[dataset.audience]);
  for (const { dataset } of lines) latest[dataset.audience] = Math.max(latest[dataset.audience], dataset.number);
  if (first && !fresh.length) keepRead();
  if (!fresh.length) return;
  unread += fresh.length;
  mark();
  if (first || isChosen()) return;
  announce(fresh.map((line) => line.textContent.trim()).join(" "));
}

// How long someone may still come back, counted from when the page said so.

let waitTold = performance.now();

function tellWaits() {
  for (const left of document.querySelectorAll("[data-wait]")) {
    const seconds = Math.max(0, Math.round(left.dataset.wait - (performance.now() - waitTold) / 1000));
    left.textContent = seconds > 3600 ? ngettext("{count} hour", "{count} hours", Math.ceil(seconds / 3600)) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

setInterval(tellWaits, 1000);

document.addEventListener("change", (event) => event.target.id === "notify" && allow(event.target));

function refresh() {
  tellTimes();
  links();
  restore(document.getElementById("notify"));
  mark();
}

// Where it is not one's turn, another game may wait: looked for when that begins, and now and then.

const LOOK = 60_000; // ms between two looks
let turn = "";

function lookFurther() {
  const before = turn;
  turn = document.getElementById("table").dataset.turn;
  if (turn !== before) findNextGame();
}

setInterval(findNextGame, LOOK);
document.addEventListener("visibilitychange", findNextGame);

document.body.dataset.tab = "happened";
refresh();
showUnread(true);
lookFurther();
document.addEventListener("renewed", () => {
  waitTold = performance.now();
  tellWaits();
  refresh();
  showUnread(false);
  lookFurther();
  nameReaders();
});

/** Let the line in which one writes say who reads it: it stays as it is while the page around it changes. */
function nameReaders() {
  const form = document.getElementById("chat-form");
  if (form) form.elements.text.placeholder = form.dataset.readers;
}

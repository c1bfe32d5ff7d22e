// The table: keeps the page up to date over a socket, lets what moved fly, ticks the clocks,
// and sends what a person says. It knows no game.

import { ownTimeLeft, setReceived, tick } from "./clocks.js";
import { compose, unsent } from "./compose.js";
import { count, counted, point, showResult, showScored } from "./scoring.js";
import "./display.js";
import "./menus.js";
import "./enlarge.js";
import "./preview.js";
import "./follow.js";
import { floatGains } from "./gains.js";
import { browserStorage } from "./guarded_storage.js";
import { spread } from "./hand_order.js";
import { markHint } from "./hint.js";
import { markLast } from "./last_moves.js";
import { lead } from "./lead.js";
import { scrollLog } from "./log.js";
import { fly, land, places, still, unveiled } from "./motion.js";
import "./board_dialogs.js";
import { frame } from "./pan.js";
import { MoveInput } from "./move_input.js";
import { previewGains } from "./gain_preview.js";
import { nameTab } from "./tab.js";
import { _ } from "./texts.js";
import "./tooltips.js";
import { playSound, tellTurn } from "./turn_signal.js";
import { narrow } from "./viewport.js";
import { held, writes } from "./writing.js";

const OWN = new Set(["tabindex", "aria-pressed", "data-live", "data-forced"]); // attributes that scripts write
const SETTINGS = ["sound", "confirm-moves", "play-forced", "keep-typing"];
// What only scripts and the reader write to.
const KEPT = new Set(["plain-moves", "lock-move", "completions", "reason", "move", "clear", ...SETTINGS, "scoring", "orders"]);
const SILENCE = 35_000; // ms after which a socket is taken for dead
const ANSWER = 10_000; // ms after which nobody answers any more
const CLOSED = { // why a socket was closed, by its code, and after how many ms to connect again
  1011: { ms: 60_000, text: _("This match can’t be shown at the moment: something is wrong with it. Other matches go on.") },
  1013: { ms: 10_000, text: _("The server has too much to do at the moment. This page tries again in a few seconds.") },
};
const SAVED_BEFORE = 3000; // ms before time is up
const PAUSE = 450; // ms that a picture on the way stays
const FORCED = 900; // ms before a move is played that is the only one
const table = () => document.getElementById("table");
const token = document.querySelector("meta[name=token]").content;

// Changing the page without losing what the scripts and the reader did to it.

const callbacks = {
  beforeAttributeUpdated(name, element) {
    if (OWN.has(name) && element.closest(".boards, #lines")) return false;
    if (element.role === "tab" && ["aria-selected", "tabindex", "data-unread"].includes(name)) return false;
    return !(name === "open" && ["details", "dialog"].includes(element.localName));
  },
  beforeNodeMorphed: (old) => !KEPT.has(old.id) && old.dataset?.mine === undefined,
};

const morph = (element, html, morphStyle = "outerHTML") =>
  Idiomorph.morph(element, html, { morphStyle, ignoreActiveValue: writes(), callbacks });

/** Bring the states that the move input gave to pieces over to their new classes. */
function morphBoards(element, html, style) {
  const classes = new Map();
  for (const piece of document.querySelectorAll(".boards .lit, .boards .picked"))
    classes.set(piece.id, [piece.classList.contains("lit"), piece.classList.contains("picked")]);
  morph(element, html, style);
  for (const [id, [lit, picked]] of classes) {
    const piece = document.getElementById(id);
    if (!piece?.dataset.word) continue;
    piece.classList.toggle("lit", lit);
    piece.classList.toggle("picked", picked);
  }
}

// Pictures come over the socket; those on the way are shown one after another.

const queue = [];
const boards = new Map(); // what the socket has sent of them, by id: it sends each change once
let pieces = {}; // of the page around them, likewise, in their order
let showing = null; // resolves when all has been shown, or given up
let failed = false; // could what came last not be shown?
let skip = () => {}; // shows at once how things stand now

/** Put the boards in, where the socket has left them out. */
const whole = (html) => html.replace(/<svg id="(board-[^"]+)"><\/svg>/g, (_, id) => boards.get(id));

function keep(sent) {
  for (const [id, svg] of Object.entries(sent)) boards.set(id, svg);
}

function receive(message) {
  if (message.answer !== undefined) asked.shift()?.(message.answer);
  if (message.database_unavailable !== undefined) document.body.classList.toggle("no-database", message.database_unavailable);
  if (message.page === undefined) return;
  for (const step of message.frames) {
    keep(step.boards);
    queue.push({ boards: { svg: whole(step.svg), at_hand: whole(step.at_hand) } });
  }
  keep(message.boards);
  pieces = Object.fromEntries(Object.entries(message.page).map(([name, piece]) => [name, piece ?? pieces[name]]));
  queue.push({ page: whole(Object.values(pieces).join("")), awaited: message.awaited, at: performance.now() });
  if (queue.length > 12) queue.splice(0, queue.length - 1); // far behind: only how it stands now
  showing ??= showAll();
}

async function showAll() {
  try {
    await showQueue();
    failed = false;
  } catch (error) {
    reportError(error);
    startOver();
  } finally {
    showing = null;
  }
}

/** Fetch the whole page anew, as it can't be shown what has changed; if that fails too, wait for the next change. */
function startOver() {
  queue.length = 0;
  document.body.classList.remove("moving");
  if (!failed) reconnect();
  failed = true;
}

async function showQueue() {
  let skipping = false;
  const skipped = new Promise((resolve) => (skip = () => resolve((skipping = true))));
  while (queue.length) {
    await unveiled(); // what is revealed step by step is not cut short,
    await counted(); // nor is the scoring
    const picture = queue.shift();
    if (skipping && picture.boards) continue;
    land();
    const before = places();
    const atTable = document.activeElement?.closest?.("#table");
    if (picture.boards) {
      document.body.classList.add("moving");
      const headline = document.getElementById("headline");
      headline.textContent = headline.dataset.meanwhile;
      const holder = document.querySelector("#boards > svg");
      if (holder) morphBoards(holder, picture.boards.svg);
      const hand = document.querySelector("#at-hand > svg");
      if (hand && picture.boards.at_hand) morphBoards(hand, picture.boards.at_hand);
      spread();
    } else {
      document.body.classList.remove("moving");
      setReceived(picture.at);
      const stay = held();
      morphBoards(table(), picture.page);
      stay();
      if (atTable && document.activeElement === document.body) document.getElementById("boards").focus({ preventScroll: true });
      await renewed();
      if (picture.awaited && socket?.readyState === WebSocket.OPEN) socket.send("seen");
    }
    const glide = frame();
    const flown = fly(before);
    glide();
    if (queue.length && !still()) await Promise.race([Promise.all([flown, wait(PAUSE)]), skipped]);
  }
}

// Nothing moves where nobody looks: what came meanwhile must not wait for it.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return;
  land();
  skip();
});

// A click during an animation means its result: that is shown at once.

const moving = () => document.body.classList.contains("moving");

document.addEventListener("pointerdown", (event) => {
  repeated = moving() && repeats(event.target);
  if (moving() && event.target.closest?.(".boards")) skip();
}, true);
document.addEventListener("click", (event) => (repeated ? passOver(event) : early(event)), true);
document.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && early(event), true);

let playedItself = []; // the ids of the pieces of a move that played itself, until its outcome is shown
let repeated = false; // was such a piece pressed, to say once more what had just been played?

const PRESSED = ".boards .piece, .boards [data-word]";
const repeats = (element) => playedItself.some((id) => element.closest?.(`#${CSS.escape(id)}`));

function passOver(event) {
  repeated = false;
  event.stopPropagation();
  event.preventDefault();
}

function early(event) {
  const id = moving() && event.target.closest?.(PRESSED)?.id;
  if (!id) return;
  const over = repeats(event.target);
  passOver(event);
  skip();
  if (over) return;
  Promise.resolve(showing).then(() => {
    const piece = document.getElementById(id);
    if (piece?.matches("[data-live]")) moveInput.pick(piece.dataset.word, piece);
  });
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function renewed() {
  accepted = "";
  playedItself = [];
  spread();
  nameTab(table().dataset.title, table().dataset.turn === "yes");
  await moveInput.renew();
  markChosen();
  tick();
  saveInTime();
  tellTurn();
  lead();
  reveal();
  scrollLog();
  markLast();
  markHint();
  floatGains();
  markForced();
  playForced();
  document.dispatchEvent(new Event("renewed"));
}

/** Mark what one has chosen in secret, as long as it can be changed. */
function markChosen() {
  const chosen = new Set(moveInput.pieces(document.getElementById("move-form")?.dataset.sealed ?? ""));
  for (const piece of document.querySelectorAll(".boards :is([data-word], .chosen)")) piece.classList.toggle("chosen", chosen.has(piece));
}

let savedDraft = "";

/** Send what is composed as a choice that may still change: so it counts when time is up. */
function saveInTime() {
  const move = document.getElementById("draft") ? unsent() : "";
  const draft = `${table().dataset.version} ${move}`;
  if (!move || draft === savedDraft || ownTimeLeft() > SAVED_BEFORE) return;
  savedDraft = draft;
  say({ move, finish: "no" });
}

setInterval(() => (tick(), saveInTime()), 250);

// The socket: back after at most two seconds, at once when there is reason to hope.

let socket = null;
let leaving = false; // has a form been sent that leads to another page?
let pause = 200;
let lastMessageAt = 0;
let timer = 0;

function connect() {
  clearTimeout(timer);
  if (socket && socket.readyState < WebSocket.CLOSING) return;
  const layout = narrow.matches ? "narrow" : "wide";
  const mine = (socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/match/${table().dataset.match}/socket?layout=${layout}`));
  lastMessageAt = performance.now();
  mine.onmessage = (event) => {
    if (mine !== socket) return; // what one socket sends goes on from what it sent before
    lastMessageAt = performance.now();
    pause = 200;
    lost(false);
    receive(JSON.parse(event.data));
  };
  mine.onclose = (event) => {
    if (mine !== socket) return; // another has taken its place
    unanswered();
    if (event.code in CLOSED) closed(CLOSED[event.code]);
    else if (event.code === 1008) leaving || location.reload(); // one may not look on any more; the page says why
    else again();
  };
}

function closed({ ms, text }) {
  socket = null;
  timer = setTimeout(connect, ms);
  lost(true);
  notice(text);
}

function again() {
  socket = null;
  timer = setTimeout(connect, pause);
  if (pause > 1000) lost(true);
  pause = Math.min(2000, 2 * pause);
}

function reconnect() {
  unanswered();
  socket?.close();
  socket = null;
  pause = 200;
  connect();
}

const lost = (disconnected) => document.body.classList.toggle("disconnected", disconnected);

setInterval(() => socket && performance.now() - lastMessageAt > SILENCE && reconnect(), 5000);
addEventListener("online", reconnect);
addEventListener("pageshow", () => (leaving = false)); // who has come back may leave again
document.addEventListener("visibilitychange", () => document.hidden || (socket ?? connect()));
narrow.addEventListener("change", reconnect);

// Saying, and the other things one can do.

// Why nothing is known of what was said: it can be repeated, as it was not refused.
const UNSENT = _("Your move didn’t get through: the server doesn’t answer. Send it again when it is back.");
const UNANSWERED = _("The server didn’t answer, so it isn’t known whether that got through. Look at the table before you repeat it.");
const asked = []; // who waits for an answer over the socket: they come in order

/** Say a move, and return why it can't be said, or nothing; forms do where there is no socket. */
function say(fields) {
  if (socket?.readyState !== WebSocket.OPEN || !navigator.onLine) return post(document.getElementById("move-form").action, fields);
  socket.send(JSON.stringify({ version: table().dataset.version, ...fields }));
  return new Promise((resolve) => {
    asked.push(resolve);
    setTimeout(() => asked.includes(resolve) && reconnect(), ANSWER);
  });
}

function unanswered() {
  for (const resolve of asked.splice(0)) resolve(UNANSWERED);
}

async function post(address, fields) {
  await showing;
  const body = new URLSearchParams({ token, version: table().dataset.version, ...fields });
  const otherwise = navigator.onLine ? UNANSWERED : UNSENT;
  const answer = await fetch(address, { method: "POST", body, headers: { accept: "text/plain" } }).catch(() => null);
  if (answer?.ok) return "";
  return answer ? await answer.text() : otherwise;
}

let sending = false;
let accepted = ""; // the move that was accepted last, until the page shows what came of it

const moveInput = new MoveInput(document.body, async (move) => {
  const finish = document.getElementById("draft")?.checked ? "no" : "yes";
  const meant = `${table().dataset.version} ${finish} ${move}`;
  if (sending) return;
  if (meant === accepted) return void (await moveInput.clear()); // said once more before the page has changed
  const { reason, choice } = await transmit({ move, finish }, showing);
  if ([UNSENT, UNANSWERED].includes(reason)) return void (await keepMove(move, choice, reason));
  if (reason) return void (await refuse(reason));
  accepted = meant;
  undone = false;
  await moveInput.clear();
});

/** Say a move, as soon as something is `ready`; return why it can't be said, and for which choice it was. */
async function transmit(fields, ready = null) {
  sending = document.body.toggleAttribute("data-sending", true); // tests wait for it to go
  try {
    await ready;
    const { choice } = table().dataset;
    return { reason: await say(fields), choice };
  } finally {
    sending = document.body.toggleAttribute("data-sending", false);
  }
}

async function refuse(reason) {
  tellLesson(upper(reason));
  await moveInput.refuse(upper(reason));
}

/** Offer to play a move again that may not have got through, unless the page shows already that it has. */
async function keepMove(move, choice, reason) {
  if (choice !== table().dataset.choice) return void (await moveInput.clear());
  await moveInput.keep(move, choice);
  tellLesson(reason);
  moveInput.reason(reason);
}

/** Lessons say what went wrong, too: they show no other line that could. */
function tellLesson(text) {
  document.dispatchEvent(new CustomEvent("refused", { detail: text }));
}

previewGains(moveInput);

compose(async (move) => {
  if (sending) return; // pressed twice
  const finish = document.getElementById("draft")?.checked ? "no" : "yes";
  const { reason } = await transmit({ move, finish });
  if (reason) return void (await refuse(reason));
  undone = false;
  moveInput.reason("");
});

// The only move there is plays itself after a moment, unless it was just taken back.

let undone = false;
let timerOfForced = 0;
let linesBefore = -1; // how many lines the log had when the only move was played
const forced = new Set(); // the lines of such moves

const setting = (id) => document.getElementById(id)?.checked;

function playForced() {
  clearTimeout(timerOfForced);
  const move = moveInput.forced;
  const { version } = table().dataset;
  if (!move || undone || !setting("play-forced") || setting("confirm-moves")) return;
  timerOfForced = setTimeout(() => {
    if (version !== table().dataset.version || moveInput.forced !== move) return;
    linesBefore = document.getElementById("lines").children.length;
    playedItself = moveInput.pieces(move).map((piece) => piece.id);
    moveInput.send(move);
  }, FORCED);
}

/** Let the log say which moves were the only ones. */
function markForced() {
  const lines = [...document.getElementById("lines").children];
  const line = linesBefore < 0 ? null : lines.slice(linesBefore).find((one) => one.matches(".by-player"));
  if (line) {
    forced.add(line.id);
    linesBefore = -1;
  }
  for (const id of forced) document.getElementById(id)?.setAttribute("data-forced", document.getElementById("log").dataset.forced);
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id === "move-form") {
    event.preventDefault();
    moveInput.play();
  } else if (form.classList.contains("quietly")) {
    event.preventDefault();
    if (form.dataset.ask && !confirm(form.dataset.ask)) return;
    if (["undo", "fix", "ask-undo"].includes(form.id)) [undone, accepted] = [true, ""];
    if (form.id === "skip") {
      skip();
      if (form.dataset.hurry === undefined) return;
    }
    const fields = Object.fromEntries(new FormData(form));
    const restore = form.dataset.clears === undefined ? () => {} : taken(form);
    const reason = await post(form.action, fields);
    if (!reason) return;
    undone = false;
    restore();
    notice(upper(reason));
  } else if (form.method !== "dialog" && !event.defaultPrevented) leaving = true;
});

/** Empty a form whose fields are on their way; returns how to put them back, unless more was written. */
function taken(form) {
  const fields = [...form.querySelectorAll("input:not([type=hidden]), textarea")];
  const before = fields.map((field) => field.value);
  form.reset();
  return () => fields.forEach((field, i) => (field.value ||= before[i]));
}

document.addEventListener("click", (event) => {
  const said = event.target.closest("[data-say]");
  if (said) moveInput.play(said.dataset.say);
});

function notice(text) {
  const line = document.getElementById("status-text");
  if (line) line.textContent = text;
  tellLesson(text);
}

// The score sheet shows on the boards what a row counts, and at the end it is counted row by row.

function pointed(event) {
  if (document.body.classList.contains("counting")) return;
  const row = event.target.closest?.("#sheet [data-row]");
  point(row);
  document.getElementById("boards")?.classList.toggle("pointing", Boolean(row));
}

for (const kind of ["mouseover", "focusin"]) document.addEventListener(kind, pointed);

let revealed = table().dataset.over === "yes"; // was the end here before the reader?

function reveal() {
  if (table().dataset.over !== "yes") return;
  if (!revealed && !still() && table().dataset.playedOut === "yes") count(); // not where somebody gave up
  else if (!document.body.classList.contains("counting")) {
    if (!revealed && !writes()) showResult();
    document.getElementById("sheet")?.setAttribute("open", "");
    showScored();
  }
  revealed = true;
}

// What the reader prefers, kept by the browser.

function prefer(id) {
  const box = document.getElementById(id);
  const kept = browserStorage.get(id);
  if (box && kept) box.checked = kept === "yes";
}

document.addEventListener("change", (event) => {
  if (SETTINGS.includes(event.target.id)) browserStorage.set(event.target.id, event.target.checked ? "yes" : "no");
  if (event.target.id === "sound" && event.target.checked) playSound();
});

// Begin.

for (const id of SETTINGS) prefer(id);
if (setting("keep-typing")) document.getElementById("type-move")?.setAttribute("open", "");
try {
  await renewed();
} finally {
  connect();
}

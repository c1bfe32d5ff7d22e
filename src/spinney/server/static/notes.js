// One's notes about a match: kept when one stops writing, and renewed from the server where they were
// written in another tab or on another device. Of texts written without knowing each other the server
// keeps both (`based_on` says which version a text goes on from): here they stand together as well.

import { _ } from "./texts.js";

const REST = 1500; // ms without a key after which what was written is saved

const form = () => document.getElementById("notes-form");
const field = () => document.getElementById("note");

let stored = { text: field()?.value, version: Number(form()?.elements.based_on.value) }; // as this page knows it
let resting = 0; // the timer until what was written is saved
let saving = false; // one save after the other: the next goes on from what this one stores

const isUnsaved = () => field() !== null && field().value !== stored.text;
const tell = (text) => (document.getElementById("note-status").textContent = text);

function fields() {
  const token = document.querySelector("meta[name=token]").content;
  return { method: "POST", body: new URLSearchParams({ ...Object.fromEntries(new FormData(form())), token }), headers: { accept: "text/plain" } };
}

async function save() {
  clearTimeout(resting);
  resting = 0;
  if (saving) return void rest();
  saving = true;
  const sent = field().value;
  try {
    const answer = await fetch(form().action, fields()).catch(() => null);
    if (!answer?.ok) return void tell([_("Not saved"), await answer?.text()].filter(Boolean).join(": "));
    const kept = await answer.json();
    tell(kept.text.length > sent.length ? _("Saved. These notes were also changed elsewhere: now both texts stand here.") : _("Saved"));
    adopt(kept, sent);
  } finally {
    saving = false;
    renew();
  }
}

/** Save in a while, if nothing more is written. */
function rest() {
  clearTimeout(resting);
  resting = setTimeout(save, REST);
}

/** Go on from what the server keeps, with what was `sent` in it and what was written since. */
function adopt(kept, sent) {
  const at = kept.text.indexOf(sent);
  if (at < 0) return; // the server left out what nobody can read: the next save tells how it stands
  put(kept.text.slice(0, at) + field().value + kept.text.slice(at + sent.length), at);
  know(kept);
}

/** Write into the field, and let the cursor stay where it is in what moves by so many letters. */
function put(text, moved = 0) {
  const { value, selectionStart, selectionEnd } = field();
  if (text === value) return;
  field().value = text;
  if (document.activeElement === field()) field().setSelectionRange(selectionStart + moved, selectionEnd + moved);
}

function know(kept) {
  stored = kept;
  form().elements.based_on.value = kept.version;
}

/** Take over what was written elsewhere, unless something is written here. */
function renew() {
  if (!form() || saving) return;
  const { text, version } = form().dataset;
  if (Number(version) <= stored.version) return;
  if (isUnsaved() && field().value !== text) return; // the same: it was saved, though no answer came
  put(text);
  know({ text, version: Number(version) });
}

document.addEventListener("renewed", renew);
addEventListener("online", () => form() && isUnsaved() && save());

document.addEventListener("input", (event) => {
  if (event.target.id !== "note") return;
  tell("");
  rest();
});

// Before others hear of it: this form leads to no other page.
document.addEventListener("submit", (event) => {
  if (event.target.id !== "notes-form") return;
  event.preventDefault();
  save();
}, true);

addEventListener("pagehide", () => isUnsaved() && fetch(form().action, { ...fields(), keepalive: true }));

// Searching a guide: only the sections that have all the words stay in sight. At a table it opens
// over the boards, by the link or by the key "?".

import { _, ngettext } from "./texts.js";

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The sections of a guide: each heading with all that follows up to the next. */
function sections(article) {
  const found = [];
  for (const element of article.children) {
    if (/^H[1-6]$/.test(element.localName.toUpperCase()) || !found.length) found.push([]);
    found.at(-1).push(element);
  }
  return found.map((parts) => ({ parts, text: plain(parts.map((part) => part.textContent).join(" ")) }));
}

/** Mark the words where they stand, if the browser can; nothing of the text is changed. */
function mark(article, words) {
  if (!CSS.highlights) return;
  const found = new Highlight();
  const walk = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = plain(node.data);
    if (text.length !== node.data.length) continue; // places would be others
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        found.add(new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + word.length }));
      }
    }
  }
  CSS.highlights.set("found", found);
}

/** Let a form search an article. */
function search(form, article) {
  const field = form.querySelector(".find-words");
  const told = form.querySelector(".found");
  const find = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const all = sections(article);
    let count = 0;
    mark(article, words);
    for (const { parts, text } of all) {
      const fits = words.every((word) => text.includes(word));
      count += fits;
      for (const part of parts) part.hidden = !fits;
    }
    if (!words.length) told.textContent = "";
    else if (!count) told.textContent = _("Nothing found");
    else told.textContent = ngettext("{count} section", "{count} sections", count);
  };
  field.addEventListener("input", find);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = [...article.children].find((part) => !part.hidden);
    first?.setAttribute("tabindex", "-1");
    first?.focus();
  });
  return () => { field.value = ""; find(); };
}

const page = document.getElementById("guide");
if (page) {
  const showAll = search(document.querySelector(".find"), page);
  // Whoever goes to a section by the contents wants to see it, whatever they looked for before.
  document.addEventListener("click", (event) => event.target.closest('.contents a[href^="#"]') && showAll());
}

const help = document.getElementById("help");
let forget = null;

/** Open the guide over the table; it is asked for the first time. */
async function open() {
  const text = document.getElementById("help-text");
  if (!text.childElementCount) {
    const answer = await fetch(help.dataset.guide).catch(() => null);
    if (!answer?.ok) return void window.open(document.querySelector("[data-help]").href); // a page of its own may be there
    text.innerHTML = await answer.text();
    for (const element of text.querySelectorAll("[id]")) element.id = `help-${element.id}`;
    forget = search(help.querySelector(".find"), text);
  }
  if (!help.open) help.showModal();
  help.querySelector(".find-words").focus();
}

if (help) {
  help.addEventListener("close", () => forget?.());
  help.addEventListener("click", (event) => {
    if (event.target === help || event.target.closest("#help-close")) help.close();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-help]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, dialog");
    if (event.key !== "?" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });
}

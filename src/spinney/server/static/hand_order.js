// Hands of cards that lie as their owner likes: in one of the orders that the server names, or as
// they were put by hand. The server draws the slots and the cards in them in its first order; here
// cards change slots. What is liked is kept in this browser, by game.

import { browserStorage } from "./guarded_storage.js";
import { _ } from "./texts.js";

const table = () => document.getElementById("table");
const fans = () => document.querySelectorAll(".boards .fan");
const OWN = "own";

const liked = () => `order:${table().dataset.game}`;
const placed = () => `${liked()}:${table().dataset.viewer}`; // friends at one screen each have their own

/** The orders that a fan can lie in, the usual one first. */
const orders = (fan) => Object.keys(fan.dataset).filter((name) => name.startsWith("by")).map((name) => name.slice(2).toLowerCase());

function order(fan) {
  const known = orders(fan);
  const wish = browserStorage.get(liked());
  return wish === OWN || known.includes(wish) ? wish : known[0];
}

const listed = (fan, name) => fan.dataset[`by${name[0].toUpperCase()}${name.slice(1)}`].split(" ").filter(Boolean);

/** The ids of a fan's cards as they shall lie, from the left. */
function wanted(fan) {
  const usual = listed(fan, orders(fan)[0]);
  const by = order(fan);
  if (by !== OWN) return listed(fan, by);
  const own = [...new Set(browserStorage.list(placed()))].filter((id) => usual.includes(id));
  return [...own, ...usual.filter((id) => !own.includes(id))]; // what is new comes last
}

const slots = new WeakMap(); // by fan: the places of its cards, from the left

/** Lay all hands as their owners like; `fresh`: the server has just drawn them. */
export function spread(fresh = true) {
  for (const fan of fans()) {
    const usual = listed(fan, orders(fan)[0]);
    if (fresh) slots.set(fan, usual.map((id) => document.getElementById(id).getAttribute("transform")));
    lay(fan, wanted(fan), slots.get(fan));
  }
  offer();
}

function lay(fan, ids, places) {
  const cards = ids.map((id) => document.getElementById(id));
  cards.forEach((card, i) => card.setAttribute("transform", places[i]));
  if (cards.every((card, i) => fan.children[i] === card)) return;
  const focused = fan.contains(document.activeElement) ? document.activeElement : null;
  fan.append(...cards); // what lies farther right lies on top
  focused?.focus({ preventScroll: true });
}

/** Put a card elsewhere in its fan, by hand. */
export function put(card, place) {
  const fan = card.closest(".fan");
  const ids = [...fan.children].map((other) => other.id).filter((id) => id !== card.id);
  ids.splice(Math.max(0, place), 0, card.id);
  browserStorage.set(liked(), OWN);
  browserStorage.set(placed(), JSON.stringify(ids));
  spread(false);
}

/** The place in a fan that a point on the screen stands for; -1 if it is not over the fan. */
export function placeAt(card, x, y) {
  const fan = card.closest(".fan");
  const box = fan?.getBoundingClientRect();
  if (!box || x < box.left - 20 || x > box.right + 20 || y < box.top || y > box.bottom) return -1;
  const middle = (other) => other.getBoundingClientRect().left + other.getBoundingClientRect().width / 2;
  return [...fan.children].filter((other) => other !== card && middle(other) < x).length;
}

// The choice between the orders.

const TITLES = { colour: _("Hand by colour"), number: _("Hand by number"), [OWN]: _("Hand as I put it") };
const title = (name) => TITLES[name] ?? _("Hand by {name}", { name });

function offer() {
  const place = document.getElementById("orders");
  const fan = fans()[0];
  if (!place) return;
  place.hidden = !fan;
  if (!fan) return;
  const select = place.querySelector("select");
  const names = [...orders(fan), OWN];
  if (select.options.length !== names.length)
    select.replaceChildren(...names.map((name) => new Option(title(name), name)));
  select.value = order(fan);
}

document.addEventListener("change", (event) => {
  if (event.target.id !== "order") return;
  if (event.target.value === OWN) browserStorage.set(placed(), JSON.stringify([...fans()].flatMap((fan) => wanted(fan))));
  browserStorage.set(liked(), event.target.value);
  spread(false);
});

// Before anything else moves the focus: Shift and an arrow move the card.
addEventListener("keydown", (event) => {
  const card = event.shiftKey && event.target.closest?.(".fan > .piece");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!card || !step) return;
  put(card, [...card.parentNode.children].indexOf(card) + step);
  event.preventDefault();
  event.stopPropagation();
}, true);

// Texts in the reader's language: English is the source, and the page names a module with the rest.

const address = document.getElementById("texts")?.href;
const ENGLISH = { messages: {}, plural: (n) => Number(n !== 1) };
const { messages, plural } = address ? await import(address).catch(() => ENGLISH) : ENGLISH;

const filled = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

/** Return a text, with values in braces filled in by name. */
export const _ = (message, values = {}) => filled(messages[message] ?? message, values);

/** Return a text that is translated by its context, where one English word means two things. */
export const pgettext = (context, message, values = {}) =>
  filled(messages[`${context}\u0004${message}`] ?? message, values);

/** Return the text for a number of things; `{count}` in it is the number. */
export const ngettext = (one, many, count, values = {}) =>
  filled(messages[one]?.[plural(count)] ?? (count === 1 ? one : many), { count, ...values });

// The table of plants: a field that filters its rows, and a head that sorts them.
"use strict";

function filterField(table) {
  const field = document.createElement("input");
  const label = document.createElement("label");
  const count = document.createElement("output");
  field.type = "search";
  field.placeholder = "white pome cross EU";
  label.append("Only rows with all these words: ", field, " ", count);
  label.className = "plants-filter";
  const rows = [...table.tBodies[0].rows];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/);
    rows.forEach((row, i) => (row.hidden = !words.every((word) => texts[i].includes(word))));
    count.textContent = `${rows.filter((row) => !row.hidden).length} plants`;
  };
  field.addEventListener("input", show);
  show();
  return label;
}

function sortBy(table, head, column) {
  const down = head.getAttribute("aria-sort") === "ascending";
  for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const compare = new Intl.Collator("en", { numeric: true }).compare;
  const by = (row) => row.cells[column].dataset.by;
  const body = table.tBodies[0];
  const rows = [...body.rows].sort((a, b) => compare(by(a), by(b)));
  body.append(...(down ? rows.reverse() : rows));
}

for (const table of document.querySelectorAll("table.plants")) {
  table.parentNode.before(filterField(table));
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortBy(table, head, column));
    head.append(button);
  });
}

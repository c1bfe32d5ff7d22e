"use strict";
// Tables that can be sorted: each heading becomes a button; without scripts they stay as they are.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    if ("plain" in heading.dataset) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const down = heading.ariaSort === "descending" || (heading.ariaSort !== "ascending" && !heading.classList.contains("num"));
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      heading.ariaSort = down ? "ascending" : "descending";
      const known = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
      const order = (a, b) => (heading.classList.contains("num") ? (parseFloat(known(a)) || 0) - (parseFloat(known(b)) || 0) : known(a).localeCompare(known(b)));
      body.append(...[...body.rows].sort((a, b) => (down ? order(a, b) : order(b, a))));
    });
  });
}

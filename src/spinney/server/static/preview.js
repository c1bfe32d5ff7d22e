// What is looked at or picked, shown where it could go: a picked card stands faintly on the cell
// under the pointer, and the pieces that `data-partners` names light up. This knows no game.

const GHOST = "preview";

const remove = () => document.querySelectorAll(`.boards .${GHOST}`).forEach((ghost) => ghost.remove());

/** Let the picked card stand on a cell that could be its own: beside the cell, which stays as it is. */
function stand(cell) {
  const before = document.querySelector(`.boards .${GHOST}`);
  if (cell && before?.previousElementSibling === cell) return;
  remove();
  const picked = document.querySelector(".boards .card.picked .lift");
  if (!picked || !cell) return;
  const ghost = picked.parentElement.cloneNode(false);
  ghost.append(picked.cloneNode(true));
  for (const element of [ghost, ...ghost.querySelectorAll("[id]")]) element.removeAttribute("id");
  for (const { name } of [...ghost.attributes]) if (!["class", "transform"].includes(name)) ghost.removeAttribute(name);
  ghost.setAttribute("class", `${GHOST} ${ghost.getAttribute("class").replace(/\b(lit|picked|piece)\b/g, "")}`);
  ghost.setAttribute("transform", cell.getAttribute("transform"));
  ghost.setAttribute("aria-hidden", "true");
  cell.after(ghost);
}

/** Light up the partners of what is looked at, or else of what is picked. */
function light(piece) {
  const from = piece ?? document.querySelector(".boards .picked[data-partners]");
  const named = new Set(from?.dataset.partners?.split(" "));
  for (const other of document.querySelectorAll(".boards .card[id]")) other.classList.toggle("partner", named.has(other.id));
}

function look(event) {
  const at = event.target;
  stand(at.closest?.(".boards .cell.lit"));
  light(at.closest?.(".boards [data-partners]"));
}

for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, look);
document.addEventListener("click", (event) => setTimeout(() => light(event.target.closest?.(".boards [data-partners]"))));
document.addEventListener("renewed", () => {
  remove();
  light(null);
});

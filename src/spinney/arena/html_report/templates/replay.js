"use strict";
(async () => {
  const find = (id) => document.getElementById(id);
  const packed = Uint8Array.from(atob(find("pictures").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { pieces, sizes, boards } = JSON.parse(await new Response(stream).text());
  const shown = JSON.parse(find("shown").textContent); // by version of the match: which picture shows it
  const picture = find("picture");
  const groups = new Map();
  for (const [name, changes] of Object.entries(boards)) {
    const group = picture.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
    let row = [];
    const rows = changes.map(([start, end, between]) => (row = [...row.slice(0, start), ...between, ...row.slice(row.length - end)]));
    groups.set(name, { group, rows, shown: "" });
  }
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let at = -1;
  let playing = 0;

  function show(wanted, follows = false) {
    at = Math.min(Math.max(wanted, 0), shown.length - 1);
    const [width, height] = sizes[shown[at]];
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const board of groups.values()) {
      const svg = board.rows[shown[at]].map((piece) => pieces[piece]).join("");
      if (svg !== board.shown) board.group.innerHTML = board.shown = svg;
    }
    const line = find(`e${at}`);
    document.querySelector("#log .now")?.classList.remove("now");
    line.classList.add("now");
    const log = find("log");
    log.scrollTo({ top: line.offsetTop - log.clientHeight / 3, behavior: follows || still.matches ? "auto" : "smooth" });
    find("now").textContent = line.firstElementChild.textContent;
    find("at").value = at;
    if (!follows) history.replaceState(null, "", `#${at}`);
  }

  function play(on) {
    clearInterval(playing);
    playing = on ? setInterval(() => (at < shown.length - 1 ? show(at + 1) : play(false)), 800) : 0;
    find("play").textContent = on ? "Pause" : "Play";
    if (on && at === shown.length - 1) show(0);
  }

  function go(wanted) {
    play(false);
    show(wanted);
  }

  /** Show the version that the address names. */
  function follow() {
    play(false);
    show(Number(location.hash.slice(1)) || 0, true);
  }

  const steps = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => shown.length - 1 };
  for (const [id, step] of Object.entries(steps)) find(id).addEventListener("click", () => go(step()));
  find("play").addEventListener("click", () => play(!playing));
  find("at").addEventListener("input", (event) => go(Number(event.target.value)));
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, #log, pre")) return;
    if (event.key in keys) go(steps[keys[event.key]]());
    else if (event.key === " " && !event.target.closest("button, a")) play(!playing);
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", follow);
  follow();
})();

"""A visitor of a site: a browser's page, and what there is to ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from fastapi import FastAPI
from tests.waiting import PATIENCE
from tests.web.site import until

from spinney.match import Match
from spinney.server.play.match_service import MatchService

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Visitor:
    """A browser's page on a site of its own."""

    def __init__(self, address: str, app: FastAPI, page: Page) -> None:
        self.address, self.app, self.page = address, app, page
        page.set_default_timeout(1000 * PATIENCE)
        self.complaints: list[str] = []
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _note(self, kind: str, text: str) -> None:
        if kind == "error" and "Failed to load resource" not in text:
            self.complaints.append(text)

    @property
    def match_service(self) -> MatchService:
        match_service: MatchService = self.app.state.site.match_service
        return match_service

    def sit(self, match: Match) -> str:
        """Begin a match and go to its table; return its id."""
        name = self.match_service.begin(match)
        self.page.goto(f"{self.address}/match/{name}")
        self.page.locator("#boards .boards, #handover").first.wait_for()
        # The first page of a browser has wide boards; narrow ones follow by the socket.
        size = self.page.viewport_size
        layout = "narrow" if size and size["width"] < 800 else "wide"
        self.page.locator(f'#table[data-layout="{layout}"]').wait_for()
        return name

    @property
    def version(self) -> str:
        return self.page.get_attribute("#table", "data-version") or ""


def to(page: Page, wanted: str) -> None:
    """Press Tab until something is reached."""
    assert reached(page, wanted), f"{wanted} is not there"


def reached(page: Page, wanted: str) -> bool:
    """Press Tab until something is reached. False: it is not there, or not any more."""
    for _ in range(120):
        where = page.evaluate(WHERE, wanted)
        if where != "elsewhere":
            return bool(where == "reached")
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} can't be reached by Tab")


WHERE = """
wanted => document.activeElement.matches(wanted) ? "reached"
  : document.querySelector(wanted) ? "elsewhere" : "gone"
"""
"""Has the keyboard reached something? Asked in one go: there are many presses."""


# For every eye and screen.

# Selectors of all that was looked at would take half the time; what is wrong is told by its HTML.
VIOLATIONS = {"resultTypes": ["violations"], "selectors": False}


def bars_nobody(page: Page) -> None:
    """Check the page for all: narrow in the dark, wide by light.

    One page serves them all; its width and its colours are changed while it is open.
    """
    _check(page, 375, "dark")
    _check(page, 1280, "light")


def _check(page: Page, width: int, scheme: Any) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    until(lambda: page.evaluate(LAID_OUT))
    where = page.url, width, scheme
    assert page.evaluate(TOO_WIDE) <= 0, where
    serious = violations(page)
    assert not serious, (where, [(v["id"], v["nodes"][0]["html"][:200]) for v in serious])


def violations(page: Page) -> list[dict[str, Any]]:
    """Return what axe finds to be serious or critical. A document is sent axe only once."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Axe().axe_script)
    found: list[dict[str, Any]] = page.evaluate(RUN_AXE, VIOLATIONS)
    return [v for v in found if v["impact"] in ("serious", "critical")]


RUN_AXE = """options => {
  // What breaks one of these is never serious, so nobody would heed it.
  const slight = axe._audit.rules.filter(rule => ["minor", "moderate"].includes(rule.impact));
  const rules = Object.fromEntries(slight.map(rule => [rule.id, {enabled: false}]));
  return axe.run({...options, rules}).then(results => results.violations);
}"""


TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
LAID_OUT = """() => {
  if (document.readyState !== "complete") return false;
  const boards = document.querySelector("#boards > svg");
  return !boards || boards.getAttribute("width") < 700 === innerWidth < 800;
}"""
"""Have the page and its styles come, and the boards, if any, in the layout for this width?"""


CANONICAL = """
() => fetch(location.href).then(answer => answer.text()).then(text => {
  const own = new Set(["tabindex", "aria-pressed", "data-live", "data-forced", "open", "data-left",
    "data-token", "viewBox", "data-shown"]);
  const kept = new Set(["move-form", "more", "plain-moves", "lock-move", "completions", "reason",
    "orders", "scoring", "fix", "next-game"]);  // the last is hidden when its time is up
  const write = node => {
    if (node.nodeType === 3) return node.data.trim();
    if (node.nodeType !== 1) return "";
    if (kept.has(node.id) && node.id !== "move-form") return "";
    const names = [...node.attributes].map(a => a.name).filter(name => !own.has(name)).sort();
    const state =
      /\\b(lit|picked|chosen|latest|scored|pointing|pointed|hinted|ready|roams|more|scrolled)\\b/g;
    const value = name => name === "class"
      ? node.getAttribute(name).replace(state, "").trim().replace(/ +/g, " ")
      : node.getAttribute(name);
    const inside = node.id === "move-form" ? [] : [...node.childNodes].map(write);
    const told = names.map(n => `${n}=${value(n)}`)
      .filter(t => t !== "class=" && !/^disabled|^hidden/.test(t));
    return `<${node.namespaceURI.slice(-4)}:${node.localName} ${told}>${inside.join("")}`;
  };
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
  const [a, b] = [write(document.getElementById("table")), write(fresh)];
  if (a === b) return "";
  const at = [...a].findIndex((c, i) => c !== b[i]);
  return `${a.slice(at - 150, at + 80)}\\n--- fresh:\\n${b.slice(at - 150, at + 80)}`;
})
"""


TARGETS = """() => [...document.querySelectorAll(
    "button, a.button, a.quiet, summary, input:not([type=checkbox]), .lit, #strip a")]
  .filter(e => e.getClientRects().length && !e.closest(".unseen"))
  .map(e => [e.id || e.textContent.trim(), e.getBoundingClientRect()])
  .filter(([, box]) => box.width > 2 && (box.height < 43.5 || box.width < 43.5))
  .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""

"""Moves made on a table's page: typed, or by clicks and keys on the boards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from playwright.sync_api import Error
from tests.web.visitor import reached, to

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Page

CHOICES = (
    "#popover button, .boards .lit:not(.picked, #pile-cards *):visible, "
    "#plain-moves button, #lock-move:visible"
)
"""All that can be clicked to make a move."""
NEXT = (
    "#popover button",
    "#lock-move:not([hidden])",
    ".boards [tabindex='0'][data-live]",
    "#plain-moves button",
)
"""Where the keyboard goes, what comes first first."""
COUNT_BY_HAND = """{
  const later = window.setTimeout;
  const hours = (ms) => ([1200, 2600].includes(ms) ? 1e8 : ms);
  window.setTimeout = (act, ms, ...more) => later(act, hours(ms), ...more);
}"""
"""A script before a page's own: the scoring (`scoring.js`) goes on only when somebody goes on.

By itself it would, on a busy machine, between two looks of a test.
"""


def type_move(page: Page, move: str) -> None:
    """Type a move and press Enter."""
    write_move(page, move)
    page.keyboard.press("Enter")


def write_move(page: Page, move: str) -> None:
    """Type a move, without Enter.

    The box may be open and yet hidden, while it is nobody's turn: a click would close it.
    """
    if page.locator("#type-move:not([open])").count():
        page.locator("#type-move > summary").click()
    page.fill("#move", move)


def lock_in(page: Page) -> None:
    """Lock a choice in, at the piece or at the foot of the boards."""
    page.locator("#popover button.button, #lock-move:visible").first.click()


def click_next(page: Page, chooser: random.Random) -> None:
    """Click one of the things that a move begins or goes on with.

    A forced move that plays itself meanwhile may leave nothing to click: then nothing is.
    """
    while True:
        page.locator(f"{CHOICES}, #handover, #table[data-over='yes']").first.wait_for()
        offered = page.query_selector_all("#popover button") or page.query_selector_all(CHOICES)
        if offered and clicked(chooser.choice(offered)):
            return
        if not offered and page.locator("#handover, #table[data-over='yes']").count():
            return


def click_move(page: Page, move: str, made: Callable[[], bool]) -> int:
    """Make a move by clicks on what bears its words, until it is made; return how many it took.

    It may make itself meanwhile, where it is the only one.
    """
    words, clicks = [*move.split(), ""], 0
    while not made():
        for where, word in _bearing(words):
            piece = page.query_selector(where)
            if piece and clicked(piece):
                clicks += 1
                page.wait_for_selector("body:not([data-sending])")
                words = [other for other in words if other != word]
                break
        else:
            page.evaluate("() => new Promise(requestAnimationFrame)")
    return clicks


def _bearing(words: list[str]) -> Iterator[tuple[str, str]]:
    """Where words can be clicked: rather on pieces than on buttons, the first word last.

    "" stands for what locks them in.
    """
    for word in filter(None, reversed(words)):
        yield f".boards .lit:not(.picked)[data-word='{word}']:visible", word
    for word in filter(None, reversed(words)):
        yield f"#popover button[value='{word}'], #plain-moves button[value='{word}']", word
    if "" in words:
        yield "#popover button.button, #lock-move:visible", ""


STILL_THERE = "p => p.isConnected && p.checkVisibility() && !document.querySelector('#handover')"
"""Could a piece that was not clicked have been?"""


def clicked(piece: ElementHandle) -> bool:
    """Click a piece. False: the page was drawn anew just then, without it."""
    try:
        piece.click()
    except Error:
        if piece.evaluate(STILL_THERE):
            raise
        return False
    return True


def press_next(page: Page, chooser: random.Random) -> None:
    """Go on with a move by keyboard alone: with Tab, arrows and Enter.

    If the page is drawn anew meanwhile, nothing may be left to press: the caller looks again.
    """
    if page.locator("#boards [data-compose]").count():
        _press_groups(page, chooser)
        return
    where = next((where for where in NEXT if page.locator(where).count()), None)
    if where is None or not reached(page, where):
        page.evaluate("() => new Promise(requestAnimationFrame)")
        return
    if where.startswith(".boards"):
        for _ in range(chooser.randrange(4)):
            way = chooser.choice(["ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"])
            page.keyboard.press(way)
    page.keyboard.press("Enter")


def _press_groups(page: Page, chooser: random.Random) -> None:
    """Put a bid together and lock it in."""
    to(page, chooser.choice(["#branch-garden", "#branch-bulletin"]))
    for _ in range(chooser.randrange(1, 3)):
        page.keyboard.press("Enter")
    to(page, "#lock-in")
    page.keyboard.press("Enter")


WAITING = ".boards .lit, #popover button, #plain-moves button, #lock-move:not([hidden])"
"""What shows that more of a move is to be picked."""


def answered(page: Page, version: str) -> bool:
    """Has the page taken in what was clicked or pressed?"""
    if page.locator("body[data-sending]").count():
        return False
    changed = page.get_attribute("#table", "data-version") != version
    return changed or bool(page.locator(WAITING).count())

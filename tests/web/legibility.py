"""Find text on a page in a real browser that is small, covered, colliding or cut."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.web.visitor import TOO_WIDE

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEAST = 11.0
"""The least size of a text, in CSS pixels."""
MEASURE = Path(__file__).with_name("legibility.js").read_text(encoding="utf-8")


def offenders(page: Page, within: str = "#table") -> list[str]:
    """Return every text of a page that is hard to read, by its board; dialogs are opened too."""
    found = _offenders(page, within)
    for dialog in page.locator("dialog:has(svg.opened)").all():
        dialog.evaluate("dialog => dialog.showModal()")
        found += _offenders(page, "dialog[open]")
        dialog.evaluate("dialog => dialog.close()")
    if page.evaluate(TOO_WIDE) > 0:
        found.append("the page scrolls sideways")
    return found


def _offenders(page: Page, within: str) -> list[str]:
    found: list[str] = page.evaluate(MEASURE, [within, LEAST])
    return found

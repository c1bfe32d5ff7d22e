"""A game without a picture of its own, played on the page by clicking its card zones."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.hedges import ridges
from tests.web.site import until
from tests.web.visitor import Visitor

from spinney.match import Header, Match

pytestmark = pytest.mark.browser


def test_card_zones_are_played_by_clicking(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.sit(Match.begin(Header(ridges(), ("me", "level:tree"), seed=5)))
    for _ in range(9):
        until(lambda: page.locator("#boards .card.lit").count() > 0)
        version = visitor.version
        page.locator("#board-near .card.lit").first.click()
        page.locator("#board-near .slot.lit").first.click()
        until(lambda version=version: visitor.version != version)
    until(lambda: visitor.match_service.live_match(name).match.over)
    expect(page.locator("#sheet tfoot")).to_be_visible()


RENAME_AND_CLICK = """(card, move) => {
  card.dataset.word = move;
  card.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""


def test_a_word_of_several_spells_them_all(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(Match.begin(Header(ridges(), ("me", "level:seedling"), seed=5)))
    card = page.locator("#board-near .card.lit").first
    word = card.get_attribute("data-word")
    # In one step: a board drawn anew in between would bear the card's own word again.
    card.evaluate(RENAME_AND_CLICK, f"plant {word} south")
    expect(page.locator("#log")).to_contain_text(f"plant {word} south")

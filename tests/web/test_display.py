"""Display options: declared by games, applied to boards, kept by the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.web.site import GAME, Site
from tests.web.visitor import TARGETS, Visitor, bars_nobody, to

import spinney
from spinney.core import rendering
from spinney.match import Header, Match

SPRING = spinney.game("spring-2021")


def begun() -> Match:
    return Match.begin(Header(SPRING, ("me", "level:seedling"), seed=4))


def test_what_a_game_declares_is_drawn() -> None:
    options = rendering.display_options(SPRING)
    assert {"numbers", "sizes", "richness", "shadows", "tomorrow", "words"} == {
        o.name for o in options
    }
    said = ((0, "hello"),)
    for layout in ("wide", "narrow"):
        view = begun().view(-1)
        drawn = "".join(b.body for b in rendering.boards(view, layout, messages=said))
        for option in options:
            tags = re.findall(rf"<[^>]*\bdisplay-{option.name}\b[^>]*>", drawn)
            assert tags or option.name == "shadows"
            assert all(('display="none"' in tag) is not option.default for tag in tags)
    assert 'display="none"' not in rendering.svg(begun().view(-1))


def test_the_notation_can_be_shown_in_every_game(site: Site) -> None:
    for game, offered in ((GAME, False), ("spring-2021", True)):
        match = Match.begin(Header(spinney.game(game), ("me", "level:seedling"), seed=4))
        name = site.match_service.begin(match)
        for path in ("", "/replay"):
            page = site.client.get(f"/match/{name}{path}").text
            assert ('name="shadows"' in page) is offered
            assert re.search(r'name="notation"[^>]*(?<!checked)> Show notation', page)


@pytest.mark.browser
def test_a_choice_shows_at_once_and_is_kept(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.sit(begun())
    shadows, sizes = page.locator(".display-shadows").first, page.locator(".display-sizes").first
    expect(shadows).to_be_visible()
    expect(sizes).to_be_hidden()
    to(page, "#display > summary")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Shadows", exact=True)).to_be_checked()
    to(page, "#display [name=sizes]")
    page.keyboard.press("Space")
    to(page, "#display [name=shadows]")
    page.keyboard.press("Space")
    expect(shadows).to_be_hidden()
    expect(sizes).to_be_visible()
    bars_nobody(page)
    for path in ("", "/replay"):
        page.goto(f"{visitor.address}/match/{name}{path}")
        expect(sizes).to_be_visible()
        expect(shadows).to_be_hidden()
    page.click("#display > summary")
    page.keyboard.press("End")
    page.locator("#display[open]").wait_for()
    expect(page.get_by_label("Shadows", exact=True)).not_to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator("#display[open]")).to_have_count(0)
    page.click("#display > summary")
    page.locator("#display[open]").wait_for()
    page.click("#headline")
    expect(page.locator("#display[open]")).to_have_count(0)


@pytest.mark.browser
def test_its_menu_is_large_enough_for_thumbs(phone: Visitor) -> None:
    phone.sit(begun())
    phone.page.click("#display > summary")
    assert phone.page.evaluate(TARGETS) == []
    for label in phone.page.locator("#display label").all():
        box = label.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 375

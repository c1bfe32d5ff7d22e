"""Guides on pages: their pictures, and the help that opens over a table."""

from __future__ import annotations

import re

from tests.web.site import GAME, Site, fresh, until
from tests.web.visitor import Visitor

import spinney
from spinney import guides


def test_a_guide_shows_its_pictures(site: Site) -> None:
    for name, game in spinney.all_games().items():
        page = site.client.get(f"/guide/{name}").text
        addresses = re.findall(r'<img alt="[^"]+" src="([^"]+)" loading="lazy" width="\d+"', page)
        assert len(addresses) == len(guides.pictures_of(game)), name
        assert "picture:" not in page
    picture = site.client.get(f"/guide/{GAME}/pictures/table?theme=dark&layout=narrow")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    assert site.client.get(f"/guide/{GAME}/pictures/nothing").status_code == 422


def test_the_help_opens_over_a_table_and_is_searched(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(fresh("me", "friend"))
    page.locator("#boards").focus()
    page.keyboard.press("?")
    page.locator("#help[open] #help-text h2").first.wait_for()
    assert page.evaluate("document.activeElement.className") == "find-words"
    everything = page.locator("#help-text > :visible").count()
    page.keyboard.type("refuse dig")
    until(lambda: "section" in page.inner_text("#help .found"))
    assert 0 < page.locator("#help-text > :visible").count() < everything
    page.locator("#help .find-words").fill("zzz")
    until(lambda: page.inner_text("#help .found") == "Nothing found")
    assert page.locator("#help-text > :visible").count() == 0
    page.keyboard.press("Escape")  # forgets the words
    page.keyboard.press("Escape")
    page.locator("#help").wait_for(state="hidden")
    page.locator("[data-help]").click()
    page.locator("#help[open]").wait_for()
    assert page.locator("#help-text > :visible").count() == everything
    page.locator("#help-close").click()
    page.locator("#help").wait_for(state="hidden")
    page.set_viewport_size({"width": 375, "height": 812})
    page.goto(f"{visitor.address}/guide/forest-garden")
    title = page.locator("h1").bounding_box()
    assert title is not None
    assert title["y"] < 812 / 2, "a guide begins on a phone's first screen"

"""Pages in German have no English sentence: of every game, as it goes on and when it is over."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from tests.web.visitor import Visitor

import spinney
from spinney.i18n import catalogue
from spinney.match import Clock, Header, Match

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAMES = ("arboretum", "build-your-arboretum", "forest-garden", "spring-2021")
READ = {"title", "aria-label", "placeholder", "alt"}
SHORT = 12
"""Shorter texts can be the same in German by chance, or be a name."""


class Texts(HTMLParser):
    """What people read of a page: its text, and some attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found, self._hidden = list[str](), 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("script", "style", "code")
        self.found += [value for name, value in attrs if name in READ and value]

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style", "code")

    def handle_data(self, data: str) -> None:
        if not self._hidden and data.strip():
            self.found.append(" ".join(data.split()))


@cache
def english() -> re.Pattern[str]:
    """What fits an English text of the catalogue and not its German one."""
    texts = {
        (form, translation)
        for message in catalogue.read("de")
        if message.id
        for form, translation in zip(*catalogue.forms(message), strict=True)
    }
    wanted = [
        form
        for form, translation in texts
        if form != translation and len(re.sub(r"{\w+}", "", form)) >= SHORT
    ]
    plain = (re.sub(r"<[^>]*>", "", form).strip(" .") for form in wanted)
    return re.compile("|".join(re.sub(r"\\{\w+\\}", ".+", re.escape(form)) for form in plain))


def english_in(html: str) -> list[str]:
    page = Texts()
    page.feed(html)
    return [text for text in page.found if english().fullmatch(text.strip(" ."))]


def played(name: str, moves: int) -> Match:
    """A match of one person and a level, with so many choices made, or all."""
    header = Header(spinney.game(name), ["me", "level:seedling"], seed=5, clock=Clock())
    match = Match.begin(header)
    while not match.over and match.version < moves:
        player = match.to_act[0]
        move = match.view(player).legal.sample(match.version)
        match = match.play(player, move, match.version)
    return match


@pytest.fixture
def german(visitor: Visitor, browser: Browser) -> Visitor:
    """Somebody whose browser asks for German."""
    visitor.page.set_extra_http_headers({"accept-language": "de-DE,de;q=0.9"})
    return visitor


def test_the_search_for_english_finds_it_and_nothing_else() -> None:
    html = '<p title="Skip to the content">Die Karte</p><p>2 cards of one suit, doubled: 4</p>'
    assert english_in(html) == ["Skip to the content", "2 cards of one suit, doubled: 4"]


@pytest.mark.browser
def test_pages_are_all_german(german: Visitor) -> None:
    page = german.page
    page.goto(german.address)
    assert page.get_attribute("html", "lang") == "de"
    assert english_in(page.content()) == []
    for name in GAMES:
        for moves in (12, 10_000):
            german.sit(played(name, moves))
            assert page.get_attribute("html", "lang") == "de"
            assert english_in(page.content()) == [], (name, moves)
    page.goto(page.url + "/replay")
    page.get_by_role("button", name="Abspielen").wait_for()
    assert english_in(page.content()) == []

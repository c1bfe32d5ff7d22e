"""Moves on the board alone: how many clicks a turn of each game takes at most."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.web import arboretum, forest_garden
from tests.web.moves import click_next
from tests.web.site import until
from tests.web.visitor import Visitor

from spinney.games.forest_garden.rules.record import CHOOSING

if TYPE_CHECKING:
    from spinney.match import Match

pytestmark = pytest.mark.browser

THREE = ("me", "level:seedling", "level:seedling")


def chosen() -> Match:
    """A match in which all are to choose."""
    return forest_garden.played(
        *THREE, choices=30, until=lambda record: bool(record.phase == CHOOSING)
    )


@pytest.mark.parametrize(
    ("begin", "moves", "most"),
    [
        (lambda: arboretum.fresh("me", "level:seedling"), 4, 5),
        (chosen, 1, 2),
    ],
    ids=["arboretum: a turn", "forest garden: a choice"],
)
def test_a_turn_takes_few_clicks(visitor: Visitor, begin: object, moves: int, most: int) -> None:
    """Whatever is clicked of what glows, never more clicks are needed."""
    assert callable(begin)
    page, chooser = visitor.page, random.Random(3)
    name = visitor.sit(begin())
    session = visitor.match_service.session(name)
    before = _made(session.match)
    page.locator(".boards .lit:visible").first.wait_for()
    clicks = 0
    while _made(session.match) < before + moves:
        made = _made(session.match)
        until(lambda: visitor.version == f"0.{session.match.version_for(0)}")
        page.locator(".boards .lit:visible, #popover button").first.wait_for()
        last = page.locator("#popover .button").count() > 0
        click_next(page, chooser)
        clicks += 1
        assert clicks <= most
        expect(page.locator("#reason")).to_be_empty()
        until(
            lambda made=made, last=last: (
                _made(session.match) > made
                or (not last and page.locator(".boards .picked").count() > 0)
            )
        )
    assert clicks >= moves


def _made(match: Match) -> int:
    """How many moves the first player has made."""
    return sum(event.player == 0 and event.kind == "move" for event in match.events)

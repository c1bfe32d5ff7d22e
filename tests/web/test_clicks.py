"""Moves on the board alone: how many clicks a turn of each game takes at most."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.web import arboretum, forest_garden, site
from tests.web.moves import click_move
from tests.web.site import until
from tests.web.visitor import Visitor

import spinney
from spinney import lessons
from spinney.core import compilation
from spinney.games.forest_garden.rules.record import CHOOSING
from spinney.match import Header, Match

pytestmark = pytest.mark.browser

THREE = ("me", "level:seedling", "level:seedling")


def chosen() -> Match:
    """A match in which all are to choose."""
    return forest_garden.played(
        *THREE, choices=30, until=lambda record: bool(record.phase == CHOOSING)
    )


def acting(verb: str) -> Match:
    """A match of Build Your Arboretum in which the first player can do this."""
    match = site.fresh("me", "level:seedling")
    for number in range(200):
        if match.to_act == (0,) and any(m.startswith(verb) for m in match.view(0).legal):
            return match
        match = match.play(match.to_act[0], match.view(match.to_act[0]).legal.sample(number), at=0)
    raise AssertionError("the first player never could")


def rewarded() -> Match:
    """A match of Forest Garden in which the first player has reached a bonus."""
    match = lessons.begin_lesson(spinney.game("forest-garden"))
    for player, move in ((0, "choose 1"), (1, "choose 2"), (0, "grow EU27 3.3"), (1, "sell EU02")):
        match = match.play(player, move, at=0)
    for player, move in ((0, "choose 1"), (1, "choose 2"), (0, "grow EU08 5.1")):
        match = match.play(player, move, at=0)
    assert {*match.view(0).legal} == {"bonus 1", "bonus 2", "decline"}
    return match


def grown() -> Match:
    """A match of Spring Challenge 2021 in which trees can grow and throw seeds."""
    game = spinney.game("spring-2021")
    compilation.precompile(game)
    match, chooser = Match.begin(Header(game, ("me", "level:seedling"), seed=5)), random.Random(5)
    while len(match.view(0).legal) < 12:
        player = match.to_act[0]
        match = match.play(player, chooser.choice([*match.view(player).legal]), at=0)
    return match


@pytest.mark.parametrize(
    ("begin", "moves", "most"),
    [
        (lambda: arboretum.fresh("me", "level:seedling"), 4, {"draw": 1, "play": 2, "discard": 1}),
        (chosen, 1, {"": 2}),
        (rewarded, 1, {"bonus": 1}),
        (lambda: acting("plant"), 1, {"plant": 2}),
        (lambda: acting("take"), 1, {"take": 1}),
        (grown, 4, {"GROW": 2, "SEED": 2, "COMPLETE": 2, "WAIT": 2}),
    ],
    ids=[
        "arboretum: a turn",
        "forest garden: a choice",
        "a bonus",
        "plant",
        "advertise",
        "spring: commands",
    ],
)
def test_a_move_takes_few_clicks(
    visitor: Visitor, begin: Callable[[], Match], moves: int, most: dict[str, int]
) -> None:
    """The most clicks are given for what a move begins with."""
    chooser, live = random.Random(3), visitor.match_service.live_match(visitor.sit(begin()))
    places = list[float]()
    for _ in range(moves):
        made = _made(live.match)
        until(lambda: 0 in live.match.to_act)
        until(lambda: visitor.version == f"0.{live.match.version_for(0)}")
        verb, move = chooser.choice(
            [(verb, m) for m in live.match.view(0).legal for verb in most if m.startswith(verb)]
        )
        done = click_move(visitor.page, move, lambda: _made(live.match) > made)  # noqa: B023
        assert done <= most[verb], move
        expect(visitor.page.locator("#reason")).to_be_empty()
        places.append(visitor.page.evaluate(UNDO_AT))
    assert max(places) - min(places) < 2, "the controls stay where they are"


UNDO_AT = "document.getElementById('undo').getBoundingClientRect().y"


def _made(match: Match) -> int:
    """How many moves the first player has made."""
    return sum(event.player == 0 and event.kind == "move" for event in match.events)

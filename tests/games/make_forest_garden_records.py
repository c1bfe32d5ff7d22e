"""Write the records in tests/data/records/forest-garden: one for each way things can go.

Run from the root, after a change of the rules' version or of the format:
    .venv/bin/python -m tests.games.make_forest_garden_records
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from tests.games.test_forest_garden_records import RECORDS, WAYS, Way

import spinney
from spinney.core.state import Observation
from spinney.games.forest_garden.text.notation import deal_of
from spinney.match import Clock, Header, Match


def begun(clock: str, seed: int, given: bool, **options: object) -> Match:
    """A match at its beginning; if the deal is given, the one that the seed deals."""
    game = spinney.game("forest-garden", **options)
    seats = ("me", *["friend"] * (game.num_players - 1))
    deal = deal_of(game.new(seed=seed).record) if given else {}
    return Match.begin(Header(game, seats, None if given else seed, deal, Clock.read(clock)))


def played(match: Match, seed: int, habit: str = "") -> Match:
    """Play to the end by moves drawn at random, or mostly by habit; who is slow is late."""
    rng, slowest = Random(seed), 1500 if match.header.clock.kind == "none" else 4000
    while not match.over:
        at = (match.events[-1].at if match.events else 0) + rng.randrange(200, slowest)
        match = match.tick(at)
        waiting = [p for p in match.to_act if p not in match.sealed]
        if match.over or not waiting:
            continue
        player = rng.choice(waiting)
        match = match.play(player, said(match.view(player), habit, rng), at)
    return match


def said(view: Observation, habit: str, rng: Random) -> str:
    """A move of the viewer: one of the habit, if there is any and chance will have it so."""
    usual = [way for way in view.legal if habit and re.match(habit, way)]
    if usual and rng.random() < 0.8:
        return rng.choice(usual)
    return view.legal.sample(rng.getrandbits(60))


def first_that(shows: Callable[[Match], bool], matches: Iterator[Match]) -> Match:
    """Return the first of many random games that goes as it should."""
    return next(match for match in matches if shows(match))


def make(way: Way) -> Match:
    """Return the record of a way."""
    setting = {"clock": way.clock, "given": way.given, **way.options}
    return first_that(way.shows, (played(begun(seed=k, **setting), k, way.habit) for k in count(1)))


if __name__ == "__main__":
    RECORDS.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or WAYS:
        (RECORDS / f"{name}.txt").write_text(make(WAYS[name]).record(), "utf-8")

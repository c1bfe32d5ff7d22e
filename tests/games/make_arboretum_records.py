"""Write the records in tests/data/records/arboretum: one for each way the game can end.

Run from the root, after a change of the rules' version or of the format:
    .venv/bin/python -m tests.games.make_arboretum_records
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from tests.games.arboretum import cards
from tests.games.test_arboretum_records import RECORDS, WAYS, Way

import spinney
from spinney.match import Clock, Header, Match


def begun(clock: str = "none", seed: int = 0, given: bool = False, **options: object) -> Match:
    """A match at its beginning; if the deal is given, of a deck that the seed shuffles."""
    game = spinney.game("arboretum", **options)
    seats = ("me", *["friend"] * (game.num_players - 1))
    if not given:
        return Match.begin(Header(game, seats, seed, {}, Clock.read(clock)))
    deck = cards(game.num_players)
    Random(seed).shuffle(deck)
    return Match.begin(Header(game, seats, None, {"deck": deck, "first": ["2"]}, Clock.read(clock)))


def played(match: Match, seed: int) -> Match:
    """Play to the end by moves drawn at random; a player out of time is late."""
    rng = Random(seed)
    while not match.over:
        at = (match.events[-1].at if match.events else 0) + rng.randrange(500, 4000)
        match = match.tick(at)
        if not match.over:
            player = match.to_act[0]
            text = match.view(player).legal.sample(rng.getrandbits(60))
            match = match.play(player, text, at)
    return match


def first_that(shows: Callable[[Match], bool], matches: Iterator[Match]) -> Match:
    """Return the first of many random games that ends as it should."""
    return next(match for match in matches if shows(match))


def make(way: Way) -> Match:
    """Return the record of a way."""
    setting = {"clock": way.clock, "given": way.given, **way.options}
    return first_that(way.shows, (played(begun(seed=k, **setting), k) for k in count(1)))


if __name__ == "__main__":
    RECORDS.mkdir(parents=True, exist_ok=True)
    for name, way in WAYS.items():
        (RECORDS / f"{name}.txt").write_text(make(way).record())

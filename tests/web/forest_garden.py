"""Matches of Forest Garden for tests of the pages."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import spinney
from spinney.core import compilation
from spinney.match import Clock, Header, Match


def fresh(*seats: str, seed: int = 4, **options: object) -> Match:
    """A match that begins, with a seat for each player, of a game that is compiled."""
    game = spinney.game("forest-garden", players=len(seats), **options)
    compilation.precompile(game)
    return Match.begin(Header(game, seats, seed=seed, clock=Clock.read("none")))


@cache
def played(
    *seats: str,
    choices: int = 10_000,
    until: Callable[[Any], bool] = lambda record: True,
    seed: int = 4,
    **options: object,
) -> Match:
    """A match in which so many moves were said at random, or all of them.

    ``until``: it goes on until the record is like this.
    """
    match, chooser = fresh(*seats, seed=seed, **options), random.Random(seed)
    for number in range(10_000):
        if match.over or (number >= choices and until(match.state.record)):
            return match
        player = match.to_act[0]
        match = match.play(player, move(match, player, chooser), at=1000 * number)
    return match


def move(match: Match, player: int, chooser: random.Random) -> str:
    """Something to say: usually to grow a plant, where one can be grown."""
    ways = list(match.view(player).legal)
    growing = [way for way in ways if way.startswith("grow")]
    return chooser.choice(growing if growing and chooser.random() < 0.75 else ways)

"""Matches of Arboretum for tests of the pages."""

from __future__ import annotations

import random

import spinney
from spinney.core import compilation
from spinney.match import Clock, Header, Match


def fresh(*seats: str, seed: int = 3, **options: object) -> Match:
    """A match that begins, with a seat for each player, of a game that is compiled."""
    game = spinney.game("arboretum", players=len(seats), **options)
    compilation.precompile(game)
    return Match.begin(Header(game, seats, seed=seed, clock=Clock.read("none")))


def played(*seats: str, choices: int = 10_000, seed: int = 3, wide: bool = False) -> Match:
    """A match in which so many moves were said at random, or all of them.

    ``wide``: cards are played in one row, so that gardens grow as wide as they can.
    """
    match, chooser = fresh(*seats, seed=seed), random.Random(seed)
    for number in range(choices):
        if match.over:
            break
        player = match.to_act[0]
        match = match.play(player, move(match, player, chooser, wide), at=1000 * number)
    return match


def move(match: Match, player: int, chooser: random.Random, wide: bool = False) -> str:
    """Something to say: usually from the deck what is drawn, so that games end."""
    ways = list(match.view(player).legal)
    if ways[0] == "draw deck" and chooser.random() < 0.7:
        return ways[0]
    row = [way for way in ways if way.endswith(",0")]
    return (
        max(row, key=lambda way: int(way.split()[2].split(",")[0]))
        if wide and row
        else chooser.choice(ways)
    )

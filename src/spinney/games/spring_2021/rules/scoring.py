"""Scoring: the points of a completed tree, and the end of the game."""

from __future__ import annotations

from spinney.games.spring_2021.rules.record import (
    PLAYERS,
    RICHNESS_BONUS,
    SUN_PER_POINT,
    Forest,
)
from spinney.games.spring_2021.rules.trees import owned, richness
from spinney.kernel.records import Ints
from spinney.kernel.rule import ones, rule


@rule
def completion_points(s: Forest, cell: int) -> int:
    """Return the points for completing a tree there now: better soil is worth more."""
    return s.nutrients + int(RICHNESS_BONUS[richness(s, cell)])


@rule
def sun_points(s: Forest, p: int) -> int:
    """Return the points that a player's sun is worth at the end."""
    return s.sun[p] // SUN_PER_POINT


@rule
def tied(s: Forest) -> bool:
    """Would trees be counted at the end? They are unless two players are in and differ."""
    if s.out[0] == 1 or s.out[1] == 1:
        return True
    return s.points[0] + sun_points(s, 0) == s.points[1] + sun_points(s, 1)


@rule
def score(s: Forest, out: Ints) -> None:
    """Write both players' points as if the game ended now; -1 for a player who is out."""
    for p in range(PLAYERS):
        if s.out[p] == 1:
            out[p] = -1
        else:
            out[p] = s.points[p] + sun_points(s, p)
            if tied(s):
                out[p] += ones(owned(s, p))

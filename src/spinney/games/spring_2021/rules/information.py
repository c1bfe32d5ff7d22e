"""Observation: a choice is its owner's secret until both are carried out."""

from __future__ import annotations

from spinney.games.spring_2021.rules.geometry import SIZES
from spinney.games.spring_2021.rules.record import (
    NO_CELL,
    NOTHING,
    PLAYERS,
    Forest,
)
from spinney.kernel.rule import churn, rule


@rule
def observe(s: Forest, p: int) -> None:
    """Take back the other's choice that is not carried out yet, whole or half."""
    for q in range(PLAYERS):
        if q != p:
            s.choice[q] = NOTHING
            s.sower[q] = NO_CELL


@rule
def infoset(s: Forest, p: int) -> int:
    """Fold all there is but choices, which are nobody else's business or were carried out.

    Of the player's own there can only be half of one, or the player would not be to act.
    """
    key = fold(p + 1 << 40, s.points[0] << 20 | s.points[1])
    key = fold(key, s.sun[0] << 20 | s.sun[1])
    day = s.sower[p] + 1 << 20 | s.day << 12 | s.nutrients << 2
    key = fold(key, day | s.asleep[0] << 1 | s.asleep[1])
    key = fold(key, s.dormant)
    key = fold(key, s.soil[1] ^ s.soil[2] << 1 ^ s.soil[3] << 2)
    for q in range(PLAYERS):
        for size in range(SIZES):
            key = fold(key, s.trees[q, size])
    return key | 1


@rule
def fold(key: int, x: int) -> int:
    """Fold a number into a hash, with half the care of `spinney.kernel.rng.mix`."""
    key = churn(key ^ x, 0x2545F4914F6CDD1D, 0x5851F42D4C957F2D)
    return key ^ key >> 31

"""Ratings of many entrants, from games of any number of players.

An entrant of strength w wins a game against others with probability w / (sum of all their w): the
model of Luce and Plackett for who comes first, and of Bradley and Terry for two. Its logarithm, on
Elo's scale, is the rating; the mean of all ratings is 0. As everywhere in the arena, only winning
counts, not second place: a player who risks a second place for a win plays well.

Strengths are those of the greatest likelihood, found by D. Hunter's algorithm ("MM algorithms for
generalized Bradley-Terry models", 2004). A rating that is updated game by game, as `openskill` has
it, depends on the order in which games end, and so on how many go at once; these don't. It is also
made for strengths that change. A program's doesn't.

Intervals come from the Bayesian bootstrap (D. Rubin, 1981) over deal groups: each group is given a
random weight, and strengths are found anew, many times. As a prior everybody has won and lost a
game against somebody of mean strength: so ratings stay finite, and an entrant that won everything
has an interval as wide as Laplace's rule makes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spinney.arena.deal_group import group_size
from spinney.arena.elo import SCALE, Interval
from spinney.arena.game_result import GameResult
from spinney.arena.intervals import Z, student

Array = npt.NDArray[Any]

SAMPLES = 500
"""The number of bootstrap samples."""
ENDS = (2.5, 97.5)
"""The percentiles that are the ends of an interval."""
STEPS = 5_000
"""The most iterations; a few dozen suffice if all have met."""
PRECISION = 1e-5
"""The relative change of strengths at which they count as found."""


class GroupPoints(NamedTuple):
    """The result of a deal group.

    Attributes:
        pairing: who played it.
        points: of each of them, in all its games.
    """

    pairing: tuple[int, ...]
    points: tuple[float, ...]


def group_points(results: Iterable[GameResult]) -> list[GroupPoints]:
    """Return the result of each complete deal group, by its number."""
    groups: dict[int, list[GameResult]] = {}
    for game in results:
        groups.setdefault(game.group, []).append(game)
    return [
        GroupPoints(games[0].pairing, _sums(games))
        for _, games in sorted(groups.items())
        if len(games) == group_size(len(games[0].seating))
    ]


def _sums(games: Sequence[GameResult]) -> tuple[float, ...]:
    return tuple(
        sum(game.points[game.seating.index(entrant)] for game in games)
        for entrant in games[0].pairing
    )


def ratings(groups: Sequence[GroupPoints], num_entrants: int) -> tuple[Interval | None, ...]:
    """Return the rating of each entrant with its 95 % interval; None for one that played nothing.

    The same groups give the same ratings, in whatever order they come.
    """
    if not groups:
        return (None,) * num_entrants
    model = _Model(sorted(groups), num_entrants)
    elo = model.elo(np.ones((1, len(groups))), np.ones((2, 1, num_entrants)))[0]
    rng = np.random.default_rng(num_entrants)
    weights = rng.exponential(size=(SAMPLES, len(groups)))
    weights /= weights.mean(axis=1, keepdims=True)
    drawn = model.elo(weights, rng.exponential(size=(2, SAMPLES, num_entrants)))
    low, high = np.percentile(drawn, ENDS, axis=0)
    intervals: list[Interval | None] = [None] * num_entrants
    for entrant in model.played:
        value, wider = elo[entrant], model.widening(entrant)
        ends = (value + wider * (end - value) for end in (low[entrant], high[entrant]))
        intervals[entrant] = Interval(float(value), *map(float, ends))
    return tuple(intervals)


class _Model:
    """The games played and won, as arrays; a column an entrant."""

    def __init__(self, groups: Sequence[GroupPoints], num_entrants: int) -> None:
        pairings = sorted({group.pairing for group in groups})
        places = {pairing: place for place, pairing in enumerate(pairings)}
        self.members = np.zeros((len(pairings), num_entrants))
        for pairing, place in places.items():
            self.members[place, list(pairing)] = 1
        self.games = np.zeros((len(groups), len(pairings)))
        self.won = np.zeros((len(groups), num_entrants))
        for number, group in enumerate(groups):
            self.games[number, places[group.pairing]] = sum(group.points)
            self.won[number, list(group.pairing)] = group.points
        self.groups = (self.games @ self.members > 0).sum(axis=0)
        self.played = np.flatnonzero(self.groups)

    def widening(self, entrant: int) -> float:
        """Return the factor by which an interval is wider for the few groups of an entrant."""
        return student(max(1, int(self.groups[entrant]) - 1)) / Z

    def elo(self, weights: Array, prior: Array) -> Array:
        """Return the ratings, a row for each row of weights of the groups.

        Args:
            weights: of the groups, of shape ``(rows, groups)``.
            prior: the weight of each entrant's prior win and loss against the mean, of shape ``(2,
                rows, entrants)``.
        """
        games, won = weights @ self.games, weights @ self.won + prior[0]
        strength = np.ones_like(won)
        for _ in range(STEPS):
            met = (games / (strength @ self.members.T)) @ self.members
            following = won / (met + prior.sum(axis=0) / (strength + 1))
            following *= _common_factor(following, prior)
            change = np.abs(following / strength - 1).max()
            strength = following
            if change < PRECISION:
                break
        ratings = SCALE * np.log(strength)
        centred: Array = ratings - ratings[:, self.played].mean(axis=1, keepdims=True)
        return centred


def _common_factor(strength: Array, prior: Array) -> Array:
    """Return by what factor all strengths of a row fit the prior better, a row each.

    Games between entrants say nothing about it, so the other steps hardly come nearer to it. It is
    a step of Newton's method, kept short where the likelihood is flat.
    """
    won = prior[0].sum(axis=1, keepdims=True)
    expected = prior.sum(axis=0) * strength / (strength + 1)
    slope = (expected / (strength + 1)).sum(axis=1, keepdims=True)
    step = (won - expected.sum(axis=1, keepdims=True)) / slope
    factor: Array = np.exp(np.clip(step, -1, 1))
    return factor

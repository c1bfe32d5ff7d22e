"""Estimates from many games, with their 95 % intervals.

What happens to the players of one game hangs together: if one wins, the others don't. So the
games are what varies, never the single players. Arrays have a row a game, a column a player.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spinney.arena.standings import student

Array = npt.NDArray[Any]


class Estimate(NamedTuple):
    """A figure and how sure it is.

    Attributes:
        value: the figure.
        margin: half the width of its 95 % interval; NaN where too little was seen to tell.
    """

    value: float
    margin: float

    @property
    def percent(self) -> Estimate:
        """The same in parts of a hundred."""
        return Estimate(100 * self.value, 100 * self.margin)


UNKNOWN = Estimate(math.nan, math.nan)


def mean(values: Array) -> Estimate:
    """Return the mean of a value a game."""
    games = len(values)
    if not games:
        return UNKNOWN
    spread = float(np.std(values, ddof=1)) if games > 1 else math.nan
    return Estimate(float(np.mean(values)), _margin(games, spread / math.sqrt(games)))


def mean_where(values: Array, where: Array) -> Estimate:
    """Return the mean of the players' values where a mask of the same shape is True."""
    count = int(where.sum())
    if not count:
        return UNKNOWN
    average = float(values[where].mean())
    return Estimate(average, _margin_by(_influence(values, where, average, count)))


def difference(values: Array, where: Array) -> Estimate:
    """Return how much more the mean of the values is where the mask is True than elsewhere."""
    inside, outside = int(where.sum()), int((~where).sum())
    if not (inside and outside):
        return UNKNOWN
    one, other = float(values[where].mean()), float(values[~where].mean())
    influence = _influence(values, where, one, inside) - _influence(values, ~where, other, outside)
    return Estimate(one - other, _margin_by(influence))


def _influence(values: Array, where: Array, average: float, count: int) -> Array:
    """What each game adds to the error of a mean, to first order (a ratio of two sums)."""
    added: Array = ((values - average) * where).sum(axis=1) / count
    return added


def _margin_by(influence: Array) -> float:
    games = int((influence != 0).sum())
    if games < 2:
        return math.nan
    return _margin(games, math.sqrt(float((influence**2).sum()) * games / (games - 1)))


def _margin(games: int, error: float) -> float:
    """Return half the width of the interval, given the standard error."""
    return student(games - 1) * error if games > 1 else math.nan

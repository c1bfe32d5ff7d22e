"""Estimates from many games, with their 95 % intervals.

What happens to the players of one game hangs together: if one wins, the others don't. So the
games are what varies, never the single players. Arrays have a row a game, a column a player.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spinney.arena.elo import Interval
from spinney.arena.intervals import student

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


def figure_json(figure: Estimate | Interval) -> dict[str, float | None]:
    """Return a figure as JSON values; null where it is unknown or has no end."""
    named = figure._asdict()
    return {name: value if math.isfinite(value) else None for name, value in named.items()}


def mean(values: Array) -> Estimate:
    """Return the mean of a value a game."""
    games = len(values)
    if not games:
        return UNKNOWN
    spread = float(np.std(values, ddof=1)) if games > 1 else math.nan
    return Estimate(float(np.mean(values)), _margin(games, spread / math.sqrt(games)))


def mean_where(values: Array, where: Array) -> Estimate:
    """Return the mean of the players' values where a mask of the same shape is True.

    The mask may hold weights, too: the mean is weighted with them.
    """
    count = float(where.sum())
    if not count:
        return UNKNOWN
    average = float((values * where).sum() / count)
    return Estimate(average, _margin_by(_influence(values, where, average, count)))


def difference(values: Array, where: Array) -> Estimate:
    """Return how much more the mean of the values is where the mask is True than elsewhere."""
    inside, outside = int(where.sum()), int((~where).sum())
    if not (inside and outside):
        return UNKNOWN
    one, other = float(values[where].mean()), float(values[~where].mean())
    influence = _influence(values, where, one, inside) - _influence(values, ~where, other, outside)
    return Estimate(one - other, _margin_by(influence))


def _influence(values: Array, where: Array, average: float, count: float) -> Array:
    """Return each game's part of the error of a mean, to first order (a ratio of two sums)."""
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


def median(games: Sequence[Sequence[tuple[int, int]]]) -> Interval:
    """Return the median of numbers of which games have several each.

    The interval is Woodruff's ("Confidence intervals for medians and other position measures",
    1952): the numbers at the ends of the interval of the share that lies at the median or below.

    Args:
        games: for each game the numbers seen and how often, as pairs.
    """
    numbers = sorted({number for game in games for number, _ in game})
    if not numbers:
        return Interval(math.nan, math.nan, math.nan)
    counts = _counts(games, numbers)
    total = counts.sum(axis=1)
    below = counts.cumsum(axis=1)
    shares = below.sum(axis=0) / total.sum()
    at = int(np.searchsorted(shares, 0.5))
    width = _margin_by((below[:, at] - shares[at] * total) / total.sum())
    reach = 0.0 if math.isnan(width) else width
    ends = (int(np.searchsorted(shares, min(1.0, 0.5 + sign * reach))) for sign in (0, -1, 1))
    return Interval(*(float(numbers[min(end, len(numbers) - 1)]) for end in ends))


def _counts(games: Sequence[Sequence[tuple[int, int]]], numbers: Sequence[int]) -> Array:
    """Return how often each game has each number."""
    place = {number: k for k, number in enumerate(numbers)}
    counts = np.zeros((len(games), len(numbers)))
    for i, game in enumerate(games):
        for number, often in game:
            counts[i, place[number]] = often
    return counts


class Bin(NamedTuple):
    """A bar of a histogram: the numbers from ``low`` to ``high``, and how many of 1 they are."""

    low: int
    high: int
    share: Estimate


BINS = 16
"""The most bars of a histogram."""
_STEPS = (1, 2, 5)
"""How wide bars are, times a power of ten."""


def histogram(values: Array) -> tuple[Bin, ...]:
    """Return how whole numbers are distributed, of shape ``(games,)`` or ``(games, players)``.

    A share's interval is over games.
    """
    values = values.reshape(len(values), -1)
    low, high = int(values.min()), int(values.max())
    width = next(w for w in _widths() if (high // w) - (low // w) < BINS)
    starts = range(low // width * width, high + 1, width)
    return tuple(
        Bin(start, start + width - 1, mean(((values // width) == start // width).mean(axis=1)))
        for start in starts
    )


def _widths() -> Iterator[int]:
    power = 1
    while True:
        yield from (step * power for step in _STEPS)
        power *= 10

"""Glicko-2: ratings of two players from their results.

After Mark E. Glickman, "Example of the Glicko-2 system" (2022). Each match is a rating period of
its own, as at most servers: time between matches is a part of a period, and only makes ratings less
certain.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""Points of the shown scale to one of Glicko-2's own."""
MIDDLE = 1500.0
"""The shown rating that is 0 on Glicko-2's own scale."""
TAU = 0.5
"""How much a volatility can change."""
PRECISION = 1e-6
"""How exactly the new volatility is found."""


class Rating(NamedTuple):
    """How strong somebody is, and how sure that is.

    Attributes:
        rating: in points; who has 200 more wins three of four games.
        deviation: the standard deviation of that, in points.
        volatility: how much it changes from period to period.
    """

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def update(own: Rating, results: Iterable[tuple[Rating, float]], periods: float = 1.0) -> Rating:
    """Return a player's rating after the results of a period.

    Args:
        own: before it.
        results: each opponent's rating before it, and the score: 1 won, 0.5 drawn, 0 lost.
        periods: how many have passed since the rating was computed; parts of them count.
    """
    mu, phi = (own.rating - MIDDLE) / SCALE, own.deviation / SCALE
    information = gain = 0.0
    for other, score in results:
        weight = _g(other.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (other.rating - MIDDLE) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    if not information:
        return aged(own, periods)
    volatility = _volatility(own.volatility, phi, 1 / information, gain / information)
    before = phi**2 + volatility**2 * periods
    phi = 1 / sqrt(1 / before + information)
    return Rating(MIDDLE + SCALE * (mu + phi**2 * gain), SCALE * phi, volatility)


def aged(own: Rating, periods: float) -> Rating:
    """Return a rating after periods without a match: less certain."""
    deviation = sqrt(own.deviation**2 + (SCALE * own.volatility) ** 2 * periods)
    return own._replace(deviation=deviation)


def _g(phi: float) -> float:
    """Return how much a result counts against an opponent of this deviation."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility: where `f` is 0, found by the Illinois algorithm (step 5)."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = start - TAU
        while f(high) < 0:
            high -= TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)

"""The system of ratings: Glicko-2 for two players, Plackett-Luce for more."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.server.ratings import glicko2, plackett_luce
from spinney.server.ratings.glicko2 import SCALE, Rating

DAY = 86_400_000
PERIOD = 4.67 * DAY
"""Milliseconds of a rating period: in a year without a match a deviation of 60 becomes 110."""
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0
"""The bounds of a deviation: nobody is known exactly, nor less than who has never played."""
MOST_VOLATILITY = 0.1
LOWEST = 100.0
"""The lowest rating that is kept."""
SURE = {2: 110.0}
"""By number of players: the highest deviation of a rating that counts as sure."""
SURE_OF_MORE = 200.0
"""The same for three and more: their deviations fall more slowly."""


def sure_deviation(players: int) -> float:
    """Return up to which deviation a rating is sure; beyond it is provisional."""
    return SURE.get(players, SURE_OF_MORE)


def rate(ratings: Sequence[Rating], places: Sequence[int], ages: Sequence[int]) -> list[Rating]:
    """Return the ratings of all players of a match after it.

    Args:
        ratings: before it, by player, as they were computed last.
        places: from 1 on; who shares a place has the same.
        ages: how long ago each was computed, in ms.
    """
    periods = [max(0, age) / PERIOD for age in ages]
    now = [_bounded(glicko2.aged(*one)) for one in zip(ratings, periods, strict=True)]
    if len(ratings) > 2:
        return [_bounded(one) for one in plackett_luce.update(now, places)]
    score = (places[0] < places[1]) / 2 + (places[0] <= places[1]) / 2
    results = [[(now[1], score)], [(now[0], 1 - score)]]
    given = zip(ratings, results, periods, strict=True)
    return [_bounded(glicko2.update(own, result, passed)) for own, result, passed in given]


def current(rating: Rating, age: int) -> Rating:
    """Return a rating as it is now, ``age`` ms after it was computed."""
    return _bounded(glicko2.aged(rating, max(0, age) / PERIOD))


def sure_for(rating: Rating, players: int) -> int:
    """Return for how many ms a rating stays sure if its player plays no more; 0: it isn't."""
    room = sure_deviation(players) ** 2 - rating.deviation**2
    if room < 0:
        return 0
    return int(PERIOD * room / (SCALE * rating.volatility) ** 2)


def _bounded(one: Rating) -> Rating:
    """Return a rating within the bounds that keep a wrong one from lasting."""
    deviation = min(max(one.deviation, LEAST_DEVIATION), MOST_DEVIATION)
    return Rating(max(one.rating, LOWEST), deviation, min(one.volatility, MOST_VOLATILITY))

"""The system of ratings: Glicko-2 for two players, Plackett-Luce for more."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.server.ratings import glicko2, plackett_luce
from spinney.server.ratings.glicko2 import SCALE, Rating

DAY = 86_400_000
PERIOD = 4.67 * DAY
"""Milliseconds of a rating period: in a year without a match a deviation of 60 becomes 110."""
LEAST_DEVIATION = 45.0
"""The lowest deviation: nobody is known exactly."""
MOST_VOLATILITY = 0.1
LOWEST = 100.0
"""The lowest rating that is kept."""
SURE = 110.0
"""The highest deviation of a rating that counts as sure; beyond it is provisional."""


def start(players: int) -> Rating:
    """Return the rating of a new player, by the number of players in the game."""
    return Rating() if players == 2 else plackett_luce.START


def rate(ratings: Sequence[Rating], places: Sequence[int], ages: Sequence[int]) -> list[Rating]:
    """Return the ratings of all players of a match after it.

    Args:
        ratings: before it, by player, as they were computed last.
        places: from 1 on; who shares a place has the same.
        ages: how long ago each was computed, in ms.
    """
    periods = [max(0, age) / PERIOD for age in ages]
    players = len(ratings)
    now = [_bounded(glicko2.aged(*one), players) for one in zip(ratings, periods, strict=True)]
    if players > 2:
        return [_bounded(one, players) for one in plackett_luce.update(now, places)]
    score = (places[0] < places[1]) / 2 + (places[0] <= places[1]) / 2
    results = [[(now[1], score)], [(now[0], 1 - score)]]
    given = zip(ratings, results, periods, strict=True)
    after = (glicko2.update(own, result, passed) for own, result, passed in given)
    return [_bounded(one, players) for one in after]


def current(rating: Rating, players: int, age: int) -> Rating:
    """Return a rating as it is now, ``age`` ms after it was computed."""
    return _bounded(glicko2.aged(rating, max(0, age) / PERIOD), players)


def sure_for(rating: Rating) -> int:
    """Return for how many ms a rating stays sure if its player plays no more; 0: it isn't."""
    room = SURE**2 - rating.deviation**2
    if room < 0:
        return 0
    return int(PERIOD * room / (SCALE * rating.volatility) ** 2)


def _bounded(one: Rating, players: int) -> Rating:
    """Return a rating within the bounds that keep a wrong one from lasting."""
    deviation = min(max(one.deviation, LEAST_DEVIATION), start(players).deviation)
    return Rating(max(one.rating, LOWEST), deviation, min(one.volatility, MOST_VOLATILITY))

"""Plackett-Luce: ratings of three and more players from the order in which they finish."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Any

from spinney.core.errors import Refused
from spinney.server.ratings.glicko2 import SCALE, Rating

START = Rating(deviation=175.0)
"""How somebody begins. With a greater deviation ratings overshoot: they are twice and three times
as far apart as they should be, for dozens of matches."""
TAU = START.deviation / 50
"""What each match adds to a deviation, so that ratings go on to change."""


def update(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings of all players of a match after it.

    Args:
        ratings: before it, by player.
        places: from 1 on; who shares a place has the same.

    Raises:
        Refused: the library that computes it is not installed.
    """
    model = _model(len(ratings))
    teams = [[model.rating(mu=one.rating, sigma=one.deviation)] for one in ratings]
    after = model.rate(teams, ranks=list(places))
    return [
        before._replace(rating=team[0].mu, deviation=team[0].sigma)
        for before, team in zip(ratings, after, strict=True)
    ]


@cache
def _model(players: int) -> Any:
    """Return openskill's model on the scale of shown ratings.

    It divides differences by the root of all players' variances and `beta` squares. With this
    `beta` that is Glicko-2's scale once ratings are sure: the same difference means the same odds.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise Refused(
            "ratings of three and more players need the package openskill: "
            "pip install -e '.[web]' in the folder of Spinney"
        ) from None
    mu, sigma = START.rating, START.deviation
    return PlackettLuce(mu=mu, sigma=sigma, beta=SCALE / sqrt(players), tau=TAU)

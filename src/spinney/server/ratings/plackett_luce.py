"""Plackett-Luce: ratings of three and more players from the order in which they finish."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from spinney.core.errors import Refused
from spinney.server.ratings.glicko2 import Rating

START = Rating()
TAU = START.deviation / 100
"""What each match adds to a deviation, so that ratings go on to change."""


def update(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings of all players of a match after it.

    Args:
        ratings: before it, by player.
        places: from 1 on; who shares a place has the same.

    Raises:
        Refused: the library that computes it is not installed.
    """
    model = _model()
    teams = [[model.rating(mu=one.rating, sigma=one.deviation)] for one in ratings]
    after = model.rate(teams, ranks=list(places))
    return [
        before._replace(rating=team[0].mu, deviation=team[0].sigma)
        for before, team in zip(ratings, after, strict=True)
    ]


@cache
def _model() -> Any:
    """Return openskill's model on the scale of shown ratings."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise Refused(
            "ratings of three and more players need the package openskill: "
            "pip install 'spinney[web]'"
        ) from None
    mu, sigma = START.rating, START.deviation
    return PlackettLuce(mu=mu, sigma=sigma, beta=sigma / 2, tau=TAU)

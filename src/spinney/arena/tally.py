"""What a series of games comes to: wins, draws, scores, time, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from .series import Finished

Z = 1.959964
"""Standard deviations either side of the mean that hold 95 of 100 of a normal distribution."""


@dataclass(frozen=True)
class Row:
    """One entrant's results.

    Attributes:
        games, wins, draws, losses: counts; a draw is a shared win.
        score: the mean of its final scores.
        seconds: the mean time of its sentences.
        share: the part of all points it won, 0 to 1.
        margin: half the width of the 95 % interval around ``share``; None for fewer than two
            complete deals.
    """

    games: int
    wins: int
    draws: int
    losses: int
    score: float
    seconds: float
    share: float
    margin: float | None


def tally(finished: Sequence[Finished], entrants: int) -> tuple[Row, ...]:
    """Return the results of each entrant, in their order."""
    return tuple(_row(finished, entrant, entrants) for entrant in range(entrants))


def _row(finished: Sequence[Finished], entrant: int, entrants: int) -> Row:
    played = [(game, game.seating.index(entrant)) for game in finished]
    results = [(game.match.outcome or ())[seat] for game, seat in played]
    points = [game.points[seat] for game, seat in played]
    return Row(
        games=len(played),
        wins=results.count(1),
        draws=results.count(0),
        losses=results.count(-1),
        score=_mean(game.match.state.scores[seat] for game, seat in played),
        seconds=_mean(second for game, seat in played for second in game.spent[seat]),
        share=_mean(points),
        margin=margin(_by_deal(points, entrants)),
    )


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return fmean(listed) if listed else 0.0


def _by_deal(points: Sequence[float], seats: int) -> list[float]:
    """Return the mean over the seats of each deal that was played from all of them.

    Luck of the deal falls out of these means, so they vary less than single games do.
    """
    whole = len(points) // seats * seats
    return [fmean(points[at : at + seats]) for at in range(0, whole, seats)]


def margin(means: Sequence[float]) -> float | None:
    """Return half the width of the 95 % interval around the mean of these, None for fewer than 2.

    Where all are alike they show no spread to judge by: then the rule of three holds, by which
    what never happened in n deals happens in less than 3/n of them.
    """
    if len(means) < 2:
        return None
    spread = stdev(means)
    if not spread:
        return min(1.0, 3 / len(means))
    return _student(len(means) - 1) * spread / math.sqrt(len(means))


def _student(freedom: int) -> float:
    """Return Student's t for 95 % by its series in 1/freedom (Abramowitz and Stegun, 26.7.5)."""
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3

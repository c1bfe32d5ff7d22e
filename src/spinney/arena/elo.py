"""Elo differences from shares of points, for games of any number of players.

What varies is the deal, played from several seats: the scores here are means over such a group of
games (`spinney.arena.deal_group`), 1 for a win, 0 for a loss, an equal part for a shared win. For
two players this is what chess engines are tested by (pentanomial statistics).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, pstdev
from typing import NamedTuple

from spinney.arena.deal_group import group_size
from spinney.arena.intervals import Z, margin, margin_of_spread
from spinney.core.errors import Refused

SCALE = 400 / math.log(10)
"""Elo points in which odds grow by a factor of e."""


class Interval(NamedTuple):
    """An estimate with its 95 % interval; infinite ends where too little is known."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


def expected_share(elo: float, players: int = 2) -> float:
    """Return the share of wins, 0 to 1, of a player ``elo`` stronger than each of the others."""
    return 1 / (1 + (players - 1) * math.exp(-elo / SCALE))


def elo_of(share: float, players: int = 2) -> float:
    """Return how much stronger than each of the others a player is who wins this share, 0 to 1."""
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    return SCALE * math.log(share * (players - 1) / (1 - share))


def elo(scores: Sequence[float], players: int = 2) -> Interval:
    """Return the Elo difference that the scores of deal groups show.

    Args:
        scores: a score for each group, 0 to 1; at least one.
        players: how many play a game.

    Raises:
        Refused: there is no score, or one is not from 0 to 1.
    """
    check_scores(scores)
    share, width = fmean(scores), margin(scores)
    low, high = (0.0, 1.0) if width is None else (share - width, share + width)
    return _interval(share, low, high, players)


def check_scores(scores: Iterable[float], least: int = 1) -> None:
    """Refuse scores of deal groups that are too few or not from 0 to 1."""
    count = 0
    for count, score in enumerate(scores, 1):  # noqa: B007 - the last count is used
        if not 0 <= score <= 1:
            raise Refused(
                "a score is the mean of the points of a deal group: from 0, all games lost, to 1, "
                f"all won, as 0.75; not {score!r}"
            )
    if count < least:
        raise Refused("Elo takes the score of one deal group or more, each from 0 to 1")


def elo_of_counts(seen: Mapping[float, int], players: int = 2) -> Interval:
    """Return the Elo difference of deal groups, at least 2, given how often each score was seen.

    It takes no longer for more groups.
    """
    count = sum(seen.values())
    share = math.fsum(score * times for score, times in seen.items()) / count
    squares = math.fsum(times * (score - share) ** 2 for score, times in seen.items())
    spread = math.sqrt(squares / (count - 1)) if len(seen) > 1 else 0.0  # rounding is no spread
    width = margin_of_spread(spread, count)
    return _interval(share, share - width, share + width, players)


def _interval(share: float, low: float, high: float, players: int) -> Interval:
    return Interval(*(elo_of(end, players) for end in (share, low, high)))


def normalized_elo(scores: Sequence[float], players: int = 2) -> Interval:
    """Return the normalized Elo difference: the mean in standard deviations of a game.

    It determines how many games it takes to be sure of a difference, whatever share of games is
    drawn. Arguments and refusals as for `elo`; where all scores are alike, it is infinite or 0.
    """
    check_scores(scores)
    share = fmean(scores)
    lead = 0.0 if math.isclose(share, 1 / players) else share - 1 / players
    games = group_size(players)
    spread = math.sqrt(games) * pstdev(scores)
    if not spread:
        value = math.copysign(math.inf, lead) if lead else 0.0
        return Interval(value, -math.inf, math.inf)
    value, width = 2 * SCALE * lead / spread, 2 * SCALE * Z / math.sqrt(games * len(scores))
    return Interval(value, value - width, value + width)

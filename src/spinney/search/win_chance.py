"""The chance to win that a search's value stands for, as finished games have shown.

A search's value is a mean reward, partly for the margin, and it takes the hidden hands of others
for random ones. If a game's values are biased, its ``calibration`` module has ``CHANCES``: by the
number of players, the chances of a `CalibrationCurve`; and ``NETWORK``: the identity of the network
by which these values were found, "" for the game's advice.
"""

from __future__ import annotations

import math
from bisect import bisect
from typing import TYPE_CHECKING, NamedTuple

from spinney.search.weights import shipped_network

if TYPE_CHECKING:
    from spinney.core.game import Game

VALUES = (0.1, 0.3, 0.5, 0.7, 0.9)
"""The values at which a curve is given."""


def log_odds(chance: float) -> float:
    """Return the natural logarithm of the odds of a chance between 0 and 1, the ends excluded."""
    return math.log(chance / (1 - chance))


KNOTS = tuple(map(log_odds, VALUES))


class CalibrationCurve(NamedTuple):
    """Chances to win by the value of a search, linear between `VALUES` in the logarithm of odds.

    Attributes:
        chances: those at `VALUES`, increasing, 0 and 1 excluded. Beyond the first and the last one
            the outer segments go on.
    """

    chances: tuple[float, ...]

    def chance(self, value: float) -> float:
        """Return the chance, 0 to 1, that a value from 0 to 1 stands for; 0 and 1 stay."""
        if not 0 < value < 1:
            return value
        at, part = segment(value)
        low, high = map(log_odds, self.chances[at : at + 2])
        return (1 + math.tanh((low + part * (high - low)) / 2)) / 2


def segment(value: float) -> tuple[int, float]:
    """Return the segment of a curve that a value lies in, from 0, and where, from 0 to 1.

    Values below the first segment are less than 0 there, those above the last one more than 1.
    """
    odds = log_odds(value)
    at = bisect(KNOTS[1:-1], odds)
    return at, (odds - KNOTS[at]) / (KNOTS[at + 1] - KNOTS[at])


def win_chance(game: Game, value: float, *, exact: bool = False) -> float:
    """Return how often a player wins for whom a search has this value, both from 0 to 1.

    The greater of two values stands for the greater chance. A value stays as it is if it was not
    compared with results (for another number of players, or by another network), and if it is
    exact, because the rest of the game was solved.
    """
    if exact:
        return value
    module, network = game.part("calibration"), shipped_network(game)
    if module is None or (network.identity if network else "") != module.NETWORK:
        return value
    chances = module.CHANCES.get(game.num_players)
    return CalibrationCurve(chances).chance(value) if chances else value


def percent(game: Game, value: float, *, exact: bool = False) -> int:
    """Return the same in whole percent, for words."""
    return round(100 * win_chance(game, value, exact=exact))

"""The chance to win that a search's value stands for, as finished games have shown.

A search's value is a mean reward, partly for the margin, and it takes the hidden hands of others
for random ones. If a game's values are biased, its ``calibration`` module has ``LOGISTIC``: by the
number of players, the slope and the shift of a logistic function of the value's logarithmic odds;
and ``NETWORK``: the identity of the network by which these values were found, "" for the game's
advice.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from spinney.search.weights import shipped_network

if TYPE_CHECKING:
    from spinney.core.game import Game


class Logistic(NamedTuple):
    """How the logarithm of odds is stretched and shifted; the slope is above 0."""

    slope: float
    shift: float

    def chance(self, value: float) -> float:
        """Return the chance, 0 to 1, that a value from 0 to 1 stands for; 0 and 1 stay."""
        if not 0 < value < 1:
            return value
        odds = self.slope * math.log(value / (1 - value)) + self.shift
        return (1 + math.tanh(odds / 2)) / 2


AS_IT_IS = Logistic(1.0, 0.0)


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
    return Logistic(*module.LOGISTIC.get(game.num_players, AS_IT_IS)).chance(value)


def percent(game: Game, value: float, *, exact: bool = False) -> int:
    """Return the same in whole percent, for words."""
    return round(100 * win_chance(game, value, exact=exact))

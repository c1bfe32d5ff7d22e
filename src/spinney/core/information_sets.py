"""The size of information sets: the number of states that look the same to a player.

A game's ``information_sets`` module has ``information_set_size(view)``, which counts the states
that an observation leaves possible. The order of cards that will be drawn later is not counted: it
is chance that has not happened yet. Choices that others make at the same time aren't either.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spinney.core.state import Observation


def information_bits(view: Observation) -> float:
    """Return the binary logarithm of the size of a player's information set.

    0 where they know everything; NaN where the game doesn't count its states.
    """
    module = view.game.part("information_sets")
    return math.log2(module.information_set_size(view)) if module is not None else math.nan

"""Returns of games: the value of the points for each player, from -1 to 1, their sum 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spinney.kernel.records import Ints
from spinney.kernel.rule import rule


@rule
def write_returns(points: Ints, players: int, full_margin: int, out: Any) -> None:
    """Write how far each player's points are from the mean, in units of a margin.

    If a player is further from the mean than that, the unit is the largest distance.
    """
    total = 0
    for p in range(players):
        total += points[p]
    unit = full_margin * players
    for p in range(players):
        unit = max(unit, abs(points[p] * players - total))
    for p in range(players):
        out[p] = (points[p] * players - total) / unit


def returns_of(points: Sequence[int], full_margin: int) -> npt.NDArray[np.float32]:
    """Return what `write_returns` writes, of shape ``(players,)``."""
    out = np.zeros(len(points), np.float32)
    write_returns(points, len(points), full_margin, out)  # type: ignore[arg-type]
    return out

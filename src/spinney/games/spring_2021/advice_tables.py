"""Tables of the advice for Spring Challenge 2021: values and priors, by the days left.

Fitted to games that the search played against itself; `advice` says how.
"""

from __future__ import annotations

import numpy as np
from numpy.polynomial.polynomial import polyval

from spinney.games.spring_2021.rules.record import DAYS, LARGEST


def _by_days(*rows: list[float]) -> np.ndarray:
    """Tabulate polynomials in the part of the game that is left: a row for each number of days."""
    left = np.arange(DAYS + 1) / DAYS
    worth: np.ndarray = np.stack([polyval(left, row) for row in rows], axis=-1)
    return worth


# Each table is asked by the days that are left, the present one included. What things are worth:

SUN = _by_days([0.35, -0.43, 5.73, -1.61])
"""A sun point."""

TREES = _by_days(
    [0.3, -9.79, -3.69, 26.99],
    [0.04, 0.94, 0.61, 1.65],
    [-0.27, 6.76, -6.03, 17.19],
    [-0.95, 4.04, 4.92, 44.16],
)
"""A tree of each size, from a seed on,"""

FED = _by_days(
    [1.81, 6.7, -13.87, 2.3],
    [0.84, -1.17, 1.84, 4.1],
    [1.23, 2.82, -5.52, 8.22],
    [4.91, -0.16, -0.73, 3.92],
)
"""and how much more for every ten nutrients,"""

RICH = _by_days(
    [-0.09, 1.48, -1.58, 0.53],
    [-0.09, 1.43, -0.07, -1.1],
    [-0.03, 4.05, -8.56, 6.9],
    [0.96, 0.43, -1.51, 1.41],
)
"""and for every point that rich soil adds when it is completed."""

CROWD = _by_days([0.029, -0.32, 1.059, -3.361])
"""Every time that one of a player's trees is in line with another, in reach of a shadow."""

HARVEST = _by_days([0.48, -1.37, 4.23, 5.06], [0.05, 1.75, -6.02, 1.19])
"""A sun point a day: the mean of the next three days, of the three after them."""

# How much to try an action, as logarithms of weights:

WAITING = _by_days([0.986, -7.936, 8.833], [0.093, -0.377])
"""To wait, in itself and for every sun point."""

SOWN = _by_days([-1.833, 2.671, 3.955], [0.629, -0.222], [0.938, -2.763], [0.352, -1.334])
"""To sow, and for every point that rich soil adds, every tree in line: one's own, the other's."""

COMPLETED = LARGEST
"""The last column of the tables that follow."""

READY = _by_days(
    [-0.06, 7.61, -2.91], [-2.15, 12.63, -2.83], [-1.05, 1.89, -0.82], [3.58, -22.59, -35.02]
)
"""To grow a tree, by its size, and to complete one,"""

WITH_SUN = _by_days([-0.035, -0.198], [0.062, -0.396], [0.039, 0.234], [0.01, 0.435])
"""and how much more for every sun point,"""

ON_RICH = _by_days([0.015, 0.235], [0.629, -0.701], [0.774, -0.767], [0.113, 0.333])
"""for every point that rich soil adds,"""

IN_SHADE = _by_days([-0.02, -1.89], [-0.17, -1.89], [-0.33, -2.63], [1.09, 3.32])
"""where it stands in the shade tomorrow,"""

OVER_OWN = _by_days([0.0, 0.0], [0.36, -4.55], [-0.16, -1.47], [0.08, 3.81])
"""for every tree that it then spooks, of one's own,"""

OVER_OTHER = _by_days([0.0, 0.0], [0.64, 0.65], [0.01, 2.22], [-0.71, -0.96])
"""of the other's,"""

AMONG = _by_days([-0.12, -2.094], [-0.275, -0.2], [-0.763, 0.516], [-1.019, 0.757])
"""for every one of one's own that is as large as it will be,"""

WITH_NUTRIENTS = _by_days([0.451, 0.644])
"""and to complete one, for every nutrient."""

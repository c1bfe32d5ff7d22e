"""What a good player of the forest looks at.

The numbers come from games that the search played against itself: what each thing that a player
has when a day begins was worth in the end, in points, fitted by least squares as a cubic in the
days that are left.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from spinney.core.records import Floats, Ints
from spinney.core.rule import ones, rule

from .board import (
    CHOOSING,
    COMPLETE,
    DAYS,
    GROW,
    LARGEST,
    NOTHING,
    SEED,
    SUN_PER_POINT,
    WAIT,
    Forest,
)
from .geometry import CELLS, DIRECTIONS, REACH, SIZES
from .trees import has, owned, size_at, spooked

TUNING = {"exploration": 0.5, "wildness": 0.0, "margin": 0.3, "keen": 1.0}


def _by_days(*cubics: list[float]) -> np.ndarray:
    """Tabulate cubics in the part of the game that is left: a row for each number of days."""
    left = np.arange(DAYS + 1)[:, None] / DAYS
    worth: np.ndarray = np.dot(left ** np.arange(4), np.transpose(cubics))
    return worth


# Each table is asked by the days that are left, the present one included.

SUN = _by_days([0.26, 1.88, -5.68, 8.78])
"""What a sun point is worth."""

TREES = _by_days(
    [0.38, -0.19, 3.38, -6.89],
    [0.21, 1.46, -2.29, -8.03],
    [-0.35, 5.74, 0.30, -0.62],
    [-1.19, 3.77, 2.37, -2.20],
)
"""What a tree of each size is worth, from a seed on,"""

FED = _by_days(
    [-0.94, -0.21, 10.71, -11.40],
    [-1.05, 5.64, 2.82, -9.89],
    [-0.20, 8.08, -7.61, -7.55],
    [5.49, 3.11, -2.46, -7.01],
)
"""and how much more for every ten nutrients,"""

RICH = _by_days(
    [-0.21, 4.26, -13.49, 11.75],
    [-0.13, 2.98, -8.04, 7.38],
    [-0.04, 3.44, -6.91, 5.86],
    [1.05, 0.09, -1.40, 0.76],
)
"""and for every point that rich soil adds when it is completed."""

HARVEST = _by_days([0.29, -0.21, -1.59, 15.41], [0.22, 0.92, -7.76, 13.29])
"""What a sun point a day is worth: the mean of the next three days, of the three after them."""


@rule
def quiet(s: Forest) -> bool:
    """A day begins, and nobody has done anything yet."""
    begun = s.dormant != 0 or s.asleep[0] + s.asleep[1] > 0
    return s.phase == CHOOSING and not begun and s.choice[0] == NOTHING and s.choice[1] == NOTHING


# What a position is worth.


@rule
def value(s: Forest, out: Floats) -> None:
    """Squash the lead to be expected by how far it was off so many days before the end."""
    left = DAYS - s.day
    lead = float(s.points[0] - s.points[1])
    if left == 0:
        lead += s.sun[0] // SUN_PER_POINT - s.sun[1] // SUN_PER_POINT
    else:
        lead += holdings(s, 0, left) - holdings(s, 1, left) + sunshine(s, left)
    spread = 2.0 + 2.0 * left
    out[0] = 0.5 + 0.5 * lead / sqrt(spread * spread + lead * lead)
    out[1] = 1.0 - out[0]


@rule
def holdings(s: Forest, p: int, left: int) -> float:
    """Return what a player's sun points and trees are worth."""
    x: float = SUN[left, 0] * s.sun[p]
    for size in range(SIZES):
        trees = s.trees[p, size]
        bonus = 2 * ones(trees & s.soil[2]) + 4 * ones(trees & s.soil[3])
        each = TREES[left, size] + FED[left, size] * s.nutrients / 10.0
        x += ones(trees) * each + bonus * RICH[left, size]
    return x


@rule
def sunshine(s: Forest, left: int) -> float:
    """Return what it is worth to player 0 how the next six days' harvests would differ."""
    x = 0.0
    for k in range(1, min(DIRECTIONS + 1, left)):
        dark = spooked(s, (s.day + k) % DIRECTIONS)
        more = 0
        for size in range(1, SIZES):
            more += size * (ones(s.trees[0, size] & ~dark) - ones(s.trees[1, size] & ~dark))
        x += more * HARVEST[left, 0 if k <= 3 else 1] / 3.0
    return x


# What to try first.


@rule
def prefer(s: Forest, p: int, steps: Ints, n: int, out: Floats) -> None:
    """Grow large trees; complete them in the second half; sow for nothing, apart, on rich soil."""
    reaping = harvest_time(s, p)
    for i in range(n):
        step = steps[i]
        if step == WAIT:
            out[i] = 0.5
        elif step >= SEED:
            out[i] = sowing(s, p, (step - SEED) % CELLS)
        elif step >= COMPLETE:
            out[i] = 2.0 if reaping else 0.02
        else:
            out[i] = growing(s, size_at(s, step - GROW))


@rule
def harvest_time(s: Forest, p: int) -> bool:
    """Is it time to complete trees? Before, they give more by standing."""
    return s.day >= 20 or (s.day >= 11 and ones(s.trees[p, LARGEST]) >= 4)


@rule
def growing(s: Forest, size: int) -> float:
    """Weigh growing a tree of a size; one that can't be completed any more gains little."""
    too_late = s.day + LARGEST - size >= DAYS
    return 0.05 if too_late else 0.6 + 0.5 * size


@rule
def sowing(s: Forest, p: int, target: int) -> float:
    """Weigh a seed: beside a tree of one's own it would be shaded, a second one costs sun."""
    weight = 0.3 if REACH[1, target] & owned(s, p) == 0 else 0.03
    if s.trees[p, 0] != 0:
        weight *= 0.2
    if s.day > 17:
        weight *= 0.1
    if has(s.soil[3], target):
        return 2.0 * weight
    return 1.3 * weight if has(s.soil[2], target) else weight

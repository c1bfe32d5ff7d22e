"""What a good player of the forest looks at.

The numbers come from games that the search played against itself: what each thing that a player
has when a day begins was worth in the end, in points, fitted by least squares as a cubic in the
days that are left.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from spinney.core.records import Floats, Ints
from spinney.core.rule import lowest, ones, rule

from .board import (
    CHOOSING,
    COMPLETE,
    DAYS,
    GROW,
    LARGEST,
    NOTHING,
    PLAYERS,
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


HALF, LATE, LAST_SEED, LAST_DAYS = 11, 20, 19, 22
"""Days: trees may be completed; they are; a seed still becomes a tree; everything may be tried."""

# Each table is asked by the days that are left, the present one included.

SUN = _by_days([0.35, 0.53, -1.26, 5.10])
"""What a sun point is worth."""

TREES = _by_days(
    [0.05, -5.69, -2.03, -3.29],
    [0.09, 1.65, -2.62, -3.91],
    [-1.03, 9.23, -0.95, 2.20],
    [-2.29, 13.66, 13.98, 3.84],
)
"""What a tree of each size is worth, from a seed on,"""

FED = _by_days(
    [0.64, 3.70, 1.72, -4.46],
    [0.55, 2.54, -0.50, -4.73],
    [1.52, 5.33, -12.19, -1.42],
    [5.66, -2.55, -4.22, -9.72],
)
"""and how much more for every ten nutrients,"""

RICH = _by_days(
    [-0.02, 1.81, -7.75, 7.39],
    [-0.13, 1.85, -3.63, 3.25],
    [-0.02, 4.40, -9.59, 5.72],
    [1.15, -0.70, 0.30, -2.11],
)
"""and for every point that rich soil adds when it is completed."""

HARVEST = _by_days([0.42, -2.11, -0.38, 15.46], [0.29, 0.12, -5.75, 9.09])
"""What a sun point a day is worth: the mean of the next three days, of the three after them."""


@rule
def quiet(s: Forest) -> bool:
    """A day begins, and nobody has done anything yet.

    The dormant don't tell: to complete a tree leaves none. But a day ends with nobody but
    waiting, and within one, where nobody sleeps, both have just done something else.
    """
    for p in range(PLAYERS):
        if s.asleep[p] != 0 or s.choice[p] != NOTHING or s.did[p] > WAIT:
            return False
    return s.phase == CHOOSING


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
    spread = 2.0 + 0.8 * left
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


# What to try first, and what not at all.


@rule
def prefer(s: Forest, p: int, steps: Ints, n: int, out: Floats) -> None:
    """Grow large trees; complete them in the second half; sow what costs nothing, apart.

    As long as such a seed can be sown, nobody goes to sleep. In the last days all may be tried.
    """
    own = owned(s, p)
    seeded = False
    reaping = harvest_time(s, p)
    for i in range(n):
        step = steps[i]
        if step >= SEED:
            out[i] = sowing(s, p, own, (step - SEED) // CELLS, (step - SEED) % CELLS)
            seeded = seeded or out[i] > 0.1
        elif step >= COMPLETE:
            out[i] = 2.0 if reaping else 0.0 if s.day < HALF else 0.1
        elif step >= GROW:
            out[i] = growing(s, size_at(s, step - GROW))
        else:
            out[i] = 0.5
    if seeded:
        out[0] = 0.0  # to wait comes first


@rule
def harvest_time(s: Forest, p: int) -> bool:
    """Is it time to complete trees? Before, they give more by standing."""
    return s.day >= LATE or (s.day >= HALF and ones(s.trees[p, LARGEST]) >= 3)


@rule
def growing(s: Forest, size: int) -> float:
    """Weigh growing a tree of a size; one that can't be completed any more gains little."""
    too_late = s.day + LARGEST - size >= DAYS
    return 0.05 if too_late else 0.6 + 0.5 * size


@rule
def sowing(s: Forest, p: int, own: int, cell: int, target: int) -> float:
    """Weigh a seed: not beside one's own, which would shade it, and only if it costs nothing.

    Of several trees that reach a cell the largest sows, which has least else to do.
    """
    if s.day > LAST_SEED:
        return 0.01 if s.day >= LAST_DAYS else 0.0
    if s.trees[p, 0] != 0 or REACH[1, target] & own != 0 or larger_near(s, p, cell, target):
        return 0.0
    if has(s.soil[3], target):
        return 0.6
    return 0.4 if has(s.soil[2], target) else 0.3


@rule
def larger_near(s: Forest, p: int, cell: int, target: int) -> bool:
    """Does a tree larger than that on ``cell``, or the first as large, reach the target, too?"""
    size = size_at(s, cell)
    for other in range(size, SIZES):
        trees = s.trees[p, other] & REACH[other, target] & ~s.dormant
        if trees != 0 and (other > size or lowest(trees) != cell):
            return True
    return False

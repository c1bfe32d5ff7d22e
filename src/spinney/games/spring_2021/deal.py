"""The deal: the board that the contest's referee makes from a seed."""

from __future__ import annotations

import numpy as np

from spinney.core.records import Ints
from spinney.core.rule import ones, rule

from .board import PLAYERS, RICHEST, Forest
from .geometry import ALL, CELLS, OPPOSITE, REACH, SIZES
from .java import java_below, java_random, java_seeded
from .trees import nth

MOST_UNUSABLE = 10
DRAWN = np.array(
    [1, 6, 8, 16, 21, 32, 19, 34, 35, 36, 11, 12, 13, 24, 29, 0, 2, 5, 9, 15, 22, 31, 7, 17, 18,
     20, 33, 25, 26, 27, 28, 3, 4, 10, 14, 23, 30],
    np.int64,
)  # fmt: skip
"""The order in which the referee lists the cells when it draws unusable ones."""

CENTRE, RING_1, RING_2, RING_3 = 1, 0x7E, 0x7FF80, 0x1FFFF80000


@rule
def deal(s: Forest, options: Ints, r: int) -> int:
    """Lay out soil and the first trees.

    Returns:
        the state of the referee's generator (`java`), which goes on to shuffle lists of actions.
    """
    clear(s)
    s.soil[1] = RING_3
    s.soil[2] = RING_2
    s.soil[3] = RING_1 | CENTRE
    return first_trees(s, unusable_cells(s, java_seeded(r)))


@rule
def clear(s: Forest) -> None:
    """Take away all soil and trees."""
    for level in range(RICHEST + 1):
        s.soil[level] = 0
    for p in range(PLAYERS):
        for size in range(SIZES):
            s.trees[p, size] = 0


@rule
def unusable_cells(s: Forest, r: int) -> int:
    """Make up to ten cells unusable, each with its reflection in the centre."""
    r = java_random(r, MOST_UNUSABLE + 1)
    wanted = java_below(r, MOST_UNUSABLE + 1)
    while ones(s.soil[0]) < wanted - 1:
        r = java_random(r, CELLS)
        cell = DRAWN[java_below(r, CELLS)]
        make_unusable(s, 1 << cell | 1 << OPPOSITE[cell])
    return r


@rule
def make_unusable(s: Forest, cells: int) -> None:
    """Take the soil from some cells."""
    for level in range(1, RICHEST + 1):
        s.soil[level] &= ~cells
    s.soil[0] |= cells


@rule
def first_trees(s: Forest, r: int) -> int:
    """Give each player two small trees on the edge, all of them more than two cells apart.

    They are drawn in pairs, a cell and its reflection. If no cell is left for the second pair,
    both are drawn anew.
    """
    edge = RING_3 & ~s.soil[0]
    while True:
        left = edge
        for p in range(PLAYERS):
            s.trees[p, 1] = 0
        for _ in range(2):
            if left != 0:
                r = java_random(r, ones(left))
                cell = nth(left, java_below(r, ones(left)))
                left &= apart(cell) & apart(OPPOSITE[cell])
                s.trees[0, 1] |= 1 << cell
                s.trees[1, 1] |= 1 << OPPOSITE[cell]
        if ones(s.trees[0, 1]) == 2:
            return r


@rule
def apart(cell: int) -> int:
    """Return the cells more than two away from one."""
    return int(ALL & ~(REACH[2, cell] | 1 << cell))

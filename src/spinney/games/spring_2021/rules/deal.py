"""The deal: the board that the contest's referee makes from a seed."""

from __future__ import annotations

import numpy as np

from spinney.core.kit.bit_sets import nth
from spinney.games.spring_2021.rules.geometry import ALL, CELLS, OPPOSITE, REACH, SIZES
from spinney.games.spring_2021.rules.java_random import java_below, java_random, java_seeded
from spinney.games.spring_2021.rules.record import (
    BRONZE,
    FIRST_APART,
    FIRST_PAIRS,
    FIRST_SIZE,
    PLAYERS,
    RICHEST,
    Forest,
)
from spinney.kernel.records import Ints
from spinney.kernel.rule import ones, rule

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
        the state of the referee's generator (`java_random`), for the shuffles that follow.
    """
    clear(s)
    s.league = options[0]
    s.soil[1] = RING_3
    s.soil[2] = RING_2
    s.soil[3] = RING_1 | CENTRE
    r = java_seeded(r)
    if s.league == BRONZE:
        r = unusable_cells(s, r)
    return first_trees(s, r)


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
    """Give each player the first trees, by league: in bronze two small ones on the edge.

    They are drawn in pairs, a cell and its reflection, which keep others some cells away. If no
    cell is left for a pair, all are drawn anew.
    """
    pairs = int(FIRST_PAIRS[s.league])
    size = int(FIRST_SIZE[s.league])
    steps = int(FIRST_APART[s.league])
    where = RING_3 & ~s.soil[0] if s.league == BRONZE else ALL & ~CENTRE
    while True:
        left = where
        for p in range(PLAYERS):
            s.trees[p, size] = 0
        for _ in range(pairs):
            if left != 0:
                r = java_random(r, ones(left))
                cell = nth(left, java_below(r, ones(left)))
                left &= apart(cell, steps) & apart(OPPOSITE[cell], steps)
                s.trees[0, size] |= 1 << cell
                s.trees[1, size] |= 1 << OPPOSITE[cell]
        if ones(s.trees[0, size]) == pairs:
            return r


@rule
def apart(cell: int, steps: int) -> int:
    """Return the cells more than so many steps away from one."""
    return int(ALL & ~(REACH[steps, cell] | 1 << cell))

"""Inputs of a trained network for Spring Challenge 2021: a forest, and what can be done there.

The board is turned by the day, so that shadows always fall the same way: what is learnt of where
trees stand then holds for all days. The network says by how much the hand-written advice is wrong,
so it is told little of what that knows well.
"""

from __future__ import annotations

import numpy as np

from spinney.games.spring_2021.advice import STARS, days_left, is_shaded
from spinney.games.spring_2021.rules.geometry import CELL_AT, CELLS, DIRECTIONS, PLACES, SIZES
from spinney.games.spring_2021.rules.record import (
    COMPLETE,
    DAYS,
    GROW,
    LARGEST,
    NOTHING,
    NUTRIENTS,
    PLAYERS,
    SEED,
    TARGET,
    Forest,
)
from spinney.games.spring_2021.rules.trees import has, owned, richness, size_at
from spinney.kernel.records import Ints
from spinney.kernel.rule import lowest, ones, rule

CORRECTS_ADVICE = True
"""A network begins as the hand-written advice."""

LEFT, PHASES = DAYS + 1, 8
"""How many numbers of days left there are, and phases of three days each."""
KINDS = PLAYERS * SIZES
"""Of trees: by owner, the viewer first, and size."""
COUNTS, SUNS, LEADS = 8, 32, 17
"""How many trees of a kind, sun points and leads in points are told apart."""

# The rows of a state's inputs.
TREE = 0  # by dormancy, kind and turned cell
COUNT = TREE + 2 * KINDS * CELLS  # by kind, number and phase
SUN = COUNT + KINDS * COUNTS * PHASES  # by owner
DAY = SUN + PLAYERS * SUNS
FOOD = DAY + LEFT
LEAD = FOOD + NUTRIENTS + 1
ASLEEP = LEAD + LEADS  # by days left
ROWS = ASLEEP + 4 * LEFT
NUMBERS = KINDS + PLAYERS + 4
"""The inputs besides one for each tree."""

# What can be done is of some kinds: to wait, to grow a tree to size 1 to 3, to complete one, to
# send a seed from a tree of size 1 to 3, and to a cell. The rows of an action's inputs:
ACTION_KINDS, OWN_SUNS, OWN_COUNTS, IN_LINE = 9, 25, 16, 8
FROM_TREE, TO_CELL = 4, 8
ACTION_DAY = 0
ACTION_SUN = ACTION_DAY + ACTION_KINDS * LEFT
SUN_LEAD = ACTION_SUN + ACTION_KINDS * OWN_SUNS  # to wait, by phases of six days
SOIL = SUN_LEAD + 4 * OWN_SUNS
LINE_OWN = SOIL + ACTION_KINDS * 3 * PHASES
LINE_OTHER = LINE_OWN + ACTION_KINDS * IN_LINE
AMONG = LINE_OTHER + ACTION_KINDS * IN_LINE
SHADE = AMONG + ACTION_KINDS * OWN_COUNTS
OWN_ROWS = SHADE + ACTION_KINDS * 8

NETWORK_SHAPES = {
    2: {
        "groups": 1,
        "width": NUMBERS + CELLS,
        "of_whole": 1,
        "rows": ROWS,
        "whole_rows": LEFT * LEADS,
        "action_rows": 0,
        "own_rows": OWN_ROWS,
    }
}
"""The shape of a network for each number of players that there are inputs for."""


def _turned() -> np.ndarray:
    """Tabulate where each cell comes to lie when the board is turned back by so many sixths."""
    table = np.zeros((DIRECTIONS, CELLS), np.int64)
    for cell, (x, y, z) in enumerate(PLACES):
        for sixths in range(DIRECTIONS):
            table[sixths, cell] = CELL_AT[x, y, z]
            x, y, z = -z, -x, -y  # noqa: PLW2901 - one sixth more
    return table


TURNED = _turned()
"""Where a cell lies as the light of a day has it: ``TURNED[direction, cell]``."""


# States.


@rule
def is_valued(s: Forest) -> bool:
    """Nobody has chosen yet: the network's value would not see what was chosen in secret."""
    return s.choice[0] == NOTHING and s.choice[1] == NOTHING


@rule
def features(s: Forest, viewer: int, out: Ints) -> None:
    """Write each tree and where it stands, how many of each kind there are, and what else counts.

    The lead and the days left together also go to the second layer.
    """
    left = days_left(s)
    at = NUMBERS
    k = 0
    for p in range(PLAYERS):
        owner = p ^ viewer
        for size in range(SIZES):
            kind = owner * SIZES + size
            number = min(ones(s.trees[p, size]), COUNTS - 1)
            out[k] = COUNT + (kind * COUNTS + number) * PHASES + phase_of(left)
            at = write_trees(s, s.trees[p, size], kind, out, at)
            k += 1
        out[k] = SUN + owner * SUNS + min(s.sun[p], SUNS - 1)
        k += 1
    for rest in range(at, NUMBERS + CELLS):
        out[rest] = -1
    lead = min(max((s.points[viewer] - s.points[1 - viewer]) // 3 + LEADS // 2, 0), LEADS - 1)
    out[k] = DAY + left
    out[k + 1] = FOOD + s.nutrients
    out[k + 2] = LEAD + lead
    out[k + 3] = ASLEEP + 4 * left + 2 * s.asleep[viewer] + s.asleep[1 - viewer]
    out[NUMBERS + CELLS] = left * LEADS + lead


@rule
def phase_of(left: int) -> int:
    """Return which of `PHASES` it is, so many days before the end."""
    return min(left // 3, PHASES - 1)


@rule
def write_trees(s: Forest, trees: int, kind: int, out: Ints, at: int) -> int:
    """Write the inputs of trees of a kind from ``at`` on; return where the next would go."""
    toward = s.day % DIRECTIONS
    while trees != 0:
        cell = lowest(trees)
        trees &= trees - 1
        out[at] = TREE + kind * CELLS + TURNED[toward, cell]
        if has(s.dormant, cell):
            out[at] += KINDS * CELLS
        at += 1
    return at


# Actions.


@rule
def action_features(s: Forest, player: int, action: int, out: Ints) -> int:
    """Write what is done and when, and on what soil, among what trees, in what shade."""
    out[0] = -1
    out[1] = -1
    left = days_left(s)
    sun = s.sun[player]
    cell = -1
    kind = 0
    size = 0
    if action >= TARGET:
        cell = action - TARGET
        kind = TO_CELL
    elif action >= SEED:
        cell = action - SEED
        kind = FROM_TREE + size_at(s, cell)
    elif action >= COMPLETE:
        cell = action - COMPLETE
        size = LARGEST
        kind = LARGEST + 1
    elif action >= GROW:
        cell = action - GROW
        size = size_at(s, cell) + 1
        kind = size
    out[2] = ACTION_DAY + kind * LEFT + left
    out[3] = ACTION_SUN + kind * OWN_SUNS + min(sun, OWN_SUNS - 1)
    if cell < 0:
        most = OWN_SUNS // 2
        lead = min(max(sun - s.sun[1 - player], -most), most) + most
        out[4] = SUN_LEAD + lead + OWN_SUNS * min(left // 6, 3)
        return 5
    star = STARS[LARGEST, cell]
    out[4] = SOIL + (kind * 3 + max(richness(s, cell), 1) - 1) * PHASES + phase_of(left)
    out[5] = LINE_OWN + kind * IN_LINE + min(ones(star & owned(s, player)), IN_LINE - 1)
    out[6] = LINE_OTHER + kind * IN_LINE + min(ones(star & owned(s, 1 - player)), IN_LINE - 1)
    out[7] = AMONG + kind * OWN_COUNTS + min(ones(s.trees[player, size]), OWN_COUNTS - 1)
    out[8] = SHADE + kind * 8 + shade_ahead(s, cell, max(size, 1))
    return 9


@rule
def shade_ahead(s: Forest, cell: int, size: int) -> int:
    """Return a bit for each of the next three days: would a tree of a size be spooked there?"""
    bits = 0
    for k in range(3):
        if is_shaded(s, cell, size, (s.day + k + 1) % DIRECTIONS):
            bits |= 1 << k
    return bits

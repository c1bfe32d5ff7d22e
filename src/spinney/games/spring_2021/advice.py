"""Advice for the search of Spring Challenge 2021: trees, sun and shade.

All numbers come from games that the search played against itself. What each thing that a player
has when a day begins is worth, in points, was fitted to the winners from positions that searches
came to look at, good and bad. What to try first was fitted to how often long searches tried it.
Both are polynomials in the part of the game that is left.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from spinney.games.spring_2021.advice_tables import (
    AMONG,
    COMPLETED,
    CROWD,
    FED,
    HARVEST,
    IN_SHADE,
    ON_RICH,
    OVER_OTHER,
    OVER_OWN,
    READY,
    RICH,
    SOWN,
    SUN,
    TREES,
    WAITING,
    WITH_NUTRIENTS,
    WITH_SUN,
)
from spinney.games.spring_2021.rules.geometry import ALL, DIRECTIONS, REACH, SHADOW, SIZES
from spinney.games.spring_2021.rules.legal_moves import is_sowing, reach
from spinney.games.spring_2021.rules.record import (
    BRONZE,
    CHOOSING,
    COMPLETE,
    GROW,
    LARGEST,
    LEAGUE_DAYS,
    NOTHING,
    PLAYERS,
    RICHEST,
    RICHNESS_BONUS,
    SEED,
    SUN_PER_POINT,
    TARGET,
    WAIT,
    Forest,
)
from spinney.games.spring_2021.rules.trees import free, has, owned, size_at, spooked
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rule import lowest, ones, rule

TUNING = {"exploration": 0.5, "random_share": 0.0, "margin_weight": 0.3, "min_visit_share": 1.0}
MISTAKES = {"acorn": 0.6, "sprout": 0.45, "shoot": 0.3}

HALF, LAST_SEED, LAST_DAYS = 13, 5, 2
"""Days that are left: trees may be completed; a seed still becomes a tree; all may be tried."""

STARS = np.bitwise_or.reduce(SHADOW, axis=0)
"""The cells that a tree shades from one side or another: ``STARS[size, cell]``."""


@rule
def is_quiet(s: Forest) -> bool:
    """A day begins, and nobody has done anything yet.

    The dormant don't tell: to complete a tree leaves none. But a day ends with nobody but
    waiting, and within one, where nobody sleeps, both have just done something else.
    """
    for p in range(PLAYERS):
        if s.asleep[p] != 0 or s.choice[p] != NOTHING or is_sowing(s, p) or s.did[p] > WAIT:
            return False
    return s.phase == CHOOSING


@rule
def days_left(s: Forest) -> int:
    """Return how many days are left, this one included. A short game is the end of a long one."""
    return int(LEAGUE_DAYS[s.league]) - s.day


# What a position is worth.


@rule
def value(s: Forest, out: Floats) -> None:
    """Squash the lead to be expected by how far it was off so many days before the end."""
    left = days_left(s)
    lead = float(s.points[0] - s.points[1])
    if left == 0:
        lead += s.sun[0] // SUN_PER_POINT - s.sun[1] // SUN_PER_POINT
    else:
        lead += asset_value(s, 0, left) - asset_value(s, 1, left) + sunshine(s, left)
    spread = 1.0 + 0.6 * left
    out[0] = 0.5 + 0.5 * lead / sqrt(spread * spread + lead * lead)
    out[1] = 1.0 - out[0]


@rule
def asset_value(s: Forest, p: int, left: int) -> float:
    """Return what a player's sun points and trees are worth."""
    x: float = SUN[left, 0] * s.sun[p]
    if s.league == BRONZE:  # elsewhere nothing stands in anything's light
        x += CROWD[left, 0] * crowding(owned(s, p))
    for size in range(SIZES):
        trees = s.trees[p, size]
        each = TREES[left, size] + FED[left, size] * s.nutrients / 10.0
        x += ones(trees) * each + bonus(s, trees) * RICH[left, size]
    return x


@rule
def crowding(trees: int) -> int:
    """Count how often two of these trees are in line, so near that even a small one shades."""
    n = 0
    others = trees
    while others != 0:
        cell = lowest(others)
        others &= others - 1
        for size in range(1, SIZES):
            n += ones(STARS[size, cell] & trees)
    return n


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
def prior(s: Forest, p: int, actions: Ints, n: int, out: Floats) -> None:
    """Weigh actions by how much long searches make of such ones.

    As long as a seed can be sown that costs nothing, nobody goes to sleep.
    """
    if is_sowing(s, p):
        prior_of_targets(s, p, actions, n, out)
        return
    left = days_left(s)
    seeded = False
    for i in range(n):
        action = actions[i]
        if action >= SEED:
            out[i] = sowing_from(s, p, action - SEED)
            seeded = seeded or (out[i] > 0.0 and left > LAST_DAYS)
        elif action >= COMPLETE:
            out[i] = taking(s, p, COMPLETED, action - COMPLETE, LARGEST) if left <= HALF else 0.0
        elif action >= GROW:
            size = size_at(s, action - GROW)
            out[i] = taking(s, p, size, action - GROW, size + 1)
        else:
            out[i] = exp(WAITING[left, 0] + WAITING[left, 1] * s.sun[p])
    if seeded:
        out[0] = 0.0  # to wait comes first


@rule
def prior_of_targets(s: Forest, p: int, actions: Ints, n: int, out: Floats) -> None:
    """Weigh where a tree's seed can go; a tree that no search would let sow, everywhere alike."""
    cells = own_targets(s, p, s.sower[p])
    for i in range(n):
        target = actions[i] - TARGET
        if cells == 0:
            out[i] = 1.0
        else:
            out[i] = sowing(s, p, target) if has(cells, target) else 0.0


@rule
def sowing_from(s: Forest, p: int, cell: int) -> float:
    """Weigh the tree on a cell as the one that sows: as much as all its targets together."""
    if days_left(s) <= LAST_DAYS:
        return 0.01 * ones(reach(s, p, cell) & free(s))
    x = 0.0
    cells = own_targets(s, p, cell)
    while cells != 0:
        x += sowing(s, p, lowest(cells))
        cells &= cells - 1
    return x


@rule
def own_targets(s: Forest, p: int, cell: int) -> int:
    """Return the cells to which none but the tree on this cell should send a seed.

    Of several trees that reach a target the largest sows, which has least else to do; of equal
    ones the first.
    """
    size = size_at(s, cell)
    others = around(s.trees[p, size] & ~s.dormant & (1 << cell) - 1, size)
    for larger in range(size + 1, SIZES):
        others |= around(s.trees[p, larger] & ~s.dormant, larger)
    return reach(s, p, cell) & free(s) & sowable(s, p) & ~others


@rule
def sowable(s: Forest, p: int) -> int:
    """Return where a seed may go: only if it costs nothing, not beside one's own."""
    if s.trees[p, 0] != 0 or days_left(s) < LAST_SEED:
        return 0
    return ALL & ~around(owned(s, p), 1)


@rule
def around(cells: int, steps: int) -> int:
    """Return the cells no more than so many steps away from one of these."""
    near = 0
    while cells != 0:
        near |= REACH[steps, lowest(cells)]
        cells &= cells - 1
    return near


@rule
def sowing(s: Forest, p: int, target: int) -> float:
    """Weigh a seed: on rich soil, where no other tree will stand in line with it."""
    left = days_left(s)
    star = STARS[LARGEST, target]
    x: float = SOWN[left, 0] + SOWN[left, 1] * bonus(s, 1 << target)
    x += SOWN[left, 2] * ones(star & owned(s, p)) + SOWN[left, 3] * ones(star & owned(s, 1 - p))
    return exp(x)


@rule
def taking(s: Forest, p: int, kind: int, cell: int, size: int) -> float:
    """Weigh growing the tree on a cell to a size, or completing it."""
    left = days_left(s)
    toward = (s.day + 1) % DIRECTIONS
    shadow = SHADOW[toward, size, cell]
    x: float = READY[left, kind] + WITH_SUN[left, kind] * s.sun[p]
    x += ON_RICH[left, kind] * bonus(s, 1 << cell)
    if s.league == BRONZE:
        if is_shaded(s, cell, size, toward):
            x += IN_SHADE[left, kind]
        x += OVER_OWN[left, kind] * ones(shadow & up_to(s, p, size))
        x += OVER_OTHER[left, kind] * ones(shadow & up_to(s, 1 - p, size))
    x += AMONG[left, kind] * ones(s.trees[p, size])
    if kind == COMPLETED:
        x += WITH_NUTRIENTS[left, 0] * s.nutrients
    return exp(x)


@rule
def bonus(s: Forest, cells: int) -> int:
    """Return the points that rich soil adds on some cells."""
    good, rich = ones(cells & s.soil[RICHEST - 1]), ones(cells & s.soil[RICHEST])
    return int(RICHNESS_BONUS[RICHEST - 1]) * good + int(RICHNESS_BONUS[RICHEST]) * rich


@rule
def is_shaded(s: Forest, cell: int, least: int, toward: int) -> bool:
    """Is a cell in the shade of a tree at least so large? That lies as far against the light."""
    back = (toward + DIRECTIONS // 2) % DIRECTIONS
    for size in range(least, SIZES):
        if SHADOW[back, size, cell] & (s.trees[0, size] | s.trees[1, size]) != 0:
            return True
    return False


@rule
def up_to(s: Forest, p: int, most: int) -> int:
    """Return a player's trees, seeds aside, that are no larger than that."""
    trees = 0
    for size in range(1, most + 1):
        trees |= s.trees[p, size]
    return trees

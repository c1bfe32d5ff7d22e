"""Legal actions of an awake player, and their costs."""

from __future__ import annotations

from spinney.core.kit.bit_sets import nth
from spinney.games.spring_2021.rules.geometry import REACH
from spinney.games.spring_2021.rules.record import (
    ACTIONS,
    BRONZE,
    COMPLETE,
    COMPLETING,
    GROW,
    GROWING,
    LARGEST,
    NO_CELL,
    NOTHING,
    SEED,
    TARGET,
    WAIT,
    WOOD_2,
    Forest,
)
from spinney.games.spring_2021.rules.trees import count, free, has, size_at
from spinney.kernel.records import Ints
from spinney.kernel.rng import below
from spinney.kernel.rule import lowest, ones, rule


@rule
def growing_cost(s: Forest, p: int, size: int) -> int:
    """Return what it costs a player to grow a tree of a size, 0 to 2."""
    return int(GROWING[size]) + count(s, p, size + 1)


@rule
def cost(s: Forest, p: int, action: int) -> int:
    """Return the sun points that an action costs a player, one that is not to wait."""
    if action >= SEED:
        return count(s, p, 0)
    if action >= COMPLETE:
        return COMPLETING
    return growing_cost(s, p, size_at(s, action - GROW))


@rule
def meet(one: int, two: int) -> bool:
    """Are both choices seeds for the same cell?"""
    return one == two and one >= TARGET


# Sets of cells.


@rule
def growable(s: Forest, p: int) -> int:
    """Return the cells with trees that the player can grow now."""
    trees = 0
    if s.league == WOOD_2:
        return 0
    for size in range(LARGEST):
        if s.sun[p] >= growing_cost(s, p, size):
            trees |= s.trees[p, size]
    return trees & ~s.dormant


@rule
def completable(s: Forest, p: int) -> int:
    """Return the cells with trees that the player can complete now."""
    return s.trees[p, LARGEST] & ~s.dormant if s.sun[p] >= COMPLETING else 0


@rule
def seeders(s: Forest, p: int) -> int:
    """Return the cells with trees that can send out a seed now, if a free cell is in reach."""
    if s.league != BRONZE or s.sun[p] < count(s, p, 0):
        return 0
    return (s.trees[p, 1] | s.trees[p, 2] | s.trees[p, 3]) & ~s.dormant


@rule
def reach(s: Forest, p: int, cell: int) -> int:
    """Return the cells in reach of the player's tree on a cell, one that is not a seed."""
    size = 1 + (s.trees[p, 2] >> cell & 1) + 2 * (s.trees[p, 3] >> cell & 1)
    return int(REACH[size, cell])


@rule
def sowers(s: Forest, p: int) -> int:
    """Return the cells with trees that can send a seed somewhere now."""
    left = seeders(s, p)
    targets = free(s)
    found = 0
    while left != 0:
        cell = lowest(left)
        left &= left - 1
        if reach(s, p, cell) & targets != 0:
            found |= 1 << cell
    return found


@rule
def targets(s: Forest, p: int) -> int:
    """Return where the seed of the tree that the player has chosen can go."""
    return reach(s, p, s.sower[p]) & free(s)


# Actions.


@rule
def is_sowing(s: Forest, p: int) -> bool:
    """Has the player chosen the tree that is to send a seed, and not yet where to?"""
    return s.sower[p] != NO_CELL and s.choice[p] == NOTHING


@rule
def legal(s: Forest, p: int, out: Ints) -> int:
    """Write the actions that a player who is to act can take, ascending; return how many."""
    if is_sowing(s, p):
        return write_actions(TARGET, targets(s, p), out, 0)
    out[0] = WAIT
    n = write_actions(GROW, growable(s, p), out, 1)
    n = write_actions(COMPLETE, completable(s, p), out, n)
    return write_actions(SEED, sowers(s, p), out, n)


@rule
def write_actions(first: int, cells: int, out: Ints, n: int) -> int:
    """Write an action for each cell behind ``n`` others; return how many there are then."""
    while cells != 0:
        out[n] = first + lowest(cells)
        n += 1
        cells &= cells - 1
    return n


@rule
def sample(s: Forest, p: int, r: int, out: Ints) -> int:
    """Draw one of the legal actions, each as likely, without listing them."""
    if is_sowing(s, p):
        cells = targets(s, p)
        return TARGET + nth(cells, below(r, ones(cells)))
    grow = growable(s, p)
    complete = completable(s, p)
    sow = sowers(s, p)
    grows = ones(grow)
    completes = ones(complete)
    k = below(r, 1 + grows + completes + ones(sow))
    if k < grows:
        return GROW + nth(grow, k)
    k -= grows
    if k < completes:
        return COMPLETE + nth(complete, k)
    k -= completes
    return SEED + nth(sow, k) if k < ones(sow) else WAIT


@rule
def allowed(s: Forest, p: int, action: int) -> bool:
    """Is this number a legal action of an awake player?"""
    if action < WAIT or action >= ACTIONS:
        return False
    if action >= TARGET:
        return s.sower[p] != NO_CELL and has(targets(s, p), action - TARGET)
    if action >= SEED:
        return has(sowers(s, p), action - SEED)
    if action >= COMPLETE:
        return has(completable(s, p), action - COMPLETE)
    return action == WAIT or has(growable(s, p), action - GROW)

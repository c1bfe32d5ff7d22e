"""Moves that good contestants of Spring Challenge 2021 considered, and what tells states apart.

From their accounts: a seed only when it is free, and never beside one's own tree. Of several
trees that reach a cell, one sows.

A command is a whole move as one number: an action, or `seed_command`.
"""

from __future__ import annotations

from spinney.games.spring_2021.rules import settle, to_act
from spinney.games.spring_2021.rules.geometry import CELLS, REACH
from spinney.games.spring_2021.rules.legal_moves import (
    allowed,
    legal,
    reach,
    seeders,
    write_actions,
)
from spinney.games.spring_2021.rules.record import LARGEST, NO_CELL, SEED, TARGET, Forest
from spinney.games.spring_2021.rules.trees import free, has, owned
from spinney.kernel.records import Ints
from spinney.kernel.rule import churn, lowest, rule

LAST = 23
"""The last day."""
LAST_SEED = 19
"""The last day on which a seed can still be grown and completed."""


@rule
def seed_command(cell: int, target: int) -> int:
    """Return the command that sends a seed from a cell to another."""
    return SEED + CELLS * cell + target


def actions_of(command: int) -> list[int]:
    """Return the actions that a command consists of."""
    if command < SEED:
        return [command]
    cell, target = divmod(command - SEED, CELLS)
    return [SEED + cell, TARGET + target]


@rule
def choose(s: Forest, p: int, command: int) -> None:
    """Choose a command for a player."""
    if command >= SEED:
        s.sower[p] = (command - SEED) // CELLS
        s.choice[p] = TARGET + (command - SEED) % CELLS
    else:
        s.sower[p] = NO_CELL
        s.choice[p] = command


@rule
def is_allowed(s: Forest, p: int, command: int) -> bool:
    """Can an awake player say this command now?"""
    if command < SEED:
        return allowed(s, p, command)
    cell = (command - SEED) // CELLS
    target = (command - SEED) % CELLS
    return has(seeders(s, p), cell) and has(reach(s, p, cell) & free(s), target)


@rule
def write_commands(s: Forest, p: int, out: Ints) -> int:
    """Write all commands a player who is to act can say; return how many."""
    n = legal(s, p, out)
    while n > 0 and out[n - 1] >= SEED:
        n -= 1
    trees = seeders(s, p)
    while trees != 0:
        cell = lowest(trees)
        trees &= trees - 1
        n = write_actions(seed_command(cell, 0), reach(s, p, cell) & free(s), out, n)
    return n


@rule
def beside(cells: int) -> int:
    """Return the cells that are beside one of these."""
    near = 0
    while cells != 0:
        near |= REACH[1, lowest(cells)]
        cells &= cells - 1
    return near


@rule
def reached(s: Forest, p: int, cells: int) -> int:
    """Return the free ones of these cells that the player can seed now."""
    trees = seeders(s, p)
    found = 0
    for size in range(1, LARGEST + 1):
        left = trees & s.trees[p, size]
        while left != 0:
            found |= REACH[size, lowest(left)]
            left &= left - 1
    return found & cells & free(s)


@rule
def free_seeds(s: Forest, p: int) -> int:
    """Return where a seed that costs nothing may go: reached, and not beside one's own tree."""
    if s.trees[p, 0] != 0:
        return 0
    return reached(s, p, ~beside(owned(s, p)))


@rule
def sower(s: Forest, p: int, target: int) -> int:
    """Return the tree to sow on a cell in reach: the largest, which has least else to do."""
    trees = seeders(s, p)
    for size in range(LARGEST, 0, -1):
        left = trees & s.trees[p, size]
        while left != 0:
            cell = lowest(left)
            if REACH[size, cell] >> target & 1:
                return cell
            left &= left - 1
    return -1


@rule
def pass_on(s: Forest) -> bool:
    """Do all that happens by itself; return whether the game goes on."""
    while to_act(s) == 0:
        if settle(s) == 0:
            return False
    return True


@rule
def fold(key: int, x: int) -> int:
    """Fold a number into a hash, with half the care of `spinney.kernel.rng.mix`."""
    key = churn(key ^ x, 0x2545F4914F6CDD1D, 0x5851F42D4C957F2D)
    return key ^ key >> 31


@rule
def key_of(s: Forest) -> int:
    """Return a hash of all that matters for how the game goes on, never 0."""
    key = fold(s.dormant, s.points[0] << 20 | s.points[1])
    key = fold(key, s.sun[0] << 20 | s.sun[1])
    key = fold(key, s.day << 12 | s.nutrients << 2 | s.asleep[0] << 1 | s.asleep[1])
    for p in range(2):
        for size in range(LARGEST + 1):
            key = fold(key, s.trees[p, size])
    return key | 1

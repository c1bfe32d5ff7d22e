"""Queries about trees: their cells, owners, sizes and shadows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spinney.games.spring_2021.rules.geometry import ALL, SHADOW, SIZES
from spinney.games.spring_2021.rules.record import BRONZE, LARGEST, PLAYERS, RICHEST, Forest
from spinney.kernel.rule import lowest, ones, rule

# Sets of cells.


@rule
def has(cells: int, cell: int) -> bool:
    """Is the cell one of these?"""
    return cells >> cell & 1 == 1


# What stands where.


@rule
def owned(s: Forest, p: int) -> int:
    """Return the cells with a player's trees, seeds included."""
    return s.trees[p, 0] | s.trees[p, 1] | s.trees[p, 2] | s.trees[p, 3]


@rule
def free(s: Forest) -> int:
    """Return the cells that can be seeded: usable ones without a tree."""
    return ALL & ~(s.soil[0] | owned(s, 0) | owned(s, 1))


@rule
def count(s: Forest, p: int, size: int) -> int:
    """Return how many trees of a size a player has."""
    return ones(s.trees[p, size])


@rule
def size_at(s: Forest, cell: int) -> int:
    """Return the size of the tree on a cell, -1 if there is none."""
    found = -1
    for size in range(SIZES):
        if has(s.trees[0, size] | s.trees[1, size], cell):
            found = size
    return found


@rule
def richness(s: Forest, cell: int) -> int:
    """Return how rich the soil of a cell is, 0 to 3."""
    found = 0
    for level in range(1, RICHEST + 1):
        if has(s.soil[level], cell):
            found = level
    return found


def owner_at(s: Forest, cell: int) -> int:
    """Return whose tree is on a cell, -1 if there is none. No rule: they look at whole boards."""
    return next((p for p in range(PLAYERS) if has(owned(s, p), cell)), -1)


class StandingTree(NamedTuple):
    """A tree: its cell, size and owner, and whether it is dormant."""

    cell: int
    size: int
    owner: int
    dormant: bool


def all_trees(s: Forest) -> list[StandingTree]:
    """Return all trees, by their cells. No rule: set by set, which is faster than cell by cell."""
    dormant = s.dormant
    return sorted(
        StandingTree(cell, size, owner, has(dormant, cell))
        for owner in range(PLAYERS)
        for size in range(SIZES)
        for cell in _cells(s.trees[owner, size])
    )


def _cells(cells: int) -> Iterator[int]:
    """Yield the cells of a set."""
    while cells:
        yield (cells & -cells).bit_length() - 1
        cells &= cells - 1


# Shadows and sun.


@rule
def cast(trees: int, direction: int, size: int) -> int:
    """Return the cells shaded by trees on these cells, all of one size."""
    cells = 0
    while trees != 0:
        cells |= SHADOW[direction, size, lowest(trees)]
        trees &= trees - 1
    return cells


@rule
def spooked(s: Forest, direction: int) -> int:
    """Return the cells with trees, seeds aside, that are in the shade of one at least as large.

    Below bronze there are no shadows.
    """
    cells = 0
    shaded = 0
    if s.league != BRONZE:
        return 0
    for size in range(LARGEST, 0, -1):
        trees = s.trees[0, size] | s.trees[1, size]
        shaded |= cast(trees, direction, size)
        cells |= trees & shaded
    return cells


@rule
def sunlit(s: Forest, p: int, dark: int) -> int:
    """Return the sun points that a player's trees yield, but for those on dark cells."""
    total = 0
    for size in range(1, SIZES):
        total += size * ones(s.trees[p, size] & ~dark)
    return total


@rule
def income(s: Forest, p: int, direction: int) -> int:
    """Return the sun points a player would harvest when the sun points that way."""
    return sunlit(s, p, spooked(s, direction))

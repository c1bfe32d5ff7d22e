"""A player's trees, for people: how many there are, how large, and what one more costs."""

from __future__ import annotations

from spinney.games.spring_2021.rules.geometry import SIZES, members
from spinney.games.spring_2021.rules.record import GROWING, Forest

_GROWING: list[int] = [0, *GROWING.tolist()]


def counts(s: Forest, p: int) -> tuple[int, ...]:
    """Return how many trees of each size a player has."""
    return tuple(map(int.bit_count, _trees(s, p)))


def sizes(s: Forest, p: int) -> dict[int, int]:
    """Return how large a player's trees are, by cell."""
    return {cell: size for size, cells in enumerate(_trees(s, p)) for cell in members(cells)}


def costs(counted: tuple[int, ...]) -> tuple[int, ...]:
    """Return what one more tree of each size costs in sun points, given how many there are."""
    return tuple(map(int.__add__, counted, _GROWING))


def _trees(s: Forest, p: int) -> list[int]:
    return [s.trees[p, size] for size in range(SIZES)]

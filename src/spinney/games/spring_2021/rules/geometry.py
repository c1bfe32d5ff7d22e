"""The hexagonal board: 37 cells in a spiral, their neighbours, the reach of trees.

Sets of cells are bitboards: whole numbers in which bit ``c`` stands for cell ``c``. Directions 0
to 5 go round from the right, each a sixth of a turn further against the clock.

The tables are of 64-bit numbers, so that a cell from one can be shifted by: ``1 << OPPOSITE[c]``.
"""

from __future__ import annotations

import numpy as np

RINGS, CELLS, DIRECTIONS, SIZES = 3, 37, 6, 4
ALL = (1 << CELLS) - 1
"""The set of all cells."""

Place = tuple[int, int, int]

WAYS: tuple[Place, ...] = (
    (1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1),
)  # fmt: skip
"""One step in each direction, in cube coordinates: x, y and z always add up to 0."""


def _step(place: Place, direction: int) -> Place:
    (x, y, z), (dx, dy, dz) = place, WAYS[direction]
    return x + dx, y + dy, z + dz


def _spiral() -> list[Place]:
    """The cells in the order of their numbers: the centre, then ring after ring."""
    places: list[Place] = [(0, 0, 0)]
    place = _step(places[0], 0)
    for ring in range(1, RINGS + 1):
        for side in range(DIRECTIONS):
            for _ in range(ring):
                places.append(place)
                place = _step(place, (side + 2) % DIRECTIONS)
        place = _step(place, 0)
    return places


PLACES = tuple(_spiral())
"""The cube coordinates of each cell."""
CELL_AT = {place: cell for cell, place in enumerate(PLACES)}
"""The cell at each of these coordinates."""


def members(cells: int) -> list[int]:
    """Return the cells of a set."""
    return [cell for cell in range(CELLS) if cells >> cell & 1]


def distance(one: int, two: int) -> int:
    """Return how many steps two cells are apart."""
    return max(abs(a - b) for a, b in zip(PLACES[one], PLACES[two], strict=True))


def _within(cell: int, steps: int) -> int:
    """The set of the other cells no further away than that."""
    return sum(1 << c for c in range(CELLS) if 0 < distance(cell, c) <= steps)


def _ray(cell: int, direction: int, length: int) -> int:
    """The set of the next cells in a direction, as far as the board goes."""
    cells, place = 0, PLACES[cell]
    for _ in range(length):
        place = _step(place, direction)
        cells |= 1 << CELL_AT[place] if place in CELL_AT else 0
    return cells


NEAR = np.array(
    [[CELL_AT.get(_step(place, d), -1) for d in range(DIRECTIONS)] for place in PLACES], np.int64
)
"""The cell beside each cell in each direction, -1 beyond the edge: ``NEAR[cell, direction]``."""

OPPOSITE = np.array([CELL_AT[-x, -y, -z] for x, y, z in PLACES], np.int64)
"""The reflection of each cell in the centre."""

REACH = np.array([[_within(c, size) for c in range(CELLS)] for size in range(SIZES)], np.int64)
"""The cells that a tree of that size can seed, if they are free: ``REACH[size, cell]``."""

SHADOW = np.array(
    [
        [[_ray(c, d, size) for c in range(CELLS)] for size in range(SIZES)]
        for d in range(DIRECTIONS)
    ],
    np.int64,
)
"""The cells that a tree shades when the sun points that way: ``SHADOW[direction, size, cell]``."""

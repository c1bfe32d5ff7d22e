"""Hexagonal cells in rows, pointed above and below, and the hatching that shades them.

Places are cube coordinates (x, y, z) that add up to 0. Directions 0 to 5 go round from the right,
each a sixth of a turn further against the clock, as in most games on such boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, pi, sin, sqrt

from spinney.drawing.svg import number

Point = tuple[float, float]
Place = tuple[int, int, int]


@dataclass(frozen=True)
class Hexagons:
    """Cells of some width, in board units, flattened as if seen a little from the side.

    Attributes:
        width: from one cell to the next in a row.
        flat: how high cells are drawn: 1 is regular.
    """

    width: float
    flat: float = 1.0

    @property
    def down(self) -> float:
        """From one row to the next."""
        return self.width * sqrt(3) / 2 * self.flat

    @property
    def height(self) -> float:
        """From the upper corner of a cell to the lower one."""
        return self.width * 2 / sqrt(3) * self.flat

    def centre(self, place: Place) -> Point:
        """The middle of a cell, as far from that of (0, 0, 0)."""
        x, _, z = place
        return round(self.width * (x + z / 2), 2), round(self.down * z, 2)

    def toward(self, direction: float, distance: float) -> Point:
        """The point so many cells away from (0, 0) in a direction, on an ellipse."""
        angle = direction * pi / 3
        reach = distance * self.width
        return round(reach * cos(angle), 2), round(-reach * self.flat * sin(angle), 2)

    def corners(self, inset: float = 0) -> list[Point]:
        """The corners of a cell around (0, 0), from the one at the upper right, clockwise."""
        reach = (self.width / 2 - inset) * 2 / sqrt(3)
        turns = [(2 * k - 1) * pi / 6 for k in range(6)]
        return [(reach * cos(a), reach * self.flat * sin(a)) for a in turns]

    def outline(self, inset: float = 0) -> str:
        """The path of a cell around (0, 0)."""
        return f"M{'L'.join(_written(corner) for corner in self.corners(inset))}z"

    def hatching(self, direction: int, lines: int, inset: float = 0) -> str:
        """The path of parallel lines through a cell around (0, 0), in a direction.

        Drawn in cell after cell in that direction, the lines run on.
        """
        (dx, dy), corners = self._along[direction % 3], self.corners(inset)
        across = [x * dy - y * dx for x, y in corners]
        gap = (max(across) - min(across)) / lines
        offsets = [(k - (lines - 1) / 2) * gap for k in range(lines)]
        chords = (self._chord(corners, across, offset) for offset in offsets)
        return "".join(f"M{_written(a)}L{_written(b)}" for a, b in chords)

    @cached_property
    def _along(self) -> list[Point]:
        """A vector of length 1 in each of the first three directions."""
        ways = (self.centre(place) for place in ((1, -1, 0), (1, 0, -1), (0, 1, -1)))
        return [(x / (x * x + y * y) ** 0.5, y / (x * x + y * y) ** 0.5) for x, y in ways]

    @staticmethod
    def _chord(corners: Sequence[Point], across: Sequence[float], offset: float) -> Sequence[Point]:
        """Where the line at an offset enters and leaves the cell."""
        sides = pairwise([*zip(corners, across, strict=True), (corners[0], across[0])])
        met = [
            _between(a, b, (offset - u) / (v - u))
            for (a, u), (b, v) in sides
            if min(u, v) <= offset < max(u, v)
        ]
        return sorted(met)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _written(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"

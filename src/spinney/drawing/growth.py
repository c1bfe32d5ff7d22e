"""Habits: how plants grow, each a symbol to be coloured.

A habit stands in a box of 64 by 64 with its foot at (32, 60). Around it, the fill is the colour
of the leaves, the stroke that of their shade, the color that of the wood. Class ``bare`` around
it leaves the wood, and a haze where the leaves were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from spinney.drawing.foliage import Oval, Point

BOX: Final = 64
"""The width and height of a habit's box."""
FOOT: Final[Point] = (32, 60)
"""Where a plant stands in it."""


@dataclass(frozen=True, slots=True)
class Habit:
    """A habit, drawn.

    Attributes:
        name: ``"dome-1"``.
        symbol: the ``<symbol>``.
        leaves: where its leaves are.
        blooms: where its flowers and fruit are.
        height: of the drawing, from the foot.
        width: of the drawing, the foot in the middle.
    """

    name: str
    symbol: str
    leaves: tuple[Oval, ...]
    blooms: tuple[Oval, ...]
    height: float
    width: float

    @property
    def id(self) -> str:
        """The id of its symbol."""
        return f"plant-{self.name}"


def habit(
    name: str, body: str, leaves: Sequence[Oval], blooms: Sequence[Oval] = (), edge: float = 1.5
) -> Habit:
    """A habit of this body; at its sides it reaches by an `edge` beyond its leaves."""
    left = min(x - w for x, _, w, _ in leaves) - edge
    right = max(x + w for x, _, w, _ in leaves) + edge
    top = min(y - h for _, y, _, h in (*leaves, *blooms)) - 1
    symbol = f'<symbol id="plant-{name}" viewBox="0 0 {BOX} {BOX}">{body}</symbol>'
    width = 2 * max(FOOT[0] - left, right - FOOT[0])
    return Habit(name, symbol, tuple(leaves), tuple(blooms or leaves), FOOT[1] - top, width)


def path(kind: str, data: str) -> str:
    """A part of a habit: trunk, limbs, stems, twigs, leafage, sunlit, shade; none without data."""
    return f'<path class="{kind}" d="{data}"/>' if data else ""

"""The places of the forest's cells on its board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from spinney import drawing as kit
from spinney.games.spring_2021.rules.geometry import PLACES, RINGS
from spinney.games.spring_2021.view.ground import FLAT
from spinney.games.spring_2021.view.hexagons import Hexagons, Point
from spinney.games.spring_2021.view.spirits import SpiritCorner
from spinney.i18n import cached_text


@dataclass(frozen=True)
class ForestPlot:
    """Where the cells lie on a board of some width, with a margin for the sun at either side.

    Attributes:
        width: of the board, in board units.
        margin: for the sun at either side, in board units.
        corner: how the spirits are drawn in the lower corners.
        optional: whether to draw, hidden, what a page shows only on request.
    """

    width: float
    margin: float
    corner: SpiritCorner
    optional: bool = True

    @cached_property
    def cells(self) -> Hexagons:
        """The cells, seven in the longest row."""
        return Hexagons(round((self.width - 2 * self.margin) / (2 * RINGS + 1), 2), FLAT)

    @cached_property
    def orbit(self) -> float:
        """How far from the middle the sun is, in board units to either side."""
        return round((self.width - self.margin) / 2, 2)

    @cached_property
    def height(self) -> int:
        """How high the board is, with the spirits below the forest."""
        return round(2 * self.middle[1]) + self.corner.below

    @cached_property
    def middle(self) -> Point:
        """Where the centre of the forest lies."""
        return self.width / 2, round(self.orbit * FLAT + 0.58 * self.margin, 1)

    def centre(self, cell: int) -> Point:
        """The middle of a cell."""
        x, y = self.cells.centre(PLACES[cell])
        return round(self.middle[0] + x, 2), round(self.middle[1] + y, 2)

    def rim(self, way: float) -> Point:
        """The place on the sun's way in a direction."""
        x, y = self.cells.toward(way, self.orbit / self.cells.width)
        return round(self.middle[0] + x, 2), round(self.middle[1] + y, 2)


@cached_text(maxsize=64)
def outline(plot: ForestPlot, kind: str, inset: float) -> str:
    """Return the outline of a cell, so far inside its edge."""
    return kit.element("path", class_=kind, d=plot.cells.outline(inset))

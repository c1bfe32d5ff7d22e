"""Draw the ground of the forest: an island of cells, their plants, the shade on them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from spinney.drawing.svg import element, number
from spinney.drawing.symbols import register
from spinney.games.spring_2021.rules.geometry import DIRECTIONS, PLACES
from spinney.games.spring_2021.view.hexagons import Hexagons, Point
from spinney.i18n import cached_text

FLAT: Final = 0.9
"""How high cells are drawn: as if the forest was seen a little from the side."""

_UNIT: Final = Hexagons(100, FLAT)
"""A cell of the symbols: all cells are drawn as this one, scaled."""
_CELL: Final = (50.0, round(_UNIT.height / 2, 2))
_ISLAND: Final = (380.0, 340.0)
"""Half the boxes of symbols around (0, 0): of a cell, and of all cells with their shore."""
_INSET: Final = 2.0  # between a cell's border and what is drawn on it
_LINES: Final = 6  # of hatching in a cell


def _symbol(name: str, reach: tuple[float, float], body: str) -> tuple[str, str]:
    x, y = reach
    box = " ".join(map(number, (-x, -y, 2 * x, 2 * y)))
    return name, element("symbol", body, id=name, viewBox=box)


def _shade(name: str, *ways: int) -> tuple[str, str]:
    """Dusk over a cell, hatched in these directions."""
    dusk = element("path", class_="dusk", d=_UNIT.outline(_INSET))
    lines = "".join(_UNIT.hatching(way, _LINES, _INSET + 2) for way in ways)
    return _symbol(name, _CELL, dusk + element("path", class_="hatching", d=lines))


def _coming(way: int) -> tuple[str, str]:
    """Dotted lines where a shadow will fall."""
    lines = element("path", class_="tomorrow", d=_UNIT.hatching(way, 4, _INSET + 6))
    return _symbol(f"coming-{way}", _CELL, lines)


def _shore() -> str:
    """The path around all cells together: every side of a cell that borders on no other."""
    sides = {side for place in PLACES for side in _sides(_UNIT.centre(place))}
    following = {one: other for one, other in sides if (other, one) not in sides}
    path = [at := min(following)]
    while (at := following[at]) != path[0]:
        path.append(at)
    return f"M{'L'.join(f'{number(x)} {number(y)}' for x, y in path)}z"


def _sides(centre: Point) -> Iterator[tuple[Point, Point]]:
    """Yield the sides of a cell, clockwise, by their ends."""
    x, y = centre
    corners = [(float(round(x + dx)), float(round(y + dy))) for dx, dy in _UNIT.corners()]
    return pairwise([*corners, corners[0]])


GROUND_SYMBOLS: Final = register(
    dict(
        [
            _symbol("island", _ISLAND, element("path", d=_shore(), stroke_width=26)),
            *(_shade(f"shade-{way}", way) for way in range(DIRECTIONS // 2)),
            *(_shade(f"spooky-{way}", way, way + 1) for way in range(DIRECTIONS // 2)),
            *(_coming(way) for way in range(DIRECTIONS // 2)),
        ]
    )
)
"""The ids of the symbols of the island, and of shade by the direction in which it falls."""


@cached_text(maxsize=4)
def island(width: float, depth: float) -> str:
    """The ground around and below all cells of a width, around (0, 0), with cliffs so deep."""
    layers = (("cliff-low", depth), ("cliff", depth * 0.55), ("island", 0.0))
    return "".join(_scaled("island", _ISLAND, width, kind, down) for kind, down in layers)


@cached_text(maxsize=4)
def daylight(width: float) -> str:
    """The shape of the island, to be filled with light."""
    return _scaled("island", _ISLAND, width)


@cached_text(maxsize=16)
def soil(level: int, width: float) -> str:
    """What grows or lies on a cell of a width, of a richness from 0 to 3."""
    return _scaled(f"ground-{level}", _CELL, width)


@cached_text(maxsize=32)
def shade(way: int, spooky: bool, width: float) -> str:
    """Soft hatching in the direction of the shadow; where it is spooky hatched once more across."""
    name = "spooky" if spooky else "shade"
    return _scaled(f"{name}-{way % (DIRECTIONS // 2)}", _CELL, width, "display-shadows")


@cached_text(maxsize=16)
def coming_shade(way: int, width: float) -> str:
    """Dots where a shadow will fall in a direction tomorrow: a page shows them on request."""
    drawn = _scaled(f"coming-{way % (DIRECTIONS // 2)}", _CELL, width)
    return element("g", drawn, class_="display-tomorrow", display="none")


def _scaled(
    symbol: str, reach: tuple[float, float], width: float, kind: str | None = None, down: float = 0
) -> str:
    """A symbol around (0, ``down``), as large as its cells must be."""
    across, high = (side * width / 100 for side in reach)
    box = {"x": -across, "y": down - high, "width": 2 * across, "height": 2 * high}
    given = {name: round(side, 2) for name, side in box.items()}
    return element("use", href=f"#{symbol}", class_=kind, **given)

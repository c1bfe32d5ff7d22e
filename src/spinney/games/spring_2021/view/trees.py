"""A forest seen from the side: trees of four heights, the soil they stand on, and the sun."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from spinney.drawing.svg import element, number
from spinney.drawing.symbols import read_symbols, register
from spinney.games.spring_2021.view.hexagons import dots

FOREST_SYMBOLS: Final = register(read_symbols(__package__, "forest.svg"))
"""The ids of the symbols of trees: a kind and a size, as ``conifer-2``."""
KINDS: Final = ("broadleaf", "conifer")
"""The crown shapes: round, and pointed in tiers."""
HEIGHTS: Final = ("seed", "small", "medium", "large")
"""What trees of each size are called."""
TALLEST: Final = 64 / 48
"""How high the box of a tree is, over its width; trees of all sizes have the same box."""

_FOOT: Final = 60 / 48  # where a tree stands, from the top of its box, over its width
_EYES: Final = {
    "broadleaf": ((57, 2.2), (46.8, 3), (37, 4.6), (26.5, 6.4)),
    "conifer": ((56.4, 2.9), (51.4, 2.7), (46.6, 3.6), (43.6, 4.6)),
}
"""How low the eyes of the spirit in a tree sit, and how far apart, by kind and size."""


@lru_cache(maxsize=256)
def crown(kind: str, size: int, asleep: bool, x: float, y: float, width: float) -> str:
    """A tree of a kind (of `KINDS`) and size (0 to 3) that stands at (x, y), in a box so wide.

    The colours are those of the class around it: fill for the foliage, stroke for its outline.
    The spirit in the tree looks out of it, or is `asleep`, its eyes closed.
    """
    box = {"x": x - width / 2, "y": y - width * _FOOT, "width": width, "height": width * TALLEST}
    tree = element("use", href=f"#{kind}-{size}", **box)
    at = f"translate({number(box['x'])} {number(box['y'])}) scale({number(width / 48)})"
    return tree + element(
        "path", class_="lids" if asleep else "eyes", d=_eyes(kind, size, asleep), transform=at
    )


@lru_cache(maxsize=16)
def _eyes(kind: str, size: int, asleep: bool) -> str:
    """Two points, or two closed lids, in the units of a tree's symbol."""
    low, apart = _EYES[kind][size]
    left, right = (number(24 + side * apart) for side in (-1, 1))
    if not asleep:
        return f"M{left} {low}h0M{right} {low}h0"
    lid = number(1.1 + 0.35 * size)
    low -= 0.4
    return "".join(
        f"M{number(float(x) - float(lid))} {low}q{lid} {lid} {number(2 * float(lid))} 0"
        for x in (left, right)
    )


@lru_cache(maxsize=16)
def grain(level: int, width: float, flat: float) -> str:
    """The dots of soil around (0, 0), ever denser with its level (1 to 3); pebbles for level 0."""
    if level == 0:
        stones = ((-0.2, 0.04), (0.12, -0.16), (0.2, 0.16))
        path = "".join(
            f"M{number(x * width)} {number(y * width)}q{number(0.07 * width)}-"
            f"{number(0.1 * width)} {number(0.14 * width)} 0z"
            for x, y in stones
        )
        return element("path", class_="pebbles", d=path)
    drawn = dots((0, 7, 19, 37)[level], width, flat)
    path = "".join(f"M{number(x)} {number(y)}h0" for x, y in drawn)
    return element("path", class_="grain", d=path)


@lru_cache(maxsize=8)
def sun(radius: float) -> str:
    """A sun around (0, 0): its disc, and rays out to almost twice the radius."""
    rays = "".join(
        f"M{number(1.3 * radius * cos(a))} {number(1.3 * radius * sin(a))}"
        f"L{number(reach * radius * cos(a))} {number(reach * radius * sin(a))}"
        for a, reach in ((k * pi / 8, 1.85 if k % 2 == 0 else 1.6) for k in range(16))
    )
    return element("path", class_="rays", d=rays) + element("circle", class_="globe", r=radius)

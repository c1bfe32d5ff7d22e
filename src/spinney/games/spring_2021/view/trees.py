"""A forest seen from the side: trees of four heights, their spirits, and the sun."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from spinney.drawing.svg import element, number
from spinney.drawing.symbols import read_symbols, register

FOREST_SYMBOLS: Final = register(read_symbols(__package__, "forest.svg"))
"""The ids of the symbols: of trees by kind and size, as ``conifer-2``, and of what is near them."""
KINDS: Final = ("broadleaf", "conifer")
"""The crown shapes: round, and pointed in tiers."""
TALLEST: Final = 64 / 48
"""How high the box of a tree is, over its width; trees of all sizes have the same box."""

_FOOT: Final = 60 / 48  # where a tree stands, from the top of its box, over its width
_EYES: Final = {
    "broadleaf": ((57, 2.2), (45.6, 2.8), (34.8, 4.4), (24, 6.2)),
    "conifer": ((56.4, 2.9), (50.6, 2.7), (45.2, 3.6), (41.4, 4.6)),
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
def spirit(kind: str, asleep: bool, width: float) -> str:
    """The spirit of a kind of trees, its feet in the middle at (0, 0), looking out or `asleep`."""
    height = width * 56 / 48
    body = element(
        "use", href=f"#spirit-{kind}", x=-width / 2, y=-height, width=width, height=height
    )
    at = f"translate({number(-width / 2)} {number(-height)}) scale({number(width / 48)})"
    if asleep:
        eyes = element("path", class_="lids wide", d="M13 30q4 4 8 0M27 30q4 4 8 0", transform=at)
    else:
        white = element("path", class_="eyes", d="M17 29h0M31 29h0", stroke_width=9, transform=at)
        eyes = white + element("path", class_="pupils", d="M17.6 29.6h0M30.4 29.6h0", transform=at)
    return body + eyes


@lru_cache(maxsize=8)
def sun(radius: float) -> str:
    """A sun around (0, 0): its disc, and rays out to almost twice the radius."""
    rays = "".join(
        f"M{number(1.3 * radius * cos(a))} {number(1.3 * radius * sin(a))}"
        f"L{number(reach * radius * cos(a))} {number(reach * radius * sin(a))}"
        for a, reach in ((k * pi / 8, 1.85 if k % 2 == 0 else 1.6) for k in range(16))
    )
    return element("path", class_="rays", d=rays) + element("circle", class_="globe", r=radius)

"""Shapes of plants: outlines of crowns, limbs that branch, trunks; and habits made of them.

A habit is how a plant grows: a symbol to be coloured, in a box of 64 by 64 units, y downwards, with
its foot at (32, 60). Around it, the fill is the colour of the leaves, the stroke that of their
shade, the color that of the wood. Class ``bare`` around it leaves the wood, and a haze where the
leaves were. Path data has one decimal. Random numbers come in as an argument, so that the same
plant is drawn the same way each time.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import cos, dist, hypot, pi, sin, sqrt
from random import Random
from typing import Final

Point = tuple[float, float]
Oval = tuple[float, float, float, float]
"""A part of a crown: its middle x and y, half its width, half its height."""

_GOLDEN = pi * (3 - sqrt(5))


def short(*values: float) -> str:
    """Coordinates with one decimal and no more blanks than needed: ``"1-.5 3"``."""
    written = ""
    for value in values:
        number = f"{value:.1f}".removesuffix(".0").replace("0.", ".", 1 if abs(value) < 1 else 0)
        number = "0" if number in ("-0", "") else number
        written += number if not written or number.startswith("-") else f" {number}"
    return written


def oval(part: Oval, corners: int = 10, dent: float = 0, rng: Random | None = None) -> list[Point]:
    """The outline of an oval, clockwise; `dent` is by how much of the radius `rng` moves it."""
    x, y, wide, high = part
    points = []
    for k in range(corners):
        turn = 2 * pi * k / corners - pi / 2
        reach = 1 - (rng.uniform(0, dent) if rng else 0)
        points.append((x + wide * reach * cos(turn), y + high * reach * sin(turn)))
    return points


def around(parts: Sequence[Oval], corners: int = 26) -> list[Point]:
    """The outline, clockwise, of overlapping ovals, as seen from the middle of them all."""
    x = sum(part[0] for part in parts) / len(parts)
    y = sum(part[1] for part in parts) / len(parts)
    points = []
    for k in range(corners):
        u, v = cos(2 * pi * k / corners - pi / 2), sin(2 * pi * k / corners - pi / 2)
        reach = max(_leaving(part, x, y, u, v) for part in parts)
        points.append((x + reach * u, y + reach * v))
    return points


def _leaving(part: Oval, x: float, y: float, u: float, v: float) -> float:
    """How far from (x, y), in the direction (u, v), an oval ends; 2 if it isn't there."""
    p, q = (x - part[0]) / part[2], (y - part[1]) / part[3]
    u, v = u / part[2], v / part[3]
    a, b, c = u * u + v * v, p * u + q * v, p * p + q * q - 1
    under = b * b - a * c
    return max(2.0, (sqrt(under) - b) / a) if under >= 0 else 2.0


def blade(x: float, y: float, across: float, down: float, wide: float, bend: float = 0) -> str:
    """The path of a leaf that is pointed at both ends, from (x, y) to a point relative to it.

    `wide` is its width in the middle, `bend` by how much its middle stands aside.
    """
    long = hypot(across, down) or 1
    u, v = -down / long, across / long
    one, other = bend * 2 + wide, bend * 2 - wide
    tip = short(across / 2 + u * one, down / 2 + v * one, across, down)
    home = short(-across / 2 + u * other, -down / 2 + v * other, -across, -down)
    return f"M{short(x, y)}q{tip}q{home}z"


@dataclass(frozen=True, slots=True)
class Stem:
    """A stem that bends: from its root toward a point and on to its tip, relative to the root."""

    root: Point
    toward: Point
    tip: Point

    @property
    def path(self) -> str:
        """Its line."""
        return f"M{short(*self.root)}q{short(*self.toward, *self.tip)}"

    def at(self, share: float) -> Point:
        """A point of it, from 0 at the root to 1 at the tip."""
        half, whole = 2 * share * (1 - share), share * share
        (x, y), (a, b), (u, v) = self.root, self.toward, self.tip
        return x + half * a + whole * u, y + half * b + whole * v


def smooth(points: Sequence[Point], parts: int = 8) -> list[Point]:
    """A closed outline through these points, rounded (a Catmull-Rom spline)."""
    count = len(points)
    rounded = []
    for k in range(count):
        a, b, c, d = (points[(k + i) % count] for i in (-1, 0, 1, 2))
        for part in range(parts):
            t = part / parts
            rounded.append(
                (_between(a[0], b[0], c[0], d[0], t), _between(a[1], b[1], c[1], d[1], t))
            )
    return rounded


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3
    )


def scalloped(outline: Sequence[Point], lobe: float, rng: Random) -> str:
    """The path of a clockwise outline whose edge is made of round lobes, about `lobe` across."""
    points = smooth(outline)
    closed = [*points, points[0]]
    along = [0.0, *accumulate(dist(a, b) for a, b in pairwise(closed))]
    count = max(5, round(along[-1] / lobe))
    first = rng.random()
    marks = [(k + first * 0.5 + rng.uniform(-0.22, 0.22)) / count for k in range(count)]
    ends = [_at(closed, along, (mark % 1) * along[-1]) for mark in marks]
    path = f"M{short(*ends[0])}"
    x, y = (round(v, 1) for v in ends[0])
    for u, v in [*ends[1:], ends[0]]:
        across, down = round(u - x, 1), round(v - y, 1)
        bulge = rng.uniform(0.78, 0.95)
        path += f"q{short(across / 2 + down * bulge, down / 2 - across * bulge, across, down)}"
        # What is written is rounded: go on from where that leads.
        x, y = x + across, y + down
    return f"{path}z"


def _at(points: Sequence[Point], along: Sequence[float], reach: float) -> Point:
    k = min(bisect(along, reach), len(along) - 1)
    (x, y), (u, v) = points[k - 1], points[k]
    share = (reach - along[k - 1]) / ((along[k] - along[k - 1]) or 1)
    return x + share * (u - x), y + share * (v - y)


def scattered(parts: Sequence[Oval], count: int, rng: Random, inset: float = 0.85) -> list[Point]:
    """Points spread evenly over the parts of a crown, more on the larger ones."""
    areas = [wide * high for _, _, wide, high in parts]
    shares = [count * area / sum(areas) for area in areas]
    points: list[Point] = []
    owed = 0.0
    for part, share in zip(parts, shares, strict=True):
        owed += share
        due = round(owed)
        owed -= due
        points += _spiral(part, due, rng.uniform(0, 2 * pi), inset)
    return points


def _spiral(part: Oval, count: int, turned: float, inset: float) -> Iterator[Point]:
    """Points over an oval, each turned by the golden angle from the last."""
    x, y, wide, high = part
    for k in range(count):
        reach = inset * sqrt((k + 0.5) / count)
        turn = turned + k * _GOLDEN
        yield x + wide * reach * cos(turn), y + high * reach * sin(turn)


def limbs(roots: Sequence[Point], tips: Iterable[Point]) -> tuple[str, str]:
    """Paths of limbs and of twigs, from points on the trunk to all tips of a crown.

    Each tip, the nearest first, grows from the node that it reaches best without turning down.
    """
    nodes = [(root, 0) for root in roots]
    paths = ["", ""]
    for tip in sorted(tips, key=lambda tip: min(dist(tip, root) for root in roots)):
        node, order = min(nodes, key=lambda node: _detour(node[0], tip))
        across, down = tip[0] - node[0], tip[1] - node[1]
        limb = Stem(node, (across * 0.35, down * 0.65), (across, down))
        paths[min(order, 1)] += limb.path
        nodes += [(tip, order + 1), (limb.at(0.5), order + 1)]
    return paths[0], paths[1]


def _detour(node: Point, tip: Point) -> float:
    """How far it is from a node to a tip, far more if that means growing downwards."""
    across, up = tip[0] - node[0], node[1] - tip[1]
    return hypot(across, up) + max(0.0, abs(across) - up) * 0.7 + max(0.0, -up) * 3


def trunk(foot: Point, top: Point, wide: float, narrow: float) -> str:
    """The path of a trunk that spreads at its foot, `wide` there and `narrow` at its top."""
    (x, y), (u, v) = foot, top
    a, b, high = wide / 2, narrow / 2, y - v
    lean = (u - x) * 0.3
    left = short(a * 0.8, -high * 0.06, a * 0.9 + lean, -high * 0.35)
    right = short(x + a * 0.9, y - high * 0.06, x + a * 1.7, y)
    return (
        f"M{short(x - a * 1.7, y)}q{left}L{short(u - b, v)}h{short(2 * b)}"
        f"L{short(x + a * 0.8 + lean, y - high * 0.35)}Q{right}z"
    )


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

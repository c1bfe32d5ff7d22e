"""Conifers whose branches stand in tiers, and those that creep."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random

from spinney.drawing.foliage import Point, blade, short, trunk
from spinney.drawing.growth import FOOT, Habit, habit, path

X, Y = FOOT
_TOP, _LOW = 3.0, 54.0


def spire(name: str, tiers: int, wide: float, droop: float) -> Habit:
    """A spruce: so many tiers of branches that hang at their tips."""
    reaches = [wide / 2 * (k + 1) / tiers for k in range(tiers)]
    levels = [_TOP + (_LOW - _TOP) * ((k + 1) / tiers) ** 0.92 for k in range(tiers)]
    edge = _edge(reaches, levels, droop)
    right, left = (_side(edge, turn) for turn in (1, -1))
    ribs = "".join(
        f"M{short(X + reach * 0.2, level - 1)}q{short(reach * 0.25, -2.5, reach * 0.45, -0.5)}"
        for reach, level in zip(reaches, levels, strict=True)
    )
    body = (
        path("trunk", trunk(FOOT, (X, 48), 3.4, 2.4))
        + path("leafage", right + left)
        + path("sunlit", left)
        + path("shade", ribs)
    )
    leaves = ((X, 42, wide * 0.25, 10), (X, 26, wide * 0.14, 10), (X, 12, 2, 6))
    return habit(name, body, leaves, edge=wide * 0.25)


def _edge(reaches: list[float], levels: list[float], droop: float) -> list[tuple[Point, Point]]:
    """Down one side of a spire: curves, each toward a point and on to one, from its middle."""
    edge = []
    for k, (reach, level) in enumerate(zip(reaches, levels, strict=True)):
        share = (k + 1) / len(reaches)
        inner = reach / 2 if share < 1 else 0.0
        edge.append(((reach * 0.3, level - 6 * share), (reach, level + droop * share)))
        edge.append(((reach * 0.7, level - droop * 0.2), (inner, level - droop * 0.4)))
    return edge


def _side(edge: list[tuple[Point, Point]], turn: int) -> str:
    """The path of the right half of a spire (`turn` 1) or the left one (-1)."""
    curves = (f"Q{short(X + turn * a, b, X + turn * u, v)}" for (a, b), (u, v) in edge)
    return f"M{short(X, _TOP)}{''.join(curves)}z"


def creeping(name: str) -> Habit:
    """A dwarf pine: shoots like candles that rise from creeping branches."""
    chance = Random(name)
    shoots = []
    for k in range(-5, 6):
        share = k / 5
        angle = radians(share * 48 + chance.uniform(-6, 6))
        long = (30 - 9 * abs(share)) * chance.uniform(0.85, 1.1)
        foot = (X + share * 17, Y - 4 + 3 * abs(share))
        shoots.append((*foot, long * sin(angle), -long * cos(angle)))
    ribs = "".join(
        f"M{short(x + u * t, y + v * t)}l{short(u * 0.08 + side, v * 0.12)}"
        for x, y, u, v in shoots[1:-1]
        for t in (0.4, 0.62)
        for side in (-2, 2)
    )
    body = (
        path("limbs", "M32 60q-10-1-17-6M32 60q10-1 17-6M32 60q-5-4-8-12M32 60q5-4 8-12M32 60V40")
        + path("leafage", "".join(blade(*shoot, 8) for shoot in shoots))
        + path("shade", ribs)
    )
    return habit(name, body, ((X, 46, 30, 14),), ((X, 46, 25, 12),), 6)

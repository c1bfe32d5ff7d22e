"""Habits: every way in which a plant grows, by its name.

Conifers, plants made of blades and climbers are drawn one by one, leafy crowns from the measures
in ``crowns.csv``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import cos, radians, sin
from random import Random
from typing import Final

from spinney.games.forest_garden.view.foliage import (
    FOOT,
    Habit,
    Oval,
    Point,
    Stem,
    around,
    blade,
    habit,
    limbs,
    oval,
    path,
    scalloped,
    scattered,
    short,
    trunk,
)

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
    rng = Random(name)
    shoots = []
    for k in range(-5, 6):
        share = k / 5
        angle = radians(share * 48 + rng.uniform(-6, 6))
        long = (30 - 9 * abs(share)) * rng.uniform(0.85, 1.1)
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


def _rays(
    at: Point, count: int, spread: float, long: float, wide: float, bend: float, rng: Random
) -> Iterator[str]:
    """A fan of blades around straight up, over `spread` degrees; `bend` lets them droop."""
    for k in range(count):
        share = 2 * k / (count - 1) - 1
        angle = radians(share * spread / 2 + rng.uniform(-4, 4))
        reach = long * rng.uniform(0.85, 1.05) * (1 - 0.15 * abs(share))
        yield blade(*at, reach * sin(angle), -reach * cos(angle), wide, bend * share)


def rosette(name: str) -> Habit:
    """A yucca: sword leaves from the ground, and a tall stalk for the flowers."""
    rng = Random(name)
    swords = [*_rays(FOOT, 9, 170, 26, 3.6, 0, rng), *_rays(FOOT, 8, 150, 20, 3.6, 0, rng)]
    ribs = "".join(f"M32 59l{short(22 * sin(a), -22 * cos(a))}" for a in (-1.0, -0.5, 0.2, 0.7))
    body = (
        path("limbs", "M32 58q.4-20 0-52M32 30l-4-5M32 26l4-5M32 19l-4-4M32 15l3-4")
        + path("leafage", "".join(swords))
        + path("shade", ribs)
    )
    return habit(name, body, ((X, 46, 24, 12),), ((X, 13, 4.5, 8), (X, 25, 6, 6)))


def antler(name: str, tops: Sequence[Point], fork: Point, long: float) -> Habit:
    """Few thick limbs, each with a crown of long leaves at its end: aralia, sumac."""
    rng = Random(name)
    ways = [(x - fork[0], y - fork[1]) for x, y in tops]
    arms = "".join(Stem(fork, (u * 0.2, v * 0.6), (u, v)).path for u, v in ways)
    leaves = "".join(ray for top in tops for ray in _rays(top, 7, 230, long, 4.4, 2, rng))
    ribs = "".join(
        f"M{short(x, y)}l{short(long * 0.7 * sin(a), -long * 0.6 * cos(a))}"
        for x, y in tops
        for a in (-1.3, 0, 1.3)
    )
    body = (
        path("trunk", trunk(FOOT, fork, 3, 2.2))
        + path("limbs", arms)
        + path("leafage", leaves)
        + path("shade", ribs)
    )
    crowns = [(x, y - 1, long, long * 0.9) for x, y in tops]
    blooms = [(x, y - long * 0.55, long * 0.3, long * 0.45) for x, y in tops]
    return habit(name, body, crowns, blooms)


def broom(name: str) -> Habit:
    """A sheaf of green rods without leaves: ephedra."""
    rng = Random(name)
    rods = [
        *_rays((30, Y), 10, 96, 36, 1.5, 1, rng),
        *_rays((35, Y), 9, 104, 28, 1.5, 1, rng),
    ]
    joints = "M22 40l2 .8M29 34l2 0M38 38l2-.6M45 44l1.6-1.2M32 44l2 0M18 48l1.6 1.2"
    body = (
        path("twigs", "M32 60l-9-22M32 60l9-22M32 60V34")
        + path("leafage", "".join(rods))
        + path("shade", joints)
    )
    return habit(name, body, ((X, 40, 20, 14),))


def fern(name: str) -> Habit:
    """Fronds that arch from the ground, notched along their ribs: sweetfern."""
    tips = [(-24, -13), (-18, -23), (-9, -31), (3, -34), (13, -29), (20, -21), (25, -12)]
    fronds = [Stem((X, 59), (x * 0.3, y * 0.7), (x, y)) for x, y in tips]
    leaves = ""
    for frond in fronds:
        x, y = frond.tip
        for n in range(5):
            at, long = frond.at(0.3 + 0.15 * n), 1 - 0.12 * n
            for side in (1, -1):
                across = side * (5 * long - y * 0.06)
                leaves += blade(*at, across, side * x * 0.12 - 4 * long, 3)
    body = path("stems", _lines(fronds)) + path("leafage", leaves)
    return habit(name, body, ((X, 42, 22, 14),))


def sprays(name: str, long: float, leaf: tuple[float, float]) -> Habit:
    """Stiff branches with leaves along them, each so long and wide: sea buckthorn, olives."""
    rng = Random(name)
    stems, leaves = [], ""
    for k in range(-3, 4):
        angle = radians(14 * k)
        reach = long * (1 - 0.05 * abs(k)) * rng.uniform(0.9, 1.04)
        across, down = reach * sin(angle), -reach * cos(angle)
        stem = Stem((X + k * 0.8, Y), (across / 2, down / 2), (across, down))
        stems.append(stem)
        for n in range(8):
            tilt = angle + (0.7 if n % 2 else -0.7)
            at = stem.at(0.26 + 0.095 * n)
            leaves += blade(*at, leaf[0] * sin(tilt), -leaf[0] * cos(tilt), leaf[1])
    body = path("stems", _lines(stems)) + path("leafage", leaves)
    return habit(name, body, ((X, Y - long * 0.62, long * 0.62, long * 0.36),))


def canes(name: str, tall: float) -> Habit:
    """Canes that arch over, with leaves along them: roses and brambles."""
    rng = Random(name)
    stems, leaves = [], ""
    for k, reach in enumerate((-25, -18, -10, -2, 6, 13, 20, 26)):
        rise = -tall * (1.3 - 0.012 * abs(reach)) * rng.uniform(0.94, 1.04)
        fall = rise * (0.84 - abs(reach) * 0.018)
        stem = Stem((X + reach * 0.2, Y), (reach * 0.35, rise * 1.2), (reach, fall))
        stems.append(stem)
        for n in range(8):
            across = 6.6 if (n + k) % 2 else -6.6
            leaves += blade(*stem.at(0.14 + 0.115 * n), across, rng.uniform(-3.4, 2.4), 5.6)
    body = path("stems", _lines(stems)) + path("leafage", leaves)
    return habit(name, body, ((X, Y - tall * 0.66, 25, tall * 0.4),), edge=4)


def twigs(name: str) -> Habit:
    """A low tuft of upright twigs with small leaves: bilberries."""
    rng = Random(name)
    stems, leaves = [], ""
    for k in range(9):
        share = k / 4 - 1
        down = -32 + 9 * share * share + rng.uniform(-2, 3)
        stem = Stem((X + share * 9, Y), (share * 2.6, down * 0.6), (share * 13, down))
        stems.append(stem)
        for n in range(5):
            across = 4.6 if (n + k) % 2 else -4.6
            leaves += blade(*stem.at(0.35 + 0.15 * n), across, -2.6, 3.4)
    body = path("stems", _lines(stems)) + path("leafage", leaves)
    return habit(name, body, ((X, 42, 22, 13),))


def _lines(stems: Sequence[Stem]) -> str:
    return "".join(stem.path for stem in stems)


HEART: Final = "q-3.4-2.6-4.4.4q-.8 3 4.4 6q5.2-3 4.4-6q-1-3-4.4-.4z"
"""A heart-shaped leaf, from its stalk."""
VINE: Final = (
    "q-2.4-2-3.6.2q-2 .2-1.6 2.6q-1 1.6.8 2.4q.6 2 2.6 1.2q1.8 1.6 3.6 0"
    "q2 .8 2.6-1.2q1.8-.8.8-2.4q.4-2.4-1.6-2.6q-1.2-2.2-3.6-.2z"
)
"""A vine leaf with its lobes."""
FINGERS: Final = (
    "q-3.5-3.5-6-2.5q2 3 6 2.5q-5 0-5.5 3q3.5.5 5.5-3q-2 3.5 0 5.5q2-2 0-5.5"
    "q2 3.5 5.5 3q-.5-3-5.5-3q4 .5 6-2.5q-2.5-1-6 2.5z"
)
"""A leaf of five fingers."""

_FRAME: Final = "M13 60V14M32 60V10M51 60V14M9 22H55M9 36H55M9 50H55"
_STEMS: Final = (
    "M32 60q-12-10-2-20q9-8 0-18q-6-6 2-11M33 58q14-6 12-18q-3-9 3-19M31 57q-15-5-13-17q3-9-3-18"
)


def trellis(name: str, leaf: str) -> Habit:
    """A climber: a trellis, winding stems, large leaves of a shape."""
    points = scattered(((32, 31, 24, 21),), 19, Random(name), 1.0)
    body = (
        path("trellis", _FRAME)
        + path("limbs", _STEMS)
        + path("leafage", "".join(f"M{short(x, y - 2)}{leaf}" for x, y in points))
        + path("shade", "".join(f"M{short(x, y - 1)}v3" for x, y in points))
    )
    return habit(name, body, ((32, 31, 22, 20),), edge=3)


@cache
def habits() -> dict[str, Habit]:
    """Every habit by its name."""
    drawn = [
        *crowns(),
        spire("spire-1", 6, 42, 2.6),
        spire("spire-2", 7, 34, 1.2),
        creeping("creeping-1"),
        rosette("rosette-1"),
        antler("antler-1", ((15, 26), (31, 16), (49, 24)), (32, 42), 13),
        antler("antler-2", ((14, 30), (26, 17), (42, 15), (51, 30)), (32, 44), 11),
        antler("whorl-1", ((17, 40), (32, 32), (48, 39)), (32, 54), 11),
        broom("broom-1"),
        fern("fern-1"),
        sprays("sprays-1", 52, (8.5, 3)),
        sprays("sprays-2", 46, (7, 4.6)),
        canes("canes-1", 38),
        canes("canes-2", 32),
        twigs("twigs-1"),
        trellis("vine-1", VINE),
        trellis("vine-2", HEART),
        trellis("vine-3", FINGERS),
    ]
    return {habit.name: habit for habit in drawn}


# Leafy crowns.


StemEnds = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Crown:
    """A plant with a leafy crown: a row of ``crowns.csv``, in the units of a habit's box.

    Attributes:
        name: of the habit.
        clumps: of the crown, which grow together or stand apart: each the x and y of its middle,
            half its width and half its height.
        stems: each from its foot to its top. A row may have a fan of so many: their number, the
            height of their tops, how wide these and their feet are spread.
        girth: of a stem at its foot and its top; none for stems that are mere lines.
        lobe: how large the round lobes of the crown's edge are.
        apart: do its clumps stand apart, so that limbs are seen between them?
        tips: how many twigs it has.
    """

    name: str
    clumps: tuple[Oval, ...]
    stems: tuple[StemEnds, ...]
    girth: tuple[float, ...]
    lobe: float
    apart: bool
    tips: int


def crowns() -> Iterator[Habit]:
    """Every habit of ``crowns.csv``."""
    text = files(__package__).joinpath("crowns.csv").read_text(encoding="utf-8")
    yield from (_drawn(_read(row)) for row in csv.DictReader(text.splitlines()))


def _read(row: dict[str, str]) -> Crown:
    clumps = tuple((x, y, w, h) for x, y, w, h in _numbers(row["clumps"]))
    girth = tuple(map(float, row["girth"].split()))
    rest = float(row["lobe"]), row["apart"] == "1", int(row["tips"])
    return Crown(row["name"], clumps, _stems(row["stems"]), girth, *rest)


def _numbers(given: str) -> Iterator[list[float]]:
    """``"1 2; 3 4"`` as [1.0, 2.0] and [3.0, 4.0]."""
    yield from ([float(number) for number in part.split()] for part in given.split(";"))


def _stems(given: str) -> tuple[StemEnds, ...]:
    if not given.startswith("fan"):
        return tuple(((x, y), (u, v)) for x, y, u, v in _numbers(given))
    count, top, spread, foot = (float(number) for number in given.split()[1:])
    shares = [k / (count - 1) - 0.5 for k in range(int(count))]
    x, y = FOOT
    return tuple(
        ((x + foot * share, y), (x + spread * share, top + 14 * share * share)) for share in shares
    )


def _drawn(plant: Crown) -> Habit:
    rng = Random(plant.name)
    tips = scattered(plant.clumps, plant.tips, rng, 0.9)
    thick, thin = limbs([*_roots(plant)], tips)
    shapes = (
        [scalloped(oval(part, 8, 0.08, rng), plant.lobe, rng) for part in plant.clumps]
        if plant.apart
        else [scalloped(around(plant.clumps), plant.lobe, rng)]
    )
    body = (
        _standing(plant)
        + path("limbs" if plant.girth else "stems", thick)
        + path("twigs", thin)
        + path("leafage", "".join(shapes))
        + path("sunlit", "".join(_sunlit(plant, rng)))
        + path("shade", "".join(_shades(plant)))
    )
    return habit(plant.name, body, plant.clumps)


def _standing(plant: Crown) -> str:
    """Its trunks, or the lines of its stems."""
    if plant.girth:
        return path("trunk", "".join(trunk(*stem, *plant.girth) for stem in plant.stems))
    drawn = (
        f"M{short(x, y)}q{short((u - x) * 0.3, (v - y) * 0.6, u - x, v - y)}"
        for (x, y), (u, v) in plant.stems
    )
    return path("stems", "".join(drawn))


def _roots(plant: Crown) -> Iterator[Point]:
    """The points of the stems where limbs begin."""
    for (x, y), (u, v) in plant.stems:
        for share in (0.55, 0.8, 1.0):
            yield x + (u - x) * share, y + (v - y) * share


def _largest(clumps: Sequence[Oval], count: int) -> list[Oval]:
    return sorted(clumps, key=lambda part: -part[2] * part[3])[:count]


def _sunlit(plant: Crown, rng: Random) -> Iterator[str]:
    """Where the light falls: a smaller clump at the upper left of the larger ones."""
    for x, y, w, h in _largest(plant.clumps, 3):
        part = (x - w * 0.24, y - h * 0.3, w * 0.52, h * 0.42)
        yield scalloped(oval(part, 8), plant.lobe, rng)


def _shades(plant: Crown) -> Iterator[str]:
    """Where it does not: an arc at the lower right of the larger ones."""
    for x, y, w, h in _largest(plant.clumps, 4):
        if w > 5:
            arc = short(-w * 0.1, h * 0.6, -w * 0.9, h * 0.6)
            yield f"M{short(x + w * 0.8, y + h * 0.1)}q{arc}"

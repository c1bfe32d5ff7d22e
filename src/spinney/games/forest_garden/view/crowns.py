"""Plants with leafy crowns: trunks or stems, limbs, clumps that grow together or stand apart.

Their measures are in ``crowns.csv``, a row a habit, in the units of a habit's box: the clumps of
the crown, each the x and y of its middle, half its width and half its height; the stems, each
from its foot to its top, or a fan of so many (their number, the height of their tops, how wide
these and their feet are spread); the girth of a stem at its foot and its top, none for stems that
are mere lines; how large the round lobes of the crown's edge are; whether its clumps stand apart,
so that limbs are seen between them; how many twigs it has.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from random import Random

from spinney.games.forest_garden.view.foliage import (
    FOOT,
    Habit,
    Oval,
    Point,
    around,
    habit,
    limbs,
    oval,
    path,
    scalloped,
    scattered,
    short,
    trunk,
)

Stem = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Crown:
    """A plant with a leafy crown: a row of ``crowns.csv``, see there."""

    name: str
    clumps: tuple[Oval, ...]
    stems: tuple[Stem, ...]
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


def _stems(given: str) -> tuple[Stem, ...]:
    if not given.startswith("fan"):
        return tuple(((x, y), (u, v)) for x, y, u, v in _numbers(given))
    count, top, spread, foot = (float(number) for number in given.split()[1:])
    shares = [k / (count - 1) - 0.5 for k in range(int(count))]
    x, y = FOOT
    return tuple(
        ((x + foot * share, y), (x + spread * share, top + 14 * share * share)) for share in shares
    )


def _drawn(plant: Crown) -> Habit:
    chance = Random(plant.name)
    tips = scattered(plant.clumps, plant.tips, chance, 0.9)
    thick, thin = limbs([*_roots(plant)], tips)
    shapes = (
        [scalloped(oval(part, 8, 0.08, chance), plant.lobe, chance) for part in plant.clumps]
        if plant.apart
        else [scalloped(around(plant.clumps), plant.lobe, chance)]
    )
    body = (
        _standing(plant)
        + path("limbs" if plant.girth else "stems", thick)
        + path("twigs", thin)
        + path("leafage", "".join(shapes))
        + path("sunlit", "".join(_sunlit(plant, chance)))
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


def _sunlit(plant: Crown, chance: Random) -> Iterator[str]:
    """Where the light falls: a smaller clump at the upper left of the larger ones."""
    for x, y, w, h in _largest(plant.clumps, 3):
        part = (x - w * 0.24, y - h * 0.3, w * 0.52, h * 0.42)
        yield scalloped(oval(part, 8), plant.lobe, chance)


def _shades(plant: Crown) -> Iterator[str]:
    """Where it does not: an arc at the lower right of the larger ones."""
    for x, y, w, h in _largest(plant.clumps, 4):
        if w > 5:
            arc = short(-w * 0.1, h * 0.6, -w * 0.9, h * 0.6)
            yield f"M{short(x + w * 0.8, y + h * 0.1)}q{arc}"

"""Plants made of blades: rosettes, tufts of long leaves, sprays, canes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from random import Random

from spinney.drawing.foliage import Point, Stem, blade, short, trunk
from spinney.drawing.growth import FOOT, Habit, habit, path

X, Y = FOOT


def _rays(
    at: Point, count: int, spread: float, long: float, wide: float, bend: float, chance: Random
) -> Iterator[str]:
    """A fan of blades around straight up, over `spread` degrees; `bend` lets them droop."""
    for k in range(count):
        share = 2 * k / (count - 1) - 1
        angle = radians(share * spread / 2 + chance.uniform(-4, 4))
        reach = long * chance.uniform(0.85, 1.05) * (1 - 0.15 * abs(share))
        yield blade(*at, reach * sin(angle), -reach * cos(angle), wide, bend * share)


def rosette(name: str) -> Habit:
    """A yucca: sword leaves from the ground, and a tall stalk for the flowers."""
    chance = Random(name)
    swords = [*_rays(FOOT, 9, 170, 26, 3.6, 0, chance), *_rays(FOOT, 8, 150, 20, 3.6, 0, chance)]
    ribs = "".join(f"M32 59l{short(22 * sin(a), -22 * cos(a))}" for a in (-1.0, -0.5, 0.2, 0.7))
    body = (
        path("limbs", "M32 58q.4-20 0-52M32 30l-4-5M32 26l4-5M32 19l-4-4M32 15l3-4")
        + path("leafage", "".join(swords))
        + path("shade", ribs)
    )
    return habit(name, body, ((X, 46, 24, 12),), ((X, 13, 4.5, 8), (X, 25, 6, 6)))


def antler(name: str, tops: Sequence[Point], fork: Point, long: float) -> Habit:
    """Few thick limbs, each with a crown of long leaves at its end: aralia, sumac."""
    chance = Random(name)
    ways = [(x - fork[0], y - fork[1]) for x, y in tops]
    arms = "".join(Stem(fork, (u * 0.2, v * 0.6), (u, v)).path for u, v in ways)
    leaves = "".join(ray for top in tops for ray in _rays(top, 7, 230, long, 4.4, 2, chance))
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
    chance = Random(name)
    rods = [
        *_rays((30, Y), 10, 96, 36, 1.5, 1, chance),
        *_rays((35, Y), 9, 104, 28, 1.5, 1, chance),
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
        for action in range(5):
            at, long = frond.at(0.3 + 0.15 * action), 1 - 0.12 * action
            for side in (1, -1):
                across = side * (5 * long - y * 0.06)
                leaves += blade(*at, across, side * x * 0.12 - 4 * long, 3)
    body = path("stems", _lines(fronds)) + path("leafage", leaves)
    return habit(name, body, ((X, 42, 22, 14),))


def sprays(name: str, long: float, leaf: tuple[float, float]) -> Habit:
    """Stiff branches with leaves along them, each so long and wide: sea buckthorn, olives."""
    chance = Random(name)
    stems, leaves = [], ""
    for k in range(-3, 4):
        angle = radians(14 * k)
        reach = long * (1 - 0.05 * abs(k)) * chance.uniform(0.9, 1.04)
        across, down = reach * sin(angle), -reach * cos(angle)
        stem = Stem((X + k * 0.8, Y), (across / 2, down / 2), (across, down))
        stems.append(stem)
        for action in range(8):
            tilt = angle + (0.7 if action % 2 else -0.7)
            at = stem.at(0.26 + 0.095 * action)
            leaves += blade(*at, leaf[0] * sin(tilt), -leaf[0] * cos(tilt), leaf[1])
    body = path("stems", _lines(stems)) + path("leafage", leaves)
    return habit(name, body, ((X, Y - long * 0.62, long * 0.62, long * 0.36),))


def canes(name: str, tall: float) -> Habit:
    """Canes that arch over, with leaves along them: roses and brambles."""
    chance = Random(name)
    stems, leaves = [], ""
    for k, reach in enumerate((-25, -18, -10, -2, 6, 13, 20, 26)):
        rise = -tall * (1.3 - 0.012 * abs(reach)) * chance.uniform(0.94, 1.04)
        fall = rise * (0.84 - abs(reach) * 0.018)
        stem = Stem((X + reach * 0.2, Y), (reach * 0.35, rise * 1.2), (reach, fall))
        stems.append(stem)
        for action in range(8):
            across = 6.6 if (action + k) % 2 else -6.6
            leaves += blade(*stem.at(0.14 + 0.115 * action), across, chance.uniform(-3.4, 2.4), 5.6)
    body = path("stems", _lines(stems)) + path("leafage", leaves)
    return habit(name, body, ((X, Y - tall * 0.66, 25, tall * 0.4),), edge=4)


def twigs(name: str) -> Habit:
    """A low tuft of upright twigs with small leaves: bilberries."""
    chance = Random(name)
    stems, leaves = [], ""
    for k in range(9):
        share = k / 4 - 1
        down = -32 + 9 * share * share + chance.uniform(-2, 3)
        stem = Stem((X + share * 9, Y), (share * 2.6, down * 0.6), (share * 13, down))
        stems.append(stem)
        for action in range(5):
            across = 4.6 if (action + k) % 2 else -4.6
            leaves += blade(*stem.at(0.35 + 0.15 * action), across, -2.6, 3.4)
    body = path("stems", _lines(stems)) + path("leafage", leaves)
    return habit(name, body, ((X, 42, 22, 13),))


def _lines(stems: Sequence[Stem]) -> str:
    return "".join(stem.path for stem in stems)

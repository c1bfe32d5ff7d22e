"""The picture of a plant: its habit, leaves, flowers and fruit, bare in winter.

How a genus or a species grows is written in ``looks.csv``: its habits (of `habits`, one of which is
chosen by its name), the forms of its leaves and flowers, the tones of its leaves, its bark and its
ripe fruit, and what its leaves do in autumn. A species takes from its genus what its own row leaves
out. Whatever is not listed there grows as its size and fruit tell.

A form says how a leaf, a flower or a fruit is drawn from a point, as short strokes with round ends:
coarse for small pictures, fine for large ones. Colours are those of the class around.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from importlib.resources import files
from math import log
from random import Random
from typing import TYPE_CHECKING, Final
from zlib import crc32

from spinney.drawing.svg import element, group, number, place
from spinney.games.forest_garden.view.foliage import BOX, FOOT, Habit, Point, scattered, short
from spinney.games.forest_garden.view.habits import habits

if TYPE_CHECKING:
    from spinney.games.forest_garden.deck.plant import Plant


@dataclass(frozen=True, slots=True)
class Form:
    """How one flower or fruit is drawn.

    Attributes:
        count: how many a plant shows.
        width: of the strokes.
        coarse: a path from its point.
        fine: likewise, in detail.
        thin: the width of the strokes of that; 0 for the same.
    """

    count: int
    width: float
    coarse: str = "h0"
    fine: str = ""
    thin: float = 0


_PETALS: Final = "m0-1.3h0m1.2.9h0m-.5 1.5h0m-1.5 0h0m-.5-1.5h0"

BLOOMS: Final[dict[str, Form]] = {
    "bell": Form(9, 2.3, "h0", "q-1.5 1.7-.9 2.7h1.8q.6-1-.9-2.7", 1.2),
    "bunch": Form(9, 1.9, "h0m1.8.4h0m-.9 1.4h0", "h0m1.8.2h0m.2 1.6h0m-1.9.5h0m-.9-1.3h0", 1.7),
    "catkin": Form(10, 1.7, "q.8 2.4 0 4.8"),
    "cup": Form(8, 4, "h0", "q-2.2 1.4-1.2 3h2.4q1-1.6-1.2-3", 1.9),
    "dot": Form(14, 2),
    "puff": Form(8, 3.6, "h0", "m-2 0l2 1.6l2-1.6m-3.3-1.4l1.3 3l1.3-3m-1.3-.6v3.6", 0.8),
    "raceme": Form(9, 2.1, "v4", "h0m.9 1.2h0m-1.6.4h0m1.3 1h0m-.9 1.1h0m.4 1.2h0", 1.7),
    "spike": Form(8, 2.2, "v-4", "m-1 0h0m2 0h0m-.4-1.4h0m-1.2 0h0m.6-1.4h0m0-1.5h0", 1.7),
    "star": Form(13, 2.8, "h0", _PETALS, 1.6),
    "tassel": Form(12, 1.3, "v2.2", "v2.4m-1.3-2.2l.7 2.2m1.2 0l.7-2.2", 0.9),
    "umbel": Form(
        8, 2.2, "h3.4", "h0m1.3-.7h0m1.4-.2h0m1.3.3h0m1.1.7h0m-3.9.7h0m1.4-.1h0m1.3.1h0", 1.5
    ),
}
"""The forms of flowers, by name."""

FRUITS: Final[dict[str, Form]] = {
    "pome": Form(8, 3.2),
    "follicle": Form(8, 2, "q.4 1.6 1.8 2.2"),
    "berry": Form(8, 1.9, "h0m1.8.3h0m-1 1.5h0"),
    "multiple": Form(8, 2.8, "v1", "h0m1.1.4h0m-1.7.5h0m1.2.6h0m-.7.8h0", 1.6),
    "legume": Form(8, 1.6, "q1.2 2 .4 4.4"),
    "capsule": Form(8, 2.6, "v.4"),
    "nut": Form(7, 2.3, "h0m2 .6h0"),
    "seed": Form(10, 2.2),
    "aggregate": Form(9, 2.6, "h0", "h0m1.2 0h0m-1.7.9h0m1.2.3h0m1-.2h0m-1.1.9h0", 1.4),
    "samara": Form(9, 1.2, "l1.7 1.7m-1.7-1.7l-1.7 1.7"),
    "drupe": Form(9, 2.5),
    "cone": Form(7, 2.6, "v2"),
}
"""The forms of fruit, by type."""

LEAVES: Final[dict[str, str]] = {
    "blade": "",
    "fan": "l-1.5-2q1.5-1.4 3 0z",
    "heart": "q-2.4-.8-1.4-2.2q.9-.6 1.4.3q.5-.9 1.4-.3q1 1.4-1.4 2.2",
    "large": "q1-2.6 4.6-2.6q-1.2 2.6-4.6 2.6",
    "lobed": "q.2-1.6 1.5-.9q1-1.6 1.8 0q1.3-.5 1.3.9",
    "narrow": "q.6-1.9 3.2-2.4",
    "needle": "l-.6-1.5m1.2 1.5v-1.6m1.2 1.6l.6-1.5",
    "notched": "",
    "oval": "q1-2 3.2-1.9q-.8 1.9-3.2 1.9",
    "palmate": "l-1.4-1.4m1.4 1.4v-2m0 2l1.4-1.4",
    "pinnate": "l3-1.5m-2.2.1v1.5m1.4-2.2v1.5",
    "rod": "",
    "round": "a1.3 1.3 0 1 1 1.8 0",
}
"""A leaf of each form, as it is drawn on a crown."""


def marks(leaf: str, points: Iterable[Point]) -> str:
    """The path of leaves at some points of a crown; nothing for those a habit itself shows."""
    form = LEAVES[leaf]
    return "".join(f"M{short(*point)}{form}" for point in points) if form else ""


def dabs(form: Form, points: Iterable[Point], fine: bool) -> str:
    """The path of flowers or fruit at some points."""
    one = (form.fine if fine else "") or form.coarse
    return "".join(f"M{short(*point)}{one}" for point in points)


def stroke(form: Form, fine: bool) -> float:
    """How wide the strokes of that path are."""
    return (form.thin if fine and form.fine else 0) or form.width


TINY, SMALL, LARGE = range(3)
"""How much of a plant is drawn: for widths from 16, from 36, from 80 pixels."""

_LEAFLESS: Final = (0, 1)
_SPRING: Final = 2
_AUTUMN: Final = (8, 9)
_SHORTEST, _TALLEST, _STEEP = 0.15, 40.0, 1.3
_USUAL: Final = {
    "small_shrub": 1.5,
    "large_shrub": 3.5,
    "small_tree": 7.0,
    "medium_tree": 14.0,
    "large_tree": 27.0,
}
"""The height of a plant whose row does not tell it, in metres."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a kind of plant looks like; see the head of this module."""

    habits: tuple[str, ...]
    leaf: str = "oval"
    tone: str = "green"
    bark: str = "brown"
    bloom: str = "dot"
    ripe: str = "red"
    autumn: str = "gold"

    @property
    def evergreen(self) -> bool:
        """Does it keep its leaves?"""
        return self.autumn == "evergreen"


@cache
def _listed() -> dict[str, dict[str, str]]:
    """The rows of ``looks.csv`` by name, only what they hold."""
    text = files(__package__).joinpath("looks.csv").read_text(encoding="utf-8")
    return {
        row.pop("name"): {key: value for key, value in row.items() if value}
        for row in csv.DictReader(text.splitlines())
    }


_GROWN: Final = {
    "small_shrub": Look(("mound-1", "mound-2", "mound-3", "twigs-1", "canes-2")),
    "large_shrub": Look(("upright-1", "upright-2", "hazel-1", "sprays-2")),
    "small_tree": Look(("spread-1", "spread-2", "spread-3", "goblet-1")),
    "medium_tree": Look(("oval-1", "oval-2", "airy-1", "dome-3")),
    "large_tree": Look(("dome-1", "dome-2", "vase-1", "airy-2")),
}
"""How plants grow that are not listed, by size; `_CONES` are those with cones or bare seeds."""
_CONES: Final = {
    "small_shrub": ("creeping-1",),
    "large_shrub": ("creeping-1", "column-1"),
    "small_tree": ("column-1", "yew-1"),
    "medium_tree": ("stonepine-1", "pine-2"),
    "large_tree": ("spire-1", "spire-2", "pine-1"),
}
_TONES: Final = ("green", "fresh", "dark", "olive")
_RIPE: Final = ("red", "orange", "blue", "black", "yellow", "purple")
_FORMS: Final = ("star", "bunch", "dot", "umbel", "raceme", "bell")
_DRY: Final = ("follicle", "legume", "capsule", "nut", "seed", "samara", "cone")


@lru_cache(maxsize=512)
def look(row: Plant) -> Look:
    """What a plant looks like: as listed for its species, its genus, or as its row suggests."""
    listed = _listed()
    genus = row.scientific.split()[0]
    if genus not in listed:
        return _guessed(row)
    held = listed[genus] | listed.get(row.scientific, {})
    names = {field.name for field in fields(Look)} - {"habits"}
    return Look(tuple(held["habits"].split()), **{key: held[key] for key in held if key in names})


def _guessed(row: Plant) -> Look:
    """A look for a plant that nobody described, the same for all of one species."""
    lot = crc32(row.scientific.encode())
    if row.fruit_type in ("cone", "seed"):
        return Look(_CONES[row.size], "needle", "needle", "red", "dot", "brown", "evergreen")
    ripe = "brown" if row.fruit_type in _DRY else _RIPE[lot // 24 % 6]
    bloom = "tassel" if row.flower_colour == "inconspicuous" else _FORMS[lot // 4 % 6]
    return replace(_GROWN[row.size], tone=_TONES[lot % 4], bloom=bloom, ripe=ripe)


def habit(row: Plant) -> Habit:
    """How a plant grows."""
    options = look(row).habits
    return habits()[options[crc32(row.scientific.encode()) % len(options)]]


# Its stature.


def _height(row: Plant) -> float:
    """How high a plant is drawn, in the units of its box: the logarithm of its metres."""
    metres = row.height_m or _USUAL[row.size]
    share = log(max(metres, _SHORTEST) / _SHORTEST) / log(_TALLEST / _SHORTEST)
    return float(57 * (0.27 + 0.73 * min(share, 1.0) ** _STEEP))


def _stance(row: Plant, grown: Habit) -> tuple[float, float]:
    """By how much a habit is scaled across and up; across it may be seen from behind."""
    rng = Random(row.id)
    scale = min(_height(row) / grown.height, 58 / grown.width)
    across = min(scale * rng.uniform(0.94, 1.1), 62 / grown.width)
    return across * rng.choice((-1, 1)), scale


def _placed(points: Sequence[Point], stance: tuple[float, float]) -> list[Point]:
    x, y = FOOT
    return [(x + (u - x) * stance[0], y + (v - y) * stance[1]) for u, v in points]


# Its year.


def _tone(row: Plant, season: int | None) -> str:
    """The class of its leaves in a season."""
    own = look(row)
    if season is None or own.evergreen:
        return own.tone
    if season in _LEAFLESS:
        return f"{own.tone} bare"
    if season in _AUTUMN:
        return own.autumn
    return "spring" if season == _SPRING else own.tone


def _ripe(row: Plant, season: int | None) -> str:
    """The tone of its fruit: green until two seasons before the harvest."""
    early = season is not None and (row.harvest - season) % 10 > 1
    return "unripe" if early else look(row).ripe


def plant(
    row: Plant,
    x: float,
    y: float,
    size: float,
    *,
    season: int | None = None,
    bearing: bool = False,
    detail: int = LARGE,
) -> str:
    """A plant in a square box, `size` wide, its upper left corner at (x, y).

    `season`: 0 to 9, in which it is green, coloured or bare, and in flower if it is its time;
    None for a picture of it at its best, with flowers and fruit at once. `bearing`: it has
    fruit, ripe or not yet. `detail`: `TINY`, `SMALL` or `LARGE`.
    """
    grown = habit(row)
    stance = _stance(row, grown)
    flowers = season is None or season == row.flowering
    fruit = (bearing or season is None) and not row.male
    body = _body(grown, stance)
    if detail > TINY and "bare" not in _tone(row, season):
        body += _leaves(row, grown, stance, detail)
    body += _dabbed(row, grown, stance, season, flowers, fruit, detail)
    tones = f"plant foliage-{_tone(row, season)} bark-{look(row).bark}"
    return group(body, class_=tones, transform=place(x, y, size / BOX))


@lru_cache(maxsize=1024)
def _body(grown: Habit, stance: tuple[float, float]) -> str:
    across, up = stance
    x, y = FOOT
    at = f"translate({number(x - x * across)} {number(y - y * up)})"
    scale = f"scale({number(across)} {number(up)})"
    return element("use", href=f"#{grown.id}", width=BOX, height=BOX, transform=f"{at} {scale}")


def _leaves(row: Plant, grown: Habit, stance: tuple[float, float], detail: int) -> str:
    points = scattered(grown.leaves, (0, 6, 16)[detail], Random(f"{row.id} leaves"), 0.8)
    drawn = marks(look(row).leaf, _placed(points, stance))
    return element("path", class_="shade", d=drawn) if drawn else ""


def _dabbed(
    row: Plant,
    grown: Habit,
    stance: tuple[float, float],
    season: int | None,
    flowers: bool,
    fruit: bool,
    detail: int,
) -> str:
    """Flowers and fruit, among each other where there are both."""
    bloom, ripe = BLOOMS[look(row).bloom], FRUITS[row.fruit_type]
    share = 0.5 if detail == TINY else 0.75 if flowers and fruit else 1
    counts = [round(form.count * share) * on for form, on in ((bloom, flowers), (ripe, fruit))]
    points = _placed(scattered(grown.blooms, sum(counts), Random(f"{row.id} dabs"), 0.86), stance)
    # Evenly among each other: flowers at regular intervals, fruit between them.
    interval = sum(counts) / max(counts[0], 1)
    chosen = {int(k * interval) for k in range(counts[0])}
    first = [point for k, point in enumerate(points) if k in chosen]
    rest = [point for k, point in enumerate(points) if k not in chosen]
    return _strewn(bloom, first, f"bloom-{row.flower_colour}", detail) + _strewn(
        ripe, rest, f"ripe-{_ripe(row, season)}", detail
    )


def _strewn(form: Form, points: Sequence[Point], colour: str, detail: int) -> str:
    """Dabs of a form: a dark edge, and the colour on it."""
    if not points:
        return ""
    fine = detail == LARGE
    drawn, wide = dabs(form, points, fine), stroke(form, fine) * (1.5 if detail == TINY else 1)
    edge = element("path", class_="dab-edge", d=drawn, stroke_width=wide + 0.9)
    return edge * (detail == LARGE) + element(
        "path", class_=f"dab {colour}", d=drawn, stroke_width=wide
    )

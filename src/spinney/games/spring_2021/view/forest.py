"""The board of the forest: cells with soil, shade and trees, the sun around them, the spirits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, degrees, pi, sin
from typing import NamedTuple

from spinney import drawing as kit
from spinney.core.score_sheet import ScoreRow
from spinney.drawing import Board, Unavailable
from spinney.games.spring_2021.rules.geometry import CELLS, DIRECTIONS, PLACES, RINGS
from spinney.games.spring_2021.rules.record import PLAYERS
from spinney.games.spring_2021.text.log import NAMES
from spinney.games.spring_2021.view.ground import (
    FLAT,
    coming_shade,
    daylight,
    island,
    shade,
    soil,
)
from spinney.games.spring_2021.view.hexagons import Hexagons, Point
from spinney.games.spring_2021.view.light import FULL_SUN, SPOOKY
from spinney.games.spring_2021.view.names import BONUS, TREES_OF
from spinney.games.spring_2021.view.spirits import SpiritCorner, corner
from spinney.games.spring_2021.view.trees import KINDS, crown, sun
from spinney.games.spring_2021.view.view_model import CELL, SpringView
from spinney.i18n import _, cached_text

IN_ROWS = sorted(range(CELLS), key=lambda cell: (PLACES[cell][2], PLACES[cell][0]))
"""The cells from the back to the front, so that tall trees stand before what is behind them."""


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


class Ground(NamedTuple):
    """What a cell looks like, its tree aside."""

    soil: int
    light: int
    way: int  # in which shadows fall
    coming: int  # in which a shadow falls there tomorrow; -1: none does
    touched: int  # who has just named it; -1: nobody
    planned: bool  # has the viewer named it, still in secret?
    target: int  # whose seed could be sent there; -1: nobody's


class DrawnTree(NamedTuple):
    """What a tree looks like; none where it has no owner."""

    owner: int
    size: int
    dormant: bool
    spooked: bool
    way: int  # in which its shadow falls; -1: there are none


def forest(model: SpringView, plot: ForestPlot, rows: Sequence[ScoreRow] = ()) -> Board:
    """The whole forest, what was done last, and the cells of these rows of a score sheet."""
    way = (model.falling + DIRECTIONS // 2) % DIRECTIONS
    parts = (
        _orbit(plot),
        _island(plot),
        _sunlight(plot, way) if model.shady else "",
        _sun(plot, way, model.shady),
        *(_drawn(model, plot, cell) for cell in IN_ROWS),
        *(_flight(plot, p, start, end) for p, start, end in model.last.flights),
        *(_completed(plot, p, cell, points) for p, cell, points in model.last.completed),
        *(_gathered(plot, model.day, cell, gain) for cell, gain in model.last.gathered),
        _clash(plot, model.last.clash) if model.last.clash >= 0 else "",
        *(corner(model, plot.corner, p, plot.width, plot.height) for p in range(PLAYERS)),
        *_marked(plot, rows),
    )
    told = " ".join(_told(model, p) for p in range(PLAYERS))
    height = plot.height + plot.corner.room_for(model.messages.values())
    return Board("forest", _("The forest"), plot.width, height, "".join(parts), told, headed=True)


def _told(model: SpringView, p: int) -> str:
    """A player's trees, cell by cell, for who can't see them."""
    trees = [
        _told_tree(model.names[p], c, size, c in model.dormant) for c, size in model.trees_of(p)
    ]
    return " ".join(trees) or _("{name} has no trees.", name=model.names[p])


@cached_text(maxsize=1024)
def _told_tree(name: str, cell: int, size: int, dormant: bool) -> str:
    tree = {"tree": _(TREES_OF[size], name=name), "cell": cell}
    if dormant:
        return _("{tree} on {cell}, dormant.", **tree)
    return _("{tree} on {cell}.", **tree)


# Cells.


def _drawn(model: SpringView, plot: ForestPlot, cell: int) -> str:
    way, named = model.falling, CELL[cell] in model.words
    shaded = plot.optional and model.shaded_tomorrow[cell]
    ground = Ground(
        model.soil[cell],
        model.today[cell],
        way,
        (way + 1) % DIRECTIONS if shaded else -1,
        model.last.touched.get(cell, -1),
        cell in model.planned,
        model.me if plot.optional and named and model.owner[cell] < 0 else -1,
    )
    tree = DrawnTree(
        model.owner[cell],
        model.size[cell],
        cell in model.dormant,
        model.today[cell] == SPOOKY,
        way if model.shady else -1,
    )
    return _cell(plot, cell, ground, tree, named, model.caption(cell), model.unavailable(cell))


@cached_text(maxsize=4096)
def _cell(
    plot: ForestPlot,
    cell: int,
    ground: Ground,
    tree: DrawnTree,
    named: bool,
    caption: str,
    unavailable: tuple[Unavailable, ...],
) -> str:
    """A cell with its tree; ``named``: it can be named now."""
    body = _ground(plot, ground) + _number(plot, cell)
    return kit.piece(
        f"cell-{cell}",
        f"hex soil-{ground.soil}{' wooded' if tree.owner >= 0 else ''}",
        body + _tree(plot, cell, tree) + _figures(plot, ground.soil, tree.size),
        (*plot.centre(cell), 1),
        word=CELL[cell] if named else None,
        label=caption,
        unavailable=unavailable,
        halo=_outline(plot, "halo", 0.5),
    )


@cached_text(maxsize=256)
def _number(plot: ForestPlot, cell: int) -> str:
    low = round(plot.cells.height * 0.41, 2)
    hidden = {"display": "none"} if plot.optional else {}
    return kit.text(cell, 0, low, "index display-numbers", **hidden)


@cached_text(maxsize=64)
def _outline(plot: ForestPlot, kind: str, inset: float) -> str:
    return kit.element("path", class_=kind, d=plot.cells.outline(inset))


@cached_text(maxsize=512)
def _ground(plot: ForestPlot, ground: Ground) -> str:
    width = plot.cells.width
    drawn = _outline(plot, "face", width / 50) + soil(ground.soil, width)
    if ground.light != FULL_SUN:
        drawn += shade(ground.way, ground.light == SPOOKY, width)
    if ground.coming >= 0:
        drawn += coming_shade(ground.coming, width)
    if ground.target >= 0:
        seed = crown(KINDS[ground.target], 0, False, 0, plot.cells.height * 0.17, width * 0.92)
        drawn += kit.group(seed, class_="sowable", display="none")
    if ground.touched >= 0:
        drawn += _outline(plot, f"stitch frame-{NAMES[ground.touched]}", width / 13)
    return drawn + (_outline(plot, "planned", width / 13) if ground.planned else "")


@cached_text(maxsize=1024)
def _tree(plot: ForestPlot, cell: int, tree: DrawnTree) -> str:
    if tree.owner < 0:
        return ""
    marks = f"{' dormant' if tree.dormant else ''}{' spooked' if tree.spooked else ''}"
    foot = plot.cells.height * 0.17
    drawn = crown(KINDS[tree.owner], tree.size, tree.dormant, 0, foot, plot.cells.width * 0.92)
    standing = kit.group(
        drawn, id=f"tree-{cell}", class_=f"piece wood wood-{NAMES[tree.owner]}{marks}"
    )
    return _cast(plot, tree, foot) + standing


def _cast(plot: ForestPlot, tree: DrawnTree, foot: float) -> str:
    """The beginning of a tree's shadow, on its own cell: it tells where the sun stands."""
    if tree.way < 0 or not tree.size:
        return ""
    x, y = plot.cells.toward(tree.way, 0.09 + 0.1 * tree.size)
    wide = round(plot.cells.width * (0.08 + 0.05 * tree.size), 2)
    d = f"M0 {kit.number(foot - wide * 0.15)}l{kit.number(x)} {kit.number(y)}"
    return kit.element("path", class_="cast", d=d, stroke_width=wide)


@cached_text(maxsize=64)
def _figures(plot: ForestPlot, level: int, size: int) -> str:
    """The extra points of the soil and the size of the tree (-1: none), hidden until asked for."""
    if not plot.optional:
        return ""
    aside, low = round(plot.cells.width * 0.3, 2), round(plot.cells.height * 0.2, 2)
    points = f"+{BONUS[level]}" if BONUS[level] else ""
    figures = ((points, -aside, "richness"), (size if size >= 0 else "", aside, "sizes"))
    return "".join(
        kit.text(figure, x, low, f"index display-{option}", display="none")
        for figure, x, option in figures
        if figure != ""
    )


# The island and the sun.


@cached_text(maxsize=4)
def _island(plot: ForestPlot) -> str:
    width = plot.cells.width
    return kit.group(island(width, width * 0.22), transform=kit.place(*plot.middle))


@cached_text(maxsize=4)
def _orbit(plot: ForestPlot) -> str:
    """The way of the sun around the forest, and the six places at which it stands."""
    (x, y), reach = plot.middle, plot.orbit
    ring = kit.element("ellipse", class_="orbit", cx=x, cy=y, rx=reach, ry=round(reach * FLAT, 2))
    stops = (plot.rim(way) for way in range(DIRECTIONS))
    circles = (kit.element("circle", class_="station", cx=a, cy=b, r=2.6) for a, b in stops)
    return ring + "".join(circles)


@cached_text(maxsize=16)
def _sun(plot: ForestPlot, way: int, moves: bool) -> str:
    """The sun where it stands, the arc of the rim around it, and whither it moves on."""
    arc = kit.element("path", class_="bright", d=_arc(plot, way - 0.36, way + 0.36))
    disc = kit.piece(
        "sun", "piece", sun(plot.margin * 0.46), (*plot.rim(way), 1), label=_("The sun")
    )
    return arc + (_onward(plot, way + 0.46) if moves else "") + disc


def _arc(plot: ForestPlot, start: float, end: float) -> str:
    (ax, ay), (bx, by) = plot.rim(start), plot.rim(end)
    reach = f"{plot.orbit:g} {round(plot.orbit * FLAT, 2):g}"
    return f"M{ax:g} {ay:g}A{reach} 0 0 0 {bx:g} {by:g}"


def _onward(plot: ForestPlot, way: float) -> str:
    """A small arrow on the sun's way, against the clock."""
    angle = way * pi / 3
    turned = round(degrees(atan2(-FLAT * cos(angle), -sin(angle))), 1)
    return kit.element(
        "path", class_="onward", d="M-6-6 2 0-6 6", transform=kit.place(*plot.rim(way), 1, turned)
    )


@cached_text(maxsize=16)
def _sunlight(plot: ForestPlot, way: int) -> str:
    """Warm light on the side of the island that the sun shines on; it shows through the cells."""
    id_, angle = f"sunlight-{way}", way * pi / 3
    ends = {
        "x1": round(0.5 + 0.5 * cos(angle), 3),
        "y1": round(0.5 - 0.5 * sin(angle), 3),
        "x2": round(0.5 - 0.5 * cos(angle), 3),
        "y2": round(0.5 + 0.5 * sin(angle), 3),
    }
    stops = '<stop class="glow-inner" offset="0"/><stop class="glow-outer" offset="0.6"/>'
    light = kit.element("linearGradient", stops, id=id_, **ends)
    lit = kit.group(daylight(plot.cells.width), class_="glow", fill=f"url(#{id_})")
    return light + kit.group(lit, transform=kit.place(*plot.middle))


# What was done last, and what it brought.


@cached_text(maxsize=1024)
def _flight(plot: ForestPlot, p: int, start: int, end: int) -> str:
    """The way of a seed from its tree."""
    (ax, ay), (bx, by) = plot.centre(start), plot.centre(end)
    high = 0.3 * (((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5) + plot.cells.height * 0.3
    middle = f"{kit.number((ax + bx) / 2)} {kit.number((ay + by) / 2 - high)}"
    d = f"M{ax:g} {ay:g}Q{middle} {bx:g} {by:g}"
    return kit.element("path", class_=f"flight frame-{NAMES[p]}", d=d)


@cached_text(maxsize=1024)
def _completed(plot: ForestPlot, p: int, cell: int, points: int) -> str:
    """The stump of a tree that has just been completed, and its points."""
    width = plot.cells.width * 0.92
    box = {"x": -width / 2, "y": plot.cells.height * 0.17 - width * 60 / 48, "width": width}
    stump = kit.element("use", href="#stump", **box, height=width * 64 / 48)
    gain = kit.text(f"+{points}", 0, -plot.cells.height * 0.08, "gain") if points >= 0 else ""
    body = kit.group(stump, class_=f"wood wood-{NAMES[p]}") + gain
    at = kit.place(*plot.centre(cell))
    return kit.group(body, id=f"completed-{cell}", class_="reward", transform=at, aria_hidden=True)


@cached_text(maxsize=4096)
def _gathered(plot: ForestPlot, day: int, cell: int, gain: int) -> str:
    """The sun that a tree has brought this morning: it floats up and fades."""
    figure = kit.text(f"+{gain}", 0, -plot.cells.height * 0.3, "gain")
    at = kit.place(*plot.centre(cell))
    risen = kit.group(figure, class_="fleeting")
    return kit.group(risen, id=f"gathered-{day}-{cell}", transform=at, aria_hidden=True)


@cached_text(maxsize=64)
def _clash(plot: ForestPlot, cell: int) -> str:
    """A cross where two seeds met."""
    reach = kit.number(plot.cells.width * 0.13)
    cross = kit.element(
        "path",
        class_="strike",
        d=f"M-{reach}-{reach}L{reach} {reach}M{reach}-{reach}L-{reach} {reach}",
    )
    at = kit.place(*plot.centre(cell))
    return kit.group(cross, id=f"clash-{cell}", transform=at, aria_hidden=True)


def _marked(plot: ForestPlot, rows: Sequence[ScoreRow]) -> Iterator[str]:
    """The cells of rows of a score sheet, ringed; the page shows them when it is asked to."""
    for row in rows:
        for p, cells in enumerate(row.cells):
            if cells:
                yield _rings(plot, p, row.key, cells)


def _rings(plot: ForestPlot, p: int, key: str, cells: Sequence[str]) -> str:
    ring = _outline(plot, f"frame-{NAMES[p]}", plot.cells.width / 16)
    placed = (kit.group(ring, transform=kit.place(*plot.centre(int(cell)))) for cell in cells)
    return kit.group(*placed, id=f"path-{NAMES[p]}-{key}", class_="path", aria_hidden=True)

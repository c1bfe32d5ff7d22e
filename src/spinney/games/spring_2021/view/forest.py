"""The board of the forest: cells with soil, shade and trees, the sun around them, the spirits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from spinney import drawing as kit
from spinney.core.score_sheet import ScoreRow
from spinney.drawing import Board, Unavailable
from spinney.games.spring_2021 import PLAYER_NAMES
from spinney.games.spring_2021.rules.geometry import CELLS, DIRECTIONS, PLACES
from spinney.games.spring_2021.rules.record import PLAYERS
from spinney.games.spring_2021.text.names import BONUS, CELL_NAMES, tree_of
from spinney.games.spring_2021.view.ground import (
    coming_shade,
    shade,
    soil,
)
from spinney.games.spring_2021.view.marks import clash, completed, flight, gathered, marked
from spinney.games.spring_2021.view.plot import ForestPlot, outline
from spinney.games.spring_2021.view.spirits import corner
from spinney.games.spring_2021.view.sunlight import (
    island_drawn,
    orbit,
    sun_drawn,
    sunlight,
)
from spinney.games.spring_2021.view.trees import KINDS, crown
from spinney.games.spring_2021.view_model import SpringView
from spinney.games.spring_2021.view_model.light import FULL_SUN, SPOOKY
from spinney.i18n import _, cached_text

IN_ROWS = sorted(range(CELLS), key=lambda cell: (PLACES[cell][2], PLACES[cell][0]))
"""The cells from the back to the front, so that tall trees stand before what is behind them."""


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
        orbit(plot),
        island_drawn(plot),
        sunlight(plot, way) if model.shady else "",
        sun_drawn(plot, way, model.shady),
        *(_drawn(model, plot, cell) for cell in IN_ROWS),
        *(flight(plot, p, start, end) for p, start, end in model.last.flights),
        *(completed(plot, p, cell, points) for p, cell, points in model.last.completed),
        *(gathered(plot, model.day, cell, gain) for cell, gain in model.last.gathered),
        clash(plot, model.last.clash) if model.last.clash >= 0 else "",
        *(corner(model, plot.corner, p, plot.width, plot.height) for p in range(PLAYERS)),
        *marked(plot, rows),
    )
    description = " ".join(_description(model, p) for p in range(PLAYERS))
    height = plot.height + plot.corner.room_for(model.messages.values())
    return Board(
        "forest", _("The forest"), plot.width, height, "".join(parts), description, headed=True
    )


def _description(model: SpringView, p: int) -> str:
    """A player's trees, cell by cell, for people who can't see the board."""
    trees = [
        _tree_description(model.names[p], c, size, c in model.dormant)
        for c, size in model.trees_of(p)
    ]
    return " ".join(trees) or _("{name} has no trees.", name=model.names[p])


@cached_text(maxsize=1024)
def _tree_description(name: str, cell: int, size: int, dormant: bool) -> str:
    tree = {"tree": tree_of(name, size), "cell": cell}
    if dormant:
        return _("{tree} on {cell}, dormant.", **tree)
    return _("{tree} on {cell}.", **tree)


# Cells.


def _drawn(model: SpringView, plot: ForestPlot, cell: int) -> str:
    way, named = model.falling, CELL_NAMES[cell] in model.words
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
        word=CELL_NAMES[cell] if named else None,
        label=caption,
        unavailable=unavailable,
        halo=outline(plot, "halo", 0.5),
    )


@cached_text(maxsize=256)
def _number(plot: ForestPlot, cell: int) -> str:
    low = round(plot.cells.height * 0.41, 2)
    hidden = {"display": "none"} if plot.optional else {}
    return kit.text(cell, 0, low, "index display-numbers", **hidden)


@cached_text(maxsize=512)
def _ground(plot: ForestPlot, ground: Ground) -> str:
    width = plot.cells.width
    drawn = outline(plot, "face", width / 50) + soil(ground.soil, width)
    if ground.light != FULL_SUN:
        drawn += shade(ground.way, ground.light == SPOOKY, width)
    if ground.coming >= 0:
        drawn += coming_shade(ground.coming, width)
    if ground.target >= 0:
        seed = crown(KINDS[ground.target], 0, False, 0, plot.cells.height * 0.17, width * 0.92)
        drawn += kit.group(seed, class_="sowable", display="none")
    if ground.touched >= 0:
        drawn += outline(plot, f"stitch frame-{PLAYER_NAMES[ground.touched]}", width / 13)
    return drawn + (outline(plot, "planned", width / 13) if ground.planned else "")


@cached_text(maxsize=1024)
def _tree(plot: ForestPlot, cell: int, tree: DrawnTree) -> str:
    if tree.owner < 0:
        return ""
    marks = f"{' dormant' if tree.dormant else ''}{' spooked' if tree.spooked else ''}"
    foot = plot.cells.height * 0.17
    drawn = crown(KINDS[tree.owner], tree.size, tree.dormant, 0, foot, plot.cells.width * 0.92)
    standing = kit.group(
        drawn, id=f"tree-{cell}", class_=f"piece wood wood-{PLAYER_NAMES[tree.owner]}{marks}"
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

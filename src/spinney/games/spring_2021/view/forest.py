"""The board of the forest: cells with their soil, shade and trees, and the sun around it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from spinney import drawing as kit
from spinney.core.score_sheet import ScoreRow
from spinney.drawing import Board
from spinney.games.spring_2021.rules.geometry import CELLS, DIRECTIONS, PLACES, RINGS
from spinney.games.spring_2021.rules.record import PLAYERS, direction
from spinney.games.spring_2021.text.log import NAMES
from spinney.games.spring_2021.text.notation import TREES
from spinney.games.spring_2021.view.hexagons import Hexagons, Point
from spinney.games.spring_2021.view.trees import KINDS, crown, grain, sun
from spinney.games.spring_2021.view.view_model import BONUS, CELL, FULL_SUN, SPOOKY, SpringView

FLAT = 0.9
"""How high cells are drawn: as if the forest was seen a little from the side."""

MESSAGE_LINE, MOST_LINES, LINE_HEIGHT, WIDEST_MESSAGE = 20, 5, 15, 172
"""Of a message beside its spirit: the letters of a line, how many lines there can be, how high one
is, and how wide all."""

IN_ROWS = sorted(range(CELLS), key=lambda cell: (PLACES[cell][2], PLACES[cell][0]))
"""The cells from the back to the front, so that tall trees stand before what is behind them."""


@dataclass(frozen=True)
class ForestPlot:
    """Where the cells lie on a board of some width, with a margin for the sun at either side.

    Attributes:
        width: of the board, in board units.
        margin: for the sun at either side, in board units.
        optional: whether to draw, hidden, what a page shows only on request.
    """

    width: float
    margin: float
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
        """How high the board is."""
        return round(2 * self.orbit * FLAT + 1.15 * self.margin)

    @cached_property
    def middle(self) -> Point:
        """Where the centre of the forest lies."""
        return self.width / 2, self.height / 2

    @property
    def room_for_messages(self) -> int:
        """How much higher the board is to have room for messages: on a phone corners are small."""
        return 0 if self.width > 2 * WIDEST_MESSAGE + 200 else MOST_LINES * LINE_HEIGHT + 14

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
    touched: int  # who has just named it; -1: nobody


class DrawnTree(NamedTuple):
    """What a tree looks like; none where it has no owner."""

    owner: int
    size: int
    dormant: bool


def forest(model: SpringView, plot: ForestPlot, rows: Sequence[ScoreRow] = ()) -> Board:
    """The whole forest, what was said last, and the cells of these rows of a score sheet."""
    parts = (
        _orbit(plot),
        _sun(plot, (direction(model.day) + DIRECTIONS // 2) % DIRECTIONS),
        *(_drawn(model, plot, cell) for cell in IN_ROWS),
        *(_said(model, plot, p) for p in range(PLAYERS)),
        *(_bubble(plot, p, text) for p, text in model.messages.items()),
        *_marked(plot, rows),
    )
    told = " ".join(_told(model, p) for p in range(PLAYERS))
    height = plot.height + (plot.room_for_messages if model.messages else 0)
    return Board("forest", "The forest", plot.width, height, "".join(parts), told, headed=True)


def _told(model: SpringView, p: int) -> str:
    trees = [
        f"{TREES[model.size[c]]} on {c}{', dormant' if c in model.dormant else ''}"
        for c in range(CELLS)
        if model.owner[c] == p
    ]
    return f"{NAMES[p].capitalize()}: {'; '.join(trees) or 'no trees'}."


# Cells.


def _drawn(model: SpringView, plot: ForestPlot, cell: int) -> str:
    way = direction(model.day)
    ground = Ground(model.soil[cell], model.today[cell], way, model.touched.get(cell, -1))
    tree = DrawnTree(model.owner[cell], model.size[cell], cell in model.dormant)
    return _cell(plot, cell, ground, tree, CELL[cell] in model.words, model.caption(cell))


@lru_cache(maxsize=4096)
def _cell(
    plot: ForestPlot, cell: int, ground: Ground, tree: DrawnTree, named: bool, caption: str
) -> str:
    """A cell with its tree; ``named``: it can be named now."""
    body = _ground(plot, ground.soil) + _shade(plot, ground.light, ground.way)
    body += _edge(plot, ground.touched)
    body += kit.text(cell, 0, round(plot.cells.height * 0.385, 2), "index display-numbers")
    return kit.piece(
        f"cell-{cell}",
        f"hex soil-{ground.soil}{' wooded' if tree.owner >= 0 else ''}",
        body + _tree(plot, cell, tree) + _figures(plot, ground.soil, tree.size),
        (*plot.centre(cell), 1),
        word=CELL[cell] if named else None,
        label=caption,
        halo=_outline(plot, "halo", 0.5),
    )


@lru_cache(maxsize=64)
def _outline(plot: ForestPlot, kind: str, inset: float) -> str:
    return kit.element("path", class_=kind, d=plot.cells.outline(inset))


@lru_cache(maxsize=16)
def _ground(plot: ForestPlot, soil: int) -> str:
    width = plot.cells.width
    return _outline(plot, "face", width / 50) + grain(soil, width * 0.8, FLAT)


@lru_cache(maxsize=64)
def _shade(plot: ForestPlot, light: int, way: int) -> str:
    """Soft hatching in the direction of the shadow; spooky shade is hatched once more across."""
    if light == FULL_SUN:
        return ""
    inset = plot.cells.width / 20
    ways = [way, way + 1] if light == SPOOKY else [way]
    lines = (plot.cells.hatching(one, 7, inset) for one in ways)
    hatching = (kit.element("path", class_="hatching", d=drawn) for drawn in lines)
    return kit.group(_outline(plot, "dusk", inset), *hatching, class_="display-shadows")


@lru_cache(maxsize=16)
def _edge(plot: ForestPlot, touched: int) -> str:
    """A stitched edge in the colour of who has just named the cell."""
    if touched < 0:
        return ""
    return _outline(plot, f"stitch frame-{NAMES[touched]}", plot.cells.width / 13)


@lru_cache(maxsize=1024)
def _tree(plot: ForestPlot, cell: int, tree: DrawnTree) -> str:
    if tree.owner < 0:
        return ""
    kind = f"piece wood wood-{NAMES[tree.owner]}{' dormant' if tree.dormant else ''}"
    foot = plot.cells.height * 0.17
    drawn = crown(KINDS[tree.owner], tree.size, tree.dormant, 0, foot, plot.cells.width * 0.92)
    return kit.group(drawn, id=f"tree-{cell}", class_=kind)


@lru_cache(maxsize=64)
def _figures(plot: ForestPlot, soil: int, size: int) -> str:
    """The extra points of the soil and the size of the tree (-1: none), hidden until asked for."""
    if not plot.optional:
        return ""
    aside, low = round(plot.cells.width * 0.3, 2), round(plot.cells.height * 0.2, 2)
    points = f"+{BONUS[soil]}" if BONUS[soil] else ""
    figures = ((points, -aside, "richness"), (size if size >= 0 else "", aside, "sizes"))
    return "".join(
        kit.text(figure, x, low, f"index display-{option}", display="none")
        for figure, x, option in figures
        if figure != ""
    )


# The sun.


@lru_cache(maxsize=4)
def _orbit(plot: ForestPlot) -> str:
    """The way of the sun around the forest, and the six places at which it stands."""
    (x, y), reach = plot.middle, plot.orbit
    ring = kit.element("ellipse", class_="orbit", cx=x, cy=y, rx=reach, ry=round(reach * FLAT, 2))
    stops = (plot.rim(way) for way in range(DIRECTIONS))
    circles = (kit.element("circle", class_="station", cx=a, cy=b, r=2.6) for a, b in stops)
    return ring + "".join(circles)


@lru_cache(maxsize=16)
def _sun(plot: ForestPlot, way: int) -> str:
    """The sun where it stands, and the arc of the rim around it."""
    (ax, ay), (bx, by) = plot.rim(way - 0.4), plot.rim(way + 0.4)
    reach = f"{plot.orbit:g} {round(plot.orbit * FLAT, 2):g}"
    arc = f"M{ax:g} {ay:g}A{reach} 0 0 0 {bx:g} {by:g}"
    disc = kit.piece("sun", "piece", sun(plot.margin * 0.4), (*plot.rim(way), 1), label="the sun")
    return kit.element("path", class_="bright", d=arc) + disc


# What lies over the forest and beside it.


def _said(model: SpringView, plot: ForestPlot, p: int) -> str:
    """What a player said in the turn that was last revealed, in a lower corner: red at the left."""
    return _tag(plot, p, model.said[p]) if model.said[p] else ""


@lru_cache(maxsize=1024)
def _tag(plot: ForestPlot, p: int, said: str) -> str:
    at = plot.height - 14.0
    x, aside, side = (14.0, 14, "") if p == 0 else (plot.width - 14, -14, " end")
    body = kit.token(NAMES[p], 0, 0, 15) + kit.text(said, aside, 5, f"spoken{side}")
    label = f"{NAMES[p]} said last: {said}"
    return kit.piece(f"said-{NAMES[p]}", "tag", body, (x, at, 1), label=label)


@lru_cache(maxsize=256)
def _bubble(plot: ForestPlot, p: int, message: str) -> str:
    """What a player's program says besides, in a bubble beside its spirit's command."""
    lines = _lines(message)
    if not lines:
        return ""
    width = round(min(WIDEST_MESSAGE, 18 + 7.6 * max(map(_columns, lines))), 1)
    height = LINE_HEIGHT * len(lines) + 10
    left, top = (0.0 if p == 0 else -width), -height
    box = {"x": left, "y": top, "width": width, "height": height, "rx": 8}
    body = kit.element("rect", class_=f"slip frame-{NAMES[p]} fine", **box) + "".join(
        kit.text(line, left + 9, top + LINE_HEIGHT * (k + 1), "message")
        for k, line in enumerate(lines)
    )
    below = plot.height + 4 + height if plot.room_for_messages else plot.height - 34.0
    at = (6.0 if p == 0 else plot.width - 6, below, 1)
    label = f"{NAMES[p]} says: {message}"
    return kit.piece(f"message-{NAMES[p]}", "tag display-words", body, at, label=label)


def _lines(message: str) -> list[str]:
    """A message in lines that fit, broken between words where they are no longer than a line."""
    lines: list[str] = []
    for word in message.split():
        most = MESSAGE_LINE * len(word) // _columns(word)
        for part in (word[at : at + most] for at in range(0, len(word), most)):
            if lines and _columns(f"{lines[-1]} {part}") <= MESSAGE_LINE:
                lines[-1] += f" {part}"
            else:
                lines.append(part)
    return lines[:MOST_LINES]


def _columns(line: str) -> int:
    """How wide a line is, in letters: those of East Asia take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


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

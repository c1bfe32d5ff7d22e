"""The boards of a player: the garden with its parrots, and the advertising board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from spinney import drawing as kit
from spinney.core.score_sheet import ScoreRow
from spinney.drawing import Board
from spinney.games.build_your_arboretum.rules.record import FULL, GIVEN, SIDE
from spinney.games.build_your_arboretum.text.notation import NAMES
from spinney.games.build_your_arboretum.view.view_model import (
    CARD,
    CELL,
    TREES,
    BuildYourArboretumView,
)
from spinney.i18n import N_

HEAD = 52
"""How much of a garden's height its parrots have."""


@lru_cache(maxsize=1024)
def card(c: int, x: float, y: float, size: float, where: str, named: bool, marks: str = "") -> str:
    """A card at (x, y), ``size`` wide, that lies ``where``; ``named``: it can be named now."""
    name = CARD[c]
    word = name if named else None
    label = f"{name} {where}"
    return kit.card(
        f"card-{name}",
        TREES[c // 8],
        c % 8 + 1,
        name[0],
        x,
        y,
        size,
        word=word,
        label=label,
        marks=marks,
    )


class GardenPlot:
    """Where the cells of a garden lie on a board of some width."""

    def __init__(self, width: float) -> None:
        self.left, self.top = 24.0, HEAD + 26.0
        self.pitch = round((width - self.left - 10) / SIDE, 2)
        self.size = round(self.pitch * 0.92, 2)
        self.down = round(self.size * kit.RATIO + self.pitch - self.size, 2)
        self.height = round(self.top + SIDE * self.down + 6)
        across = [round(self.left + k * self.pitch, 2) for k in range(SIDE)]
        down = [round(self.top + k * self.down, 2) for k in range(SIDE)]
        self.corners = [(x, y) for y in down for x in across]
        """The upper left corner of each cell."""

    def centre(self, cell: int) -> tuple[float, float]:
        """The middle of a cell, a little below the number of the card on it."""
        x, y = self.corners[cell]
        return x + self.size / 2, y + self.size * kit.RATIO / 2


@lru_cache(maxsize=8)
def plot_of(width: float) -> GardenPlot:
    """Where the cells lie on a board of this width."""
    return GardenPlot(width)


def garden(
    model: BuildYourArboretumView, p: int, name: str, width: float, rows: Sequence[ScoreRow] = ()
) -> Board:
    """A garden: parrots on their branch, letters and numbers outside, cells, cards, paths."""
    plot = plot_of(width)
    body = (
        _ground(NAMES[p], width, plot.height)
        + _nameplate(model, p)
        + _flock(model, p, width)
        + _letters(width)
        + _cells(model, p, plot)
        + "".join(
            card(c, *plot.corners[cell], plot.size, f"on {CELL[cell]}", False)
            for c, cell in model.planted(p).items()
        )
        + _paths(plot, p, rows)
    )
    title = model.told(p, N_("Your garden"), N_("{name}’s garden"))
    return Board(name, title, width, plot.height, body, _told(model, p), headed=True)


@lru_cache(maxsize=16)
def _ground(player: str, width: float, height: float) -> str:
    """The tinted frame of a garden, and its bed."""
    bed = {"x": 20, "y": HEAD + 21, "width": width - 27, "height": height - HEAD - 28, "rx": 10}
    plot = plot_of(width)
    # Tufts of grass where four cells meet, turned this way and that.
    meetings = (
        plot.corners[SIDE * row + column] for row in range(1, SIDE) for column in range(1, SIDE)
    )
    gap = (plot.pitch - plot.size) / 2
    tufts = "".join(
        f"M{x - gap - 4:.5g} {y - gap:.5g}q{3 - k % 3} 2 4 5q{k % 2}-5 {2 + k % 3}-7m-3 7q3-2 6-4"
        for k, (x, y) in enumerate(meetings)
    )
    return (
        _frame(player, HEAD - 4, width, height)
        + kit.element("rect", class_="bed", **bed)
        + kit.element("path", class_="tufts", d=tufts)
    )


@lru_cache(maxsize=32)
def _frame(player: str, top: float, width: float, height: float) -> str:
    box = {"x": 1.5, "y": top, "width": width - 3, "height": height - top - 1.5, "rx": 14}
    return kit.element("rect", class_=f"tint-{player}", **box) + kit.element(
        "rect", class_=f"frame-{player} fine", **box
    )


def _nameplate(model: BuildYourArboretumView, p: int) -> str:
    """Whose garden it is; a word while the first starting player is chosen."""
    name, whose = NAMES[p], model.names[p]
    body = (
        '<rect class="face" width="134" height="47" rx="10"/>'
        + kit.token(name, 17, 24, 19)
        + kit.text(kit.fitted(whose, 96, 20, bold=True), 34, 30, "title")
    )
    word = name if name in model.words else None
    halo = '<rect class="halo" x="-3" y="-3" width="140" height="53" rx="13"/>'
    return kit.piece(f"player-{name}", "plaque", body, (3, 0, 1), word=word, label=whose, halo=halo)


def _flock(model: BuildYourArboretumView, p: int, width: float) -> str:
    """The player's parrots on a branch, their number, and the sun of who starts."""
    count = model.s.parrots[p]
    left, right = 147.0, width - 110
    pitch = min(19.0, (right - left) / count)
    perched = "".join(_parrot(NAMES[p], k, round(left + k * pitch, 2)) for k in range(count))
    number = kit.text(count, left + count * pitch + 16, 34, "count")
    first = ""
    if model.s.start == p and model.s.round_number:
        sun = kit.icon("sun", 44, 0, 28) + kit.text("starts", 40, 20, "note end")
        first = kit.piece("starter", "piece", sun, (width - 78, 9, 1), label="starting player")
    return perched + number + first


@lru_cache(maxsize=512)
def _parrot(player: str, k: int, x: float) -> str:
    drawn = kit.icon("parrot", 0, 0, 26)
    return kit.piece(f"parrot-{player}-{k + 1}", f"piece hue-{player}", drawn, (x, 14, 1))


@lru_cache(maxsize=8)
def _letters(width: float) -> str:
    plot = plot_of(width)
    columns = (
        kit.text("ABCDEF"[k], plot.corners[k][0] + plot.size / 2, plot.top - 11, "label")
        for k in range(SIDE)
    )
    rows = (kit.text(k + 1, 13, plot.centre(SIDE * k)[1] + 5, "label") for k in range(SIDE))
    return "".join([*columns, *rows])


def _cells(model: BuildYourArboretumView, p: int, plot: GardenPlot) -> str:
    own = p == model.me
    return "".join(
        _cell(NAMES[p], cell, *plot.corners[cell], plot.size, own and CELL[cell] in model.words)
        for cell in range(SIDE * SIDE)
    )


@lru_cache(maxsize=1024)
def _cell(player: str, cell: int, x: float, y: float, size: float, named: bool) -> str:
    name = CELL[cell]
    id_ = f"cell-{player}-{name}"
    if named:
        return kit.seedling(id_, x, y, size, word=name, label=f"plant on {name}")
    return kit.earth(id_, x, y, size, label=name)


def _paths(plot: GardenPlot, p: int, rows: Sequence[ScoreRow]) -> str:
    """The paths of these rows of a score sheet, side by side where they share a card."""
    drawn = [row for row in rows if len(row.cells[p]) > 1]
    # A line that stays in the middle runs between a card's number and its letter.
    pitch = plot.size * min(0.09, 0.27 / max(1, len(drawn)))
    first = -pitch * (len(drawn) - 1) / 2
    return "".join(_path(plot, p, row, first + k * pitch) for k, row in enumerate(drawn))


def _path(plot: GardenPlot, p: int, row: ScoreRow, aside: float) -> str:
    centres = (plot.centre(CELL.index(name)) for name in row.cells[p])
    points = [(round(x + aside, 2), round(y + aside + plot.size * 0.22, 2)) for x, y in centres]
    return kit.path_line(
        f"path-{NAMES[p]}-{row.key}",
        points,
        range(1, len(points) + 1),
        tree=row.tree,
        width=round(plot.size * 0.1, 2),
        label=f"{row.title}: {row.reasons[p]}",
        marks=f"row-{row.key}" if row.points[p] else f"row-{row.key} idle",
    )


def _told(model: BuildYourArboretumView, p: int) -> str:
    trees = ", ".join(f"{CARD[c]} on {CELL[cell]}" for c, cell in model.planted(p).items())
    starts = " Starting player." if model.s.start == p and model.s.round_number else ""
    return f"{model.s.parrots[p]} parrots.{starts} Planted: {trees or 'nothing yet'}."


# The advertising board.


def advertising(model: BuildYourArboretumView, p: int, name: str, width: float) -> Board:
    """An advertising board: seven places, and the cards on them in order."""
    pitch = round((width - 12) / FULL, 2)
    size = round(pitch * 0.93, 2)
    cards = model.board(p)
    # An eighth card lies there until one is dropped: then they overlap a little.
    apart = pitch * min(1, (FULL - 1) / max(1, len(cards) - 1))
    high = round(30 + size * kit.RATIO + 12)
    lying = model.told(p, N_("on your board"), N_("on {name}’s board"))
    places = (kit.slot(f"place-{NAMES[p]}-{k + 1}", 8 + k * pitch, 30, size) for k in range(FULL))
    pinned = "".join(
        card(
            c,
            round(8 + k * apart, 2),
            30 - (12 if model.where[c] == GIVEN else 0),
            size,
            lying,
            p == model.me and CARD[c] in model.words,
            f"held row-{CARD[c][0]}",
        )
        for k, c in enumerate(cards)
    )
    heading = kit.text("Advertising board", 10, 21, "heading") + kit.text(
        f"{len(cards)} of {FULL}", width - 10, 21, "note end"
    )
    title = model.told(p, N_("Your advertising board"), N_("{name}’s advertising board"))
    told = ", ".join(CARD[c] for c in cards) or "nothing yet"
    drawn = _frame(NAMES[p], 1.5, width, high) + heading + "".join(places) + pinned
    return Board(name, title, width, high, drawn, f"{told}.", headed=True)

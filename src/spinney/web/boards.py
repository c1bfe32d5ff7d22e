"""Boards laid out for a page: one SVG that holds them all, each a group of its own.

On a phone those that belong at the thumb are an SVG of their own; leaves, which are opened on
request, are one each.

Columns keep the widths they were made with, whatever grows in one of them: what did not move
in the game should not move on the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core import show
from ..core.sheet import Row
from ..core.state import Observation
from ..drawing import Area, Board, element, escape
from ..drawing.layout import names, without

GAP = 16
"""Between boards, in the units of the boards."""
LARGEST = 1.7
"""How many pixels a unit gets at most: beyond that a picture only gets coarse."""


class _Place(NamedTuple):
    board: Board
    x: float
    y: float
    scale: float


class Drawn(NamedTuple):
    """The boards of a view, drawn.

    Attributes:
        svg: all of them as one ``<svg>`` for a page, but those of the next two.
        at_hand: those that stay at the thumb on a phone, as one ``<svg>``; empty on wide pages.
        leaves: those that are opened on request: name, title, ``<svg>``.
        strip: the boards worth a thumbnail: address within the page, title, and where they lie
            in the whole, as a ``viewBox``.
    """

    svg: str
    at_hand: str
    leaves: tuple[tuple[str, str, str], ...]
    strip: tuple[tuple[str, str, str], ...]


NOTHING = Drawn("", "", (), ())


def drawn(view: Observation, layout: str, rows: tuple[Row, ...] = ()) -> Drawn:
    """Return the boards of a view, laid out ``wide`` or ``narrow``."""
    boards = {board.name: board for board in show.boards(view, layout, rows)}
    area = show.areas(view.game, layout)
    area = without(area, {*names(area)} - boards.keys())  # some are there for some viewers only
    laid = set(names(area))
    thumb = layout == "narrow" and view.player >= 0  # who looks on needs nothing there
    near = [name for name in laid if thumb and boards[name].at_hand]
    svg, places = _sheet(without(area, near), boards, "The table")
    return Drawn(
        svg,
        _sheet(near, boards, "At hand")[0] if near else "",
        tuple(_leaf(board) for name, board in boards.items() if name not in laid),
        tuple(_thumbnail(place) for place in places if _worth(place.board)),
    )


def _sheet(area: Area, boards: dict[str, Board], label: str) -> tuple[str, list[_Place]]:
    """Return the boards of an area as one ``<svg>``, and where they lie in it."""
    width = _width(area, boards, across=False)
    height, places = _lay(area, boards, (0, 0, width), across=False)
    svg = element(
        "svg",
        *map(_group, places),
        class_="boards board",
        viewBox=_box(0, 0, width, height),
        width=round(width * LARGEST),
        role="group",
        aria_label=label,
    )
    return svg, places


def _leaf(board: Board) -> tuple[str, str, str]:
    """Return a board to be opened on request: an image, with its description for readers."""
    svg = element(
        "svg",
        board.body,
        class_="board opened",
        viewBox=board.box,
        width=board.width,
        role="img",
        aria_label=board.description or board.title,
    )
    return board.name, board.title, svg


def _box(*numbers: float) -> str:
    return " ".join(f"{round(number, 1):g}" for number in numbers)


def _worth(board: Board) -> bool:
    """Is it a board to look at by itself, and not a strip beside one?"""
    return board.height > 0.4 * board.width


def _thumbnail(place: _Place) -> tuple[str, str, str]:
    board, scale = place.board, place.scale
    box = _box(place.x, place.y, board.width * scale, board.height * scale)
    return f"board-{board.name}", board.title, box


def _width(area: Area, boards: dict[str, Board], across: bool) -> float:
    """Return how wide an area is by itself; ``across``: its parts stand side by side."""
    if isinstance(area, str):
        return boards[area].width
    widths = [_width(part, boards, not across) for part in area]
    return sum(widths) + GAP * (len(widths) - 1) if across else max(widths)


def _lay(
    area: Area, boards: dict[str, Board], at: tuple[float, float, float], across: bool
) -> tuple[float, list[_Place]]:
    """Lay an area out at (x, y) in a given width; return its height and where things lie."""
    x, y, width = at
    if isinstance(area, str):
        board = boards[area]
        return board.height * width / board.width, [_Place(board, x, y, width / board.width)]
    heights: list[float] = []
    places: list[_Place] = []
    for part, offset, wide in _shares(area, boards, width, across):
        top = y + (0 if across else sum(heights) + GAP * len(heights))
        height, inside = _lay(part, boards, (x + offset, top, wide), not across)
        heights.append(height)
        places += inside
    return (max(heights) if across else sum(heights) + GAP * (len(heights) - 1)), places


def _shares(
    area: Sequence[Area], boards: dict[str, Board], width: float, across: bool
) -> Iterator[tuple[Area, float, float]]:
    """Yield each part with how far to the right it begins and how wide it is."""
    widths = [_width(part, boards, not across) for part in area]
    left = width - GAP * (len(area) - 1)
    offset = 0.0
    for part, natural in zip(area, widths, strict=True):
        wide = left * natural / sum(widths) if across else width
        yield part, offset, wide
        offset += wide + GAP if across else 0


def _group(place: _Place) -> str:
    board, name = place.board, f"board-{place.board.name}"
    told = element("desc", escape(board.description), id=f"{name}-desc")
    return element(
        "svg",
        told + board.body,
        id=name,
        class_="one",
        x=place.x,
        y=place.y,
        width=board.width * place.scale,
        height=board.height * place.scale,
        viewBox=board.box,
        overflow="visible",
        role="group",
        aria_label=board.title,
        aria_describedby=f"{name}-desc",
    )

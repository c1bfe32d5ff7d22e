"""Boards laid out for a page: one SVG that holds them all, each a group of its own.

Columns keep the widths they were made with, whatever grows in one of them: what did not move
in the game should not move on the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..core import show
from ..core.sheet import Row
from ..core.state import Observation
from ..drawing import Area, Board, element, escape

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
        svg: all of them as one ``<svg>`` for a page.
        strip: the boards worth a thumbnail: address within the page, title, and where they lie
            in the whole, as a ``viewBox``.
    """

    svg: str
    strip: tuple[tuple[str, str, str], ...]


@lru_cache(maxsize=256)
def drawn(view: Observation, layout: str, rows: tuple[Row, ...] = ()) -> Drawn:
    """Return the boards of a view, laid out ``wide`` or ``narrow``."""
    boards = {board.name: board for board in show.boards(view, layout, rows)}
    area = show.areas(view.game, layout)
    width = _width(area, boards, across=False)
    height, places = _lay(area, boards, (0, 0, width), across=False)
    svg = element(
        "svg",
        *map(_group, places),
        class_="boards board",
        viewBox=_box(0, 0, width, height),
        width=round(width * LARGEST),
        role="group",
        aria_label="The table",
    )
    return Drawn(svg, tuple(_thumbnail(place) for place in places if _worth(place.board)))


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

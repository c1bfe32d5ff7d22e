"""The places of boards on a page, computed once for all boards of the same sizes.

Columns keep the widths they were made with, whatever grows in one of them: what did not move
in the game should not move on the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from spinney.core import rendering
from spinney.core.game import Game
from spinney.drawing import Area, Board, attributes, element
from spinney.drawing.layout import names, without
from spinney.i18n import _, cached_text

GAP = 16
"""Between boards, in the units of the boards."""
LARGEST = 1.7
"""How many pixels a unit gets at most: beyond that a picture only gets coarse."""


class Size(NamedTuple):
    """All that a board's place depends on."""

    name: str
    width: float
    height: float
    at_hand: bool


class BoardLayout(NamedTuple):
    """Where boards lie.

    Attributes:
        svg: all but those of the next as one ``<svg>``, with an empty one in place of each.
        at_hand: likewise those that stay at the thumb on a phone; empty on wide pages.
        heads: by name, how each of these boards begins.
        strip: those worth a thumbnail, each with where it lies in the whole, as a ``viewBox``.
    """

    svg: str
    at_hand: str
    heads: Mapping[str, str]
    strip: tuple[tuple[str, str], ...]


class _Place(NamedTuple):
    size: Size
    x: float
    y: float
    scale: float


def size(board: Board) -> Size:
    """Return the size of a board."""
    return Size(board.name, board.width, board.height, board.at_hand)


@cached_text(
    maxsize=256
)  # in many games boards never change their sizes, in others not by each move
def plan(game: Game, layout: str, thumb: bool, sizes: tuple[Size, ...]) -> BoardLayout:
    """Return where boards lie.

    Args:
        game: the game; it says what belongs beside what.
        layout: ``wide`` or ``narrow``.
        thumb: do those at hand lie apart?
        sizes: of all boards there are, also of those that lie nowhere.
    """
    by_name = {size.name: size for size in sizes}
    area = rendering.areas(game, layout)
    area = without(area, {*names(area)} - by_name.keys())  # some are there for some viewers only
    near = [name for name in names(area) if thumb and by_name[name].at_hand]
    svg, places = _sheet(without(area, near), by_name, _("The table"))
    at_hand, at_thumb = _sheet(near, by_name, _("At hand")) if near else ("", [])
    return BoardLayout(
        svg,
        at_hand,
        {place.size.name: _head(place) for place in (*places, *at_thumb)},
        tuple((place.size.name, _within(place)) for place in places if _worth(place.size)),
    )


def empty(name: str) -> str:
    """Return what stands in place of a board."""
    return f'<svg id="board-{name}"></svg>'


def _sheet(area: Area, sizes: Mapping[str, Size], label: str) -> tuple[str, list[_Place]]:
    """Return an area as one ``<svg>``, and where the boards lie in it."""
    width = _width(area, sizes, across=False)
    height, places = _lay(area, sizes, (0, 0, width), across=False)
    svg = element(
        "svg",
        *(empty(place.size.name) for place in places),
        class_="boards board",
        viewBox=_box(0, 0, width, height),
        width=round(width * LARGEST),
        role="group",
        aria_label=label,
    )
    return svg, places


def _head(place: _Place) -> str:
    """Return how a board begins that lies there, up to what only the board itself knows."""
    size, name = place.size, f"board-{place.size.name}"
    given = attributes(
        {
            "id": name,
            "class": "one",
            "x": place.x,
            "y": place.y,
            "width": size.width * place.scale,
            "height": size.height * place.scale,
            "overflow": "visible",
            "role": "group",
            "aria_describedby": f"{name}-desc",
        }
    )
    return f"<svg{given}"


def _box(*numbers: float) -> str:
    return " ".join(f"{round(number, 1):g}" for number in numbers)


def _worth(size: Size) -> bool:
    """Is it a board to look at by itself, and not a strip beside one?"""
    return size.height > 0.4 * size.width


def _within(place: _Place) -> str:
    size, scale = place.size, place.scale
    return _box(place.x, place.y, size.width * scale, size.height * scale)


def _width(area: Area, sizes: Mapping[str, Size], across: bool) -> float:
    """Return how wide an area is by itself; ``across``: its parts stand side by side."""
    if isinstance(area, str):
        return sizes[area].width
    widths = [_width(part, sizes, not across) for part in area]
    return sum(widths) + GAP * (len(widths) - 1) if across else max(widths)


def _lay(
    area: Area, sizes: Mapping[str, Size], at: tuple[float, float, float], across: bool
) -> tuple[float, list[_Place]]:
    """Lay an area out at (x, y) in a given width; return its height and where things lie."""
    x, y, width = at
    if isinstance(area, str):
        size = sizes[area]
        return size.height * width / size.width, [_Place(size, x, y, width / size.width)]
    heights: list[float] = []
    places: list[_Place] = []
    for part, offset, wide in _shares(area, sizes, width, across):
        top = y + (0 if across else sum(heights) + GAP * len(heights))
        height, inside = _lay(part, sizes, (x + offset, top, wide), not across)
        heights.append(height)
        places += inside
    return (max(heights) if across else sum(heights) + GAP * (len(heights) - 1)), places


def _shares(
    area: Sequence[Area], sizes: Mapping[str, Size], width: float, across: bool
) -> Iterator[tuple[Area, float, float]]:
    """Yield each part with how far to the right it begins and how wide it is."""
    widths = [_width(part, sizes, not across) for part in area]
    left = width - GAP * (len(area) - 1)
    offset = 0.0
    for part, natural in zip(area, widths, strict=True):
        wide = left * natural / sum(widths) if across else width
        yield part, offset, wide
        offset += wide + GAP if across else 0

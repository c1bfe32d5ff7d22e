"""Boards, and sheets that put several boards into one SVG file."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, fromstring, tostring

from spinney.drawing.layout import Area, Layout, Place, names, without
from spinney.drawing.style import Theme, needed, plain_rules
from spinney.drawing.svg import element, escape, number, text
from spinney.drawing.symbols import defs, used

SVG: Final = "http://www.w3.org/2000/svg"
_MARGIN: Final = 24
_HEADING: Final = 44
_CAPTION: Final = 28
_BEYOND: Final = 1.12
"""How far a crop extends, relative to the distance of its corners."""
_LARGEST: Final = 0.4
"""The largest size of a piece, relative to the width of a crop: farther pieces are left out."""


@dataclass(frozen=True, slots=True)
class Board:
    """One picture of a game: `width` by `height` units, its `body` SVG elements.

    `name` is unique on a page and names it in layouts, `title` is what a reader calls it, and
    `description` says in words what there is to see. A board that is `headed` shows in its body
    what it is; above another one a sheet writes its title. One that is `at_hand` stays in sight
    on a phone, at the thumb. `owner` is the player whose board it is; None: nobody's or all's.
    `label` stands in the place of the title where there is little room. A board that no layout
    names is a dialog: a page opens it on request (see `handle`), a file leaves it out.
    """

    name: str
    title: str
    width: float
    height: float
    body: str
    description: str = ""
    headed: bool = False
    at_hand: bool = False
    owner: int | None = None
    label: str = ""

    @property
    def box(self) -> str:
        """The `viewBox`."""
        return f"0 0 {number(self.width)} {number(self.height)}"

    def svg(self, embedded: bool = False) -> str:
        """The board as an ``<svg>``: for a page, or `embedded` for a file of its own.

        On a page it is a group of labelled buttons, and the page has the stylesheet and the
        `sprite`. A file is one labelled image and brings both along.
        """
        return sheet([self], [[self.name]], title=self.title) if embedded else self._inline()

    def _inline(self) -> str:
        name = f"board-{self.name}"
        description = element("desc", escape(self.description), id=f"{name}-desc")
        return element(
            "svg",
            description + self.body,
            xmlns=SVG,
            id=name,
            class_="board",
            viewBox=self.box,
            width=self.width,
            height=self.height,
            role="group",
            aria_label=self.title,
            aria_describedby=f"{name}-desc" if self.description else None,
        )


def standalone(svg: str, theme: Theme | None = None) -> str:
    """An ``<svg>`` of a page as a file of its own, with the rules and the symbols it uses.

    `theme` is as in `sheet`. Unlike a sheet, it has no paper, margin or headings.
    """
    head, _, body = svg.partition(">")
    symbols = defs(used(body))
    rules = element("style", needed(head + symbols + body, theme))
    return f'{head} xmlns="{SVG}">{rules}{symbols}{body}'


def cropped(board: Board, corners: tuple[str, str], ratio: float) -> str:
    """A part of a board as an ``<svg>``, without words for readers.

    It reaches from the place of one piece to that of another (their ids), a little beyond, and as
    far as it takes to be ``ratio`` times as wide as high.
    """
    root = fromstring(f"<g>{board.body}</g>")  # noqa: S314 - drawn here
    places = _places(root)
    x, y, width, height = _box(places[corners[0]], places[corners[1]], ratio)
    reach = width * _LARGEST
    within = (x - reach, y - reach, x + width + reach, y + height + reach)
    _thin_out(root, places, within)
    paper = element("rect", class_="paper", x=x, y=y, width=width, height=height)
    box = " ".join(map(number, (x, y, width, height)))
    body = paper + tostring(root, encoding="unicode")
    return element("svg", body, class_="board", viewBox=box, width=width, height=height)


def _thin_out(
    part: Element,
    places: dict[str, tuple[float, float]],
    within: tuple[float, float, float, float],
) -> None:
    """Remove hidden elements, those for screen readers only, and pieces that lie elsewhere."""
    left, top, right, bottom = within
    for child in [*part]:
        x, y = places.get(child.get("id", ""), (left, top))
        elsewhere = "transform" in child.attrib and not (left <= x <= right and top <= y <= bottom)
        if elsewhere or child.tag in ("title", "desc") or child.get("display") == "none":
            part.remove(child)
        else:
            _thin_out(child, places, within)


def _box(
    one: tuple[float, float], other: tuple[float, float], ratio: float
) -> tuple[float, float, float, float]:
    """x, y, width and height of the least box of that shape around both places."""
    (left, right), (top, bottom) = (sorted(ends) for ends in zip(one, other, strict=True))
    width = max(right - left, (bottom - top) * ratio) * _BEYOND
    height = width / ratio
    x, y = (left + right - width) / 2, (top + bottom - height) / 2
    return round(x, 1), round(y, 1), round(width, 1), round(height, 1)


def _places(root: Element) -> dict[str, tuple[float, float]]:
    """Where each piece lies, by its id; also those on a ground with units of its own."""
    places: dict[str, tuple[float, float]] = {}

    def look(part: Element, x: float, y: float, scale: float) -> None:
        dx, dy, inner = _moved(part)
        x, y, scale = x + scale * dx, y + scale * dy, scale * inner
        if id_ := part.get("id"):
            places[id_] = x, y
        for child in part:
            look(child, x, y, scale)

    look(root, 0.0, 0.0, 1.0)
    return places


def _moved(part: Element) -> tuple[float, float, float]:
    """How an element moves and scales what is in it."""
    if part.tag == "svg" and (box := part.get("viewBox")):
        left, top, wide, _ = map(float, box.split())
        x, y, width = (float(part.get(side, 0)) for side in ("x", "y", "width"))
        return x - left * width / wide, y - top * width / wide, width / wide
    given = part.get("transform", "")
    moves = re.findall(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)", given)
    scales = re.findall(r"scale\(([-\d.]+)\)", given)
    x, y = map(float, moves[0]) if moves else (0.0, 0.0)
    return x, y, float(scales[0]) if scales else 1.0


def sheet(
    boards: Sequence[Board],
    areas: Area,
    *,
    title: str,
    theme: Theme | None = None,
) -> str:
    """One self-contained SVG file with several boards.

    `areas` lays them out by name (see `layout.Area`): rows below each other, boards side by
    side in a row, columns in a row, flush at all edges; the first board named keeps its size.
    `theme` fixes light or dark; with None the file follows its viewer. The same input gives
    the same bytes.
    """
    laid_out = [board for board in boards if board.name in set(names(areas))]
    arrangement = arrange(laid_out, areas, _HEADING if len(laid_out) > 1 else 0)
    heading = text(title, _MARGIN, _MARGIN + 20, "title") if len(laid_out) > 1 else ""
    drawn = heading + "".join(arrangement.boards.values())
    return _file(
        drawn, arrangement.width, arrangement.height, title, _descriptions(laid_out), theme
    )


class Arrangement(NamedTuple):
    """Boards laid out on one ground.

    Attributes:
        width, height: of the ground.
        boards: each board in its place, with its title above it where it needs one, by name.
    """

    width: float
    height: float
    boards: dict[str, str]


def arrange(boards: Sequence[Board], areas: Area, heading: float = 0) -> Arrangement:
    """Lay boards out as `sheet` does, below so much room for a heading."""
    by_name = {board.name: board for board in boards}
    areas = without(areas, set(names(areas)) - by_name.keys())
    many = len(boards) > 1
    shapes = {name: board.height / board.width for name, board in by_name.items()}
    captions = {b.name: _CAPTION if many and not b.headed else 0 for b in boards}
    layout = Layout(shapes, _MARGIN, captions)
    top = _MARGIN + heading
    inner = _inner_width(layout, areas, by_name)
    placed = {
        place.name: _placed(by_name[place.name], place, captioned=captions[place.name] > 0)
        for place in layout.places(areas, _MARGIN, top, inner)
    }
    height = top + layout.height(areas, inner) + _MARGIN
    return Arrangement(inner + 2 * _MARGIN, height, placed)


def _inner_width(layout: Layout, areas: Area, boards: dict[str, Board]) -> float:
    """The width at which the first board named is as wide as it was made."""
    # Its width is a linear function of the sheet's, so two trials determine it.
    low, high = (next(layout.places(areas, 0, 0, wide)) for wide in (1000.0, 2000.0))
    slope = (high.width - low.width) / 1000
    return round(1000 + (boards[low.name].width - low.width) / slope, 2)


def _placed(board: Board, place: Place, *, captioned: bool) -> str:
    caption = text(board.title, place.x, place.y - 10, "note") if captioned else ""
    return caption + element(
        "svg",
        board.body,
        x=place.x,
        y=place.y,
        width=place.width,
        height=place.width * board.height / board.width,
        viewBox=board.box,
        overflow="visible",
    )


def _descriptions(boards: Sequence[Board]) -> str:
    return " ".join(f"{board.title}: {board.description}" for board in boards if board.description)


def _file(
    body: str, width: float, height: float, title: str, description: str, theme: Theme | None
) -> str:
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(description)),
        element("style", plain_rules(theme)),
        defs(used(body)),
        '<rect class="paper" width="100%" height="100%"/>',
        body,
        xmlns=SVG,
        class_="sheet",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        data_theme=theme,
    )

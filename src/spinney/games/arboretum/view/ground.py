"""Draw the ground of a garden: open places, cards, scoring paths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from spinney import drawing as kit
from spinney.core.score_sheet import ScoreRow
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.record import OVER
from spinney.games.arboretum.text.names import CARD_NAMES, Place, card_title, lettering, place_name
from spinney.games.arboretum.view_model import ArboretumView, Texts
from spinney.i18n import N_, _, cached_text
from spinney.i18n.lists import and_list

SIZE, PITCH, DOWN = 50, 56, 68.5
"""The width of a card on the ground, and how far it is to the next column and row."""
GARDEN: Texts = N_("Your garden"), N_("{name}’s garden")
_LYING: Texts = N_("in your garden"), N_("in {name}’s garden")
LETTERED = 58
"""From this width on a card shows the name of its tree: on smaller ones it could not be read."""


@cached_text(maxsize=1024)
def card(
    c: int,
    at: tuple[float, float],
    size: float,
    where: str,
    named: bool = False,
    marks: str = "",
    lean: float = 0,
    covered: bool = False,
    seen: bool = False,
    note: str = "",
) -> str:
    """A card ``at`` (x, y), ``size`` wide, that lies ``where``; ``named``: it can be named now."""
    tree = TREES[c // 8]
    return kit.card(
        f"card-{CARD_NAMES[c]}",
        tree,
        c % 8 + 1,
        lettering(c // 8) if size >= LETTERED else "",
        *at,
        size,
        word=CARD_NAMES[c] if named else None,
        label=_("{card} {where}", card=card_title(c), where=where),
        marks=marks,
        lean=lean,
        covered=covered,
        seen=seen,
        note=note,
    )


def ground(
    model: ArboretumView,
    p: int,
    window: tuple[float, float, float, float],
    rows: Sequence[ScoreRow],
    least: int,
) -> str:
    """A player's ground through a window (x, y, width, height) of a board.

    ``least``: the pixels that a card's width should have on a page.
    """
    planted = model.garden(p)
    near = p == model.near
    open_ = model.open(p) if near else []
    view_window = Window.onto(open_ or planted.values(), *window[2:])
    return kit.ground(
        f"ground-{p + 1}",
        window,
        view_window.box,
        _dots(view_window.left, view_window.top, view_window.columns, view_window.rows)
        + _cells(model, p, open_)
        + _planted(model, p, planted)
        + _paths(p, planted, rows),
        label=model.text_about(p, *GARDEN),
        least=least / SIZE,
    )


# What is seen.


def corner(place: Place) -> tuple[float, float]:
    """The upper left corner of a place on the ground."""
    return place[0] * PITCH, -place[1] * DOWN


def centre(place: Place) -> tuple[float, float]:
    """The middle of a place."""
    x, y = corner(place)
    return x + SIZE / 2, y + SIZE * kit.RATIO / 2


def _span(low: int, high: int, least: int) -> tuple[int, int]:
    """The first of at least so many columns with all from ``low`` to ``high``, and their number.

    The garden's first card stays in the middle as long as it can: what did not move in the game
    should not move on the screen.
    """
    count = max(least, high - low + 1)
    return min(max(-(count // 2), high - count + 1), low), count


@dataclass(frozen=True)
class Window:
    """What is seen of a garden: columns from ``left``, rows down from ``top``, on a board."""

    left: int
    top: int
    columns: int
    rows: int
    width: float
    height: float

    @classmethod
    def onto(cls, places: Iterable[Place], width: float, height: float) -> Window:
        """A window of this size that shows these places and what is around them."""
        xs, ys = zip(*[(0, 0), *places], strict=True)
        left, columns = _span(min(xs), max(xs), max(3, int(width / (PITCH * 1.15))))
        bottom, rows = _span(min(ys), max(ys), max(3, int(height / (DOWN * 1.15))))
        return cls(left, bottom + rows - 1, columns, rows, width, height)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The part of the ground that is seen, in the window's shape."""
        x, y = (
            self.left * PITCH - (PITCH - SIZE) / 2,
            -self.top * DOWN - (DOWN - SIZE * kit.RATIO) / 2,
        )
        wide, high = self.columns * PITCH, self.rows * DOWN
        units = max(wide / self.width, high / self.height)
        across, down = self.width * units, self.height * units
        return (
            round(x - (across - wide) / 2, 2),
            round(y - (down - high) / 2, 2),
            round(across, 2),
            round(down, 2),
        )


@cached_text(maxsize=256)
def _dots(left: int, top: int, columns: int, rows: int) -> str:
    """A faint dot of earth on each place, and on some around for windows of other shapes."""
    spots = (
        centre((left + x, top - y)) for x in range(-3, columns + 3) for y in range(-3, rows + 3)
    )
    return kit.element("path", class_="dots", d="".join(f"M{x:g} {y:g}h0" for x, y in spots))


# What lies there.


def _cells(model: ArboretumView, p: int, open_: Sequence[Place]) -> str:
    """The open places around a viewer's own garden."""
    if p != model.me or model.s.phase == OVER:
        return ""
    lying = {place: c for c, place in model.garden(p).items()}
    return "".join(
        _cell(p, place, place_name(place) in model.words, _beside(place, lying)) for place in open_
    )


@cached_text(maxsize=2048)
def _cell(p: int, place: Place, named: bool, where: str) -> str:
    """An open place; ``where``: beside which cards, empty for the first card's place."""
    word, (x, y) = place_name(place), corner(place)
    id_ = f"cell-{p + 1}-{word}"
    if not named:
        label = _("Free place {where}", where=where) if where else _("Place for your first card")
        return kit.earth(id_, x, y, SIZE, label=label)
    label = _("Plant {where}", where=where) if where else _("Plant your first card here")
    return kit.seedling(id_, x, y, SIZE, word=word, label=label)


_NEIGHBOURS: dict[Place, str] = {
    (-1, 0): N_("to the right of {card}"),
    (1, 0): N_("to the left of {card}"),
    (0, -1): N_("above {card}"),
    (0, 1): N_("below {card}"),
}
"""By the way from a place to a neighbour: where the place is, as seen from there."""


def _beside(place: Place, lying: Mapping[Place, int]) -> str:
    """Where a place is, told by the cards beside it; empty: none is."""
    near = ((lying.get((place[0] + x, place[1] + y)), text) for (x, y), text in _NEIGHBOURS.items())
    return and_list([_(text, card=card_title(c)) for c, text in near if c is not None])


def _planted(model: ArboretumView, p: int, planted: dict[int, Place]) -> str:
    lying = model.text_about(p, *_LYING)
    cards = (card(c, corner(place), SIZE, lying) for c, place in planted.items())
    source = None if p == model.me else f"back-{p + 1}-1"
    return kit.group(*cards, id=f"planted-{p + 1}", data_source=source)


# The paths that score.


def _paths(p: int, planted: dict[int, Place], rows: Sequence[ScoreRow]) -> str:
    """The paths of these rows of a score sheet, side by side where they share a card."""
    drawn = [row for row in rows if len(row.cells[p]) > 1]
    spots = {place_name(place): centre(place) for place in planted.values()}
    # The lines keep clear of the numbers of the cards, which stand at the left.
    action = SIZE * min(0.09, 0.27 / max(1, len(drawn)))
    first = -action * (len(drawn) - 1) / 2
    return "".join(_path(p, row, spots, first + k * action) for k, row in enumerate(drawn))


def _path(p: int, row: ScoreRow, spots: dict[str, tuple[float, float]], aside: float) -> str:
    points = [
        (
            round(spots[cell][0] + aside + SIZE * 0.15, 2),
            round(spots[cell][1] + aside + SIZE * 0.22, 2),
        )
        for cell in row.cells[p]
    ]
    return kit.path_line(
        f"path-{p + 1}-{row.key}",
        points,
        [""] * len(points),  # the cards below have rising numbers
        tree=row.tree,
        width=SIZE * 0.1,
        label=f"{row.title}: {row.reasons[p]}",
        scores=f"{row.key} {p}",
        marks=f"row-{row.key}" if row.points[p] else f"row-{row.key} idle",
    )

"""Draw the board of a garden: its ground, its plants, its owner.

Six rows rise to the north, each half a place farther in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spinney import drawing as kit
from spinney.core.score_sheet import ScoreRow
from spinney.drawing import Board
from spinney.games.forest_garden.rules.record import (
    ADDITIONAL,
    FIRST,
    NONE,
    PLACE,
    PLACE_NAMES,
    PLACES,
    ROW,
    ROWS,
)
from spinney.games.forest_garden.view import card
from spinney.games.forest_garden.view.captions import garden_caption, planted_caption
from spinney.games.forest_garden.view.card import RATIO
from spinney.games.forest_garden.view.card_faces import cube
from spinney.games.forest_garden.view.pieces import (
    NAME_LEFT,
    NAME_LINE,
    nameplate,
    side,
    side_left,
)
from spinney.games.forest_garden.view_model import COLOURS, ForestGardenView
from spinney.games.forest_garden.view_model.garden import GardenView
from spinney.i18n import N_, _, cached_text, ngettext

_STANDS = {
    1: N_("place {name}, for a small shrub or climber"),
    2: N_("place {name}, for a large shrub"),
    3: N_("place {name}, for a small tree"),
    4: N_("place {name}, for a medium tree"),
    5: N_("place {name}, for a large tree"),
    6: N_("place {name}, for a second additional large tree"),
}
"""What grows in each row."""


@dataclass(frozen=True, slots=True)
class BedPlot:
    """Where the places of a garden lie on a board: ``size`` is a card's width.

    (``left``, ``top``) is the corner of the ground; row 1, in the south, is the lowest of ``rows``.
    """

    left: float
    top: float
    size: float
    rows: int = ROWS

    @classmethod
    def within(
        cls, width: float, height: float, margin: float, rows: int = ROWS, header: float = 0
    ) -> BedPlot:
        """The largest ground that fits on a board, in the middle of its width, at the bottom."""
        across = (width - 2 * margin) / (ROWS + (ROWS - 1) * _GAP)
        down = (height - header - 2 * margin) / (rows * RATIO + (rows - 1) * _GAP)
        size = round(min(across, down), 2)
        left = (width - size * (ROWS + (ROWS - 1) * _GAP)) / 2
        low = height - margin - size * (rows * RATIO + (rows - 1) * _GAP)
        return cls(round(left, 2), round(low, 2), size, rows)

    @property
    def pitch(self) -> float:
        """From one place to the next."""
        return self.size * (1 + _GAP)

    @property
    def down(self) -> float:
        """From one row to the next."""
        return self.size * (RATIO + _GAP)

    def corner(self, place: int) -> tuple[float, float]:
        """The upper left corner of a place."""
        row = ROW[place]
        k = int(PLACE[place])
        x = self.left + (k - 1 + (row - 1) / 2) * self.pitch
        return round(x, 2), round(self.top + (self.rows - row) * self.down, 2)

    def bed(self, row: int) -> tuple[float, float, float, float]:
        """Where a row's regular places lie together: x, y, width, height, a little larger."""
        edge = self.size * _GAP / 2
        x = self.left + (row - 1) / 2 * self.pitch - edge
        y = self.top + (self.rows - row) * self.down - edge
        wide = (ROWS - row) * self.pitch
        return round(x, 2), round(y, 2), round(wide, 2), round(self.down, 2)


_GAP = 0.09
"""Between cards, in widths of a card."""


@cached_text(maxsize=128)
def beds(plot: BedPlot, season: int) -> str:
    """The beds of the five rows in a season, and what has fallen on them."""
    drawn = []
    for row in range(5, 0, -1):
        x, y, width, height = plot.bed(row)
        box = {"x": x, "y": y, "width": width, "height": height, "rx": round(plot.size * 0.12, 2)}
        drawn.append(kit.element("rect", class_="bed", **box))
        if season in LITTER:
            where = {"x": x, "y": y, "width": width, "height": height}
            drawn.append(kit.element("use", href=f"#litter-{LITTER[season]}", **where))
    return kit.group(*drawn, class_=f"beds year-{season}")


LITTER = {0: "snow", 2: "petals", 3: "petals", 6: "leaves", 7: "leaves", 8: "leaves"}
"""What lies on the beds, by season."""


# Places.

_STATURES = (
    "M22 74q0-16 18-16t18 16z",
    "M18 74q-2-26 22-28q24 2 22 28z",
    "M37 74V58q-17-1-17-14q0-15 20-15t20 15q0 13-17 14v16z",
    "M36 74V54q-20-1-20-17q0-19 24-19t24 19q0 16-20 17v20z",
    "M36 74V52q-23-1-23-20q0-24 27-24t27 24q0 19-23 20v22z",
)
"""The outline of a plant of each size, on a card of 80 by 100."""


def stature(row: int) -> str:
    """The faint outline of what grows in a row."""
    return kit.element("path", class_="stature", d=_STATURES[min(row, 5) - 1])


@cached_text(maxsize=16)
def compass(x: float, y: float) -> str:
    """An arrow that points up: there is the north."""
    arrow = '<path class="needle" d="M0-17 6 4 0 0-6 4z"/>'
    return kit.group(arrow, kit.text("N", 0, -20, "label"), transform=kit.place(x, y))


@cached_text(maxsize=128)
def bare(plot: BedPlot, season: int) -> str:
    """The beds, and on each regular place the outline of what grows there."""
    outlines = "".join(
        kit.group(
            stature(int(ROW[place])), transform=kit.place(*plot.corner(place), plot.size / 80)
        )
        for place in range(PLACES)
        if place not in ADDITIONAL[1:]
    )
    return beds(plot, season) + outlines


@cached_text(maxsize=1024)
def cubes_waiting(plot: BedPlot, place: int, count: int) -> str:
    """Dark cubes on a free place."""
    at = kit.place(*plot.corner(place), plot.size / 80)
    return kit.group(_dark(count), transform=at) if count else ""


@cached_text(maxsize=8)
def _dark(count: int) -> str:
    """Dark cubes, on a card of 80 by 100; beyond three a number tells how many they are."""
    shown = count if count <= 3 else 1
    number = kit.text(count, 34, 92, "fee start") if shown < count else ""
    return "".join(cube(2, 5 + 23 * k, 72, 23) for k in range(shown)) + number


@cached_text(maxsize=4096)
def free(
    id_: str, name: str, plot: BedPlot, place: int, fee: int, word: str | None, waiting: int
) -> str:
    """A free place.

    Args:
        id_: its id.
        name: what it is called: ``3.2``.
        plot: the ground it lies on.
        place: its number.
        fee: how many cubes it costs to plant there; 0 for none.
        word: what a click on it says, if it can be planted now.
        waiting: how many dark cubes wait there.
    """
    row = int(ROW[place])
    said = [_(_STANDS[row], name=name)]
    if fee:
        said.append(ngettext("costs {count} cube", "costs {count} cubes", fee))
    if waiting:
        said.append(
            ngettext("{count} dark cube waits here", "{count} dark cubes wait here", waiting)
        )
    label = ", ".join(said)
    body = (
        '<rect class="face" x="1.5" y="1.5" width="77" height="97" rx="8"/>'
        + stature(row)
        + (_fee(fee) if plot.size >= _READABLE else "")
        + _dark(waiting)
    )
    kind = "cell plantable" if word else "cell area"
    return kit.piece(
        id_, kind, body, (*plot.corner(place), plot.size / 80), word=word, label=label, halo=_HALO
    )


_HALO = '<rect class="halo" x="-6" y="-6" width="92" height="112" rx="14"/>'


def _fee(fee: int) -> str:
    return kit.text(f"−{fee}", 41, 93, "fee") + cube(1, 46, 80, 14) if fee else ""


Size = tuple[float, float]
"""The width and height of a board."""
Counted = tuple[tuple[str, str], ...]
"""The classes of the plants that a score sheet counts, by the names of their places."""

GRAND = 38.0
"""From this width of a card on, a garden has room for details."""
_READABLE = 53.0
"""From this width of a card on, its figures can be read."""
MARGIN, _HEADER = 9.0, 14.0
"""Around the ground, and above that of a small garden: for its name."""


def garden(
    model: ForestGardenView, p: int, name: str, size: Size, rows: Sequence[ScoreRow] = ()
) -> Board:
    """A garden; what ``rows`` of a score sheet count in it is marked."""
    width, height = size
    plot = _plot(model, p, size)
    grand = plot.size >= GRAND
    ground = (_large if grand else _small)(model, p, plot, marks(rows, p))
    if p != model.near:
        label = model.text_about(p, N_("look at your garden"), N_("look at {name}’s garden"))
        ground = kit.enlarger(name, ground, label, f"enlarge-{p + 1}")
    body = (
        kit.framed_panel(COLOURS[p], width, height)
        + ground
        + nameplate(model, p, grand, _name_room(model, p, plot, width) if grand else width - 60)
        + side(model, p, width, grand)
    )
    title = _("Your garden") if p == model.me else _("{name}’s garden", name=model.names[p])
    return Board(name, title, width, height, body, garden_caption(model, p), headed=True, owner=p)


def _plot(model: ForestGardenView, p: int, size: Size) -> BedPlot:
    """The ground; the sixth row of others is there only if something grows in it."""
    width, height = size
    if p == model.near:
        return BedPlot.within(width, height, MARGIN)
    rows = ROWS if model.garden(p).cards[PLACES - 1] != NONE else ROWS - 1
    plot = BedPlot.within(width, height, MARGIN, rows)
    # The name of a small garden would lie on its northernmost row.
    return plot if plot.size >= GRAND else BedPlot.within(width, height, MARGIN, rows, _HEADER)


def _name_room(model: ForestGardenView, p: int, plot: BedPlot, width: float) -> float:
    """How wide the name of a large garden may be: up to the northernmost row, or the die above."""
    x, y = plot.corner(int(FIRST[plot.rows]))
    return (x if y < NAME_LINE else side_left(model, p, width)) - NAME_LEFT - 6


def marks(rows: Sequence[ScoreRow], p: int) -> Counted:
    """The classes of what rows of the score sheet count in a player's garden."""
    found: dict[str, str] = {}
    for row in rows:
        for cell in row.cells[p]:
            found[cell] = f"{found.get(cell, 'held')} row-{row.key}"
    return tuple(found.items())


# The ground.


def _large(model: ForestGardenView, p: int, plot: BedPlot, counted: Counted) -> str:
    """A ground whose free places can be seen, and in the viewer's own garden named."""
    places = model.garden(p).free(additional=p == model.near)
    cells = "".join(_free(model, p, place, plot) for place in places)
    north = compass(round(plot.left + plot.size * 0.3, 2), round(plot.top + plot.down * 2.9, 2))
    return beds(plot, model.season) + north + cells + _plants(model, p, plot, counted)


def _free(model: ForestGardenView, p: int, place: int, plot: BedPlot) -> str:
    name, garden = PLACE_NAMES[place], model.garden(p)
    word = model.place_word(name) if p == model.me else None
    id_ = f"place-{p + 1}-{name}"
    return free(id_, name, plot, place, garden.fee(place), word, garden.dark[place])


def _small(model: ForestGardenView, p: int, plot: BedPlot, counted: Counted) -> str:
    """A ground too small to read: a click on it shows the garden large."""
    garden = model.garden(p)
    waiting = "".join(cubes_waiting(plot, k, garden.dark[k]) for k in garden.free(additional=False))
    ground = bare(plot, model.season) + waiting + _plants(model, p, plot, counted)
    return kit.group(ground, id=f"ground-{p + 1}", class_="remote")


def _plants(model: ForestGardenView, p: int, plot: BedPlot, counted: Counted) -> str:
    source = None if p == model.me else f"back-{p + 1}-1"
    cards = _planted(model.garden(p), plot, "" if p == model.me else model.names[p], counted)
    return kit.group(
        cards,
        id=f"plants-{p + 1}",
        data_source=source,
        data_sink=f"store-{p + 1}",
        data_revealing=_("The harvest"),
    )


@cached_text(maxsize=256)
def _planted(garden: GardenView, plot: BedPlot, name: str, counted: Counted) -> str:
    face = card.planted if plot.size >= _READABLE else card.tiny
    classes = dict(counted)
    return "".join(
        face(
            f"card-{plant.id}",
            plant,
            *plot.corner(place),
            plot.size,
            growth=garden.growth[place],
            label=planted_caption(garden, place, name),
            marks=f"{classes.get(PLACE_NAMES[place], 'held')} {garden.stirring(place)}".rstrip(),
        )
        for place, plant in garden.grown.items()
    )

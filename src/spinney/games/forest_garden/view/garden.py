"""A garden, drawn: what grows where, and around that whose it is (see `picture_plaque`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from spinney import drawing as kit
from spinney.core.score_sheet import ScoreRow
from spinney.drawing import Board
from spinney.games.forest_garden.rules.record import NONE, PLACE_NAMES, PLACES, ROWS
from spinney.games.forest_garden.view import card
from spinney.games.forest_garden.view.beds import BedPlot, bare, beds, compass, cubes_waiting, free
from spinney.games.forest_garden.view.captions import garden_told, planted_told
from spinney.games.forest_garden.view.garden_view import GardenView
from spinney.games.forest_garden.view.nameplate import plaque, side
from spinney.games.forest_garden.view.view_model import COLOURS, ForestGardenView

Size = tuple[float, float]
"""The width and height of a board."""
Counted = tuple[tuple[str, str], ...]
"""The classes of the plants that a score sheet counts, by the names of their places."""

_GRAND = 38.0
"""From this width of a card on, a garden has room for details."""
_MARGIN, _HEADER = 9.0, 14.0
"""Around the ground, and above that of a small garden: for its name."""


def garden(
    scene: ForestGardenView, p: int, name: str, size: Size, rows: Sequence[ScoreRow] = ()
) -> Board:
    """A garden; what ``rows`` of a score sheet count in it is marked."""
    width, height = size
    plot = _plot(scene, p, size)
    grand = plot.size >= _GRAND
    ground = (_large if grand else _small)(scene, p, plot, marks(rows, p))
    body = (
        _frame(COLOURS[p], width, height)
        + ground
        + plaque(scene, p, grand)
        + side(scene, p, width, grand)
    )
    title = f"{scene.names[p].capitalize()}’s garden"
    return Board(name, title, width, height, body, garden_told(scene, p), headed=True)


def _plot(scene: ForestGardenView, p: int, size: Size) -> BedPlot:
    """The ground; the sixth row of others is there only if something grows in it."""
    width, height = size
    if p == scene.near:
        return BedPlot.within(width, height, _MARGIN)
    rows = ROWS if scene.garden(p).cards[PLACES - 1] != NONE else ROWS - 1
    plot = BedPlot.within(width, height, _MARGIN, rows)
    # The name of a small garden would lie on its northernmost row.
    return plot if plot.size >= _GRAND else BedPlot.within(width, height, _MARGIN, rows, _HEADER)


def marks(rows: Sequence[ScoreRow], p: int) -> Counted:
    """The classes of what rows of the score sheet count in a player's garden."""
    found: dict[str, str] = {}
    for row in rows:
        for cell in row.cells[p]:
            found[cell] = f"{found.get(cell, 'held')} row-{row.key}"
    return tuple(found.items())


@lru_cache(maxsize=64)
def _frame(colour: str, width: float, height: float) -> str:
    box = {"x": 1.5, "y": 1.5, "width": width - 3, "height": height - 3, "rx": 14}
    return kit.element("rect", class_=f"tint-{colour}", **box) + kit.element(
        "rect", class_=f"frame-{colour} fine", **box
    )


# The ground.


def _large(scene: ForestGardenView, p: int, plot: BedPlot, counted: Counted) -> str:
    """A ground whose free places can be seen, and in the viewer's own garden named."""
    places = scene.garden(p).free(additional=p == scene.near)
    cells = "".join(_free(scene, p, place, plot) for place in places)
    north = compass(round(plot.left + plot.size * 0.3, 2), round(plot.top + plot.down * 2.9, 2))
    return beds(plot) + north + cells + _plants(scene, p, plot, counted)


def _free(scene: ForestGardenView, p: int, place: int, plot: BedPlot) -> str:
    name, patch = PLACE_NAMES[place], scene.garden(p)
    word = scene.place_word(name) if p == scene.me else None
    id_ = f"place-{p + 1}-{name}"
    return free(id_, name, plot, place, patch.fee(place), word, patch.dark[place])


def _small(scene: ForestGardenView, p: int, plot: BedPlot, counted: Counted) -> str:
    """A ground too small to read: a click on it opens a leaf that tells more."""
    patch = scene.garden(p)
    waiting = "".join(cubes_waiting(plot, k, patch.dark[k]) for k in patch.free(additional=False))
    ground = bare(plot) + waiting + _plants(scene, p, plot, counted)
    drawn = kit.group(ground, id=f"ground-{p + 1}")
    label = f"look at {scene.whose(p)} garden"
    return kit.handle(f"plot-{p + 1}", drawn, label, f"handle-{p + 1}")


def _plants(scene: ForestGardenView, p: int, plot: BedPlot, counted: Counted) -> str:
    source = None if p == scene.me else f"back-{p + 1}-1"
    cards = _planted(scene.garden(p), plot, scene.whose(p), counted)
    return kit.group(cards, id=f"plants-{p + 1}", data_source=source)


@lru_cache(maxsize=256)
def _planted(patch: GardenView, plot: BedPlot, whose: str, counted: Counted) -> str:
    face = card.planted if plot.size >= _GRAND else card.tiny
    classes = dict(counted)
    return "".join(
        face(
            f"card-{plant.id}",
            plant,
            *plot.corner(place),
            plot.size,
            growth=patch.growth[place],
            label=planted_told(patch, place, whose),
            marks=f"{classes.get(PLACE_NAMES[place], 'held')} {patch.stirring(place)}".rstrip(),
        )
        for place, plant in patch.grown.items()
    )

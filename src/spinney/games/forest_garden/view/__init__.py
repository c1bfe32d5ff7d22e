"""The picture of Forest Garden: its boards, wide and narrow, and the same as text.

The viewer's own garden and hand come first; a spectator has player 1's garden there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.score_sheet import ScoreRow
from spinney.drawing import FILLS, Area, Board, read_symbols, register
from spinney.games.forest_garden.view.cover import COVER
from spinney.games.forest_garden.view.garden import Size, garden
from spinney.games.forest_garden.view.habits import habits
from spinney.games.forest_garden.view.hand import hand, leaves, look
from spinney.games.forest_garden.view.plant import habit
from spinney.games.forest_garden.view.table import OfferTable, table
from spinney.games.forest_garden.view.text_board import text
from spinney.games.forest_garden.view_model import ForestGardenView, view_model

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

__all__ = ["COVER", "INKS", "areas", "boards", "symbols", "text"]

INKS = {
    r"\bAS(?:\d\d|\?\?)": FILLS["magnolia"],
    r"\bEU(?:\d\d|\?\?)": FILLS["poplar"],
    r"\bNA(?:\d\d|\?\?)": FILLS["lilac"],
}
"""The colours in which a terminal writes what matches: cards as the backs of their decks."""

SIGN_SYMBOLS = register(read_symbols(__package__, "signs.svg"))
"""The ids of the symbols of fruits, blossoms, signs and cubes."""
register({habit.id: habit.symbol for habit in habits().values()})

_LEFT, _RIGHT, _GAP = 404.0, 500.0, 16.0
"""The widths of the own garden and of what is beside it, on a wide page, and between them."""
_HIGH = 672.0
"""The height of both together."""
_TALLEST = 1.26
"""The height of a small garden over its width: more would stay empty."""

_SMALLEST, _TOUCHED = 28.0, 44.0
"""How wide a card to pick is at least, by a pointer and by a finger."""

# By players: the table on a wide page, and how many other gardens stand beside each other there.
_WIDE = {
    2: (OfferTable(_RIGHT, 158, 2, 131, "low"), 1),
    3: (OfferTable(_RIGHT, 158, 2, 126), 2),
    4: (OfferTable(_RIGHT, 158, 2, 138), 3),
    5: (OfferTable(_RIGHT, 158, 3, 92), 2),
    6: (OfferTable(_RIGHT, 158, 3, 92), 3),
    7: (OfferTable(_RIGHT, 154, 4, 72, "grid"), 3),
}
_PHONE, _HALF = 360.0, 172.0
_WIDER, _CLOSER = OfferTable(_PHONE, 128, 3, 98, "phone"), OfferTable(_PHONE, 128, 4, 74, "phone")
_NARROW = {2: _WIDER, 3: _CLOSER, 4: _WIDER, 5: _WIDER, 6: _CLOSER, 7: _CLOSER}
"""The table on a phone, by players."""


def boards(
    view: Observation | State, layout: str = "wide", rows: Sequence[ScoreRow] = ()
) -> list[Board]:
    """Return the boards; what ``rows`` of a score sheet count is marked in the gardens."""
    model = view_model(view)
    drawn = (_narrow if layout == "narrow" else _wide)(model, rows)
    return [*drawn, *leaves(model)]


def symbols(view: Observation | State) -> frozenset[str]:
    """Return the symbols that pictures of a match can use: the plants of its continents."""
    model = view_model(view)
    serving = {model.origin(d) for d in range(model.players)}
    growing = {habit(plant).id for plant in model.plants if plant.continent in serving}
    return SIGN_SYMBOLS.union(growing)


def areas(layout: str = "wide", players: int = 2) -> Area:
    """Return where the boards go: above each other, and within that side by side, in turn."""
    others = [f"garden-{k}" for k in range(1, players)]
    if layout == "narrow":
        pairs = [tuple(others[k : k + 2]) for k in range(0, len(others), 2)]
        return ["look", "table", "near-garden", "hand", *pairs]
    columns = _WIDE[players][1]
    grid = [tuple(others[k : k + columns]) for k in range(0, len(others), columns)]
    return [[["near-garden", "hand"], ["table", "look", *grid]]]


def _wide(model: ForestGardenView, rows: Sequence[ScoreRow]) -> list[Board]:
    layout, columns = _WIDE[model.players]
    low = _HIGH - layout.height(model.players) - _GAP
    picked = look(model, (_RIGHT, low), _SMALLEST)
    near = (_LEFT, 500.0 if model.me >= 0 else _HIGH)
    held = hand(model, (_LEFT, _HIGH - near[1] - _GAP))
    return [
        garden(model, model.near, "near-garden", near, rows),
        *([held] if held else []),
        table(model, layout),
        # What is to be picked from lies where the other gardens are.
        *([picked] if picked else _others(model, (_RIGHT, low), columns, rows)),
    ]


def _others(
    model: ForestGardenView, size: Size, columns: int, rows: Sequence[ScoreRow]
) -> list[Board]:
    """The other gardens, so many beside each other; a last line of fewer has wider ones."""
    count = len(model.others)
    lines = -(-count // columns)
    high = round((size[1] - _GAP * (lines - 1)) / lines, 2)
    drawn = []
    for k, p in enumerate(model.others):
        beside = min(columns, count - k // columns * columns)
        wide = round((size[0] - _GAP * (beside - 1)) / beside, 2)
        fit = wide, min(high, wide * _TALLEST)
        drawn.append(garden(model, p, f"garden-{k + 1}", fit, rows))
    return drawn


def _narrow(model: ForestGardenView, rows: Sequence[ScoreRow]) -> list[Board]:
    picked, held = look(model, (_PHONE, 270), _TOUCHED), hand(model, (_PHONE, 132))
    return [
        table(model, _NARROW[model.players]),
        *([picked] if picked else []),
        garden(model, model.near, "near-garden", (_PHONE, 441), rows),
        *([held] if held else []),
        *(
            garden(model, p, f"garden-{k}", _beside(model.players, k), rows)
            for k, p in enumerate(model.others, 1)
        ),
    ]


def _beside(players: int, k: int) -> Size:
    """The size of another garden on a phone; two stand beside each other, unless one is left."""
    if players == 2:
        return _PHONE, 408
    return _PHONE if k == players - 1 and k % 2 else _HALF, 204

"""The rows of Forest Garden's score sheet as numbers, from compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from spinney.core import compilation
from spinney.core.score_rows import Scored, row_program
from spinney.games.forest_garden.deck.plant import SIZES
from spinney.games.forest_garden.rules.card_tables import SIZE, YIELD
from spinney.games.forest_garden.rules.record import PLACES, PLAYERS, TASK_POINTS
from spinney.games.forest_garden.rules.scoring import extras, task_done
from spinney.games.forest_garden.text.score_sheet import STORAGE_KEY, TITLES
from spinney.i18n import _
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule

if TYPE_CHECKING:
    from spinney.core.state import State

PARTNERS, STORAGE, TASKS, ROWS = 5, 6, 7, 8
"""The rows behind those of the sizes, and how many there are."""


def score_rows(state: State) -> Iterator[Scored]:
    """Yield what plants of each size, partners, storage and tasks gave to each player."""
    engine, players = compilation.engine(state.game, SCORE_ROWS), state.game.num_players
    points = engine.ints(ROWS * PLAYERS)
    engine.rules.write_rows(engine.load(state.data), points)
    values = engine.list_of(points, ROWS * PLAYERS)
    for k, key, title in _titles(bool(state.game.chosen["tasks"])):
        yield Scored(key, title, values[k * PLAYERS : k * PLAYERS + players])


def _titles(tasks: bool) -> Iterator[tuple[int, str, str]]:
    for size, title in TITLES.items():
        yield SIZES.index(size), size, _(title)
    yield PARTNERS, "partners", _("Partners")
    yield STORAGE, STORAGE_KEY, _("Storage")
    if tasks:
        yield TASKS, "task", _("Tasks")


@rule
def write_rows(a: Any, out: Ints) -> None:
    """Write the points of each row, PLAYERS numbers each; the sizes come from the smallest on."""
    s = a[0]
    for p in range(s.players):
        for place in range(PLACES):
            card = s.garden[p, place]
            if card >= 0:
                out[SIZE[card] * PLAYERS + p] += YIELD[card]
        out[PARTNERS * PLAYERS + p] = extras(s, p)
        out[STORAGE * PLAYERS + p] = s.storage[p]
        if task_done(s, p):
            out[TASKS * PLAYERS + p] = TASK_POINTS


SCORE_ROWS = row_program(__name__, ROWS * PLAYERS)
"""The rows of the score sheet, in compiled code."""

"""The rows of Build Your Arboretum's score sheet as numbers, from compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from spinney.core import compilation
from spinney.core.score_rows import Scored, row_program
from spinney.drawing.tree_names import tree_name
from spinney.games.build_your_arboretum.rules.record import PLAYERS, SUITS
from spinney.games.build_your_arboretum.rules.scoring import advertised, garden_paths, parrot_points
from spinney.games.build_your_arboretum.text.names import SUIT_LETTERS, TREES
from spinney.i18n import _
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule, scratch

if TYPE_CHECKING:
    from spinney.core.state import State

ROWS = SUITS + 2
"""The suits, the parrots, the starting player."""


def score_rows(state: State) -> Iterator[Scored]:
    """Yield what each suit, the parrots and the start gave to each player."""
    engine = compilation.engine(state.game, SCORE_ROWS)
    points = engine.ints(ROWS * PLAYERS)
    engine.rules.write_rows(engine.load(state.data), points)
    values = engine.list_of(points, ROWS * PLAYERS)
    for k, (key, title) in enumerate(_titles()):
        yield Scored(key, title, values[k * PLAYERS : (k + 1) * PLAYERS])


def _titles() -> Iterator[tuple[str, str]]:
    for suit in range(SUITS):
        yield SUIT_LETTERS[suit], f"{SUIT_LETTERS[suit]} {tree_name(TREES[suit])}"
    yield "parrots", _("Parrots")
    yield "start", _("Starting player")


@rule
def write_rows(a: Any, out: Ints) -> None:
    """Write the points of each row of the score sheet, PLAYERS numbers each."""
    s = a[0]
    worth = scratch(SUITS)
    for p in range(PLAYERS):
        garden_paths(s, p, worth)
        for suit in range(SUITS):
            if advertised(s, p, suit) >= advertised(s, 1 - p, suit):
                out[suit * PLAYERS + p] = worth[suit]
        out[SUITS * PLAYERS + p] = parrot_points(s, p)
    out[(SUITS + 1) * PLAYERS + s.start] = 1


SCORE_ROWS = row_program(__name__, ROWS * PLAYERS)
"""The rows of the score sheet, in compiled code."""

"""The rows of Arboretum's score sheet as numbers, from compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from spinney.core import compilation
from spinney.core.score_rows import Scored, row_program
from spinney.drawing.tree_names import tree_name
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.record import ABSENT, CARDS, KINDS, PLAYERS
from spinney.games.arboretum.rules.scoring import garden_paths, may_score
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule, scratch

if TYPE_CHECKING:
    from spinney.core.state import State


def score_rows(state: State) -> Iterator[Scored]:
    """Yield what each colour in the game gave to each player."""
    engine, players = compilation.engine(state.game, SCORE_ROWS), state.game.num_players
    points = engine.ints(KINDS * PLAYERS)
    in_game = int(engine.rules.write_rows(engine.load(state.data), points))
    values = engine.list_of(points, KINDS * PLAYERS)
    for colour in range(KINDS):
        if in_game >> colour & 1:
            row = values[colour * PLAYERS : colour * PLAYERS + players]
            yield Scored(TREES[colour], tree_name(TREES[colour]), row)


@rule
def write_rows(a: Any, out: Ints) -> int:
    """Write the points for each colour, PLAYERS numbers each; return the colours in the game.

    These are bits.
    """
    s = a[0]
    worth = scratch(KINDS)
    for p in range(s.players):
        garden_paths(s, p, worth)
        for colour in range(KINDS):
            if worth[colour] > 0 and may_score(s, p, colour):
                out[colour * PLAYERS + p] = worth[colour]
    colours = 0
    for card in range(CARDS):
        if s.where[card] != ABSENT:
            colours |= 1 << card // 8
    return colours


SCORE_ROWS = row_program(__name__, KINDS * PLAYERS)
"""The rows of the score sheet, in compiled code."""

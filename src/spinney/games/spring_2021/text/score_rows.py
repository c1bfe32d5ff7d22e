"""The rows of Spring Challenge 2021's score sheet as numbers, from compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from spinney.core import compilation
from spinney.core.score_rows import Scored, row_program
from spinney.games.spring_2021.rules.record import PLAYERS
from spinney.games.spring_2021.rules.scoring import sun_points, tied
from spinney.games.spring_2021.rules.trees import owned
from spinney.games.spring_2021.text.score_sheet import TITLES
from spinney.i18n import _
from spinney.kernel.records import Ints
from spinney.kernel.rule import ones, rule

if TYPE_CHECKING:
    from spinney.core.state import State

COMPLETED, SUN, TREES, OUT, ROWS = 0, 1, 2, 3, 4
"""The rows in the order of `TITLES`, and how many there are."""


def score_rows(state: State) -> Iterator[Scored]:
    """Yield what completed trees, sun and, where they count, trees and faults gave each player."""
    engine = compilation.engine(state.game, SCORE_ROWS)
    points = engine.ints(ROWS * PLAYERS)
    counting = int(engine.rules.write_rows(engine.load(state.data), points))
    values = engine.list_of(points, ROWS * PLAYERS)
    for k, (key, title) in enumerate(TITLES.items()):
        if counting >> k & 1:
            yield Scored(key, _(title), values[k * PLAYERS : (k + 1) * PLAYERS])


@rule
def write_rows(a: Any, out: Ints) -> int:
    """Write the points of each row, PLAYERS numbers each; return the rows that count.

    These are bits.
    """
    s = a[0]
    counting = 1 << COMPLETED | 1 << SUN
    if tied(s):
        counting |= 1 << TREES
    for p in range(PLAYERS):
        out[COMPLETED * PLAYERS + p] = s.points[p]
        out[SUN * PLAYERS + p] = sun_points(s, p)
        if tied(s):
            out[TREES * PLAYERS + p] = ones(owned(s, p))
        if s.out[p] == 1:
            counting |= 1 << OUT
            for row in range(OUT):
                out[OUT * PLAYERS + p] -= out[row * PLAYERS + p]
            out[OUT * PLAYERS + p] -= 1
    return counting


SCORE_ROWS = row_program(__name__, ROWS * PLAYERS)
"""The rows of the score sheet, in compiled code."""

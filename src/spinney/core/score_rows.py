"""The rows of a score sheet as numbers only, for statistics over many games.

A game's ``score_rows`` module has ``score_rows(state)``, which returns for a game that is over what
its score sheet has, without the reasons in words. Without it, the score sheet itself is made.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from spinney.core.compilation import Program
from spinney.core.score_sheet import sheet

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import State
    from spinney.kernel.engine import Engine


class Scored(NamedTuple):
    """A row of the score sheet.

    Attributes:
        key: unique.
        title: what is scored.
        points: by player.
    """

    key: str
    title: str
    points: tuple[int, ...]


def score_rows(state: State) -> tuple[Scored, ...]:
    """Return the rows of the score sheet of a game that is over."""
    module = state.game.part("score_rows")
    if module is not None:
        return tuple(module.score_rows(state))
    return tuple(Scored(row.key, row.title, row.points) for row in sheet(state).rows)


def row_program(module: str, length: int) -> Program:
    """Return the program of a rule ``write_rows(a, out)``, which writes the rows of a score sheet.

    Args:
        module: the name of the module that has the rule.
        length: how many numbers it writes.
    """

    def write_once(_: Game, engine: Engine) -> None:
        engine.rules.write_rows(engine.rows(1), engine.ints(length))

    return Program("score-rows", (sys.modules[module],), write_once)

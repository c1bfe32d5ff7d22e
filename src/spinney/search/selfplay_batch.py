"""Self-play of whole games, one after another, in compiled code.

Everybody chooses as `one_ply` does, but between its deal and its end a game does not go through
Python: thousands of them take seconds.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from spinney.core import compilation
from spinney.core.compilation import Program
from spinney.core.interface import PLAYERS, begin, deal, settle, to_act
from spinney.core.state import State
from spinney.kernel.engine import Engine
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rule import rule, scratch
from spinney.search.one_ply import LONGEST, TRIES
from spinney.search.selfplay import all_choose, beginning, play_all
from spinney.search.tuning import Tuning, tuning_of
from spinney.search.workspace import workspace_for

if TYPE_CHECKING:
    from spinney.core.game import Game


@rule
def play_game(
    a: Any,
    options: Ints,
    seed: int,
    looking: bool,
    workspaces: Any,
    tuning: Tuning,
    tried: Ints,
    values: Floats,
) -> int:
    """Deal a game into ``a[2]`` and play it to its end; return how many moves were said.

    Works in ``a[0]`` and ``a[1]``. Those who choose at the same time have all chosen before any
    of it is done.
    """
    chosen = scratch(PLAYERS * LONGEST)
    r = beginning(seed)
    deal(a[2], options, seed)
    begin(a[2])
    moves = 0
    while True:
        awaited = to_act(a[2])
        if awaited == 0:
            if settle(a[2]) == 0:
                return moves
            continue
        r = all_choose(a, awaited, looking, workspaces, tuning, tried, values, chosen, r)
        moves += play_all(a[2], awaited, chosen)


class SelfPlay:
    """Plays games of one kind, all seats alike.

    Args:
        game: the game with its options.
        looking: does everybody look one action ahead, or draw each action at random?
        engine: what to play with; by default what `compilation.engine` says.
    """

    def __init__(self, game: Game, looking: bool, engine: Engine | None = None) -> None:
        self.game, self.looking = game, looking
        self.engine = engine or compilation.engine(game, SELFPLAY)
        self._batch = self.engine.rows(3)
        self._workspace = Engine(self.engine.rules, workspace_for(game.rules)).rows(1)
        self._said, self._worth = self.engine.ints(TRIES * LONGEST), self.engine.floats(TRIES)
        self._options, self._tuning = self.engine.array(game.settings), tuning_of(game)

    def play(self, seed: int) -> tuple[State, int]:
        """Return how the game dealt from a seed ends, and the number of moves said in it.

        The luck of whoever chooses follows from the seed, too.
        """
        moves = self.engine.rules.play_game(
            self._batch,
            self._options,
            seed,
            self.looking,
            self._workspace,
            self._tuning,
            self._said,
            self._worth,
        )
        return State(self.game, self.engine.save(self._batch, 2)), int(moves)


def _play_one(game: Game, engine: Engine) -> None:
    SelfPlay(game, looking=True, engine=engine).play(1)


SELFPLAY = Program("selfplay", (sys.modules[__name__],), _play_one, ("advice",))
"""Whole games in compiled code, linked to each game."""

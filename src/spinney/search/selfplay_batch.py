"""Self-play of whole games, one after another, in compiled code.

Everybody chooses as `one_ply` does, but between its deal and its end a game does not go through
Python: thousands of them take seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from spinney.core import compilation
from spinney.core.compilation import Program
from spinney.core.interface import PLAYERS, begin, deal, settle, to_act
from spinney.core.state import State
from spinney.kernel.engine import Engine
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rule import rule, scratch
from spinney.search.game_trace import (
    GameTrace,
    note_end,
    note_turn,
    read_script,
    trace_of,
    trace_record_for,
)
from spinney.search.one_ply import LONGEST, MOVES_TRIED
from spinney.search.selfplay import all_choose, beginning, play_all
from spinney.search.tuning import Tuning, tuning_of
from spinney.search.workspace import workspace_for

if TYPE_CHECKING:
    from spinney.core.game import Game


RANDOM, ONE_PLY, SCRIPT = 0, 1, 2
"""The source of choices: chance, one-ply search, or a script of earlier choices."""


@rule
def play_game(
    a: Any,
    options: Ints,
    seed: int,
    chooser: int,
    workspaces: Any,
    tuning: Tuning,
    tried: Ints,
    values: Floats,
    script: Ints,
    traces: Any,
) -> None:
    """Deal a game into ``a[2]``, play it to its end, and record its trace in ``traces[0]``.

    Works in ``a[0]`` and ``a[1]``. Those who choose at the same time have all chosen before any
    of it is done. ``script`` has the actions of each move, and -1 after it.
    """
    chosen = scratch(PLAYERS * LONGEST)
    r = beginning(seed)
    deal(a[2], options, seed)
    begin(a[2])
    while True:
        acting = to_act(a[2])
        if acting == 0:
            if settle(a[2]) == 0:
                note_end(a[2], traces[0])
                return
            continue
        note_turn(a[2], acting, traces[0])
        if chooser == SCRIPT:
            read_script(script, acting, chosen, traces[0])
        else:
            looking = chooser == ONE_PLY
            r = all_choose(
                a, acting, looking, workspaces, tuning, tried, values, chosen, traces[0], r
            )
        play_all(a[2], acting, chosen, workspaces[0].actions, traces[0])


class SelfPlay:
    """Plays games of one kind, all seats alike.

    Args:
        game: the game with its options.
        looking: does everybody look one action ahead, or draw each action at random?
        engine: to play with; by default that of `compilation.engine`.
    """

    def __init__(self, game: Game, looking: bool, engine: Engine | None = None) -> None:
        self.game, self.chooser = game, ONE_PLY if looking else RANDOM
        self.engine = engine or compilation.engine(game, SELFPLAY)
        self._batch, rules = self.engine.rows(3), self.engine.rules
        self._workspace = Engine(rules, workspace_for(game.rules)).rows(1)
        self._traces = Engine(rules, trace_record_for(game.rules))
        self._tried, self._values = (
            self.engine.ints(MOVES_TRIED * LONGEST),
            self.engine.floats(MOVES_TRIED),
        )
        self._options, self._tuning = self.engine.array(game.settings), tuning_of(game)
        self._no_script = self.engine.ints(1)

    def play(self, seed: int) -> tuple[State, GameTrace]:
        """Return the end and the trace of the game dealt from a seed.

        The random numbers of the players' choices follow from the seed, too.
        """
        return self._played(seed, self.chooser, self._no_script)

    def replay(self, seed: int, moves: Sequence[Sequence[int]]) -> tuple[State, GameTrace]:
        """Return the same of a game that was played elsewhere.

        Args:
            seed: of its deal.
            moves: the actions of each legal move, to the end; of those who chose at the same time
                in the order of the players.
        """
        script = [action for move in moves for action in (*move, -1)]
        return self._played(seed, SCRIPT, self.engine.array([*script, -1]))

    def _played(self, seed: int, chooser: int, script: Any) -> tuple[State, GameTrace]:
        traces = self._traces.rows(1)
        self.engine.rules.play_game(
            self._batch,
            self._options,
            seed,
            chooser,
            self._workspace,
            self._tuning,
            self._tried,
            self._values,
            script,
            traces,
        )
        state = State(self.game, self.engine.save(self._batch, 2))
        return state, trace_of(traces[0], self.game.num_players)


def _play_one(game: Game, engine: Engine) -> None:
    SelfPlay(game, looking=True, engine=engine).play(1)


SELFPLAY = Program("selfplay", (sys.modules[__name__],), _play_one, ("advice",))
"""Whole games in compiled code, linked to each game."""

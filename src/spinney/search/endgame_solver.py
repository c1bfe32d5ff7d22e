"""Exact solution of small endgames: the value of a position, and a best choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from spinney.core.compilation import Program
from spinney.kernel.engine import Engine
from spinney.kernel.rng import seeded
from spinney.search import endgame_entry
from spinney.search.endgame import MOST_ACTIONS, PLIES, UNSOLVED, ply_of, solver_of
from spinney.search.matrix_game import matrix_game_record
from spinney.search.partial_move import PartialMove

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation

PLAYERS = 2
"""The number of players of games that are solved."""

NODES_PER_PLAYOUT = 4
"""How many nodes may be visited for each playout of the search."""


@dataclass(frozen=True)
class SolvedAction:
    """The solution where one player chooses.

    Attributes:
        value: the reward of the player to act under best play by both.
        best: the number of a best action, of those that may follow.
    """

    value: float
    best: int


@dataclass(frozen=True)
class SolvedMoves:
    """The solution where both players choose at once.

    Attributes:
        value: the expected reward of the player for whom it is solved, if both play optimally.
        moves: the actions of each of their moves.
        shares: how often to choose each.
    """

    value: float
    moves: tuple[tuple[int, ...], ...]
    shares: tuple[float, ...]


def is_open(view: Observation) -> bool:
    """Is it a game of two in which nothing is hidden from either any more, except new choices?"""
    if view.game.num_players != PLAYERS:
        return False
    state = view.determinize(0)
    return all(state.observe(player).data == state.data for player in range(PLAYERS))


class EndgameSolver:
    """Solves positions for one player, until its nodes are used up.

    Args:
        engine: ENDGAME linked with the game.
        game: the game with its options.
        player: who chooses.
        playouts: of the search that uses it; they determine how many nodes it may visit.
    """

    def __init__(self, engine: Engine, game: Game, player: int, playouts: int) -> None:
        self._engine, self._game, self._me = engine, game, player
        self._nodes = NODES_PER_PLAYOUT * playouts

    def solve_alone(self, at: PartialMove, order: Sequence[int]) -> SolvedAction | None:
        """Solve a position in which nothing is hidden and the player chooses; None: too large.

        Args:
            at: the position.
            order: the numbers of the actions among which to choose, of those that may follow, in
                the order in which to try them: of equally good ones the first is chosen.
        """
        batch = self._loaded(at)
        return self._solve_alone(batch, at, order, 1.0) if self._is_small(batch) else None

    def solve_together(self, root: PartialMove) -> SolvedMoves | None:
        """Solve a position in which nothing is hidden and both choose; None: it is too large."""
        batch = self._loaded(root)
        return self._solve_together(batch) if self._is_small(batch) else None

    def best_move(
        self, root: PartialMove, order: Callable[[PartialMove], Sequence[int]]
    ) -> tuple[PartialMove, float] | None:
        """Return a best move of a player who chooses alone, and its value; None: it is too large.

        ``order`` returns for each beginning of a move the order of its actions.
        """
        at, solved = root, None
        while not at.complete:
            i = 0
            if len(at.legal) > 1:
                if solved is None:
                    solved = self.solve_alone(at, order(at))
                else:  # it is known to be small, and so is its value
                    solved = self._solve_alone(self._loaded(at), at, order(at), solved.value)
                if solved is None:
                    return None
                i = solved.best
            at = at.then(at.legal[i])
        return (at, solved.value) if solved is not None else None

    def value_of(self, root: PartialMove, actions: Sequence[int]) -> float | None:
        """Return the value of a whole move of a player who chooses alone; None: it is too large.

        For moves from a position of which a best move was found.
        """
        at = root
        for action in actions[:-1]:
            at = at.then(action)
        solved = self._solve_alone(self._loaded(at), at, [at.legal.index(actions[-1])], 1.0)
        return solved.value if solved is not None else None

    def exercise(self, at: PartialMove) -> None:
        """Call all compiled code once, with a few nodes."""
        batch = self._loaded(at)
        self._is_small(batch)
        self._solve_alone(batch, at, range(len(at.legal)), 1.0)
        self._solve_together(batch)

    def _loaded(self, at: PartialMove) -> Any:
        return self._engine.load(at.determinization.data, spare=PLIES)

    def _is_small(self, batch: Any) -> bool:
        """Is it probably small enough? This needs no stack: few positions are."""
        actions = self._engine.ints(self._game.rules.ACTIONS)
        nodes = self._engine.rules.estimate_nodes(batch, self._nodes, actions, seeded(0))
        return bool(nodes <= self._nodes)

    @cached_property
    def _stack(self) -> tuple[Any, Any, Any]:
        rules = self._engine.rules
        return (
            Engine(rules, ply_of(self._game.rules)).rows(PLIES),
            Engine(rules, matrix_game_record()).rows(PLIES),
            Engine(rules, solver_of(self._game.rules)).rows(1),
        )

    def _solve_alone(
        self, batch: Any, at: PartialMove, order: Sequence[int], enough: float
    ) -> SolvedAction | None:
        value = self._solve(batch, [at.legal[i] for i in order], enough)
        if value == UNSOLVED:
            return None
        return SolvedAction(value, order[self._first(self._stack[2]).chosen])

    def _solve_together(self, batch: Any) -> SolvedMoves | None:
        value = self._solve(batch, [], 1.0)
        if value == UNSOLVED:
            return None
        plies, games, _ = self._stack
        count, list_of = self._first(games).rows, self._engine.list_of
        numbers = list_of(self._first(plies).moves, count * MOST_ACTIONS)
        moves = [numbers[MOST_ACTIONS * i : MOST_ACTIONS * (i + 1)] for i in range(count)]
        return SolvedMoves(
            value,
            tuple(move[: move.index(-1)] for move in moves),
            list_of(self._first(games).row_mix, count),
        )

    def _solve(self, batch: Any, actions: list[int], enough: float) -> float:
        listed = self._engine.array(actions)
        return float(
            self._engine.rules.solve(
                batch, self._me, listed, len(actions), enough, self._nodes, *self._stack
            )
        )

    def _first(self, rows: Any) -> Any:
        """Return the first record of some rows, to read it."""
        return rows.view(np.recarray)[0] if self._engine.compiled else rows[0]


def _first_solution(game: Game, engine: Engine) -> None:
    """Call all that a solution calls."""
    state = game.new(seed=1)
    me = state.to_act[0]
    EndgameSolver(engine, game, me, 1).exercise(PartialMove.of(state.observe(me), 1))


ENDGAME = Program("endgame", (endgame_entry,), _first_solution, ("advice",))
"""The solver, linked to each game: apart from the search, which is compiled sooner without it."""


def is_solvable(game: Game) -> bool:
    """Can the end of a game have nothing hidden? Found by playing a game at random.

    If this misses it, the solver is compiled when it is needed.
    """
    return game.num_players == PLAYERS and is_open(_last_view(game))


def _last_view(game: Game) -> Observation:
    """Return the view at the last choice of a game that is played at random."""
    state, seed = game.new(seed=1), 0
    while True:
        view, seed = state.observe(state.to_act[0]), seed + 1
        state = state.play(view.player, view.legal.sample(seed))
        if state.over:
            return view

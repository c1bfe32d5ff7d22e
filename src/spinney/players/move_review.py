"""Move review: the value of a move that was played, and of the move the computer prefers.

A move is judged by what its player knew, in determinizations of the player's observation. The trees
first grow from the position before it, which shows what the computer prefers. Then they grow from
the positions after the move played and after the preferred one, equally far and in the same
determinizations: so the two values don't differ by how well each was searched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from spinney.core import compilation
from spinney.core.transition import Transition
from spinney.kernel.rng import mix, seeded
from spinney.search import search_engine
from spinney.search.budget import Budget, Deadline
from spinney.search.endgame_solver import ENDGAME, EndgameSolver, is_open
from spinney.search.partial_move import PartialMove
from spinney.search.root_parallel import MORE, RootParallelSearch
from spinney.search.tuning import tuning_of

if TYPE_CHECKING:
    from spinney.core.state import Observation

DETERMINIZATIONS = 16
"""The number of determinizations in which a move is played: it may reveal different things."""
LEARNING_SHARE = 4
"""The part of the playouts after a move that only grow the trees and don't count."""


class MoveReview(NamedTuple):
    """The computer's judgement of a choice.

    Attributes:
        preferred: the move it likes most: the one played, unless it found a better one.
        preferred_value: the reward it expects of that for the player to act, 0 (lost) to 1 (won).
        played_value: the reward it expects of the move played.
        exact: are both exact, because the rest of the game was solved?
    """

    preferred: str
    preferred_value: float
    played_value: float
    exact: bool = False


class Stopped(Exception):
    """The review was cancelled."""


def review_move(
    view: Observation, move: str, playouts: int, seed: int, stop: Callable[[], bool] | None = None
) -> MoveReview | None:
    """Return the computer's judgement of a choice; None if there was nothing to choose.

    Args:
        view: of the player who chose.
        move: their move.
        playouts: before the choice, and after the move played and the preferred one.
        seed: any whole number; it and the playouts determine the review.
        stop: asked now and then whether to give up.

    Raises:
        Stopped: ``stop`` returned true.
    """
    return _MoveReview(view, playouts, seed, stop).review(move)


class _MoveReview:
    """Judges choices from one view."""

    def __init__(
        self, view: Observation, playouts: int, seed: int, stop: Callable[[], bool] | None
    ) -> None:
        self._view, self._playouts, self._seed, self._stop = view, playouts, seed, stop
        self._root = PartialMove.of(view, seed)
        budget, game = Budget(4 * playouts), view.game
        self._search = RootParallelSearch(search_engine(game), game, budget, tuning_of(game), seed)
        self._deadline = Deadline(None, self._go_on)

    def _go_on(self, _: int) -> None:
        if self._stop is not None and self._stop():
            raise Stopped

    def review(self, move: str) -> MoveReview | None:
        """Return the judgement of a move; None if there is no other."""
        if self._root.is_forced:
            return None
        self._search.grow(self._root, [self._playouts], self._deadline)
        if (solved := self._solved(move)) is not None:
            return solved
        preferred, played_value = self._preferred(), self._value_of(move)
        preferred_value = played_value if preferred == move else self._value_of(preferred)
        if preferred_value > played_value:
            return MoveReview(preferred, preferred_value, played_value)
        return MoveReview(move, played_value, played_value)

    def _solved(self, move: str) -> MoveReview | None:
        """Return the exact review where one player chooses in an endgame that can be solved."""
        view = self._view
        if len(view.to_act) > 1 or not is_open(view):
            return None
        engine = compilation.engine(view.game, ENDGAME)
        solver = EndgameSolver(engine, view.game, view.player, self._playouts)
        best = solver.best_move(self._root, lambda at: self._search.row(at).order)
        played = solver.value_of(self._root, self._actions(move)) if best is not None else None
        if best is None or played is None:
            return None
        preferred, value = best
        return MoveReview(preferred.words if value > played else move, value, played, exact=True)

    def _actions(self, move: str) -> list[int]:
        state, me = self._view.determinize(self._seed), self._view.player
        return [one.action for one in state.transitions(me, move) if one.player == me]

    def _preferred(self) -> str:
        """Return the move whose actions were taken most."""
        at, shares = self._root, [max(1, self._playouts // MORE)]
        while not at.complete:
            i = 0
            if len(at.legal) > 1:
                i = self._search.well_visited_row(at, shares, self._deadline).best
            at = at.then(at.legal[i])
        return at.words

    def _value_of(self, move: str) -> float:
        """Return the mean reward after a move, once the trees have grown from there."""
        after = self._after(move)
        self._grow(after, self._playouts // LEARNING_SHARE)
        won, played = self._won, self._search.playouts
        self._grow(after, self._playouts)
        return (self._won - won) / (self._search.playouts - played)

    @property
    def _won(self) -> float:
        return self._search.values[self._view.player] * self._search.playouts

    def _grow(self, after: list[tuple[PartialMove, int]], playouts: int) -> None:
        for at, count in after:
            self._search.grow(at, [max(1, playouts * count // DETERMINIZATIONS)], self._deadline)

    def _after(self, move: str) -> list[tuple[PartialMove, int]]:
        """Return the positions after a move, and in how many determinizations each occurs."""
        groups: dict[tuple[bytes, tuple[int, ...]], list[PartialMove]] = {}
        for number in range(DETERMINIZATIONS):
            state = self._view.determinize(mix(seeded(self._seed), number))
            at = self._position_after(state.transitions(self._view.player, move))
            groups.setdefault((at.view.data, at.keys), []).append(at)
        return [(same[0], len(same)) for same in groups.values()]

    def _position_after(self, transitions: tuple[Transition, ...]) -> PartialMove:
        """Return the state after the actions of a move, before any stage."""
        me, keys = self._view.player, list(self._root.keys)
        own = [transition for transition in transitions if transition.player == me]
        for transition in own:
            for observer in range(len(keys)):
                for code in transition.events(observer):
                    keys[observer] = mix(keys[observer], code)
        return PartialMove(me, self._view, (), own[-1].state, tuple(keys))

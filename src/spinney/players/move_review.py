"""Move review: the value of a move that was made, and the computer's own choice.

A choice is judged by what its player knew, in worlds that they could not tell from the real one.
First the trees are grown from before it, which shows what the computer likes. Then they are grown
on from after what was said and from after what is liked, as often and in the same worlds: so what
tells the two apart is not how well they were looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from spinney.core.compilation import engine
from spinney.core.state import Transition
from spinney.kernel.rng import mix, seeded
from spinney.search import SEARCH
from spinney.search.budget import Budget, Deadline
from spinney.search.partial_move import PartialMove
from spinney.search.root_parallel import RootParallelSearch
from spinney.search.search import ENOUGH_VISITS, MORE
from spinney.search.tuning import tuning_of

if TYPE_CHECKING:
    from spinney.core.state import Observation

WORLDS = 16
"""In how many worlds a move is said: what it brings to light may differ."""
PRACTICE = 4
"""The part of the playouts after a move that only learn, and don't count."""


class MoveReview(NamedTuple):
    """What the computer makes of a choice.

    Attributes:
        liked: what it likes most; what was said, unless it found something better.
        best: the reward it expects of that for who chooses, 0 (lost) to 1 (won).
        made: the reward it expects of what was said.
    """

    liked: str
    best: float
    made: float


class Stopped(Exception):  # noqa: N818 - it is what happened; nobody wants to know any more
    """Nobody wants the verdict any more."""


def review_move(
    view: Observation, said: str, playouts: int, seed: int, stop: Callable[[], bool] | None = None
) -> MoveReview | None:
    """Return what the computer makes of a choice; None if there was nothing to choose.

    Args:
        view: what the player saw who chose.
        said: their move.
        playouts: from before the choice, and from after what was said and what is liked.
        seed: any whole number; it and the playouts determine the verdict.
        stop: asked now and then whether to give up.

    Raises:
        Stopped: ``stop`` said so.
    """
    return _MoveReview(view, playouts, seed, stop).verdict(said)


class _MoveReview:
    """Judges choices from one view."""

    def __init__(
        self, view: Observation, playouts: int, seed: int, stop: Callable[[], bool] | None
    ) -> None:
        self._view, self._playouts, self._seed, self._stop = view, playouts, seed, stop
        self._root = PartialMove.of(view, seed)
        budget, game = Budget(4 * playouts), view.game
        self._grove = RootParallelSearch(engine(game, SEARCH), game, budget, tuning_of(game), seed)
        self._watch = Deadline(None, self._go_on)

    def _go_on(self, _: int) -> None:
        if self._stop is not None and self._stop():
            raise Stopped

    def verdict(self, said: str) -> MoveReview | None:
        """Return what to make of a move; None if there is no other."""
        if self._forced():
            return None
        self._grove.grow(self._root, [self._playouts], self._watch)
        liked, made = self._liked(), self._worth(said)
        best = made if liked == said else self._worth(liked)
        return MoveReview(liked, best, made) if best > made else MoveReview(said, made, made)

    def _forced(self) -> bool:
        at = self._root
        while not at.complete:
            if len(at.legal) > 1:
                return False
            at = at.then(at.legal[0])
        return True

    def _liked(self) -> str:
        """Return the move whose actions were taken most."""
        at = self._root
        while not at.complete:
            at = at.then(at.legal[self._most_taken(at) if len(at.legal) > 1 else 0])
        return at.words

    def _most_taken(self, at: PartialMove) -> int:
        if self._grove.row(at).total < ENOUGH_VISITS:
            self._grove.grow(at, [max(1, self._playouts // MORE)], self._watch)
        return self._grove.row(at).best

    def _worth(self, said: str) -> float:
        """Return the mean reward after a move, once the trees know what follows it."""
        after = self._after(said)
        self._grow(after, self._playouts // PRACTICE)
        won, played = self._won, self._grove.playouts
        self._grow(after, self._playouts)
        return (self._won - won) / (self._grove.playouts - played)

    @property
    def _won(self) -> float:
        return self._grove.values[self._view.player] * self._grove.playouts

    def _grow(self, after: list[tuple[PartialMove, int]], playouts: int) -> None:
        for at, worlds in after:
            self._grove.grow(at, [max(1, playouts * worlds // WORLDS)], self._watch)

    def _after(self, said: str) -> list[tuple[PartialMove, int]]:
        """Return what follows a move as its player sees it, and in how many worlds it does."""
        found: dict[tuple[bytes, tuple[int, ...]], list[PartialMove]] = {}
        for number in range(WORLDS):
            world = self._view.determinize(mix(seeded(self._seed), number))
            at = self._said(world.transitions(self._view.player, said))
            found.setdefault((at.view.data, at.keys), []).append(at)
        return [(same[0], len(same)) for same in found.values()]

    def _said(self, transitions: tuple[Transition, ...]) -> PartialMove:
        """Return where the actions of a move lead, before anything happens by itself."""
        me, keys = self._view.player, list(self._root.keys)
        own = [transition for transition in transitions if transition.player == me]
        for transition in own:
            for observer in range(len(keys)):
                for code in transition.events(observer):
                    keys[observer] = mix(keys[observer], code)
        return PartialMove(me, (), own[-1].state, tuple(keys))

"""Root-parallel search: several trees, grown side by side and read as one."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.kernel.engine import Engine
from spinney.kernel.rng import mix, seeded
from spinney.search.budget import Budget, Deadline
from spinney.search.partial_move import PartialMove
from spinney.search.playout import pick
from spinney.search.tree_worker import Memory, tree_places, tree_workers
from spinney.search.tuning import Tuning

if TYPE_CHECKING:
    from spinney.core.game import Game

SLICE = 250
"""Playouts of one tree until it checks the clock again, compiled: a millisecond or two."""
SLICE_INTERPRETED = 5
FASTEST = 500_000
"""More playouts than any tree makes in a second: a short search gets a small tree, which stays in
the processor's cache."""
ROOM_FOR_WEIGHTS = 4
"""How much larger a tree is that keeps weights: it has an entry for each action from the start."""
LEAST_PLAYOUTS = 1 << 8
"""The least number of playouts for which a tree has room: one playout may add each action of a long
move, and lookups need a table with gaps."""
MOST_PLAYOUTS = 1 << 18
"""The most playouts for which a tree has room; after that it grows no more, but still learns."""
ENOUGH_VISITS = 20
"""From this many visits on, the rest of a move is read off the trees."""
MORE = 4
"""With fewer visits, the trees are grown from there, by this part of the budget."""


@dataclass(frozen=True)
class RootRow:
    """The statistics of the actions that may follow a beginning, summed over all trees.

    Attributes:
        visits: how often each action was taken.
        reward_sum: the sum of the player's rewards after it.
    """

    visits: tuple[int, ...]
    reward_sum: tuple[float, ...]

    @property
    def total(self) -> int:
        """How often any of them was taken."""
        return sum(self.visits)

    def value(self, i: int) -> float:
        """Return the mean reward after the ``i``-th action."""
        return self.reward_sum[i] / self.visits[i] if self.visits[i] else 0.0

    def draw(self, x: float, min_visit_share: float) -> int:
        """Return an action's number in proportion to visits, for ``x`` evenly drawn from 0 to 1.

        Actions with less than the part ``min_visit_share`` of the favourite's visits are left out.
        """
        least = min_visit_share * max(self.visits)
        return pick([n if n >= least else 0.0 for n in self.visits], len(self.visits), x)

    @property
    def best(self) -> int:
        """The number of the action taken most; of equals the one that went best."""
        return self.order[0]

    @property
    def order(self) -> list[int]:
        """The actions' numbers, that taken most first; of equals the one that went best."""
        means = [r / n if n else 0.0 for n, r in zip(self.visits, self.reward_sum, strict=True)]
        keys = [(-n, -mean) for n, mean in zip(self.visits, means, strict=True)]
        return sorted(range(len(keys)), key=keys.__getitem__)


class RootParallelSearch:
    """The trees that share a budget.

    Attributes:
        playouts: how many there were so far.
    """

    def __init__(
        self,
        engine: Engine,
        game: Game,
        budget: Budget,
        tuning: Tuning,
        seed: int,
        memory: Memory | None = None,
    ) -> None:
        self.playouts = 0
        self._rows: dict[tuple[int, ...], RootRow] = {}
        self._tuning, self._threads = tuning, budget.threads
        self._slice = SLICE if engine.compiled else SLICE_INTERPRETED
        keeps_weights = hasattr(engine.rules, "keeps_weights")
        room = 2 * game.num_players * (ROOM_FOR_WEIGHTS if keeps_weights else 1)
        entries = room * _playouts_with_room(budget)
        places = tree_places(entries, game.rules.ACTIONS, keeps_weights)
        seeds = [mix(seeded(seed), tree) for tree in range(budget.trees)]
        self._trees = tree_workers(engine, game, places, seeds, memory)

    def grow(self, at: PartialMove, shares: Sequence[int | None], deadline: Deadline) -> None:
        """Make each tree's share of playouts from a beginning, until the deadline.

        A share of None has no limit. Each tree gets at least one slice.
        """
        self._rows.clear()
        left = [MOST_PLAYOUTS if share is None else share for share in shares]
        longest = max(left) if deadline.idle else self._slice
        with ThreadPoolExecutor(min(self._threads, len(left))) as pool:
            while any(left):
                slices = [min(longest, playouts) for playouts in left]
                list(pool.map(lambda tree, n: tree.grow(at, self._tuning, n), self._trees, slices))
                left = [playouts - n for playouts, n in zip(left, slices, strict=True)]
                self.playouts += sum(slices)
                if not deadline.go_on(self.playouts):
                    break

    def row(self, at: PartialMove) -> RootRow:
        """Return the statistics of the actions that may follow, summed tree by tree."""
        if at.actions not in self._rows:
            self._rows[at.actions] = self._row(at)
        return self._rows[at.actions]

    def _row(self, at: PartialMove) -> RootRow:
        engine, n = self._trees[0].batches, len(at.legal)
        actions, visits, reward_sum = engine.array(at.legal), engine.ints(n), engine.floats(n)
        batch, observer = engine.load(at.view.data), at.keys[at.player]
        for tree in self._trees:
            engine.rules.add_row(
                batch, at.player, tree.tree, observer, actions, n, visits, reward_sum
            )
        return RootRow(engine.list_of(visits, n), engine.list_of(reward_sum, n))

    def well_visited_row(
        self, at: PartialMove, shares: Sequence[int | None], deadline: Deadline
    ) -> RootRow:
        """Return the same; if the visits are too few, first grow the trees by these shares."""
        if self.row(at).total < ENOUGH_VISITS:
            self.grow(at, shares, deadline)
        return self.row(at)

    @property
    def nbytes(self) -> int:
        """The memory of the trees in bytes; of compiled ones only."""
        return sum(worker.tree.nbytes for worker in self._trees)

    @property
    def values(self) -> tuple[float, ...]:
        """The mean reward of each player over all playouts."""
        rewards = zip(*(tree.rewards for tree in self._trees), strict=True)
        return tuple(sum(of_player) / self.playouts for of_player in rewards)


def _playouts_with_room(budget: Budget) -> int:
    """Return for how many playouts each tree has room."""
    playouts = min(MOST_PLAYOUTS, 2 * (budget.shares()[0] or MOST_PLAYOUTS))
    if budget.seconds is not None:
        playouts = min(playouts, int(FASTEST * budget.seconds))
    return max(LEAST_PLAYOUTS, playouts)

"""The trees of one search: grown side by side, read as one."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spinney.core.chance import mix, seeded

from .beginning import Beginning
from .budget import Budget, Watch
from .playout import pick
from .tree import Tree, find
from .tuning import Tuning

if TYPE_CHECKING:
    from spinney.core.engine import Engine

SLICE = 500
"""Playouts of one tree between two looks at the watch, compiled: some milliseconds."""
SLICE_INTERPRETED = 5
MOST_PLAYOUTS = 1 << 18
"""For how many playouts a tree has room at most; after that it grows no more, but still learns."""
KEEN = 0.3
"""Steps with this part of the favourite's visits are played for their own sake."""


@dataclass(frozen=True)
class Row:
    """How the steps that may follow a beginning fared, over all trees together.

    Attributes:
        visits: how often each step was taken.
        worth: the sum of the player's rewards after it.
    """

    visits: tuple[int, ...]
    worth: tuple[float, ...]

    @property
    def total(self) -> int:
        """How often any of them was taken."""
        return sum(self.visits)

    def value(self, i: int) -> float:
        """Return the mean reward after the ``i``-th step."""
        return self.worth[i] / self.visits[i] if self.visits[i] else 0.0

    def draw(self, x: float) -> int:
        """Return a step's number in proportion to visits, for ``x`` evenly drawn from 0 to 1.

        What was tried much less than the favourite was tried to learn, and is left out.
        """
        least = KEEN * max(self.visits)
        return pick([n if n >= least else 0.0 for n in self.visits], len(self.visits), x)

    @property
    def best(self) -> int:
        """The number of the step taken most; of equals the one that went best."""
        return max(range(len(self.visits)), key=lambda i: (self.visits[i], self.value(i)))


class _Planted:
    """One tree, with what is needed to grow it."""

    def __init__(self, engine: Engine, players: int, playouts: int, r: int) -> None:
        self.engine, self.r = engine, r
        places = 1 << (4 * playouts * players).bit_length()
        self.tree = Tree(
            keys=engine.ints(places),
            visits=engine.ints(places),
            worth=engine.floats(places),
            entries=engine.ints(1),
            rewards=engine.floats(players),
        )

    def grow(self, at: Beginning, tuning: Tuning, playouts: int) -> None:
        batch = self.engine.load(at.view.data, spare=2)
        roots = self.engine.array(at.keys)
        args = (batch, at.player, self.tree, roots, tuning, playouts, self.r)
        self.r = int(self.engine.rules.grow(*args))


class Grove:
    """The trees that share a budget.

    Attributes:
        playouts: how many there were so far.
    """

    def __init__(self, engine: Engine, game: Any, budget: Budget, tuning: Tuning, seed: int):
        self.playouts = 0
        self._tuning, self._threads = tuning, budget.threads
        self._slice = SLICE if engine.compiled else SLICE_INTERPRETED
        playouts = min(MOST_PLAYOUTS, 2 * (budget.shares()[0] or MOST_PLAYOUTS))
        self._trees = [
            _Planted(engine, game.players, playouts, mix(seeded(seed), tree))
            for tree in range(budget.trees)
        ]

    def grow(self, at: Beginning, shares: Sequence[int | None], watch: Watch) -> None:
        """Give each tree its share of playouts from a beginning on, until the watch stops it.

        A share of None is without end. Each tree gets at least a slice.
        """
        left = [MOST_PLAYOUTS if share is None else share for share in shares]
        longest = max(left) if watch.idle else self._slice
        with ThreadPoolExecutor(min(self._threads, len(left))) as pool:
            while any(left):
                slices = [min(longest, playouts) for playouts in left]
                list(pool.map(lambda tree, n: tree.grow(at, self._tuning, n), self._trees, slices))
                left = [playouts - n for playouts, n in zip(left, slices, strict=True)]
                self.playouts += sum(slices)
                if not watch.go_on(self.playouts):
                    break

    def row(self, at: Beginning) -> Row:
        """Return how the steps that may follow fared, the trees added up in their order."""
        trees = [planted.tree for planted in self._trees]
        keys = [mix(at.keys[at.player], step) for step in at.legal]
        places = [[find(tree, key) for tree in trees] for key in keys]
        return Row(
            tuple(sum(int(t.visits[k]) for t, k in zip(trees, p, strict=True)) for p in places),
            tuple(sum(float(t.worth[k]) for t, k in zip(trees, p, strict=True)) for p in places),
        )

    @property
    def values(self) -> tuple[float, ...]:
        """The mean reward of each player over all playouts."""
        rewards = zip(*(planted.tree.rewards for planted in self._trees), strict=True)
        return tuple(sum(map(float, of_player)) / self.playouts for of_player in rewards)

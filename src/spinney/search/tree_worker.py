"""A worker that grows one tree, and the reuse of trees between moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from spinney.kernel.engine import Engine
from spinney.search.partial_move import PartialMove
from spinney.search.tree import Entry
from spinney.search.tuning import Tuning
from spinney.search.workspace import DEPTH, Workspace, workspace_for

if TYPE_CHECKING:
    from spinney.core.game import Game

KEPT = 1 << 20
"""The places of a tree that is kept: for some hundred thousand playouts, in 24 megabytes."""


class TreeWorker:
    """One tree.

    Args:
        engine: the search linked with the game.
        game: the game with its options.
        places: how many entries there is room for, a power of two.
    """

    def __init__(self, engine: Engine, game: Game, places: int) -> None:
        self.players: int = game.rules.PLAYERS
        self.batches, self.r = Engine(engine.rules, game.record_class), 0
        self.tree = Engine(engine.rules, Entry).rows(places)
        self.workspace = Engine(engine.rules, workspace_for(game.rules)).rows(1)
        self._seen, self._batch = b"", None

    def begin(self, r: int) -> None:
        """Begin a new choice with a random state; the tree is kept while there is room."""
        self.r, self._seen = r, b""
        workspace = self._workspace
        for p in range(self.players):
            workspace.rewards[p] = 0.0
        if 2 * workspace.entries > len(self.tree):
            self.tree[:] = workspace.entries = 0

    def grow(self, at: PartialMove, tuning: Tuning, playouts: int) -> None:
        """Learn from some playouts."""
        if at.view.data != self._seen:  # else determinizations go on where they were
            self._seen, self._batch = at.view.data, self.batches.load(at.view.data, spare=4)
            self._workspace.plausibility = 0.0
        roots = self.batches.array(at.keys)
        grow = self.batches.rules.grow
        args = (self._batch, at.player, self.tree, self.workspace, roots, tuning, playouts, self.r)
        self.r = int(grow(*args))

    @property
    def rewards(self) -> list[float]:
        """The sum of each player's rewards in this choice."""
        workspace = self._workspace
        return [float(workspace.rewards[p]) for p in range(self.players)]

    @property
    def _workspace(self) -> Workspace:
        workspace = self.workspace.view(np.recarray) if self.batches.compiled else self.workspace
        found: Workspace = workspace[0]
        return found


class Memory:
    """The trees of one player's searches, kept from one choice to the next, and over games.

    With it a search begins with what earlier ones learnt of the information set it is in, so a
    result depends on all earlier searches.
    """

    def __init__(self) -> None:
        self._trees: list[TreeWorker] = []

    def trees(self, engine: Engine, game: Game, count: int) -> list[TreeWorker]:
        """Return the trees as they were left, or new ones if the engine or number differs."""
        if [tree.batches.rules for tree in self._trees] != [engine.rules] * count:
            self._trees = [TreeWorker(engine, game, KEPT) for _ in range(count)]
        return self._trees


def tree_places(entries: int, num_actions: int, keeps_weights: bool) -> int:
    """Return how many places a tree needs, a power of two.

    A tree grows until three quarters of its places are taken (`step_by_tree`). The last quarter has
    room for what one playout may add then: its path, or the weights of all actions of a node. A
    full table would have no gap, where the lookup of a missing entry ends.

    Args:
        entries: how many it should have room for.
        num_actions: of the game.
        keeps_weights: does the tree keep the weights of actions?
    """
    most_added = max(DEPTH, num_actions + 1 if keeps_weights else 0)
    return 1 << max(entries, 4 * most_added - 1).bit_length()


def tree_workers(
    engine: Engine, game: Game, places: int, seeds: Sequence[int], memory: Memory | None
) -> list[TreeWorker]:
    """Return a tree for each random state: remembered ones, or new ones with ``places`` places.

    Trees can be kept only if the game defines `infoset`, whose hashes don't depend on where a
    search begins. Interpreted trees are too small to be worth keeping.
    """
    if memory is not None and engine.compiled and hasattr(game.rules, "infoset"):
        trees = memory.trees(engine, game, len(seeds))
    else:
        trees = [TreeWorker(engine, game, places) for _ in seeds]
    for tree, r in zip(trees, seeds, strict=True):
        tree.begin(r)
    return trees

"""Self-play for training, and its samples."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spinney.arena.deal_group import deal_of
from spinney.core import compilation
from spinney.core.compilation import Program
from spinney.core.errors import Refused
from spinney.kernel.engine import Engine
from spinney.search.learned import network_modules
from spinney.search.own_features import linked_parts
from spinney.search.tree import Entry
from spinney.search.tree_worker import tree_places
from spinney.search.tuning import tuning_of
from spinney.search.workspace import workspace_for
from spinney.training import game_loops
from spinney.training.game_loops import BEGINS, COUNT, GAME, PLAYER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spinney.core.game import Game
    from spinney.search.weights import Network

Array = npt.NDArray[Any]
MOST_STATES = 1 << 14
"""The most states of one game,"""
MOST_PAIRS = 1 << 21
"""and the most legal actions in all of them. What a game doesn't need takes no memory: the system
provides a page when it is first written to."""
CHUNK = 100
"""The games of a chunk,"""
EXPLORING_GAMES, EXPLORING = 0.67, 0.15
"""the part of them in which actions are drawn by their visits, and how many of these."""
ROOM = 16
"""Places of the tree for each playout and player: it has an entry for each action of a node."""


@dataclass(frozen=True)
class Samples:
    """States from self-play, and how their games ended.

    Attributes:
        states: the records, of type ``game.record_class.dtype``, of shape ``(n,)``.
        players: who chose in each.
        begins: 1 where a move began, so that nobody was inside one.
        counts: how many actions were weighed in each; 0: only one could be taken.
        pairs: the actions and visits of all states, one state after another, ``(m, 2)``.
        games: the number of each state's game, ascending.
        seeds: of each game's deal.
        ends: the last record of each game.
    """

    states: Array
    players: Array
    begins: Array
    counts: Array
    pairs: Array
    games: Array
    seeds: Array
    ends: Array

    def save(self, path: Path) -> None:
        """Write them to a file, atomically."""
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez_compressed(file, **{f.name: getattr(self, f.name) for f in fields(self)})
        part.replace(path)

    @staticmethod
    def load(path: Path) -> Samples:
        """Return the samples of a file."""
        with np.load(path, allow_pickle=False) as found:
            return Samples(**{f.name: found[f.name] for f in fields(Samples)})

    @staticmethod
    def joined(parts: Sequence[Samples]) -> Samples:
        """Return the samples of several files as one."""
        columns = {f.name: [getattr(part, f.name) for part in parts] for f in fields(Samples)}
        before = np.cumsum([0, *(len(part.seeds) for part in parts[:-1])])
        columns["games"] = [part.games + n for part, n in zip(parts, before, strict=True)]
        return Samples(**{name: np.concatenate(column) for name, column in columns.items()})


class TrainingGames:
    """Plays games of a search against itself.

    Args:
        game: the game with its options.
        network: the source of the advice; None: the game's own, written by hand.
        playouts: for each choice.
    """

    def __init__(self, game: Game, network: Network | None, playouts: int) -> None:
        self.game, self.playouts = game, playouts
        self.engine = compilation.compiled(game, _program(game, network))
        self._batch, self._tuning = self.engine.rows(GAME + 1), tuning_of(game)
        rules = self.engine.rules
        entries = ROOM * playouts * game.num_players
        places = tree_places(entries, game.rules.ACTIONS, keeps_weights=network is not None)
        self._tree = Engine(rules, Entry).rows(places)
        self._workspace = Engine(rules, workspace_for(game.rules)).rows(1)
        self._states = self.engine.rows(MOST_STATES)
        self._samples = np.zeros((MOST_STATES, 3), np.int64)
        self._pairs = np.zeros((MOST_PAIRS, 2), np.int32)
        self._options = self.engine.array(game.settings)

    def play(self, seeds: Sequence[int], exploring: float) -> Samples:
        """Return the samples of some games; the same arguments give the same.

        Args:
            seeds: of their deals.
            exploring: the share of actions that are drawn by their visits.

        Raises:
            Refused: a game is too long.
        """
        return Samples.joined([self._play(seed, exploring) for seed in seeds])

    def _play(self, seed: int, exploring: float) -> Samples:
        n = self.engine.rules.play_training_game(
            self._batch,
            self._options,
            seed,
            self._tree,
            self._workspace,
            self._tuning,
            self.playouts,
            exploring,
            self._states,
            self._samples,
            self._pairs,
        )
        if n < 0:
            raise Refused(
                f"the game of seed {seed} is too long: a game can have {len(self._states) - 1:,} "
                f"states in which somebody chooses, with {len(self._pairs):,} legal actions in all"
            )
        rows = self._samples[:n]
        return Samples(
            self._states[:n].copy(),
            rows[:, PLAYER].astype(np.int8),
            rows[:, BEGINS].astype(np.int8),
            rows[:, COUNT].astype(np.int32),
            self._pairs[: rows[:, COUNT].sum()].copy(),
            np.zeros(n, np.int32),
            np.array([seed]),
            self._states[n : n + 1].copy(),
        )


def _program(game: Game, network: Network | None) -> Program:
    """Return self-play to be linked to a game."""
    if network is None:
        return ADVISED
    network.check(game)
    return _learned(network, linked_parts(game), network_modules(game))


@lru_cache(maxsize=4)
def _learned(network: Network, parts: tuple[str, ...], modules: tuple[ModuleType, ...]) -> Program:
    return Program("training", (game_loops,), _play_none, parts, modules, network.arrays)


def _play_none(game: Game, engine: Engine) -> None:
    """Compile nothing beforehand: training waits for the compiler."""


ADVISED = Program("training", (game_loops,), _play_none, ("advice",))
"""Self-play with the hand-written advice."""


class SelfPlayPlan(NamedTuple):
    """A plan of self-play, in independent chunks of `CHUNK` games.

    Attributes:
        game: the game with its options.
        network: the source of the advice; None: the game's own.
        playouts: for each choice.
        seed: of the first deal.
    """

    game: Game
    network: Network | None
    playouts: int
    seed: int

    def play(self, chunk: int) -> tuple[int, Samples]:
        """Return the number of a chunk and its samples; a part of its games doesn't explore."""
        games = TrainingGames(self.game, self.network, self.playouts)
        seeds = [deal_of(self.seed, chunk * CHUNK + n) for n in range(CHUNK)]
        middle = int(EXPLORING_GAMES * CHUNK)
        parts = [games.play(seeds[:middle], EXPLORING), games.play(seeds[middle:], 0.0)]
        return chunk, Samples.joined(parts)


def play_chunk(plan: SelfPlayPlan, chunk: int) -> tuple[int, Samples]:
    """Play one chunk of a plan, in any process."""
    return plan.play(chunk)

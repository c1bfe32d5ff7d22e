"""Simulations: many games with one level on all seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from spinney import search
from spinney.arena.deal_group import deal_of
from spinney.arena.game_result import points
from spinney.arena.worker_pool import map_games
from spinney.core import compilation, notation
from spinney.core.end_features import EndFeature, end_features
from spinney.core.errors import Refused, did_you_mean
from spinney.core.score_rows import Scored, score_rows
from spinney.kernel.rng import mix, random, seeded
from spinney.players.level_choice import choose, is_one_ply
from spinney.players.levels import LEVELS
from spinney.search.game_trace import GameTrace
from spinney.search.selfplay_batch import SELFPLAY, SelfPlay

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation, State

RANDOM, SEEDLING = "random", "seedling"
TOGETHER = 100
"""How many games of those that take milliseconds are played at a time."""


class SimulatedGame(NamedTuple):
    """The result of one game. Tuples are by seat.

    Attributes:
        number: of the game, from 0.
        moves: the number of moves.
        points: 1 for a win, 0 for a loss, an equal part for a shared win.
        scores: the final scores.
        rows: of its score sheet; none where no sheet was asked for.
        end_features: what the players had; none where no sheet was asked for.
        trace: what happened in it.
    """

    number: int
    moves: int
    points: tuple[float, ...]
    scores: tuple[int, ...]
    rows: tuple[Scored, ...]
    end_features: tuple[EndFeature, ...]
    trace: GameTrace = GameTrace()


@dataclass(frozen=True)
class Simulation:
    """A simulation: the game, the level and the deals.

    Attributes:
        game: the game with its options.
        games: how many.
        level: ``random``, a level, or a number of playouts a move. Player specifications of these,
            ``level:tree`` and ``search:1000``, are accepted and shortened.
        seed: of the first deal; the next one has the next number.
        sheets: are score sheets and end features wanted, too?
    """

    game: Game
    games: int
    level: str = SEEDLING
    seed: int = 1
    sheets: bool = True

    def __post_init__(self) -> None:
        plain = self.level.removeprefix("level:").removeprefix("search:")
        object.__setattr__(self, "level", plain)
        _chooser(self.level)  # refused before anything is played

    def deal(self, number: int) -> int:
        """Return the seed that game ``number`` (from 0) is dealt from, a signed 64-bit number."""
        return deal_of(self.seed, number)

    @property
    def fast(self) -> bool:
        """Does a game run in compiled code and not move by move in Python: in milliseconds?"""
        return self.level == RANDOM or is_one_ply(self.level, self.game)

    def play(self, number: int) -> SimulatedGame:
        """Play one game. Its random numbers depend only on its deal."""
        return self.play_some([number])[0]

    def play_some(self, numbers: Sequence[int]) -> list[SimulatedGame]:
        """Play some games, all before the first is returned: playing each by itself costs more."""
        play = self._player()
        ends = [play(self.deal(number)) for number in numbers]
        return [self._simulated(number, *end) for number, end in zip(numbers, ends, strict=True)]

    def _player(self) -> Callable[[int], tuple[State, GameTrace]]:
        """Return a function that plays the game of a seed and returns its end and its trace.

        It has buffers of its own, so that several threads can play.
        """
        selfplay = SelfPlay(self.game, looking=self.fast and self.level != RANDOM)
        if self.fast:
            return selfplay.play
        return partial(_play_out, selfplay, _chooser(self.level))

    def _simulated(self, number: int, state: State, trace: GameTrace) -> SimulatedGame:
        rows = score_rows(state) if self.sheets else ()
        had = end_features(state, rows) if self.sheets else ()
        won = points(trace.outcome)
        return SimulatedGame(number, sum(trace.moves), won, trace.scores, rows, had, trace)

    def precompile(self) -> None:
        """Compile, or load, what the games need, so that not every process does."""
        compilation.precompile(self.game, SELFPLAY)
        if not self.fast:
            search.precompile(self.game)

    @property
    def is_cached(self) -> bool:
        """Is all that `precompile` compiles in the cache already?"""
        cached = compilation.is_cached(self.game, SELFPLAY)
        return cached and (self.fast or search.is_cached(self.game))


def run_simulation(
    simulation: Simulation, jobs: int = 1, cluster: str | None = None
) -> Iterator[SimulatedGame]:
    """Play all games and yield each as it ends, in any order.

    Args:
        simulation: what is played.
        jobs: how many games at once. With 1 they are played in this process; on a cluster, 0
            stands for as many as it has room for.
        cluster: the address of a Ray cluster that plays them: see `spinney.arena.ray_pool`.

    Raises:
        Refused: a process that plays was ended from outside; the cluster can't play them.
    """
    size = TOGETHER if simulation.fast else 1
    chunks = range(-(-simulation.games // size))
    task = partial(_play_some, simulation, size)
    for ended in map_games(task, chunks, jobs, cluster=cluster, prepare=simulation.precompile):
        yield from ended


def _play_some(simulation: Simulation, size: int, chunk: int) -> list[SimulatedGame]:
    return simulation.play_some(range(chunk * size, min(simulation.games, (chunk + 1) * size)))


# Games that go through Python.

MoveChooser = Callable[["Observation", int], str]
"""Chooses a move for a view, by a seed."""


def _play_out(selfplay: SelfPlay, choose: MoveChooser, seed: int) -> tuple[State, GameTrace]:
    """Play a game, then replay it in compiled code, which makes its trace."""
    return selfplay.replay(seed, _played(selfplay.game, choose, seed).moves)


class PlayedChoices(NamedTuple):
    """A game, choice by choice.

    Attributes:
        views: of the player to act, for each move.
        moves: the actions of each move.
        end: how the game ended.
    """

    views: list[Observation]
    moves: list[tuple[int, ...]]
    end: State


def play_choices(simulation: Simulation, number: int) -> PlayedChoices:
    """Play a game of a simulation, and keep each choice."""
    return _played(simulation.game, _chooser(simulation.level), simulation.deal(number))


def _played(game: Game, choose: MoveChooser, seed: int) -> PlayedChoices:
    state, r = game.new(seed), mix(seeded(seed), 1)
    views: list[Observation] = []
    moves: list[tuple[int, ...]] = []
    while not state.over:
        due = [state.observe(player) for player in state.to_act]
        said = []
        for view in due:  # at the same time, so nobody knows what the others chose
            r = random(r)
            said.append(notation.read(view, choose(view, r)))
        for view, actions in zip(due, said, strict=True):
            state = state.apply_actions(view.player, actions)[-1].state
        views += due
        moves += said
    return PlayedChoices(views, moves, state)


def _chooser(level: str) -> MoveChooser:
    """Return the move chooser of a level. Raises Refused if there is no such level."""
    if level.isdecimal() and 0 < int(level) <= 1_000_000:
        return partial(_search, int(level))
    if level not in (RANDOM, *LEVELS):
        near = did_you_mean(level, [RANDOM, *LEVELS])
        raise Refused(f"there is no level {level!r}{near}; you can also give a number of playouts")
    return partial(_ask, level)


def _ask(level: str, view: Observation, seed: int) -> str:
    return view.legal.sample(seed) if level == RANDOM else choose(view, level, seed).move


def _search(playouts: int, view: Observation, seed: int) -> str:
    return search.think(view, search.Budget(playouts), seed).move

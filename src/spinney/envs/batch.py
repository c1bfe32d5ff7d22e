"""Many games at once, stepped by compiled code: the environment that learning runs on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from spinney.core import interface
from spinney.core.compilation import Program, compiled
from spinney.core.encoding import TensorType, encoding
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.state import State
from spinney.envs import loops
from spinney.envs.arguments import check_choice, whole_numbers
from spinney.envs.loops import (
    FORFEIT,
    LEAVE,
    NEVER,
    NEXT_STEP,
    OUTCOME,
    SAME_STEP,
    BatchArrays,
    Encoder,
)
from spinney.envs.plan import encoder
from spinney.kernel.engine import Engine
from spinney.kernel.linker import forwarders

Rewards = Literal["outcome", "margin"]
"""What rewards are: `State.outcome`, which is 1, 0 or -1; or `State.returns`."""
Autoreset = Literal["same", "next", "never"]
"""In which step a game that has ended is dealt anew: in the one it ends with, or the next."""
_RESETS = {"same": SAME_STEP, "next": NEXT_STEP, "never": NEVER}


def _exercise(game: Game, _: Engine) -> None:
    """Call every loop once, with tensors of both types."""
    for obs in ("f4", "u1", None):
        batch = Batch(game, 1, obs=obs)
        batch.step(batch.random_actions())


ENVS = Program("envs", (forwarders(interface), loops), _exercise)
"""The loops of batches of games."""


class Batch:
    """Many games of one kind at once. Each step takes one action in each.

    The arrays are written anew by each `reset` and `step`: copy what is to be kept. Where several
    players are to act at once, they do so one after another, and nobody sees what the others chose.

    Attributes:
        game: the game, with its options.
        n: how many games there are.
        obs: what the player to act sees, float32 or uint8, of shape ``(n, tensor_size)``; of width
            0 where the batch was made without. See `Observation.tensor`.
        mask: which actions are legal, uint8 of 0 and 1, of shape ``(n, num_actions)``.
        player: who is to act, int64 of shape ``(n,)``.
        to_act: all who are, int64 of shape ``(n,)``: a bit for each player; 0: the game is over.
        reward: what the step that ended a game brought each player, float32 of shape
            ``(n, players)``; else 0.
        done: has the game ended by the last step? uint8 of shape ``(n,)``.
        final_obs: what the player who acted last saw in the end, where ``done`` and
            ``autoreset="same"``; shaped like ``obs``.
        length: how many actions were taken in the game, int64 of shape ``(n,)``.
        seeds: what the next game is dealt from, int64 of shape ``(n,)``.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 0,
        *,
        obs: TensorType | None = "f4",
        autoreset: Autoreset = "same",
        reward: Rewards = "outcome",
        threads: int = 1,
    ) -> None:
        """Deal the games.

        Args:
            game: the game, with its options.
            n: how many games.
            seed: what they are dealt from: the same seed, the same games.
            obs: the type of tensors; None: there are none, which is much faster.
            autoreset: when a game that has ended is dealt anew; ``"never"``: when `deal` is told
                to.
            reward: what rewards are.
            threads: how many threads share the games.

        Raises:
            Refused: an argument can't be that, or the game doesn't declare what its fields mean.
        """
        if n < 1 or threads < 1:
            raise Refused("a batch has at least one game and one thread")
        check_choice("obs", obs, ("f4", "u1", None))
        check_choice("autoreset", autoreset, _RESETS)
        check_choice("reward", reward, ("outcome", "margin"))
        self.game, self.n = game, n
        self._engine = compiled(game, ENVS)
        self._games = game.record_class.batch(n)
        self._options = np.array(game.settings, np.int64)
        self._full_margin = game.full_margin if reward == "margin" else OUTCOME
        self._autoreset = _RESETS[autoreset]
        width = encoding(game).size if obs else 0
        dtype: TensorType = obs or "u1"
        self._encoders = [encoder(game, dtype) for _ in range(threads)] if obs else []
        self._encoders = self._encoders or [_unused_encoder(game) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads, "batch") if threads > 1 else None
        edges = np.linspace(0, n, threads + 1).astype(int).tolist()
        self._shares = list(pairwise(edges))
        self._arrays = BatchArrays(
            seeds=np.zeros(n, np.int64),
            player=np.zeros(n, np.int64),
            to_act=np.zeros(n, np.int64),
            mask=np.zeros((n, game.num_actions), np.uint8),
            tensors=np.zeros((n, width), dtype),
            length=np.zeros(n, np.int64),
            reward=np.zeros((n, game.players), np.float32),
            done=np.zeros(n, np.uint8),
            last_tensors=np.zeros((n, width if autoreset == "same" else 0), dtype),
        )
        self.obs, self.mask, self.player = (
            self._arrays.tensors,
            self._arrays.mask,
            self._arrays.player,
        )
        self.to_act, self.length = self._arrays.to_act, self._arrays.length
        self.seeds = self._arrays.seeds
        self.reward, self.done = self._arrays.reward, self._arrays.done
        self.final_obs = self._arrays.last_tensors
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal all games anew from a seed."""
        seeds = np.random.SeedSequence(seed).generate_state(self.n, np.uint64) >> 1
        self.deal(np.arange(self.n), seeds.astype(np.int64))

    def deal(self, games: npt.ArrayLike, seeds: npt.ArrayLike | None = None) -> None:
        """Deal some games anew.

        Args:
            games: their numbers, of shape ``(k,)``.
            seeds: what each is dealt from, of shape ``(k,)``: the same game as `Game.new` deals.
                None: from seeds that follow from those that they were dealt from before.

        Raises:
            Refused: there is no such game, or not a seed for each; nothing has been changed then.
        """
        rows = whole_numbers(games, "games")
        if rows.ndim != 1 or np.any((rows < 0) | (rows >= self.n)):
            raise Refused(f"games of this batch are numbers from 0 to {self.n - 1}")
        if seeds is not None:
            own = whole_numbers(seeds, "seeds")
            if own.shape != rows.shape:
                raise Refused(f"there must be {len(rows)} seeds, one for each game")
            self._arrays.seeds[rows] = own
        self._arrays.reward[rows] = 0
        chosen = np.zeros(self.n, np.uint8)
        chosen[rows] = 1
        rules = self._engine.rules

        def deal(first: int, last: int, coder: Encoder) -> None:
            rules.deal_rows(self._games, first, last, self._options, coder, self._arrays, chosen)

        self._in_threads(deal)

    def step(self, actions: npt.ArrayLike) -> None:
        """Take an action in each game, for its `player`.

        Args:
            actions: whole numbers of shape ``(n,)``; -1 leaves a game alone, -2 forfeits the choice
                of its `player`. With ``autoreset="next"`` the action of a game that is done counts
                for nothing.

        Raises:
            Refused: an action isn't legal; nothing has been changed then.
        """
        chosen = whole_numbers(actions, "actions")
        self._check(chosen)
        rules = self._engine.rules

        def step(first: int, last: int, coder: Encoder) -> None:
            rules.step_rows(
                *(self._games, first, last, self._options, coder, self._arrays),
                *(chosen, self._full_margin, self._autoreset),
            )

        self._in_threads(step)

    def _check(self, chosen: npt.NDArray[np.int64]) -> None:
        if chosen.shape != (self.n,):
            raise Refused(f"there must be {self.n} actions, one for each game")
        acts = chosen != LEAVE
        if self._autoreset == NEXT_STEP:
            acts &= self.done == 0
        wrong = acts & ((chosen >= self.game.num_actions) | (chosen < FORFEIT) | (self.to_act == 0))
        rows = np.flatnonzero(acts & ~wrong & (chosen != FORFEIT))
        wrong[rows] = self.mask[rows, chosen[rows]] == 0
        for row in np.flatnonzero(wrong)[:1].tolist():
            if self.to_act[row] == 0:
                raise Refused(f"game {row} is over; `deal` it anew")
            raise Refused(
                f"action {chosen[row]} is not legal in game {row}; `mask` tells which are"
            )

    def _in_threads(self, work: Callable[[int, int, Encoder], None]) -> None:
        if self._pool is None:
            work(0, self.n, self._encoders[0])
            return
        parts = zip(self._shares, self._encoders, strict=True)
        done = [self._pool.submit(work, *share, coder) for share, coder in parts]
        wait(done)
        for each in done:
            each.result()

    def random_actions(self, seed: int = 0) -> npt.NDArray[np.int64]:
        """Return a legal action for each game, drawn by a seed; -1 where the game is over.

        What is drawn in a game depends on the seed, the game and its length, and on no other game.
        """
        actions = np.zeros(self.n, np.int64)
        self._engine.rules.choose_random(self._arrays, actions, seed)
        return actions

    def state(self, i: int) -> State:
        """Return the state of one game."""
        return State(self.game, self._games[i].tobytes())

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Return all there is to know of the games, as copies of arrays, to be kept."""
        return {"games": self._games.copy()} | {
            name: array.copy() for name, array in self._arrays._asdict().items()
        }

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> None:
        """Go on where `save` was called, of a batch made with the same arguments.

        Raises:
            Refused: it was another game, or other arguments.
        """
        for name, array in (("games", self._games), *self._arrays._asdict().items()):
            if name not in saved or saved[name].shape != array.shape:
                raise Refused(f"this was saved of another batch: {name} doesn't fit")
            array[:] = saved[name]


def _unused_encoder(game: Game) -> Encoder:
    """Return an encoder that is never used: the batch has no tensors."""
    return Encoder(
        game.record_class.batch(1),
        *(np.zeros((1, 1), np.int8), np.zeros((1, 1), np.int16), np.zeros((1, 1), np.int64)),
        np.zeros((1, 1, 1), np.int64),
        np.zeros(1, np.int64),
    )

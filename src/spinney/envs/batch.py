"""Many games at once, stepped by compiled code: the environment that learning runs on."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from spinney.core import interface
from spinney.core.arguments import check_choice, check_seed, whole_number
from spinney.core.compilation import Program, compiled
from spinney.core.encoding import TensorType, encoding
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.state import Observation, State
from spinney.envs import level_loops, loops
from spinney.envs.arguments import read_game, whole_numbers
from spinney.envs.arrays import (
    FORFEIT,
    FORFEITS,
    LEAVE,
    LOSE,
    NEVER,
    NEXT_STEP,
    OUTCOME,
    RAISE,
    SAME_STEP,
    BatchArrays,
    BatchRow,
    StepSettings,
)
from spinney.envs.level_moves import LevelBuffers
from spinney.envs.opponents import (
    RANDOM,
    GameNumbers,
    Policy,
    checked_actions,
    choice_seed,
    is_compiled,
    level_buffers,
    planned_actions,
)
from spinney.envs.plan import encoder, no_plan, plan_of
from spinney.kernel.engine import Engine
from spinney.kernel.linker import forwarders

Rewards = Literal["outcome", "margin"]
"""The kinds of rewards: `State.outcome`, which is 1, 0 or -1; or `State.returns`."""
Autoreset = Literal["same", "next", "never"]
"""When a game that has ended is dealt anew: in the same step, in the next, or never."""
Illegal = Literal["raise", "lose", "forfeit"]
"""The effects of an illegal action: it is refused; or it ends the game, and its player gets -1, all
others 0; or it forfeits the choice."""
_RESETS = {"same": SAME_STEP, "next": NEXT_STEP, "never": NEVER}
_ILLEGAL = {"raise": RAISE, "lose": LOSE, "forfeit": FORFEITS}
SMALL = 2**15
"""Numbers below it fit into 16 bits."""


class Batch:
    """Many games of one kind at once. Each step takes one action in each.

    Each `reset` and `step` overwrites the arrays: copy those to be kept. They are read-only,
    because a step writes only what differs from the one before. Where several players are to act at
    once, they do so one after another, and nobody sees what the others chose.

    Attributes:
        game: the game, with its options.
        n: how many games there are.
        obs: the view of the player to act, float32 or uint8, of shape ``(n, tensor_size)``; of
            width 0 in a batch without tensors. See `Observation.tensor`.
        mask: which actions are legal, uint8 of 0 and 1, of shape ``(n, num_actions)``.
        legal: these actions, ascending, of shape ``(n, num_actions)``, int16 or int32; numbers
            beyond ``num_legal`` have no meaning.
        num_legal: how many are legal, int64 of shape ``(n,)``.
        player: who is to act, int64 of shape ``(n,)``; 0 where the game is over.
        to_act: all players to act, int64 of shape ``(n,)``: a bit for each; 0: the game is over.
        reward: each player's reward of the step that ended a game, float32 of shape ``(n,
            players)``; else 0.
        done: has the last step ended the game? 1 or 0, int64 of shape ``(n,)``. With
            ``autoreset="never"`` it stays 1 until the game is dealt anew; the reward is there only
            after the step that ended it.
        final_obs: the final view of the player who acted last, if ``done`` and
            ``autoreset="same"``; shaped like ``obs``. If the game ended in `play_others`, the view
            of the seat.
        length: how many actions were taken in the game, int64 of shape ``(n,)``.
        seeds: the seed of the next game, int64 of shape ``(n,)``.
        deal_seeds: the seed of the game that is played, int64 of shape ``(n,)``: game ``i`` began
            as ``game.new(batch.deal_seeds[i])``. A game that is dealt anew has a new one.
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        seed: int | None = 0,
        *,
        obs: TensorType | None = "f4",
        autoreset: Autoreset = "same",
        reward: Rewards = "outcome",
        illegal: Illegal = "raise",
        threads: int = 1,
    ) -> None:
        """Deal the games.

        Args:
            game: the game, with its options, or its name.
            n: how many games.
            seed: of the deals: the same seed deals the same games, each from a seed of its own in
                ``deal_seeds``; None: a random one.
            obs: the type of tensors; None: no tensors, which is much faster.
            autoreset: when a game that has ended is dealt anew; ``"never"``: only by `deal`.
            reward: the kind of rewards.
            illegal: the effect of an illegal action.
            threads: how many threads share the games.

        Raises:
            Refused: there is no such game, a number is too small, an argument is not one of the
                possible values, or the game doesn't declare what its fields mean.
        """
        game = read_game(game, {})
        n, threads = whole_number(n, "the number of games"), whole_number(threads, "threads")
        if n < 1 or threads < 1:
            raise Refused("a batch has at least one game and one thread")
        check_choice("obs", obs, ("f4", "u1", None))
        check_choice("autoreset", autoreset, _RESETS)
        check_choice("reward", reward, ("outcome", "margin"))
        check_choice("illegal", illegal, _ILLEGAL)
        self.game, self.n = game, n
        self._made_with = {
            "obs": obs,
            "autoreset": autoreset,
            "reward": reward,
            "illegal": illegal,
            "threads": threads,
        }
        self._step_settings = StepSettings(
            full_margin=game.full_margin if reward == "margin" else OUTCOME,
            autoreset=_RESETS[autoreset],
            illegal=_ILLEGAL[illegal],
        )
        self._engine = compiled(game, ENVS)
        self._games = game.record_class.batch(n)
        self._options = np.array(game.settings, np.int64)
        self._share_out(obs, threads)
        self._name_arrays()
        self.reset(secrets.randbits(62) if seed is None else seed)

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games: {self.game!r}>"

    def _share_out(self, obs: TensorType | None, threads: int) -> None:
        """Make the arrays, and the buffers of each thread."""
        game, n = self.game, self.n
        plan = plan_of(game, obs) if obs else no_plan(game)
        self._encoders = [encoder(game, plan) for _ in range(threads)]
        self._buffers: list[LevelBuffers] = []
        self._pool = ThreadPoolExecutor(threads, "batch") if threads > 1 else None
        edges = np.linspace(0, n, threads + 1).astype(int).tolist()
        self._shares = list(pairwise(edges))
        self._nobody = np.full(n, -1, np.int64)
        actions, dtype = game.num_actions, obs or "u1"
        keeps_last = self._step_settings.autoreset == SAME_STEP
        width = encoding(game).size if obs else 0
        self._arrays = BatchArrays(
            rows=BatchRow.batch(n),
            mask=np.zeros((n, actions), np.uint8),
            legal=np.zeros((n, actions), np.int16 if actions <= SMALL else np.int32),
            tensors=np.zeros((n, width), dtype),
            places=np.zeros((n, plan.placed), np.int16 if 2 * width <= SMALL else np.int32),
            sets=np.zeros((n, plan.sets), np.int64),
            reward=np.zeros((n, game.num_players), np.float32),
            last_tensors=np.zeros((n, width if keeps_last else 0), dtype),
        )

    def _name_arrays(self) -> None:
        """Publish read-only views of the arrays that callers read as attributes."""
        arrays, rows = self._arrays, _read_only(self._arrays.rows)
        self.obs, self.final_obs = _read_only(arrays.tensors), _read_only(arrays.last_tensors)
        self.mask, self.legal = _read_only(arrays.mask), _read_only(arrays.legal)
        self.reward = _read_only(arrays.reward)
        self.player, self.to_act, self.num_legal = rows["player"], rows["to_act"], rows["num_legal"]
        self.length, self.done = rows["length"], rows["done"]
        self.seeds, self.deal_seeds = rows["seed"], rows["deal_seed"]

    def reset(self, seed: int | None = None) -> None:
        """Deal all games anew.

        Args:
            seed: a whole number from 0 on; None: each game's next seed, so that the deals are new
                ones and follow from the batch's seed.

        Raises:
            Refused: it is not such a number; then nothing has changed.
        """
        if seed is None:
            self.deal(np.arange(self.n))
            return
        if (seed := whole_number(seed, "a seed")) < 0:
            raise Refused(f"the seed of a batch is a whole number from 0 on, not {seed}")
        seeds = np.random.SeedSequence(seed).generate_state(self.n, np.uint64) >> 1
        self.deal(np.arange(self.n), seeds.astype(np.int64))

    def deal(self, games: npt.ArrayLike, seeds: npt.ArrayLike | None = None) -> None:
        """Deal some games anew.

        Args:
            games: their numbers, of shape ``(k,)``.
            seeds: of shape ``(k,)``, one for each game: the same deal as by `Game.new`. None: seeds
                that follow from the games' previous ones.

        Raises:
            Refused: there is no such game, or not a seed for each; then nothing has changed.
        """
        rows = whole_numbers(games, "games")
        if rows.ndim != 1 or np.any((rows < 0) | (rows >= self.n)):
            raise Refused(f"games of this batch are numbers from 0 to {self.n - 1}")
        if seeds is not None:
            own = whole_numbers(seeds, "seeds")
            if own.shape != rows.shape:
                raise Refused(f"there must be {len(rows)} seeds, one for each game")
            self._arrays.rows["seed"][rows] = own
        self._arrays.reward[rows] = 0
        chosen = np.zeros(self.n, np.uint8)
        chosen[rows] = 1
        rules = self._engine.rules

        def deal(first: int, last: int, thread: int) -> None:
            shared = (self._options, self._encoders[thread], self._arrays)
            rules.deal_rows(self._games, first, last, *shared, chosen)

        self._in_threads(deal)

    def step(self, actions: npt.ArrayLike) -> None:
        """Take an action in each game, for its `player`.

        Args:
            actions: whole numbers of shape ``(n,)``; -1 leaves a game alone, -2 forfeits the choice
                of its `player`. With ``autoreset="next"`` the action of a game that is done is
                ignored.

        Raises:
            Refused: they are not such numbers; a game is over; or, whatever ``illegal`` is, a
                number is neither -2, -1 nor an action of the game; or an action isn't legal and the
                batch was made with ``illegal="raise"``. Then nothing has changed.
        """
        self._step(whole_numbers(actions, "actions"), self._nobody)

    def _step(self, chosen: npt.NDArray[np.int64], seats: npt.NDArray[np.int64]) -> None:
        """Take actions; where there is a seat, of others."""
        self._check(chosen)
        rules = self._engine.rules

        def step(first: int, last: int, thread: int) -> None:
            rules.step_rows(*self._share(first, last, thread), chosen, seats)

        self._in_threads(step)

    def _share(self, first: int, last: int, thread: int) -> tuple[Any, ...]:
        """Return the arguments of loops that step a share of the games."""
        shared = (self._options, self._encoders[thread], self._arrays, self._step_settings)
        return (self._games, first, last, *shared)

    def _check(self, chosen: npt.NDArray[np.int64]) -> None:
        if chosen.shape != (self.n,):
            raise Refused(
                f"there must be {self.n} actions, one for each game: of shape ({self.n},), "
                f"not {chosen.shape}"
            )
        if self._step_settings.illegal != RAISE:
            self._check_numbers(chosen)
        if self._step_settings.illegal != RAISE and self._step_settings.autoreset != NEVER:
            return
        arrays, settings = self._arrays, self._step_settings
        row = self._engine.rules.find_wrong(arrays.rows, arrays.mask, chosen, settings.autoreset)
        if row < 0:
            return
        if self.to_act[row] == 0:
            raise Refused(f"game {row} is over; `deal` it anew")
        if settings.illegal == RAISE:
            raise Refused(
                f"action {chosen[row]} is not legal in game {row}; `mask` tells which are"
            )

    def _check_numbers(self, chosen: npt.NDArray[np.int64]) -> None:
        """Refuse numbers that stand for no action: they are mistakes of the caller, not moves."""
        last = self.game.num_actions - 1
        if chosen.min() < FORFEIT or chosen.max() > last:
            row = int(np.flatnonzero((chosen < FORFEIT) | (chosen > last))[0])
            raise Refused(
                f"{chosen[row]}, given for game {row}, is no action: actions are 0 to {last}, "
                f"{LEAVE} leaves a game alone, and {FORFEIT} forfeits"
            )

    def _in_threads(self, work: Callable[[int, int, int], None]) -> None:
        """Call a function for each share of the games, with its first, its end and its number."""
        if self._pool is None:
            work(0, self.n, 0)
            return
        done = [self._pool.submit(work, *share, k) for k, share in enumerate(self._shares)]
        wait(done)
        for each in done:
            each.result()

    def play_others(self, others: str | Policy, seat: npt.ArrayLike) -> None:
        """Let the other players act until it is a seat's turn in every game, or the game is over.

        For learning one seat: call it after `reset` and after each `step`. The results of games
        that a step has ended stay; games that end here are reported in the same way.

        Args:
            others: the name of a level (``"random"`` and ``"seedling"`` run compiled, the others
                think in each game); or a policy, a function that takes ``obs``, ``mask`` and
                ``player`` of some of the games and returns an action for each.
            seat: whose turn to wait for, in all games; or whole numbers of shape ``(n,)``.

        Raises:
            Refused: there is no such level or seat; or a policy returned an illegal action. Then
                the games are as they were when it was asked.
        """
        seats = self._checked_seats(seat)
        if is_compiled(others, self.game):
            self._play_level(seats, looking=int(others != RANDOM))
            return
        choose = (
            self._policy_actions(others)
            if callable(others)
            else planned_actions(others, self._choice)
        )
        while (rows := np.flatnonzero((self.to_act != 0) & (self.player != seats))).size:
            actions = np.full(self.n, LEAVE)
            actions[rows] = choose(rows)
            self._step(actions, seats)

    def _policy_actions(self, policy: Policy) -> Callable[[GameNumbers], npt.NDArray[Any]]:
        """Return a function that asks a policy for actions in some of the games."""
        return lambda rows: checked_actions(
            policy(self.obs[rows], self.mask[rows], self.player[rows]), rows.size
        )

    def _choice(self, row: int) -> tuple[Observation, int]:
        """Return the view of the player to act in a game, and the seed of their choice."""
        seed = choice_seed(int(self.seeds[row]), int(self.length[row]))
        return self.state(row).observe(int(self.player[row])), seed

    def _checked_seats(self, seat: npt.ArrayLike) -> npt.NDArray[np.int64]:
        given, players = np.asarray(seat), self.game.num_players
        if given.dtype.kind not in "iu" or given.shape not in ((), (self.n,)):
            raise Refused(f"a seat is a whole number, or there is one for each game: ({self.n},)")
        if ((given < 0) | (given >= players)).any():
            raise Refused(f"seats are 0 to {players - 1}")
        return np.ascontiguousarray(np.broadcast_to(given, (self.n,)), np.int64)

    def _play_level(self, seats: npt.NDArray[np.int64], *, looking: int) -> None:
        engine = compiled(self.game, LEVEL_PLAY)
        if not self._buffers:
            self._buffers = [level_buffers(self.game, engine) for _ in self._encoders]

        def play(first: int, last: int, thread: int) -> None:
            shared = self._share(first, last, thread)
            engine.rules.play_level(*shared, seats, looking, self._buffers[thread])

        self._in_threads(play)

    def random_actions(self, seed: int = 0) -> npt.NDArray[np.int64]:
        """Return a legal action for each game, drawn by a seed; -1 where the game is over.

        The action drawn in a game depends on the seed, the game and its length, and on no other
        game. The array is a new one, int64 of shape ``(n,)``.

        Raises:
            Refused: the seed is not a whole number of 64 bits.
        """
        seed = check_seed(seed)
        actions = np.zeros(self.n, np.int64)
        self._engine.rules.choose_random(self._arrays.rows, self._arrays.legal, actions, seed)
        return actions

    def state(self, i: int) -> State:
        """Return the state of one game. Raises Refused if there is no game of that number."""
        row = whole_number(i, "the number of a game")
        if not 0 <= row < self.n:
            raise Refused(f"games of this batch are numbers from 0 to {self.n - 1}")
        return State(self.game, self._games[row].tobytes())

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Return the whole state of the batch, as copies of arrays.

        ``numpy.savez`` writes them to a file.
        """
        arrays = {"games": self._games, **self._arrays._asdict(), "arguments": self._arguments()}
        return {name: array.copy() for name, array in arrays.items()}

    def _arguments(self) -> npt.NDArray[np.int64]:
        """Return the options of the game, and how games end, as numbers."""
        return np.array([*self.game.settings, *self._step_settings], np.int64)

    def load(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Restore what `save` returned, from a batch made with the same arguments.

        Raises:
            Refused: it was another game, or other arguments; then nothing has changed.
        """
        if not isinstance(saved, Mapping):
            raise Refused(f"what `save` returns can be loaded, not {saved!r:.60}")
        arrays = {"games": self._games, **self._arrays._asdict()}
        own = arrays | {"arguments": self._arguments()}
        loaded = {name: np.asarray(saved.get(name)) for name in own}
        for name, array in own.items():
            was = loaded[name]
            fits = (was.shape, was.dtype) == (array.shape, array.dtype)
            if not fits or (name == "arguments" and not np.array_equal(was, array)):
                raise Refused(f"this was saved of another batch: {name} doesn't fit")
        for name, array in arrays.items():
            array[:] = loaded[name]

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.game, self.n, self._made_with, self.save())


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a view that can't be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def _again(
    game: Game, n: int, made_with: dict[str, Any], saved: dict[str, npt.NDArray[Any]]
) -> Batch:
    """Return a batch as it was saved."""
    batch = Batch(game, n, **made_with)
    batch.load(saved)
    return batch


def _exercise(game: Game, _: Engine) -> None:
    """Call every loop once, with tensors of both types."""
    for obs in ("f4", "u1", None):
        batch = Batch(game, 1, obs=obs)
        batch.step(batch.random_actions())
        batch.play_others(lambda _obs, mask, _player: mask.argmax(1), 1)


def _exercise_levels(game: Game, _: Engine) -> None:
    """Let a level play, with tensors of both types."""
    for obs in ("f4", "u1", None):
        Batch(game, 1, obs=obs).play_others(RANDOM, 1)


ENVS = Program("envs", (forwarders(interface), loops), _exercise)
"""The loops of batches of games."""
LEVEL_PLAY = Program("level-play", (level_loops,), _exercise_levels, ("advice",))
"""The loop in which a level plays other seats."""

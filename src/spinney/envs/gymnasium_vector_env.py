"""Games as Gymnasium's vector environments, stepped by compiled code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from spinney.core.arguments import check_choice, check_seed
from spinney.core.encoding import TensorType
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.drawing.pixels import Bytes
from spinney.envs.arguments import read_game, reset_option, whole_numbers
from spinney.envs.arrays import FORFEIT, LEAVE
from spinney.envs.batch import Batch, Illegal, Rewards
from spinney.envs.episode import ILLEGALS
from spinney.envs.frames import check_render_mode, frame
from spinney.envs.gymnasium_env import RENDER_MODES, read_seat
from spinney.envs.learner_batch import LearnerBatch
from spinney.envs.opponents import RANDOM, GameNumbers, Opponent
from spinney.envs.spaces import Observed, observation_space

Flags = npt.NDArray[np.bool_]
Infos = dict[str, Any]
_MODES = {mode.value: mode for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)}


class GymnasiumVectorEnv(VectorEnv[Observed, GameNumbers, npt.NDArray[Any]]):
    """Many games, in each of which the learner has one seat: what ``gymnasium.make_vec`` makes.

    It does what ``gymnasium.vector.SyncVectorEnv`` does with as many `GymnasiumEnv`, only faster.

    Attributes:
        batch: the games.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        opponent: Opponent = RANDOM,
        seat: int | None = None,
        obs: TensorType = "f4",
        reward: Rewards = "outcome",
        illegal: Illegal = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Find the game and the opponent.

        Args:
            game: as for `GymnasiumEnv`, like all arguments that aren't explained here.
            num_envs: how many games.
            opponent: who has all other seats.
            seat: the learner's.
            obs: the type of tensors.
            reward: the kind of rewards.
            illegal: the effect of an illegal action.
            autoreset_mode: when a game that has ended is dealt anew: ``NEXT_STEP``, ``SAME_STEP``.
            threads: how many threads share the games.
            render_mode: the form in which `render` returns each game.
            options: the options of the game.

        Raises:
            Refused: there is no such game or option, or an argument can't be that.
        """
        self.game = read_game(game, options)
        check_choice("obs", obs, ("f4", "u1"))
        check_choice("illegal", illegal, ILLEGALS)
        seat = read_seat(seat, self.game)
        check_render_mode(render_mode, RENDER_MODES)
        mode = getattr(autoreset_mode, "value", autoreset_mode)
        check_choice("autoreset_mode", mode, _MODES)
        self.metadata = {
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "autoreset_mode": _MODES[mode],
        }
        self.batch = Batch(
            self.game, num_envs, None, obs=obs, autoreset="never", reward=reward, threads=threads
        )
        self._learners = LearnerBatch(self.batch, opponent, seat)
        self._obs, self._illegal = obs, illegal
        self._same_step = _MODES[mode] == AutoresetMode.SAME_STEP
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = observation_space(self.game, obs)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended: Flags | None = None  # the games to deal anew; None before the first reset

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observed, Infos]:
        """Begin new games and play them to the learner's first decision.

        Args:
            seed: of the first game, each further one has one more; or a seed for each, as for
                `GymnasiumEnv.reset`.
            options: may have a ``reset_mask``, bools of shape ``(num_envs,)``: the games to begin
                anew.

        Raises:
            Refused: a seed or the mask is invalid.
        """
        chosen = self._reset_mask(reset_option(options, "reset_mask"))
        seeds = self._seeds(seed)
        rows = np.flatnonzero(chosen)
        ended = np.zeros(self.num_envs, np.bool_) if self._ended is None else self._ended & ~chosen
        self._ended = None
        self._learners.deal(rows, seeds[rows])
        self._learners.play()
        self._ended = ended
        infos = {"seat": np.where(chosen, self._learners.seats, 0), "_seat": chosen}
        return self._observed(ended), infos

    def _reset_mask(self, mask: Any) -> Flags:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        flags = np.asarray(mask)
        if flags.shape != (self.num_envs,) or flags.dtype != np.bool_ or not flags.any():
            raise Refused(f"reset_mask must be {self.num_envs} bools, at least one of them True")
        if self._ended is None and not flags.all():
            raise Refused("the games haven't begun: reset() begins them all")
        return flags.copy()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> GameNumbers:
        """Return the seed from which each game would be dealt."""
        if seed is None:
            return np.array(self.batch.seeds)
        if isinstance(seed, Iterable):
            given = [*seed]
        else:
            given = [check_seed(seed) + i for i in range(self.num_envs)]
        if len(given) != self.num_envs:
            raise Refused(f"there must be {self.num_envs} seeds, one for each game")
        seeds = np.array(self.batch.seeds)
        for row, own in enumerate(given):
            if own is not None:
                seeds[row] = check_seed(own)
                if seeds[row] < 0:
                    raise Refused(f"seeds here are whole numbers from 0 on, not {own}")
        return seeds

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observed, npt.NDArray[np.float64], Flags, Flags, Infos]:
        """Take the learner's actions, and play on to its next decisions.

        Args:
            actions: whole numbers of shape ``(num_envs,)``. In ``NEXT_STEP`` mode that of a game
                which has ended is ignored.

        Returns:
            New arrays, by game: the learner's observation, its reward, whether the game has ended,
            False, and infos as those of `GymnasiumEnv.step`.

        Raises:
            Refused: they are not actions, or one is illegal and ``illegal`` is ``"raise"``; or an
                opponent's action isn't legal. Then nothing has changed.
        """
        if self._ended is None:
            raise Refused("the games haven't begun: reset() begins them")
        given = self._checked(actions, self._ended)
        learners, before = self._learners, self._learners.saved()
        ended, moves = self._ended, np.where(self._ended, LEAVE, given)
        wrong = ~ended & (self.batch.mask[np.arange(self.num_envs), given] == 0)
        if wrong.any():
            moves[wrong] = self._instead(given, wrong)
        lost = wrong if self._illegal == "lose" else np.zeros_like(wrong)
        try:
            learners.rewards[:] = np.where(lost, -1.0, 0.0)
            learners.deal(np.flatnonzero(ended))
            learners.play(moves)
            return self._results(given, wrong, lost)
        except Exception:
            learners.restore(before)
            raise

    def _checked(self, actions: npt.ArrayLike, ended: Flags) -> GameNumbers:
        """Return actions as numbers; those of games that have ended don't count and are 0."""
        given = whole_numbers(actions, "actions")
        if given.shape != (self.num_envs,):
            raise Refused(f"there must be {self.num_envs} actions, one for each game")
        given = np.where(ended, 0, given)
        outside = np.flatnonzero((given < 0) | (given >= self.game.num_actions))
        if len(outside):
            row, most = int(outside[0]), self.game.num_actions - 1
            raise Refused(f"{given[row]} in game {row} is no action: those are 0 to {most}")
        return given

    def _instead(self, given: GameNumbers, wrong: Flags) -> int:
        """Return the actions that replace illegal ones."""
        if self._illegal == "raise":
            row = int(np.flatnonzero(wrong)[0])
            raise Refused(
                f"action {given[row]} is not legal in game {row}; `action_mask` tells which are"
            )
        return FORFEIT if self._illegal == "forfeit" else LEAVE

    def _results(
        self, given: GameNumbers, wrong: Flags, lost: Flags
    ) -> tuple[Observed, npt.NDArray[np.float64], Flags, Flags, Infos]:
        """Return the results of a step, after dealing games anew that are due in the same step."""
        learners, every = self._learners, np.ones(self.num_envs, np.bool_)
        terminated, rewards = lost | learners.over, learners.rewards.copy()
        observed, infos = self._observed(lost), dict[str, Any]()
        reported = wrong & ~terminated if self._same_step else wrong
        if self._same_step and terminated.any():
            for row in np.flatnonzero(terminated).tolist():
                infos = self._add_info(infos, self._final(row, observed, given, wrong), row)
            learners.deal(np.flatnonzero(terminated))
            learners.play()
            observed = self._observed(np.zeros_like(lost))
        infos |= {"seat": learners.seats.copy(), "_seat": every}
        if reported.any():
            infos |= {"illegal_action": np.where(reported, given, 0), "_illegal_action": reported}
        self._ended = np.zeros_like(every) if self._same_step else terminated
        return observed, rewards, terminated, np.zeros_like(every), infos

    def _final(self, row: int, observed: Observed, given: GameNumbers, wrong: Flags) -> Infos:
        """Return the final infos of a game."""
        info = {"seat": int(self._learners.seats[row])}
        if wrong[row]:
            info["illegal_action"] = int(given[row])
        return {"final_obs": {key: observed[key][row] for key in observed}, "final_info": info}

    def _observed(self, lost: Flags) -> Observed:
        """Return the learner's observation in each game; where it has lost, no action is legal."""
        tensors, mask = self.batch.obs.copy(), self.batch.mask.view(np.int8).copy()
        mask[lost] = 0
        for row in np.flatnonzero(self._learners.over).tolist():
            tensors[row] = self._view(row).tensor(self._obs)
        return {"observation": tensors, "action_mask": mask}

    def _view(self, row: int) -> Any:
        return self.batch.state(row).observe(int(self._learners.seats[row]))

    def render(self) -> tuple[str | Bytes | None, ...]:  # type: ignore[override]
        """Return the learner's view of each game, as text or as pictures.

        Raises:
            Refused: the games haven't begun.
        """
        if self._ended is None:
            raise Refused("the games haven't begun: reset() begins them")
        return tuple(frame(self._view(row), self.render_mode) for row in range(self.num_envs))

"""Games as Gymnasium's environments: one learner, all other seats played by an opponent."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from spinney.core.encoding import TensorType
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.drawing.pixels import Bytes
from spinney.envs.batch import Illegal, Rewards
from spinney.envs.episode import Episode
from spinney.envs.frames import ANSI, RGB_ARRAY, check_render_mode, frame
from spinney.envs.opponents import (
    RANDOM,
    Opponent,
    choice_seed,
    drawn_seat,
    read_opponent,
)
from spinney.envs.spaces import Observed, observation_space

RENDER_MODES = [ANSI, RGB_ARRAY]


def read_seat(seat: Any, game: Game) -> int | None:
    """Return a learner's seat, or None. Raises Refused if the game has no such seat."""
    whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if seat is None or (whole and 0 <= seat < game.num_players):
        return None if seat is None else int(seat)
    raise Refused(f"seat can't be {seat!r}; it can be: None, or 0 to {game.num_players - 1}")


class GymnasiumEnv(gymnasium.Env[Observed, int]):
    """A game in which the learner has one seat: ``gymnasium.make("spinney/Arboretum-v0")``.

    Attributes:
        episode: the game that is played.
        seat: the learner's, in this game.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: Opponent = RANDOM,
        seat: int | None = None,
        obs: TensorType = "f4",
        reward: Rewards = "outcome",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Find the game and the opponent.

        Args:
            game: its name, or the game itself.
            opponent: who has all other seats; see `spinney.envs.opponents.Opponent`.
            seat: the learner's; None: drawn for each game.
            obs: the type of tensors; see `Observation.tensor`.
            reward: who has won, or `State.returns`; both at the end of the game.
            illegal: the effect of an illegal action, as for `spinney.envs.aec`.
            render_mode: ``"ansi"``, text; ``"rgb_array"``, a picture.
            options: the options of the game.

        Raises:
            Refused: there is no such game or option, or an argument can't be that.
        """
        self.episode = Episode(game, options, obs, reward, illegal)
        seat = read_seat(seat, self.episode.game)
        check_render_mode(render_mode, RENDER_MODES)
        self._opponent, self._given_seat = read_opponent(opponent), seat
        self.seat, self.render_mode = seat or 0, render_mode
        self.observation_space: spaces.Space[Any] = observation_space(self.episode.game, obs)
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.episode.game.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin a new game and play it to the learner's first decision.

        Args:
            seed: of the deal, as for `Game.new`; None: a seed that follows from the previous one.
            options: may have a ``state`` to begin with.

        Returns:
            The learner's observation, and its ``seat``.

        Raises:
            Refused: the seed is not a whole number of 64 bits, or the state is not of this game.
            gymnasium.error.Error: the seed is below 0, or not of Python's type.
        """
        super().reset(seed=seed)
        episode = self.episode
        episode.deal(seed, options)
        drawn = drawn_seat(episode.next_seed, episode.game.num_players)
        self.seat = drawn if self._given_seat is None else self._given_seat
        self._play_others()
        return self._observed(), {"seat": self.seat}

    def step(self, action: int) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Take the learner's action, and play on to its next decision.

        Returns:
            The learner's observation, its reward, whether the game has ended, False, and infos: its
            ``seat``, and ``illegal_action`` if the action was illegal.

        Raises:
            Refused: the game is over; it is not an action, or it is illegal and ``illegal`` is
                ``"raise"``; or the opponent's action isn't legal. Then nothing has changed.
        """
        episode, before = self.episode, self.episode.saved()
        if episode.over:
            raise Refused("the game is over: reset() begins another")
        chosen = episode.action(action)
        infos = {"seat": self.seat}
        try:
            if episode.take({self.seat: chosen}):
                infos["illegal_action"] = chosen
            self._play_others()
        except Exception:
            episode.restore(before)
            raise
        return self._observed(), episode.rewards[self.seat], episode.over, False, infos

    def _play_others(self) -> None:
        """Let the others play until the learner owes a decision, or the game is over."""
        episode = self.episode
        while not episode.over and (player := episode.state.to_act[0]) != self.seat:
            seed = choice_seed(episode.next_seed, episode.length)
            for action in self._opponent(episode.view(player), seed):
                episode.take({player: action})

    def _observed(self) -> Observed:
        return self.episode.observed(self.seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, as a vector of bools."""
        return self._observed()["action_mask"].astype(np.bool_)

    def render(self) -> str | Bytes | None:
        """Return the learner's view, as text or as a picture. Raises Refused before `reset`."""
        return frame(self.episode.view(self.seat), self.render_mode)

"""One game as environments of other frameworks play it, from the deal to the rewards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from spinney.core.arguments import check_choice, check_seed, whole_number
from spinney.core.encoding import TensorType
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.interface import ILLEGAL
from spinney.core.state import Observation, State
from spinney.envs.arguments import read_game, reset_option
from spinney.envs.batch import Illegal, Rewards
from spinney.envs.spaces import Observed
from spinney.kernel.rng import random

ILLEGALS = ("lose", "raise", "forfeit")


class Episode:
    """One game, dealt anew for each episode.

    Attributes:
        game: the game, with its options.
        next_seed: the seed of the next game.
        length: how many actions have been taken.
        losers: the players who have lost by an illegal action.
    """

    def __init__(
        self,
        game: str | Game,
        options: Mapping[str, Any],
        obs: TensorType,
        reward: Rewards,
        illegal: Illegal,
    ) -> None:
        """Find the game.

        Raises:
            Refused: there is no such game or option, or an argument can't be that.
        """
        self.game = read_game(game, options)
        check_choice("obs", obs, ("f4", "u1"))
        check_choice("reward", reward, ("outcome", "margin"))
        check_choice("illegal", illegal, ILLEGALS)
        self._obs, self._reward, self._illegal = obs, reward, illegal
        self._state: State | None = None
        self.next_seed = int(np.random.default_rng().integers(2**62))
        self.length, self.losers = 0, tuple[int, ...]()

    @property
    def state(self) -> State:
        """The current state. Raises Refused before the first deal."""
        if self._state is None:
            raise Refused("the game hasn't begun: reset() begins one")
        return self._state

    def view(self, player: int) -> Observation:
        """Return what a player sees; -1: a spectator. Raises Refused before the first deal."""
        return self.state.observe(player)

    def deal(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Begin a new game.

        Args:
            seed: of the deal, as for `Game.new`; None: a seed that follows from the previous one,
                the first time a random one.
            options: may have a ``state`` to begin with, and nothing else.

        Raises:
            Refused: the seed is not a whole number of 64 bits, the state is not of this game, or
                there is another option; then nothing has changed.
        """
        state = reset_option(options, "state")
        if state is not None and not (isinstance(state, State) and state.game == self.game):
            raise Refused(f"the state to begin with must be one of {self.game!r}")
        dealt_from = self.next_seed if seed is None else check_seed(seed)
        self._state = self.game.new(dealt_from) if state is None else state.settled()[-1].state
        self.next_seed = random(dealt_from)
        self.length, self.losers = 0, ()

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(self.losers) or not self.state.to_act

    def observed(self, player: int) -> Observed:
        """Return a player's observation: new arrays. The mask is all 0 if they may not act."""
        view = self.view(player)
        mask = view.mask() if not self.losers else np.zeros(self.game.num_actions, np.uint8)
        return {"observation": view.tensor(self._obs), "action_mask": mask.view(np.int8)}

    def all_observed(self) -> npt.NDArray[Any]:
        """Return the tensors of all players' observations in a row, as a new array.

        Its shape is ``(num_players * tensor_size,)``. It has everything that any of them knows.

        Raises:
            Refused: the game hasn't begun.
        """
        views = [self.view(player) for player in range(self.game.num_players)]
        return np.concatenate([view.tensor(self._obs) for view in views])

    def action(self, given: Any) -> int:
        """Return an action that was given, as an int.

        Raises:
            Refused: it is not a whole number, or there is no such action.
        """
        action = whole_number(given, "an action")
        if not 0 <= action < self.game.num_actions:
            raise Refused(
                f"{self.game.name} has no action {action}; "
                f"actions are 0 to {self.game.num_actions - 1}"
            )
        return action

    def take(self, actions: Mapping[int, int]) -> tuple[int, ...]:
        """Take the actions of players who are to act; return those whose action wasn't legal.

        Raises:
            Refused: an action isn't legal and ``illegal`` is ``"raise"``; then nothing has changed.
        """
        wrong = tuple(p for p in actions if actions[p] not in self.state.legal_actions(p))
        if wrong and self._illegal == "raise":
            raise Refused(
                f"action {actions[wrong[0]]} is not legal for player {wrong[0]}; "
                "`action_mask` tells which are"
            )
        if wrong and self._illegal == "lose":
            self.losers = wrong
            return wrong
        state = self.state
        for player in sorted(actions):
            if player not in wrong:
                state = state.apply_action(player, actions[player])
            elif player in self.state.to_act:  # whom another's action makes due has not chosen yet
                state = state.forfeit(player, ILLEGAL)[-1].state
        self._state = state
        self.length += len(actions)
        return wrong

    def saved(self) -> tuple[State, int, tuple[int, ...]]:
        """Return the data for `restore`. Raises Refused before the first deal."""
        return self.state, self.length, self.losers

    def restore(self, saved: tuple[State, int, tuple[int, ...]]) -> None:
        """Restore what `saved` returned."""
        self._state, self.length, self.losers = saved

    @property
    def rewards(self) -> list[float]:
        """Each player's reward; 0 before the end."""
        if self.losers:
            return [-1.0 if p in self.losers else 0.0 for p in range(self.game.num_players)]
        if not self.over:
            return [0.0] * self.game.num_players
        ended = self.state.returns if self._reward == "margin" else self.state.outcome
        return [*np.asarray(ended, float).tolist()]

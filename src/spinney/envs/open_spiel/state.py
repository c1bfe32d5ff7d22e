"""States for OpenSpiel: a chance node that deals, then the players' choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyspiel  # type: ignore[import-untyped,import-not-found,unused-ignore]

from spinney.core.errors import Refused
from spinney.envs.open_spiel.history import GameHistory

UNDEALT = "not dealt yet"
"""The text of a game before its deal."""
SEEDS = 2**53
"""The number of seeds that a random number from 0 to 1 can select."""


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game. OpenSpiel copies and pickles it by its attributes.

    Attributes:
        game_history: the game since its deal; None before.
    """

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game)
        self.game_history: GameHistory | None = None

    @property
    def dealt(self) -> GameHistory:
        """The game since its deal. There must have been one."""
        if self.game_history is None:
            raise pyspiel.SpielError("this game has not been dealt yet: apply a chance outcome")
        return self.game_history

    def current_player(self) -> int:
        """Return the player to act, or OpenSpiel's number for chance, several, or the end."""
        if self.game_history is None:
            return int(pyspiel.PlayerId.CHANCE)
        acting = self.game_history.state.to_act
        if not acting:
            return int(pyspiel.PlayerId.TERMINAL)
        if len(acting) == 1 or self.get_game().turn_based:
            return acting[0]
        return int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.game_history is not None and not self.game_history.state.to_act

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, each as likely as any other."""
        outcomes: list[tuple[int, float]] = self.get_game().outcomes
        return outcomes

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.dealt.legal.get(player, ()))

    def _apply_action(self, action: int) -> None:
        if self.game_history is None:
            self.game_history = self.get_game().deal(action)
        else:
            acting = self.game_history.state.to_act
            if not acting:
                raise Refused("the game is over: new_initial_state() begins another")
            self.game_history = self.game_history.after([(acting[0], action)])

    def _apply_actions(self, actions: Sequence[int]) -> None:
        if len(actions) != self.num_players():
            raise Refused(f"there must be {self.num_players()} actions, one for each player")
        self.game_history = self.dealt.after([(p, actions[p]) for p in self.dealt.state.to_act])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        view = None if self.game_history is None else self.game_history.state.observe(player)
        description: str = self.get_game().game.describe(action, view)
        return description

    def returns(self) -> list[float]:
        """Return each player's returns, from -1 to 1; 0 before the end."""
        if self.game_history is None:
            return [0.0] * self.num_players()
        return self.game_history.returns

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> OpenSpielState:
        """Return a state that looks the same to a player, drawn uniformly among all possible ones.

        How likely the others' play is doesn't matter. Its history is that of this state.
        """
        resampled: OpenSpielState = self.clone()
        resampled.game_history = self.dealt.resampled(player, int(rng() * SEEDS))
        return resampled

    def __str__(self) -> str:
        return UNDEALT if self.game_history is None else repr(self.game_history.state)

    def __deepcopy__(self, memo: Any) -> OpenSpielState:
        copied: OpenSpielState = self.clone()
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.get_game(), self.serialize())


def _restored(game: pyspiel.Game, text: str) -> OpenSpielState:
    """Return the state that was written as this text."""
    state: OpenSpielState = game.deserialize_state(text)
    return state

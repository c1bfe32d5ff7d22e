"""The history of a game since its deal, as OpenSpiel's players know it.

Nothing here needs OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from spinney.core.errors import Refused
from spinney.core.legal_moves import illegal_text
from spinney.core.returns import write_returns
from spinney.core.state import Observation, State
from spinney.kernel.rng import below, random, seeded


class GameHistory:
    """The state of a game, and all that each player has learnt since the deal. It never changes.

    Attributes:
        state: of the game.
        first: by player, the code of their first observation.
        events: by player, the codes of all events since then, as text: ``" 17 3"``.
    """

    def __init__(self, state: State, first: tuple[str, ...], events: tuple[str, ...]) -> None:
        self.state, self.first, self.events = state, first, events

    @staticmethod
    def begun(state: State) -> GameHistory:
        """Return the history of a game that has just been dealt."""
        players = range(state.game.num_players)
        return GameHistory(
            state, tuple(state.observe(p).code for p in players), ("",) * len(players)
        )

    @cached_property
    def legal(self) -> Mapping[int, tuple[int, ...]]:
        """The legal actions of each player who is to act, ascending."""
        return {player: self.state.legal_actions(player) for player in self.state.to_act}

    @cached_property
    def _views(self) -> dict[int, Observation]:
        return {}

    def view(self, player: int) -> Observation:
        """Return the current observation of a player; -1: a spectator."""
        if player not in self._views:
            self._views[player] = self.state.observe(player)
        return self._views[player]

    def after(self, choices: Iterable[tuple[int, int]]) -> GameHistory:
        """Return the history after some players' actions, one after another.

        Raises:
            Refused: an action isn't legal.
        """
        for player, action in choices:
            if action not in self.legal.get(player, ()):
                raise Refused(illegal_text(player, action, self.legal.get(player, ())))
        state, events = self.state, list(self.events)
        for player, action in choices:
            transitions = state.apply_actions(player, (action,))
            for transition in transitions:
                for observer in range(len(events)):
                    codes = transition.events(observer)
                    events[observer] += "".join(f" {code}" for code in codes)
            state = transitions[-1].state
        return GameHistory(state, self.first, tuple(events))

    @property
    def returns(self) -> list[float]:
        """Each player's returns, as `State.returns`, at the precision of Python."""
        state, players = self.state, self.state.game.num_players
        worth = [0.0] * players
        points = state.scores if state.over else worth
        write_returns(points, players, state.game.full_margin, worth)  # type: ignore[arg-type]
        return worth

    def information(self, player: int) -> str:
        """Return all that a player has learnt, as a word: equal knowledge has equal words.

        It includes the player's number, to distinguish players with the same knowledge.
        """
        return f"{self.first[player]}:{player}:{self.events[player]}"

    def resampled(self, player: int, seed: int) -> GameHistory:
        """Return a history that looks the same to a player, drawn by a seed.

        The others' knowledge in it is what they see in it.

        Raises:
            Refused: there is no such player.
        """
        if not 0 <= player < self.state.game.num_players:
            raise Refused(f"players are 0 to {self.state.game.num_players - 1}")
        state = self._with_sealed_choices(self.view(player).determinize(seed), seed)
        history = GameHistory.begun(state)
        first, events = list(history.first), list(history.events)
        first[player], events[player] = self.first[player], self.events[player]
        return GameHistory(state, tuple(first), tuple(events))

    def _with_sealed_choices(self, state: State, seed: int) -> State:
        """Repeat the choices of players who have chosen already, each by a random legal action.

        Nobody else sees a sealed choice, so it isn't in a determinised state.
        """
        r = seeded(seed)
        while sealed := [p for p in state.to_act if p not in self.state.to_act]:
            r = random(r)
            actions = state.legal_actions(sealed[0])
            state = state.apply_action(sealed[0], actions[below(r, len(actions))])
        return state

    def __deepcopy__(self, memo: Any) -> GameHistory:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return GameHistory, (self.state, self.first, self.events)

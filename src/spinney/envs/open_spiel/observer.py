"""Observers for OpenSpiel: observations and information states, as numbers and words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyspiel  # type: ignore[import-untyped,import-not-found,unused-ignore]

from spinney.core.encoding import encoding
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.envs.open_spiel.state import UNDEALT

if TYPE_CHECKING:
    from spinney.envs.open_spiel.history import GameHistory
    from spinney.envs.open_spiel.state import OpenSpielState

SPECTATOR = -1


class OpenSpielObserver:
    """Writes the knowledge of one player.

    An observation is what a player sees: the tensor of `Observation.tensor`, a piece for each field
    of the record. The string is its code, which `Game.observation` reads.

    An information state is also what they saw first, and all events they have learnt of since: two
    more pieces, ``first`` and ``events``. The second has a number for each event: 1 more than its
    code, in parts of `CODES`, and 0 where there are no more.

    Attributes:
        tensor: all of it, float32.
        dict: the same by name, in the shapes of the fields.
    """

    def __init__(
        self, game: Game, event_room: int, kind: Any = None, parameters: Any = None
    ) -> None:
        """Prepare the arrays.

        Args:
            game: the game that is observed.
            event_room: how many events an information state has room for.
            kind: an ``IIGObservationType`` of OpenSpiel; None: its default observation.
            parameters: there are none.

        Raises:
            Refused: the kind of observation or a parameter is unknown.
        """
        self._game = game
        self._recalls = kind is not None and kind.perfect_recall
        self._public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        _check(kind, parameters)
        code = encoding(game)
        self._size = code.size
        events = event_room if self._recalls else 0
        first = self._size if self._recalls else 0
        self.tensor = np.zeros(self._size + first + events, np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {
            name: self.tensor[layout.slice].reshape(layout.shape)
            for name, layout in code.layout.items()
        }
        if self._recalls:
            self.dict["first"] = self.tensor[self._size : 2 * self._size]
            self.dict["events"] = self.tensor[2 * self._size :]

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write a player's knowledge to the arrays.

        Raises:
            Refused: there are more events than there is room for.
        """
        self.tensor[:] = 0
        history = state.game_history
        if history is None:
            return
        viewer = SPECTATOR if self._public else player
        self.tensor[: self._size] = history.view(viewer).tensor()
        if self._recalls:
            first = self._game.observation(player, history.first[player])
            self.tensor[self._size : 2 * self._size] = first.tensor()
            self._write_events(history, player)

    def _write_events(self, history: GameHistory, player: int) -> None:
        codes = np.fromstring(history.events[player], np.float32, sep=" ")
        known = self.dict["events"]
        if len(codes) > len(known):
            raise Refused(f"{len(codes)} events don't fit into a tensor that has {len(known)}")
        known[: len(codes)] = (codes + 1) / self._game.rules.CODES

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return a player's knowledge as a word, equal if and only if the knowledge is."""
        if state.game_history is None:
            return UNDEALT
        if self._recalls:
            return state.game_history.information(player)
        return state.game_history.view(SPECTATOR if self._public else player).code


def _check(kind: Any, parameters: Any) -> None:
    """Refuse unknown parameters."""
    if parameters:
        raise Refused(f"an observer of Spinney has no parameters, and these are: {parameters}")
    if kind is None:
        return
    private = kind.private_info
    if not kind.public_info or private == pyspiel.PrivateInfoType.ALL_PLAYERS:
        raise Refused("observers tell what one player knows, or a spectator sees")
    if kind.perfect_recall and private == pyspiel.PrivateInfoType.NONE:
        raise Refused("what spectators have seen isn't kept: ask without perfect_recall")

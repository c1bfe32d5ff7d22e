"""A match on a remote server, as its player sees it."""

from __future__ import annotations

import time
from functools import cached_property
from typing import Any

from spinney.core.state import Observation, State
from spinney.match import LogLine

ON_THE_WAY = 0.25
"""Seconds that an answer may take to the server, of the player's clock."""


class RemoteMatch:
    """A remote match, as far as its player sees it."""

    def __init__(self) -> None:
        self._state: dict[str, Any] = {}
        self._log: list[LogLine] = []
        self._at = 0.0
        self._decisions: tuple[State, ...] = ()

    def update(self, state: dict[str, Any]) -> None:
        """Take in a message of the server: the whole view, and the new lines of the log."""
        for line in state["log"]:
            player, at = line["player"], int(1000 * line["at"])
            if line["number"] > len(self._log):
                said_by = -1 if player is None else player
                self._log.append(LogLine(line["number"], said_by, line["text"], at))
        self._state, self._at = state, time.monotonic()
        self.__dict__.pop("state", None)

    @property
    def log_length(self) -> int:
        """How many lines of the log have come."""
        return len(self._log)

    @property
    def version(self) -> str:
        """The server's version number of the view."""
        return str(self._state["version"])

    @property
    def player(self) -> int:
        """Which player it is; -1: none."""
        found = self._state["player"]
        return -1 if found is None else int(found)

    @property
    def is_to_act(self) -> bool:
        """Is a choice due?"""
        return not self.over and self.player in self._state["to_act"]

    @property
    def clock(self) -> float | None:
        """Seconds the player has left, less what an answer needs on its way; None: no clock."""
        left = self._state["clocks"][self.player]
        return None if left is None else left - (time.monotonic() - self._at) - ON_THE_WAY

    # The data that programs receive: see `program_protocols.MatchView`.

    @property
    def over(self) -> bool:
        """Has it ended?"""
        return bool(self._state["over"])

    @property
    def outcome(self) -> tuple[int, ...] | None:
        """1 for a win, 0 for a shared one, -1 for a loss, by player; None before the end."""
        found = self._state["outcome"]
        return None if found is None else tuple(found)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by player."""
        return tuple(self._state["scores"])

    @cached_property
    def state(self) -> State:
        """A determinization: where nothing is hidden, the real state."""
        return self.view(self.player).determinize(0)

    @property
    def decisions(self) -> tuple[State, ...]:
        """The decision that is due, after those for which this was asked before."""
        if self.state not in self._decisions[-1:]:
            self._decisions += (self.state,)
        return self._decisions

    def view(self, player: int) -> Observation:  # noqa: ARG002 - there is but one
        """Return what the player may know. Raises Refused if the server's rules differ."""
        return Observation.from_json(self._state["observation"])

    def log(self, player: int) -> tuple[LogLine, ...]:  # noqa: ARG002 - there is but one
        """Return the player's log."""
        return tuple(self._log)

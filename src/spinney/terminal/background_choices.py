"""The choices of computers, made in threads while people at the screen choose too."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from spinney.terminal.computer import PendingAnswer

if TYPE_CHECKING:
    from rich.console import Console

    from spinney.core.state import Observation
    from spinney.match import Match
    from spinney.players.answer import Answer
    from spinney.players.referee import MatchReferee
    from spinney.search.budget import Progress


class ComputerChoice(NamedTuple):
    """A choice that a computer has made.

    Attributes:
        player: whose it is.
        view: what it was made for.
        answer: the move, or a fault.
        at: when it was made, by the match's own time.
    """

    player: int
    view: Observation
    answer: Answer
    at: int


class BackgroundChoices:
    """What the levels and bots at a table are choosing. They search one after another."""

    def __init__(self, referee: MatchReferee, now: Callable[[], int]) -> None:
        """``now`` returns the match's own time."""
        self._referee, self._now = referee, now
        self._one_at_a_time = threading.Lock()
        self._pending: dict[int, tuple[Observation, PendingAnswer[ComputerChoice]]] = {}

    def begin(self, match: Match, player: int) -> None:
        """Let a player begin to choose, unless it does so already."""
        view = match.view(player)
        known = self._pending.get(player)
        if known is not None and known[0] == view:
            return
        if known is not None:
            known[1].stop()
        pending = PendingAnswer(lambda progress: self._choose(match, player, progress))
        self._pending[player] = view, pending

    def _choose(self, match: Match, player: int, progress: Progress) -> ComputerChoice:
        with self._one_at_a_time:
            progress(0)  # stops a search that nobody waits for any more
            left = match.remaining(self._now())[player]
            clock, seed = None if left is None else left / 1000, secrets.randbits(62)
            answer = self._referee.ask(match, player, seed, clock, progress)
            return ComputerChoice(player, match.view(player), answer, self._now())

    def wait(self, out: Console, label: str, player: int) -> None:
        """Wait until a player has chosen, and show the progress; ctrl-C ends it."""
        self._pending[player][1].wait(out, label)

    def take(self) -> list[ComputerChoice]:
        """Return the choices made since the last call, the earliest first."""
        ready = [player for player, (_, pending) in self._pending.items() if pending.ready]
        made = [self._pending.pop(player)[1].result() for player in ready]
        return sorted(made, key=lambda choice: choice.at)

    def times(self) -> dict[int, int]:
        """Return when the players who have chosen did so; `take` returns these choices."""
        ready = (pending for _, pending in self._pending.values() if pending.succeeded)
        return {choice.player: choice.at for choice in (one.result() for one in ready)}

    def stop(self) -> None:
        """Stop all searches."""
        for _, pending in self._pending.values():
            pending.stop()
        self._pending.clear()

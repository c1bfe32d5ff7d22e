"""The state of the clocks of a match: the time each player has used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import add

from spinney.match.clocks import Clock


@dataclass(frozen=True, slots=True)
class TimeUsed:
    """The state of all clocks. All times are in milliseconds.

    Attributes:
        clock: of the match.
        at: the time of the last event, up to which time is charged.
        paused: nobody is charged until the umpire resumes.
        periods: the span of the game each player is in, as `State.period` numbers them.
        spent: the time charged to each player's allowance; below 0 if a bank has grown.
        used: each player's total thinking time.
        since: when each player's clock starts again, where clocks wait (`Clock.wait`).
    """

    clock: Clock
    periods: tuple[int, ...]
    spent: tuple[int, ...]
    used: tuple[int, ...]
    since: tuple[int, ...]
    at: int = 0
    paused: bool = False

    @staticmethod
    def start(clock: Clock, periods: Sequence[int]) -> TimeUsed:
        """Return the clocks of a match that begins."""
        zeros = (0,) * len(periods)
        return TimeUsed(clock, tuple(periods), zeros, zeros, zeros).announced()

    def left(self, player: int) -> int | None:
        """Return a player's time left at the last event; None: not timed now."""
        clock, timed = self.clock, self.periods[player] != 0 or self.clock.all
        if clock.kind == "none" or (clock.kind == "phase" and not timed):
            return None
        return max(0, self.clock.allowance - self.spent[player])

    def run(self, at: int, acting: Iterable[int]) -> TimeUsed:
        """Return the clocks at a later time; the players in ``acting`` are charged."""
        players = range(len(self.spent))
        charged = [self._passed(p, at) if p in acting else 0 for p in players]
        untimed = self.clock.kind == "none"
        timed = [0 if untimed or self.left(p) is None else charged[p] for p in players]
        return replace(self, at=at, spent=_sum(self.spent, timed), used=_sum(self.used, charged))

    def _passed(self, player: int, at: int) -> int:
        """Return how long a player's clock would have run up to a time."""
        return 0 if self.paused else max(0, at - max(self.at, self.since[player]))

    def due(self, player: int) -> int | None:
        """Return when a player to act runs out of time; None: not timed now."""
        left = self.left(player)
        return None if left is None else max(self.at, self.since[player]) + left

    def announced(self) -> TimeUsed:
        """Return the clocks after an event that all players are shown: they wait for a while."""
        return replace(self, since=(self.at + self.clock.wait,) * len(self.since))

    def acknowledged(self, player: int) -> TimeUsed:
        """Return the clocks now that a player has been shown it: theirs starts."""
        since = (*self.since[:player], self.at, *self.since[player + 1 :])
        return replace(self, since=since)

    def after_choices(self, players: Iterable[int]) -> TimeUsed:
        """Return the clocks after these players' choices: a bank grows, a move's begins anew."""
        spent = list(self.spent)
        for p in players:
            if self.clock.kind == "bank":
                spent[p] -= self.clock.increment
            elif self.clock.kind == "move":
                spent[p] = 0
        return replace(self, spent=tuple(spent))

    def in_periods(self, periods: Sequence[int]) -> TimeUsed:
        """Return the clocks in these periods: where the number is new, a phase's begins anew."""
        if self.clock.kind != "phase":
            return replace(self, periods=tuple(periods))
        spent = (
            used if old == new else 0
            for used, old, new in zip(self.spent, self.periods, periods, strict=True)
        )
        return replace(self, periods=tuple(periods), spent=tuple(spent))

    def restored(self, earlier: TimeUsed, charge: Sequence[int]) -> TimeUsed:
        """Return the clocks as they were ``earlier``, but at the current time.

        ``charge``: the players to whom the time they have used since is not given back.
        """
        used = enumerate(zip(self.used, earlier.used, strict=True))
        since = [now - then if p in charge else 0 for p, (now, then) in used]
        return replace(self, periods=earlier.periods, spent=_sum(earlier.spent, since))


def _sum(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(add, a, b))

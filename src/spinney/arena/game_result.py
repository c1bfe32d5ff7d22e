"""The result of one game, derived from its match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from spinney.arena.deal_group import group_size
from spinney.players.answer import GONE

if TYPE_CHECKING:
    from spinney.match import Match


class TimeSpent(NamedTuple):
    """The time that a seat took to choose.

    Attributes:
        choices: how many there were.
        total_ms: for all of them, in milliseconds.
        longest_ms: for the one that took longest.
    """

    choices: int = 0
    total_ms: int = 0
    longest_ms: int = 0

    def with_choice(self, ms: int) -> TimeSpent:
        """Return it with one more choice."""
        return TimeSpent(self.choices + 1, self.total_ms + ms, max(self.longest_ms, ms))


@dataclass(frozen=True)
class GameResult:
    """The result of one game. Everything is by seat.

    Attributes:
        number: its place in the series or league, from 0.
        seating: which player of the series, or entrant of the league, had each seat.
        outcome: 1 for a win, 0 for a shared one, -1 for a loss.
        scores: the final scores.
        spent: the time taken.
        faults: the kinds of faults, in their order.
        forfeits: how many choices were made by the rules in its place.
        round: of the league, from 1.
    """

    number: int
    seating: tuple[int, ...]
    outcome: tuple[int, ...]
    scores: tuple[int, ...]
    spent: tuple[TimeSpent, ...]
    faults: tuple[tuple[str, ...], ...]
    forfeits: tuple[int, ...]
    round: int = 1

    @staticmethod
    def of(number: int, seating: tuple[int, ...], match: Match, in_round: int = 1) -> GameResult:
        """Return the result of a match that is over."""
        return GameResult(
            number,
            seating,
            match.outcome or (),
            match.state.scores,
            spent(match),
            faults(match),
            forfeits(match),
            in_round,
        )

    @property
    def group(self) -> int:
        """The number of the deal group it belongs to, from 0."""
        return self.number // group_size(len(self.seating))

    @property
    def pairing(self) -> tuple[int, ...]:
        """Its players, whatever their seats."""
        return tuple(sorted(self.seating))

    @property
    def points(self) -> tuple[float, ...]:
        """1 for a win, 0 for a loss, an equal part for a shared win."""
        return points(self.outcome)


def points(outcome: tuple[int, ...]) -> tuple[float, ...]:
    """Return 1 for a win, 0 for a loss, an equal part for a shared win, by seat."""
    sharing = max(1, outcome.count(0))
    return tuple({1: 1.0, 0: 1 / sharing, -1: 0.0}[result] for result in outcome)


def spent(match: Match) -> tuple[TimeSpent, ...]:
    """Return the time that each seat's choices took.

    Without a clock everybody's begins when the one before has chosen, with a clock when all that
    is chosen at once is due (`match_runner.play`).
    """
    times, since = [TimeSpent() for _ in match.header.seats], 0
    timed = match.header.clock.kind != "none"
    for event, following in zip(match.events, match.positions[1:], strict=True):
        if event.kind in ("move", "forfeit"):
            times[event.player] = times[event.player].with_choice(event.at - since)
        if following.applied or not timed:
            since = event.at
    return tuple(times)


def faults(match: Match) -> tuple[tuple[str, ...], ...]:
    """Return the kinds of faults of each seat. What follows from a fault counts once, with it."""
    by_seat: list[list[str]] = [[] for _ in match.header.seats]
    for event in match.events:
        kind = event.bot_output.kind or event.text
        if event.kind == "forfeit" and kind != GONE:
            by_seat[event.player].append(kind)
    return tuple(map(tuple, by_seat))


def forfeits(match: Match) -> tuple[int, ...]:
    """Return how many choices of each seat were made by the rules in its place."""
    late = [event.player for event in match.events if event.kind == "forfeit"]
    return tuple(map(late.count, range(len(match.header.seats))))

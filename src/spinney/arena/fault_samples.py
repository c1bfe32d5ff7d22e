"""Samples of faults from the records, with the error output that came with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from spinney.arena.notable_games import first_fault_games
from spinney.players.answer import GONE

if TYPE_CHECKING:
    from spinney.arena.game_result import GameResult
    from spinney.arena.league_result import LeagueResult
    from spinney.match import Match

MOST_LINES, MOST_LETTERS = 20, 2_000
"""The most of a bot's error output that is shown with a fault: its last lines."""


class FaultSample(NamedTuple):
    """A fault as it was recorded.

    Attributes:
        entrant: whose it is.
        kind: of the fault.
        game: its number.
        version: of the match right after it.
        detail: more about it.
        stderr: the end of the bot's error output with that choice.
        cut: is there more of it in the record?
    """

    entrant: int
    kind: str
    game: int
    version: int
    detail: str
    stderr: str
    cut: bool


def first_faults(games: Iterable[tuple[GameResult, Match]]) -> list[FaultSample]:
    """Return the first fault of each kind of each entrant in these games."""
    found: dict[tuple[int, str], FaultSample] = {}
    for result, match in games:
        for sample in _faults(result, match):
            found.setdefault((sample.entrant, sample.kind), sample)
    return sorted(found.values())


def recorded_faults(league: LeagueResult) -> list[FaultSample]:
    """Return the first fault of each kind of each entrant of a league, as far as records tell."""
    return first_faults(league.matches(first_fault_games(league.counted)))


def _faults(result: GameResult, match: Match) -> Iterator[FaultSample]:
    for version, event in enumerate(match.events, 1):
        output = event.bot_output
        kind = output.kind or event.text
        if event.kind == "forfeit" and kind != GONE:
            stderr, cut = tail(output.stderr)
            detail = output.fault.partition(":")[2].strip()
            entrant = result.seating[event.player]
            yield FaultSample(entrant, kind, result.number, version, detail, stderr, cut)


def tail(lines: tuple[str, ...]) -> tuple[str, bool]:
    """Return the last lines as a text of bounded length, and whether some were left out."""
    whole = "\n".join(lines)
    short = "\n".join(lines[-MOST_LINES:])[-MOST_LETTERS:]
    return short, short != whole

"""The level that gives a player a fair match, by their last results."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from spinney.match.events import is_program, people
from spinney.players.levels import FIRST, LEVELS

IN_A_ROW = 2
"""After how many wins in a row against a level the next one suits, and after how many losses the
one before."""


class Result(NamedTuple):
    """The result of a person's match against the computer.

    Attributes:
        level: the strongest level in the match.
        won: did the person win, or share the win?
    """

    level: str
    won: bool


def result_against_levels(seats: Sequence[str], outcome: Sequence[int]) -> Result | None:
    """Return the result for the only person in a match against levels; None: it was no such match.

    Args:
        seats: who sat where, as a record has it.
        outcome: of each player, below 0 for a loss.
    """
    person, *others = people(seats) or (-1,)
    levels = [seat.removeprefix("level:") for seat in seats if is_program(seat)]
    if person < 0 or others or not levels or not set(levels) <= set(LEVELS):
        return None
    return Result(max(levels, key=[*LEVELS].index), outcome[person] >= 0)


def suitable_level(results: Iterable[Result]) -> str:
    """Return the name of the level that suits a player; `FIRST` for a first match.

    ``results``: of their matches against the computer, the latest first.
    """
    names, latest = [*LEVELS], list(itertools.islice(results, IN_A_ROW))
    if not latest:
        return FIRST
    level = latest[0].level
    row = [result.won for result in latest if result.level == level]
    step = 0 if len(row) < IN_A_ROW or len(set(row)) > 1 else 1 if row[0] else -1
    return names[min(max(names.index(level) + step, 0), len(names) - 1)]

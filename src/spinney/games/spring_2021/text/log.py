"""The log in words: turns, the sun's move, harvests, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from spinney.games.spring_2021 import PLAYER_NAMES
from spinney.games.spring_2021.rules.geometry import CELLS
from spinney.games.spring_2021.rules.record import (
    ACTIONS,
    CLASHED,
    CODES,
    COMPLETE,
    COUNTED,
    COUNTED_WIDTH,
    DAY,
    DAYS,
    DID,
    DID_WIDTH,
    EARNED,
    EARNED_WIDTH,
    EXTRA,
    EXTRA_WIDTH,
    FAILED,
    FAILED_WIDTH,
    GROW,
    HARVESTED,
    HARVESTED_WIDTH,
    PAID,
    PAID_WIDTH,
    SOWER,
    SOWER_WIDTH,
    TARGET,
)

KINDS = (
    (DID, DID_WIDTH),
    (SOWER, SOWER_WIDTH),
    (FAILED, FAILED_WIDTH),
    (PAID, PAID_WIDTH),
    (EARNED, EARNED_WIDTH),
    (CLASHED, CELLS),
    (DAY, DAYS + 1),
    (HARVESTED, HARVESTED_WIDTH),
    (EXTRA, EXTRA_WIDTH),
    (COUNTED, COUNTED_WIDTH),
    (CODES, 1),
)
"""The kinds of facts in the order of their codes: the first code, and how many a player has."""


class Fact(NamedTuple):
    """A fact taken apart.

    Attributes:
        kind: the first code of its kind.
        player: whose it is, 0 for one of nobody.
        number: what it says.
    """

    kind: int
    player: int
    number: int


def take_apart(code: int) -> Fact:
    """Return what a code says."""
    kind, width = [(first, width) for first, width in KINDS if first <= code][-1]
    return Fact(kind, *divmod(code - kind, width))


def tell(codes: Sequence[int]) -> str:
    """Return in words what became known."""
    return "; ".join(_clauses([take_apart(code) for code in codes]))


def _clauses(facts: Sequence[Fact]) -> Iterator[str]:
    """Yield what is said of a moment, one clause after another."""
    actions = [fact for fact in facts if fact.kind == DID]
    if [action.number for action in actions] == [0, 0]:
        yield "both fall asleep"
    else:
        yield from (_action_words(action, facts) for action in actions)
    for kind, say in _CLAUSES.items():
        said = [fact for fact in facts if fact.kind == kind]
        if said:
            yield say(said)


def _action_words(action: Fact, facts: Sequence[Fact]) -> str:
    """What one player did: ``red grows 12 for 3 sun``."""
    numbers = {fact.kind: fact.number for fact in facts if fact.player == action.player}
    words = f"{PLAYER_NAMES[action.player]} {_doing(action.number, numbers.get(SOWER, 0))}"
    if PAID in numbers:
        words += f" for {numbers[PAID]} sun"
    return words + (f" and earns {numbers[EARNED]} points" if EARNED in numbers else "")


def _doing(did: int, sower: int) -> str:
    if did >= ACTIONS:
        return ("is out of the game", "is sent to sleep")[did - ACTIONS]
    if did >= TARGET:
        return f"sows {did - TARGET} from {sower}"
    if did >= COMPLETE:
        return f"completes {did - COMPLETE}"
    return f"grows {did - GROW}" if did >= GROW else "falls asleep"


def _of_each(facts: Sequence[Fact], what: str) -> str:
    """``red harvests 5 sun, blue 4``."""
    first, *others = facts
    verb, _, unit = what.partition(" ")
    words = [f"{PLAYER_NAMES[first.player]} {verb} {first.number} {unit}"]
    return ", ".join([*words, *(f"{PLAYER_NAMES[fact.player]} {fact.number}" for fact in others)])


def _clash(facts: Sequence[Fact]) -> str:
    return f"the seeds meet on {facts[0].number} and neither takes root"


def _day(facts: Sequence[Fact]) -> str:
    day = facts[0].number
    return "the last day is over" if day == DAYS else f"the sun moves on: day {day + 1}"


def _failure(facts: Sequence[Fact]) -> str:
    reason = ("gave no command that counts", "gave a command that is not allowed")
    return f"{PLAYER_NAMES[facts[0].player]} {reason[facts[0].number]}"


_CLAUSES: dict[int, Callable[[Sequence[Fact]], str]] = {
    FAILED: _failure,
    CLASHED: _clash,
    DAY: _day,
    HARVESTED: lambda facts: _of_each(facts, "harvests sun"),
    EXTRA: lambda facts: _of_each(facts, "earns points for sun"),
    COUNTED: lambda facts: _of_each(facts, "adds for the trees that stand"),
}

"""The log of a match in the words of records and of the API; `match.narration` is for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spinney.core import notation
from spinney.core.interface import ILLEGAL, LATE, MALFORMED
from spinney.core.notation import Line
from spinney.i18n import SOURCE_LANGUAGE, in_language
from spinney.match.events import CHOICES, Event
from spinney.match.position import AppliedMove, Position


class LogLine(NamedTuple):
    """A line of one observer's log.

    Attributes:
        number: from 1, by observer.
        player: whose move it is; -1 for facts and announcements of the match.
        text: the move, the fact or the announcement.
        at: when, in milliseconds since the match began.
    """

    number: int
    player: int
    text: str
    at: int


_FORFEITED = {
    MALFORMED: "{} said nothing that could be read",
    ILLEGAL: "{} said something that was not allowed",
}
_FAILED = {
    "crashed": "{} has crashed",
    "closed": "{} has stopped talking",
    "flooded": "{} said far too much",
    "memory": "{} took too much memory",
    "forked": "{} started too many processes",
    "gone": "{} is not there any more",
}
"""The public words for a program's fault, other than running out of time."""


def opening(position: Position, observer: int) -> tuple[Line, ...]:
    """Return what an observer learnt of the deal and of what came before the first choice."""
    with in_language(SOURCE_LANGUAGE):
        return tuple(notation.log(observer, position.opening))


def lines_of(observer: int, event: Event, before: Position, after: Position) -> tuple[Line, ...]:
    """Return what an observer learnt of an event."""
    if observer not in after.lines:
        with in_language(SOURCE_LANGUAGE):
            lines = [*_announcement(observer, event, before, after)]
            lines += [line for move in after.applied for line in _lines_of_move(observer, move)]
        if after.over and not before.over:
            lines.append(Line(-1, result(after)))
        learnt = tuple(lines)
        # Most often all learn the same; then one copy is kept.
        after.lines[observer] = next(
            (same for same in after.lines.values() if same == learnt), learnt
        )
    return after.lines[observer]


def public_lines(position: Position, observer: int) -> tuple[Line, ...]:
    """Return the facts that an observer learnt with a position, without the moves.

    Records have these lines, byte for byte, so they are without announcements.
    """
    transitions = (position.opening, *(move.transitions for move in position.applied))
    with in_language(SOURCE_LANGUAGE):
        lines = [
            line for part in transitions for line in notation.log(observer, part, announced=False)
        ]
    return tuple(line for line in lines if line.player < 0)


def result(position: Position) -> str:
    """Return how a match that is over ended: ``blue wins; red 10, blue 24``."""
    names = position.state.game.player_names
    outcome = position.outcome or ()
    winners = [name for name, won in zip(names, outcome, strict=True) if won >= 0]
    end = f"{' and '.join(winners)} share the win" if len(winners) > 1 else f"{winners[0]} wins"
    if position.resigned >= 0:
        how = "ran out of time" if position.timed_out else "resigned"
        end += f", {names[position.resigned]} {how}"
    scores = zip(names, position.state.scores, strict=True)
    return f"{end}; " + ", ".join(f"{name} {points}" for name, points in scores)


def _announcement(observer: int, event: Event, before: Position, after: Position) -> Iterator[Line]:
    """Yield the lines about the event itself; of a sealed move, only for its own player."""
    player = event.player
    name = before.state.game.player_names[player] if player >= 0 else ""
    if event.kind in ("forfeit", "resign") and event.text == "late":
        yield Line(-1, _FAILED.get(event.bot_output.kind, "{} ran out of time").format(name))
    elif event.kind in CHOICES:
        if before.simultaneous and observer == player and event.kind != "forfeit":
            yield Line(player, event.text)
        elif before.finished(player) != after.finished(player) and after.choices:
            again = "is choosing again"
            yield Line(-1, f"{name} {'has chosen' if after.finished(player) else again}")
    elif event.kind in _ANNOUNCED:
        yield Line(-1, _ANNOUNCED[event.kind].format(name, event.text.partition(":")[2]))


_ANNOUNCED = {
    "undo": "{} took back the last choice",
    "fix": "{} fixes a slip: the last choice is taken back",
    "resign": "{} resigned",
    "revert": "the last choice was taken back, as agreed",
    "correct": "the umpire took back the last choice",
    "substitute": "{1} plays {0} from now on",
    "pause": "the clocks are paused",
    "resume": "the clocks run again",
}


def _lines_of_move(observer: int, move: AppliedMove) -> Iterator[Line]:
    """Yield the lines about a choice when it is applied."""
    if move.choice.reason not in (0, LATE):
        name = move.transitions[0].state.game.player_names[move.player]
        yield Line(-1, _FORFEITED[move.choice.reason].format(name))
    for line in notation.log(observer, move.transitions):
        # The player who sealed it saw it then.
        if not (move.sealed and line == (observer, move.choice.text)):
            yield line
    if move.choice.bot_output.message:
        yield Line(move.player, f"“{move.choice.bot_output.message}”")

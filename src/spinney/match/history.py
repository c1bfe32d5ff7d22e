"""The turns of a match, and new matches that branch off from one.

A match that branches off has the same deal, and plays the same moves up to that turn, without
what was taken back. So the cards drawn by then are the same, and so are those to be drawn next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from spinney.match.clocks import Clock
from spinney.match.events import REASONS, Event
from spinney.match.position import AppliedMove
from spinney.match.undo import course

if TYPE_CHECKING:
    from spinney.core.state import State
    from spinney.match.match import Match


class Turn(NamedTuple):
    """A moment when choices were due; choices that were due at once are one turn.

    Attributes:
        frame: the number of the frame that shows it, of `Match.frames`.
        state: the game then.
        applied: the choices that were made; none where the match ends before.
    """

    frame: int
    state: State
    applied: tuple[AppliedMove, ...] = ()


def turns(match: Match) -> Iterator[Turn]:
    """Yield the turns of a match, the first one first, without those that were taken back."""
    opening = match.positions[0]
    turn = Turn(len(opening.transitions) - 1, opening.state)
    for version in reversed(list(course(match.positions))):
        position = match.positions[version]
        if position.applied:
            yield turn._replace(applied=position.applied)
            turn = Turn(turn.frame + len(position.transitions), position.state)
    if turn.state.to_act:
        yield turn


def turn_at(match: Match, frame: int) -> Turn:
    """Return the turn that a frame shows, or the last one before it."""
    found = [turn for turn in turns(match) if turn.frame <= frame]
    return found[-1] if found else next(turns(match))


def branch(match: Match, turn: Turn, seats: Sequence[str], date: str = "") -> Match:
    """Return a new match, without clocks, in the state of another at one of its turns.

    Args:
        match: the other.
        turn: where to branch off.
        seats: of the new match.
        date: the day on which the new one begins.
    """
    header = replace(match.header, seats=seats, clock=Clock(), date=date)
    fresh = type(match).begin(header)
    for earlier in turns(match):
        if earlier.frame == turn.frame:
            break
        for move in earlier.applied:
            fresh = fresh.apply(_again(move))
    return fresh


def _again(move: AppliedMove) -> Event:
    """Return the event that repeats an applied choice."""
    if move.choice.text:
        return Event(0, "move", move.player, move.choice.text, move.choice.bot_output)
    return Event(0, "forfeit", move.player, REASONS[move.choice.reason], move.choice.bot_output)

"""Frames: the transitions of a match one after another, for replays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from spinney.core.transition import Transition
from spinney.match.position import Position


class Frame(NamedTuple):
    """One step of a replay.

    Attributes:
        version: of the match right after the event that it belongs to; 0: the deal.
        transition: the transition, with the state after it.
        messages: the messages that came with the moves of this transition, by player.
        reveals: does it show choices? Then its messages replace earlier ones.
    """

    version: int
    transition: Transition
    messages: tuple[tuple[int, str], ...] = ()
    reveals: bool = False


def last_messages(frames: Iterable[Frame]) -> tuple[tuple[int, str], ...]:
    """Return the messages that came with the moves shown last; newest frames first."""
    return next((frame.messages for frame in frames if frame.reveals), ())


def frames_of(version: int, position: Position) -> Iterator[Frame]:
    """Yield the frames of an event.

    Messages belong to the first thing that happens by itself after all choices were made, which
    shows these to everybody, or else to the last of the choices.
    """
    messages = tuple(
        (move.player, move.choice.bot_output.message)
        for move in position.applied
        if move.choice.bot_output.message
    )
    transitions = position.transitions
    chosen = [at for at, transition in enumerate(transitions) if transition.player >= 0]
    shown_at = min(chosen[-1] + 1, len(transitions) - 1) if chosen else -1
    for at, transition in enumerate(transitions):
        yield Frame(version, transition, messages if at == shown_at else (), at == shown_at)

"""The result of a finished match, as ratings count it."""

from __future__ import annotations

from spinney.core.interface import LATE
from spinney.match import Match
from spinney.match.events import REASONS, Event, is_program


def counts(match: Match) -> bool:
    """Return whether a match that is over counts: everybody has moved, and no level was late.

    A match that ends before everybody has moved once was none. A level is late only where the
    server has too much to do.
    """
    late = [event.player for event in match.events if _is_late(event)]
    lagged = any(is_program(match.header.seats[player]) for player in late)
    return everybody_moved(match) and not lagged


def everybody_moved(match: Match) -> bool:
    """Return whether every player has moved at least once."""
    moved = {event.player for event in match.events if event.kind == "move"}
    return moved >= set(range(match.game.num_players))


def _is_late(event: Event) -> bool:
    return event.kind == "forfeit" and event.text == REASONS[LATE]


def places(match: Match) -> list[int]:
    """Return each player's place in a match that is over, from 1 on; equal ones share it.

    The winner comes first, whatever the points. The others follow by their points; not where
    somebody resigned or ran out of time: then that player is last, and the others share the rest.
    """
    outcome = match.outcome or ()
    ended = match.position.resigned < 0
    ranks = [
        (won, points if ended and won < 0 else 0)
        for won, points in zip(outcome, match.scores, strict=True)
    ]
    return [1 + sum(other > own for other in ranks) for own in ranks]

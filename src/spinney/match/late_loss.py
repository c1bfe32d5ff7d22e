"""Loss on time: a match in which the first player out of time loses."""

from __future__ import annotations

from spinney.core.interface import LATE
from spinney.match.events import REASONS, Event
from spinney.match.match import Match


def lose_if_late(before: Match, after: Match) -> Match:
    """Return a match that ends with the first of its new events by which a person is late.

    A player with a sealed move has chosen in time. A level that is late only forfeits.

    Args:
        before: the match without the new events.
        after: the same match with them.
    """
    for number in range(before.version, after.version):
        event = after.events[number]
        sealed = event.player in after.positions[number].choices
        if _is_late(event) and not sealed and event.player in after.people:
            then = Match(after.header, after.events[:number], after.positions[: number + 1])
            return then.apply(Event(event.at, "resign", event.player, REASONS[LATE]))
    return after


def _is_late(event: Event) -> bool:
    return event.kind == "forfeit" and event.text == REASONS[LATE]

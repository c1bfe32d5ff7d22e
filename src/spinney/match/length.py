"""The length of a match: refuse events that prolong a long match without bringing it to its end."""

from __future__ import annotations

from spinney.core.errors import Refused
from spinney.i18n import _, grouped
from spinney.match.events import BACK, Event
from spinney.match.match import Match
from spinney.match.record_reader import MOST_EVENTS

LONG = MOST_EVENTS // 2
"""The number of events from which a match is long. The other half of a record suffices to end any
game."""
AIMLESS = (*BACK, "pause", "draft", "substitute")
"""The kinds of events that can be repeated without end."""


def check_length(before: Match, after: Match) -> None:
    """Refuse events that don't bring a long match to its end, so that its record can be read back.

    Raises:
        Refused: the match is long, and the event doesn't bring it to its end.
    """
    if after.version > LONG and any(_is_aimless(before, e) for e in after.events[before.version :]):
        raise Refused(
            _(
                "this match has {count} events: you can only play it to its end now, not pause "
                "it, change it or take moves back",
                count=grouped(LONG),
            )
        )


def _is_aimless(before: Match, event: Event) -> bool:
    """Could it be repeated without end? A sealed move could, while others still choose."""
    changes_mind = event.kind == "move" and before.position.finished(event.player)
    return changes_mind or event.kind in AIMLESS

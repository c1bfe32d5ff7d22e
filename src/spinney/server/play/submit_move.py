"""What is said at a table, by a form or through a socket: it counts as meant of what is seen.

A move comes with the version of the page it was spelled at, and is answered with nothing but
yes or why not; everybody who looks on is sent the new picture (`live`).
"""

from __future__ import annotations

from collections.abc import Callable

from spinney.core.errors import Refused
from spinney.match import Match
from spinney.server.accounts.identity import Caller, viewpoint
from spinney.server.play.hotseat import is_meant
from spinney.server.play.match_service import MatchSession
from spinney.server.site import Form, Site, text_of

STALE = "the table has moved on; look again, and say it once more"
AWAY = (
    "The server can’t reach its memory at the moment. Nothing that was accepted is lost; look at "
    "the table again before you say it once more."
)
DAMAGED = (
    "The database is damaged, so this can’t be done. Whoever runs this server has to restore a "
    "backup."
)
FAULT = "That is a fault of Spinney’s; nothing accepted is lost."


def say(site: Site, caller: Caller, session: MatchSession, sent: Form) -> None:
    """Say the ``move`` that was sent; with ``finish`` ``no`` it may still be changed.

    Raises:
        Refused: it can't be said, or not any more.
        Away: the database can't be reached.
    """
    move, finish = text_of(sent, "move"), sent.get("finish") != "no"
    do(site, caller, session, sent, lambda m, viewer, at: m.play(viewer, move, at, finish))


def do(
    site: Site,
    caller: Caller,
    session: MatchSession,
    sent: Form,
    doing: Callable[[Match, int, int], Match],
) -> None:
    """Change a match as its viewer asks; only who sits there can, and of what they see.

    Args:
        site: where.
        caller: who asks.
        session: of what.
        sent: has the ``version`` of what they see.
        doing: takes the match, the viewer and the time.

    Raises:
        Refused: they can't.
        Away: the database can't be reached.
    """

    def change(match: Match, at: int) -> Match:
        viewer = viewpoint(caller, session).viewer
        if viewer < 0 or not is_meant(match, viewer, text_of(sent, "version")):
            raise Refused(STALE)
        return doing(match, viewer, at)

    viewer = viewpoint(caller, session).viewer
    site.match_service.act(session, change)
    session.present, session.hurried = viewer, False

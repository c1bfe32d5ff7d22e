"""Submit a move from a form or a socket, checked against the version its sender has seen.

A move comes with the version of the page it was entered on. The answer says nothing but that it was
accepted, or why not; a socket sends the new picture to all viewers (`socket`).
"""

from __future__ import annotations

from collections.abc import Callable

from spinney.core.errors import Refused
from spinney.i18n import N_, _
from spinney.match import Match
from spinney.server.accounts.identity import Caller, viewpoint
from spinney.server.db.database import BUSY, LOCKED, DatabaseUnavailable
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.play_move import play_move
from spinney.server.play.viewpoint import is_meant
from spinney.server.site import Form, Site, text_of

STALE = N_("the table has changed; look again, then repeat your move")
UNAVAILABLE = N_(
    "The server can’t reach its database at the moment. Nothing that was accepted is lost; look "
    "at the table again before you repeat your move."
)
TOO_BUSY = N_(
    "The server is too busy at the moment. Nothing that was accepted is lost; look again, then try "
    "again."
)
DAMAGED = N_(
    "The database is damaged, so this can’t be done. The operator of this server has to restore "
    "a backup."
)
FAULT = N_("Something in Spinney is broken. Nothing that was accepted is lost.")


def unavailable(error: DatabaseUnavailable) -> str:
    """Return what to tell those whose request could not be carried out because of the database."""
    return _(TOO_BUSY if error.reason in (BUSY, LOCKED) else UNAVAILABLE)


def submit(site: Site, caller: Caller, live: LiveMatch, sent: Form) -> None:
    """Play the ``move`` that was sent; with ``finish`` ``no`` it may still be changed.

    Raises:
        Refused: it can't be played, or not any more.
        DatabaseUnavailable: the database can't be reached.
    """
    move, finish = text_of(sent, "move"), sent.get("finish") != "no"

    def play(match: Match, viewer: int, at: int) -> Match:
        return play_move(match, live.rules, viewer, move, at, finish)

    do(site, caller, live, sent, play)


def do(
    site: Site,
    caller: Caller,
    live: LiveMatch,
    sent: Form,
    doing: Callable[[Match, int, int], Match],
) -> None:
    """Change a match as its viewer asks; only a player can, and only what they see.

    Args:
        site: where.
        caller: who asks.
        live: of what.
        sent: has the ``version`` of what they see.
        doing: takes the match, the viewer and the time.

    Raises:
        Refused: they can't.
        DatabaseUnavailable: the database can't be reached.
    """

    def change(match: Match, at: int) -> Match:
        viewer = viewpoint(caller, live).viewer
        if viewer < 0 or not is_meant(match, viewer, text_of(sent, "version")):
            raise Refused(_(STALE))
        return doing(match, viewer, at)

    viewer = viewpoint(caller, live).viewer
    site.match_service.act(live, change)
    live.at_screen, live.hurried = viewer, False

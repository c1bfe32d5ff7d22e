"""Shared parts of the forms of a table's features: access, and the answer."""

from __future__ import annotations

from fastapi import Request, Response

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server.accounts.identity import Caller, viewpoint
from spinney.server.play.live_match import LiveMatch
from spinney.server.ratings.eligibility import check_by_hand
from spinney.server.site import to
from spinney.server.tables.table import Table


def table_of(live: LiveMatch) -> Table:
    """Return who sits at a match's table. Raises Refused: it has none, as in local mode."""
    if live.table is None:
        raise Refused(_("nobody else is at this table"))
    return live.table


def player_of(caller: Caller, live: LiveMatch) -> int:
    """Return which player a caller is. Raises Refused: none."""
    viewer = viewpoint(caller, live).viewer
    if viewer < 0:
        raise Refused(_("only players at this table can do that"))
    check_by_hand(live.rules, caller.person, caller.by_program)
    return viewer


def done(request: Request, address: str) -> Response:
    """Answer a script with nothing, and send a browser without one back."""
    if "text/html" in request.headers.get("accept", ""):
        return to(address)
    return Response(status_code=204)

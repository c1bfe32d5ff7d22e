"""Check that a caller is the umpire, and correct a slip as the umpire asks."""

from __future__ import annotations

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.match import Match
from spinney.server.accounts.identity import Caller
from spinney.server.play.live_match import LiveMatch
from spinney.server.tables.forms import table_of
from spinney.server.umpire.view import slip


def check_umpire(caller: Caller, live: LiveMatch) -> None:
    """Refuse what only the umpire may do."""
    if caller.id is None or caller.id != table_of(live).umpire:
        raise Refused(_("only the umpire can do that"))


def corrected(match: Match, at: int) -> Match:
    """Return the match without the last choice. Raises Refused: that was no slip, or is not now."""
    to = slip(match)
    if to is None:
        raise Refused(_("you can correct only the last choice, and only before the next one"))
    return match.correct(at, to)

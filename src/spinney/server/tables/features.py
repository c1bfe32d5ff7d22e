"""The features of a table, in the order in which its page shows them."""

from __future__ import annotations

from spinney.server.accounts.identity import Caller
from spinney.server.chat import feature as chat
from spinney.server.notes import feature as notes
from spinney.server.play.live_match import LiveMatch
from spinney.server.premoves import feature as premoves
from spinney.server.ratings import feature as ratings
from spinney.server.rematch import feature as rematch
from spinney.server.site import Site
from spinney.server.tables import details
from spinney.server.tables.context import TableContext
from spinney.server.tables.feature import compose
from spinney.server.umpire import feature as umpire
from spinney.server.votes import feature as votes

FEATURES = (
    chat.FEATURE,
    notes.FEATURE,
    ratings.FEATURE,
    rematch.FEATURE,
    votes.FEATURE,
    premoves.FEATURE,
    umpire.FEATURE,
    details.FEATURE,
)


def table_context(
    site: Site, caller: Caller, live: LiveMatch, notified: bool = False
) -> TableContext | None:
    """Return what surrounds the boards of a table for a caller; None in local mode.

    ``notified``: does the caller wait for notifications? Then nothing is read again before one.
    """
    return compose(FEATURES, site, caller, live, notified)

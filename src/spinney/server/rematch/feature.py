"""The rematch as a feature of a table: the request for one, and the answer."""

from __future__ import annotations

from dataclasses import dataclass

from spinney.server.rematch import pages
from spinney.server.tables.context import FeatureView
from spinney.server.tables.feature import Feature, TableViewer
from spinney.server.tables.table import ABORTED, WAITING, Table


@dataclass(frozen=True)
class RematchView(FeatureView):
    """What a viewer sees of a rematch.

    Attributes:
        table: the rematch's table, if somebody has asked for one, and the viewer has played or may
            see it; else empty.
        may_see: may they see it? Who has lost their seat there may once they have asked.
        may_ask: may the viewer ask for one?
        asked: has the viewer asked for it?
        asked_by: what the one who has is called; empty: they have no seat any more.
        awaited: can the viewer still accept or decline it?
        declined_by: what somebody else is called who didn't want it; empty: nobody, or it isn't
            told.
    """

    table: str = ""
    may_see: bool = False
    may_ask: bool = False
    asked: bool = False
    asked_by: str = ""
    awaited: bool = False
    declined_by: str = ""


def view(viewer: TableViewer) -> RematchView:
    """Return what a viewer sees of a rematch."""
    tables, rematch = viewer.services.tables, viewer.table.rematch
    read = viewer.live.cached
    fresh = read(("rematch", rematch), lambda: tables.table(rematch)) if rematch else None
    if fresh is None or fresh.status == ABORTED:
        may_ask = viewer.match.over and viewer.player >= 0 and not viewer.table.rules.lesson
        return RematchView(may_ask=may_ask, declined_by=_declined_by(viewer, fresh))
    if not viewer.seated:
        may_see = tables.may_see(fresh, viewer.caller.person)
        return RematchView(fresh.id if may_see else "", may_see)
    return _request(viewer, fresh)


def _declined_by(viewer: TableViewer, fresh: Table | None) -> str:
    """Return what the one is called who didn't want a rematch, for the others who played."""
    if fresh is None or fresh.declined < 0 or not viewer.seated:
        return ""
    return "" if fresh.seats[fresh.declined].person == viewer.person else fresh.declined_by


def _request(viewer: TableViewer, fresh: Table) -> RematchView:
    """Return what a player, or the umpire, sees of a request for a rematch."""
    player, person = viewer.table.player(fresh.host), viewer.caller.person
    return RematchView(
        fresh.id,
        may_see=viewer.services.tables.may_see(fresh, person),
        asked=bool(fresh.host) and fresh.host == viewer.person,
        asked_by=viewer.names[player] if player >= 0 else "",
        awaited=fresh.status == WAITING and fresh.expects(viewer.person) >= 0,
    )


FEATURE = Feature("rematch", view, pages=pages.routes, has_api=True)

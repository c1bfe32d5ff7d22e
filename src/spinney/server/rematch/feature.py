"""The rematch as a feature of a table: the request for one."""

from __future__ import annotations

from dataclasses import dataclass

from spinney.server.rematch import pages
from spinney.server.tables.context import FeatureView
from spinney.server.tables.feature import Feature, TableViewer


@dataclass(frozen=True)
class RematchView(FeatureView):
    """What a viewer sees of a rematch.

    Attributes:
        table: the rematch's table, if somebody has asked for one; else empty.
        may_ask: may the viewer ask for one?
        asked: has the viewer asked for it?
        asked_by: what the one who has is called; empty: they have gone.
    """

    table: str
    may_ask: bool
    asked: bool = False
    asked_by: str = ""


def view(viewer: TableViewer) -> RematchView:
    """Return what a viewer sees of a rematch."""
    table = viewer.table.rematch if viewer.seated else ""
    lesson = viewer.table.rules.lesson
    may_ask = viewer.match.over and viewer.player >= 0 and not table and not lesson
    fresh = viewer.services.tables.table(table) if table else None
    if fresh is None or not fresh.host:
        return RematchView(table, may_ask)
    player = viewer.table.player(fresh.host)
    asked_by = viewer.names[player] if player >= 0 else ""
    return RematchView(table, may_ask, fresh.host == viewer.person, asked_by)


FEATURE = Feature("rematch", view, pages=pages.routes, has_api=True)

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
    """

    table: str
    may_ask: bool


def view(seen: TableViewer) -> RematchView:
    """Return what a viewer sees of a rematch."""
    table = seen.table.rematch if seen.seated else ""
    lesson = seen.table.rules.lesson
    return RematchView(table, seen.match.over and seen.viewer >= 0 and not table and not lesson)


FEATURE = Feature("rematch", view, pages=pages.routes, has_api=True)

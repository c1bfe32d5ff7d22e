"""Premoves as a feature of a table: the viewer's queued moves."""

from __future__ import annotations

from dataclasses import dataclass

from spinney.core import notation
from spinney.server.premoves import pages
from spinney.server.premoves.store import Premove
from spinney.server.tables.context import FeatureView
from spinney.server.tables.feature import Feature, TableViewer


@dataclass(frozen=True)
class PremoveView(FeatureView):
    """What a viewer sees of premoves.

    Attributes:
        premove: their own, queued or dropped; None: there is none.
        examples: moves that show how one is written.
    """

    premove: Premove | None
    examples: tuple[str, ...] = ()


def view(viewer: TableViewer) -> PremoveView:
    """Return what a viewer has queued; where anything is, events use it up."""
    premoves, match, player = viewer.services.premoves, viewer.live.id, viewer.player
    if not viewer.playing:
        return PremoveView(None)
    queued = ("queued", player)
    is_any = viewer.live.cached(queued, lambda: premoves.of(match, player) is not None)
    premove = premoves.of(match, player) if is_any else None
    return PremoveView(premove, notation.examples(viewer.match.game))


FEATURE = Feature("premoves", view, pages=pages.routes, has_api=True)

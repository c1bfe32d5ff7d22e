"""Notes as a feature of a table: the viewer's own text."""

from __future__ import annotations

from dataclasses import dataclass

from spinney.server.notes import pages
from spinney.server.notes.store import StoredNote
from spinney.server.tables.context import FeatureView
from spinney.server.tables.feature import Feature, TableViewer


@dataclass(frozen=True)
class NoteView(FeatureView):
    """What a viewer sees of notes: their own ``note``."""

    note: StoredNote


def view(viewer: TableViewer) -> NoteView:
    """Return what a viewer has noted."""
    if not viewer.person:
        return NoteView(StoredNote())
    notes, match, person = viewer.services.notes, viewer.live.id, viewer.person
    return NoteView(viewer.live.cached(("note", person), lambda: notes.read(match, person)))


FEATURE = Feature("notes", view, lasting=True, pages=pages.routes, has_api=True)

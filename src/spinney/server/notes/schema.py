"""The notes of all matches."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Table, Text

from spinney.server.db.metadata import at_table, meta, text, time

notes = Table(
    "notes",
    meta,
    at_table(),
    Column("person", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    text("text"),
    time("created"),
)

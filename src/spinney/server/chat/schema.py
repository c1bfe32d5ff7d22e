"""The lines of chat at all tables."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, Table, Text

from spinney.server.db.metadata import meta, text, time

chat = Table(
    "chat",
    meta,
    Column("id", Integer, primary_key=True),
    Column("match", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    text("audience"),  # players, watchers
    Column("person", Text, ForeignKey("accounts.id", ondelete="SET NULL"), index=True),
    text("name"),
    text("text"),
    time("created"),
)

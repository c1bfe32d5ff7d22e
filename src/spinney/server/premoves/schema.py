"""The moves that players have queued."""

from __future__ import annotations

from sqlalchemy import Column, Integer, Table, Text

from spinney.server.db.metadata import at_table, meta, text, time

premoves = Table(
    "premoves",
    meta,
    at_table(),
    Column("player", Integer, primary_key=True, autoincrement=False),
    text("move"),
    time("created"),
    Column("language", Text, nullable=False, server_default=""),  # of its player
    Column("reason", Text),  # why it was dropped, for its player; empty while it waits
)

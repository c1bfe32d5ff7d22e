"""The votes of a table's players."""

from __future__ import annotations

from sqlalchemy import Column, Integer, Table, Text

from spinney.server.db.metadata import at_table, meta, time

votes = Table(
    "votes",
    meta,
    at_table(),
    Column("proposal", Text, primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    time("created"),
)

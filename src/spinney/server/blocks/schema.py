"""The table of blocks: people, and whom they have blocked."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Table, Text

from spinney.server.db.metadata import meta, time

blocks = Table(
    "blocks",
    meta,
    Column("person", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "blocked",
        Text,
        ForeignKey("accounts.id", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
    time("created"),
)

"""The computer's reviews of finished matches."""

from __future__ import annotations

from sqlalchemy import Column, Integer, Table, Text

from spinney.server.db.metadata import at_match, meta, text, time

analyses = Table(  # the computer's review of a finished match, as far as it has come
    "analyses",
    meta,
    at_match(),
    text("key"),  # the version of the match, and how the computer reviews it
    Column("reviewed", Integer, nullable=False),  # how many choices
    Column("choices", Integer, nullable=False),  # of how many
    text("reviews"),  # JSON
    Column("worker", Text),  # who works on it
    time("requested"),  # when somebody last asked
)

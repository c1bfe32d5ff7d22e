"""The ratings, and the results that made them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Index, Integer, Table, Text
from sqlalchemy import text as sql

from spinney.server.db.metadata import at_match, meta, text, time


def _numbers(*names: str) -> list[Column[float]]:
    return [Column(name, Double, nullable=False) for name in names]


def _counts(*names: str) -> list[Column[int]]:
    return [Column(name, Integer, nullable=False, server_default=sql("0")) for name in names]


ratings = Table(
    "ratings",
    meta,
    Column("holder", Text, primary_key=True),  # an account's id, or a level: level:tree
    Column("game", Text, primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    *_numbers("rating", "deviation", "volatility"),
    *_counts("wins", "draws", "losses"),
    time("updated"),
    Column("sure_until", BigInteger, nullable=False),  # without another match; 0: it isn't sure
    Index("ratings_order", "game", "players", "rating"),
)
rating_changes = Table(  # what each rated match did to the ratings of its players
    "rating_changes",
    meta,
    at_match(),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the seat
    text("holder"),  # as above; empty: who deleted their account
    text("game"),
    Column("players", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("outcome", Integer, nullable=False),  # 1 won, 0 shared, -1 lost
    *_numbers("before", "after", "deviation"),
    time("created"),
    Index("rating_changes_of", "holder", "game", "players", "created"),
)

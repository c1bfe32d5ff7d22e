"""The metadata of the database: its tables, and columns of common kinds."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, MetaData, Text

meta = MetaData()


def time(name: str) -> Column[int]:
    """Return a column of times: ms since 1970."""
    return Column(name, BigInteger, nullable=False)


def text(name: str) -> Column[str]:
    """Return a column of texts."""
    return Column(name, Text, nullable=False)


def at_match() -> Column[str]:
    """Return the key of what belongs to a match."""
    return Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


def at_table() -> Column[str]:
    """Return the key of what belongs to a table."""
    return Column("match", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)

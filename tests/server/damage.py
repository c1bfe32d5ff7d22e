"""Damage as disks, crashes and bugs do it: to one match, one table, one file."""

from __future__ import annotations

from sqlalchemy import func, insert, select, update

from spinney.server.db.database import Database
from spinney.server.db.schema import events, matches, tables


def truncate_last_event(database: Database, match: str) -> None:
    """Cut the last event of a match in half."""
    last = select(func.max(events.c.number)).where(events.c.match == match).scalar_subquery()
    half = update(events).where(events.c.match == match, events.c.number == last)
    with database.writing() as connection:
        done = connection.execute(half.values(event=func.substr(events.c.event, 1, 20)))
        assert done.rowcount == 1


def add_broken_event(database: Database, match: str, number: int) -> None:
    """Store half an event."""
    with database.writing() as connection:
        connection.execute(insert(events).values(match=match, number=number, event='{"kin'))


def damage_summary(database: Database, match: str, summary: str) -> None:
    """Spoil what lists say of a match."""
    with database.writing() as connection:
        connection.execute(update(matches).where(matches.c.id == match).values(summary=summary))


def damage_table(database: Database, match: str) -> None:
    """Spoil what was agreed at a table."""
    with database.writing() as connection:
        connection.execute(update(tables).where(tables.c.id == match).values(options="{"))

"""Close tables: nothing happens there any more. The records of their matches are kept."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, update

from spinney.server.db.schema import tables
from spinney.server.jobs import queue
from spinney.server.tables.table import ABORTED


def close_tables(connection: Connection, ids: Sequence[str]) -> None:
    """Close tables, by id, and delete the jobs of their matches."""
    connection.execute(update(tables).where(tables.c.id.in_(ids)).values(status=ABORTED))
    queue.delete_jobs(connection, ids)

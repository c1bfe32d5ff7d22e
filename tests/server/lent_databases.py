"""PostgreSQL databases that tests are lent: one after the other, emptied in between."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier, Placeholder
from tests.server.cluster import Cluster

TABLES = (
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
)
FURNITURE = """
SELECT c.oid, c.relname, a.attnum, a.attname, a.atttypid, a.attnotnull, a.atthasdef
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = 'public'::regnamespace
UNION ALL
SELECT oid, conname, 0, '', 0, convalidated, condeferred FROM pg_constraint
"""
"""Tells tables, columns and indexes from those that were changed, or made anew."""
HANG_UP = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""Waits until all others are gone: else they might still write after the database is emptied."""
COUNT_ANEW = """
SELECT setval(oid, 1, false) FROM pg_class
WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace
"""


class LentDatabases:
    """Copies of a database with all tables and next to nothing in them.

    To make a copy and drop it again takes PostgreSQL eight times as long as to empty one. So a
    copy is lent again, unless a test has changed its tables.
    """

    def __init__(self, cluster: Cluster, template: str) -> None:
        self._cluster, self._template = cluster, template
        with connected(cluster, template) as connection:
            self._furniture = furniture(connection)
            tables = [name for (name,) in connection.execute(TABLES).fetchall()]
            self._rows = {table: rows(connection, table) for table in tables}
        self._empty: list[str] = []

    @contextmanager
    def lent(self) -> Iterator[str]:
        """Lend the name of a database that holds what the template does."""
        name = self._empty.pop() if self._empty else create(self._cluster, self._template)
        yield name
        if self._emptied(name):
            self._empty.append(name)
        else:
            drop(self._cluster, name)

    def _emptied(self, name: str) -> bool:
        """Whether a database has been brought back to what it was at first."""
        with connected(self._cluster, name) as connection:
            gone = connection.execute(HANG_UP).fetchall()
            if not all(ended for (ended,) in gone) or furniture(connection) != self._furniture:
                return False
            with connection.transaction():
                # No foreign key asks for an order.
                connection.execute("SET LOCAL session_replication_role = replica")
                for table, first in self._rows.items():
                    connection.execute(SQL("DELETE FROM {}").format(Identifier(table)))
                    for row in first:
                        values = SQL(", ").join([Placeholder()] * len(row))
                        put = SQL("INSERT INTO {} VALUES ({})").format(Identifier(table), values)
                        connection.execute(put, row)
                connection.execute(COUNT_ANEW)
        return True


def furniture(connection: psycopg.Connection[Any]) -> set[tuple[Any, ...]]:
    return set(connection.execute(FURNITURE).fetchall())


def rows(connection: psycopg.Connection[Any], table: str) -> list[tuple[Any, ...]]:
    return connection.execute(SQL("SELECT * FROM {}").format(Identifier(table))).fetchall()


@contextmanager
def connected(cluster: Cluster, database: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection each of whose statements counts at once."""
    with psycopg.connect(cluster.url(database), autocommit=True) as connection:
        yield connection


def create(cluster: Cluster, template: str) -> str:
    """Copy a database; return the copy's name."""
    name = f"test_{uuid.uuid4().hex}"
    with connected(cluster, "postgres") as connection:
        copy = SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(copy.format(Identifier(name), Identifier(template)))
    return name


def drop(cluster: Cluster, name: str) -> None:
    with connected(cluster, "postgres") as connection:
        connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))

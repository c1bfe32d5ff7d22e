"""`Person`: someone as the database knows them, a human being or a bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import CompoundSelect, Connection, Select

from spinney.server.db.schema import accounts

PERSON_COLUMNS = tuple(
    accounts.c[name] for name in ("id", "name", "login", "banned", "language", "owner", "listed")
)
"""What `read_person` reads."""


class Person(NamedTuple):
    """Someone.

    Attributes:
        id: never changes, and is never shown.
        name: as others see it.
        registered: does the name have a password?
        banned: may they do nothing any more?
        language: of their pages; empty: as their browser asks.
        owner: whose bot it is, by id; empty: it is a person.
        listed: do leaderboards and a page of their own show their ratings?
    """

    id: str
    name: str
    registered: bool
    banned: bool
    language: str = ""
    owner: str = ""
    listed: bool = False


def read_person(row: Sequence[Any]) -> Person:
    """Return the person of a row of `PERSON_COLUMNS`."""
    id_, name, login, banned, language, owner, listed = row
    registered = login is not None
    shown = bool(listed) and (registered or owner is not None)
    return Person(id_, name, registered, bool(banned), language, owner or "", shown)


def find_person(connection: Connection, query: Select[Any] | CompoundSelect[Any]) -> Person | None:
    """Return the first person that a query of `PERSON_COLUMNS` finds; None: it finds nobody."""
    row = connection.execute(query).first()
    return None if row is None else read_person(row)

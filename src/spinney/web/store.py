"""Where matches are kept: a header and its events in SQLite.

An event is accepted when it is stored, and not before. Each has a number of its own within its
match, so of two writers that would add the same one, the second fails and looks again.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    create_engine,
    event,
    select,
)
from sqlalchemy.exc import DatabaseError, IntegrityError

from ..core.refusal import Refused
from ..match import Event, Header

SCHEMA = "1"
"""The version of the tables below."""

_meta = MetaData()

matches = Table(
    "matches",
    _meta,
    Column("id", Text, primary_key=True),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Column("header", Text, nullable=False),  # JSON
    Column("summary", Text, nullable=False),  # JSON: what the home page says, derived
)
events = Table(
    "events",
    _meta,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("event", Text, nullable=False),  # JSON
)
settings = Table(
    "settings",
    _meta,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)


class Taken(Exception):  # noqa: N818 - it is what happened, and whoever catches it tries again
    """Another event has this number already."""


@dataclass(frozen=True)
class Kept:
    """A match as the home page lists it.

    Attributes:
        id: its name in addresses.
        created: when it began, in UTC.
        changed: when something last happened in it, in UTC.
        summary: what was noted about it then.
    """

    id: str
    created: datetime
    changed: datetime
    summary: dict[str, Any]


class Store:
    """The matches of one data folder. May be used from any thread."""

    def __init__(self, folder: Path) -> None:
        """Open the folder's store, or begin one.

        Raises:
            Refused: the folder can't be written, or a newer Spinney wrote what is in it.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._engine = create_engine(
                f"sqlite:///{folder / 'spinney.sqlite'}", connect_args={"timeout": 10}
            )
            event.listen(self._engine, "connect", _prepare)
            event.listen(self._engine, "begin", _begin)
            with self._writing() as connection:
                _meta.create_all(connection)
            found = self.setting("schema", lambda: SCHEMA)
        except (OSError, DatabaseError) as problem:
            raise Refused(
                f"matches can't be kept in {folder}: {problem}; name another folder in SPINNEY_DATA"
            ) from None
        if found != SCHEMA:
            raise Refused(f"{folder} was written by a newer Spinney; install that, or name another")

    def close(self) -> None:
        """Let go of the files."""
        self._engine.dispose()

    def _writing(self) -> Any:
        return self._engine.execution_options(writes=True).begin()

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """Return a setting of this folder, made the first time it is asked for."""
        with self._writing() as connection:
            query = select(settings.c.value).where(settings.c.name == name)
            found = connection.execute(query).scalar()
            if found is None:
                found = make()
                connection.execute(settings.insert().values(name=name, value=found))
        return str(found)

    # Matches.

    def create(self, header: Header, summary: dict[str, Any], begun: Sequence[Event] = ()) -> str:
        """Keep a new match, with the events it has already, and return its id."""
        match, now = secrets.token_urlsafe(6), _now()
        text = json.dumps(header.to_json())
        row = {"id": match, "created": now, "changed": now, "header": text}
        with self._writing() as connection:
            connection.execute(matches.insert().values(**row, summary=json.dumps(summary)))
            if begun:
                connection.execute(events.insert(), _rows(match, 0, begun))
        return match

    def append(
        self, match: str, number: int, new: Sequence[Event], summary: dict[str, Any]
    ) -> None:
        """Accept events, the first of them as ``number``; they are on the disk on return.

        Raises:
            Taken: there is such an event already.
        """
        changed = matches.update().where(matches.c.id == match)
        try:
            with self._writing() as connection:
                connection.execute(events.insert(), _rows(match, number, new))
                connection.execute(changed.values(changed=_now(), summary=json.dumps(summary)))
        except IntegrityError:
            raise Taken from None

    def header(self, match: str) -> Header | None:
        """Return a match's header, None if there is no such match."""
        query = select(matches.c.header).where(matches.c.id == match)
        with self._engine.connect() as connection:
            text = connection.execute(query).scalar()
        return None if text is None else Header.from_json(json.loads(text))

    def events(self, match: str, since: int = 0) -> list[Event]:
        """Return a match's events in order, from number ``since`` on."""
        query = (
            select(events.c.event)
            .where(events.c.match == match, events.c.number >= since)
            .order_by(events.c.number)
        )
        with self._engine.connect() as connection:
            return [
                Event.from_json(json.loads(text)) for text in connection.execute(query).scalars()
            ]

    def listed(self, most: int = 200) -> list[Kept]:
        """Return the matches, those last played first."""
        query = select(matches).order_by(matches.c.changed.desc()).limit(most)
        with self._engine.connect() as connection:
            return [
                Kept(
                    row.id,
                    datetime.fromisoformat(row.created),
                    datetime.fromisoformat(row.changed),
                    json.loads(row.summary),
                )
                for row in connection.execute(query)
            ]

    def delete(self, match: str) -> None:
        """Forget a match and its events."""
        with self._writing() as connection:
            connection.execute(events.delete().where(events.c.match == match))
            connection.execute(matches.delete().where(matches.c.id == match))


def _rows(match: str, number: int, new: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {"match": match, "number": number + i, "event": json.dumps(event.to_json())}
        for i, event in enumerate(new)
    ]


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _prepare(connection: Any, _: object) -> None:
    """Set up a new connection: SQLAlchemy's begin event begins, not the driver."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Begin: a writer takes the lock at once, or two that read first would both fail."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

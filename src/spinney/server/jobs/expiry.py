"""Remove what nobody has used for long, in small batches, from one worker at a time."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    Text,
    cast,
    delete,
    or_,
    select,
    update,
)

from spinney.core.errors import Refused
from spinney.server.db.database import Database, DatabaseUnavailable, VersionConflict, now
from spinney.server.db.schema import (
    accounts,
    jobs,
    matches,
    seats,
    sessions,
    settings,
    tables,
    tokens,
)
from spinney.server.jobs.queue import CLOCK
from spinney.server.play.match_store import MatchStore
from spinney.server.tables.closing import close_tables
from spinney.server.tables.table import ABORTED, PLAYING, WAITING

_log = logging.getLogger(__name__)

DAY = 24 * 3_600_000
LIFETIMES: Mapping[str, int | None] = {"tables": 7, "matches": 180, "guests": 30, "sessions": 365}
"""Days after which what is not used expires: tables that never began, matches that are not over,
guests without a password or a table, sessions. None: never."""
BATCH = 100
"""How many of each kind expire at a time."""
PAUSE = 60.0
"""Seconds from one batch to the next, whichever worker does it."""
LEASE = "expiry"
"""The setting that says when a worker last took a batch on."""

Step = Callable[[Connection, int], list[str]]
"""Lets a batch expire that is older than so many ms, and returns its ids."""


class Expiry:
    """Lets what is not used expire. May be used from any thread.

    Attributes:
        lifetimes: after how many days, by `LIFETIMES`' names.
    """

    def __init__(self, store: MatchStore, tell: Callable[[str], None]) -> None:
        """``tell`` is called with the id of each table that is closed or removed."""
        self.lifetimes = dict(LIFETIMES)
        self._store, self._tell = store, tell
        self._database: Database = store.database

    def sweep(self) -> dict[str, int]:
        """Let a batch expire, unless another worker has just done so; return how many of what.

        Raises:
            DatabaseUnavailable: the database can't be reached.
        """
        if not self._take_lease():
            return {}
        counts = {}
        for kind, action in _STEPS.items():
            days = self.lifetimes[kind]
            if days is not None:
                counts[kind] = self._expire(kind, action, days * DAY)
        return {kind: count for kind, count in counts.items() if count}

    def _expire(self, kind: str, action: Step, age: int) -> int:
        with self._database.writing() as connection:
            ids = action(connection, age)
        for table_id in ids if kind in ("tables", "matches") else ():
            self._tell(table_id)
        return len(ids)

    def _take_lease(self) -> bool:
        self._store.setting(LEASE, lambda: "0")
        last = cast(settings.c.value, BigInteger)
        free = (settings.c.name == LEASE, last <= now() - int(1000 * PAUSE))
        mine = update(settings).where(*free).values(value=cast(now(), Text))
        with self._database.writing() as connection:
            return connection.execute(mine).rowcount == 1


def _expire_tables(connection: Connection, age: int) -> list[str]:
    """Remove tables that never began. There is no match, so no record is lost."""
    unused = (
        tables.c.status.in_((WAITING, ABORTED)),
        tables.c.began.is_(None),
        tables.c.created < now() - age,
        tables.c.viewed < now() - age,
    )
    ids = _ids(connection, select(tables.c.id).where(*unused))
    forget = update(tables).where(tables.c.rematch.in_(ids)).values(rematch=None)
    connection.execute(forget)
    connection.execute(delete(tables).where(tables.c.id.in_(ids), *unused))
    return ids


def _expire_matches(connection: Connection, age: int) -> list[str]:
    """Close tables whose matches nobody goes on with. The records are kept.

    While a clock runs a match goes on by itself: it may give more days than `age`.
    """
    quiet = select(matches.c.id).where(matches.c.changed < now() - age)
    running = select(jobs.c.match).where(
        jobs.c.match == tables.c.id, jobs.c.kind == CLOCK, jobs.c.quarantined.is_(None)
    )
    unused = (
        tables.c.status == PLAYING,
        tables.c.viewed < now() - age,
        tables.c.id.in_(quiet),
        ~running.exists(),
    )
    ids = _ids(connection, select(tables.c.id).where(*unused))
    close_tables(connection, ids)
    return ids


def _expire_guests(connection: Connection, age: int) -> list[str]:
    """Remove guests who have no password, no token and no table, not even a finished one."""
    involved = or_(tables.c.host == accounts.c.id, tables.c.umpire == accounts.c.id)
    unused: tuple[ColumnElement[bool], ...] = (
        accounts.c.login.is_(None),
        accounts.c.owner.is_(None),
        accounts.c.banned == 0,
        accounts.c.seen < now() - age,
        ~select(tables.c.id).where(involved).exists(),
        ~select(seats.c.match).where(seats.c.person == accounts.c.id).exists(),
        ~select(tokens.c.key).where(tokens.c.person == accounts.c.id).exists(),
    )
    ids = _ids(connection, select(accounts.c.id).where(*unused))
    connection.execute(delete(accounts).where(accounts.c.id.in_(ids)))
    return ids


def _expire_sessions(connection: Connection, age: int) -> list[str]:
    """End sessions."""
    ids = _ids(connection, select(sessions.c.key).where(sessions.c.seen < now() - age))
    connection.execute(delete(sessions).where(sessions.c.key.in_(ids)))
    return ids


def _ids(connection: Connection, query: Select[Any]) -> list[str]:
    """Return the ids of a batch, whose rows nobody else changes before the transaction ends."""
    query = query.limit(BATCH).with_for_update(skip_locked=True)
    return list(connection.execute(query).scalars())


_STEPS: Mapping[str, Step] = {
    "tables": _expire_tables,
    "matches": _expire_matches,
    "guests": _expire_guests,
    "sessions": _expire_sessions,
}


def chosen(given: Iterable[tuple[str, str]]) -> dict[str, int | None]:
    """Return lifetimes that an operator has typed, by name. Raises Refused."""
    lifetimes: dict[str, int | None] = {}
    for name, value in given:
        if name not in LIFETIMES:
            raise Refused(f"nothing called {name!r} expires; there are: {', '.join(LIFETIMES)}")
        days = value.isascii() and value.isdecimal() and len(value) < 6 and int(value) > 0
        if not days and value != "off":
            raise Refused(
                f"{name} can't be {value!r}; it can be a number of days from 1 on, or off"
            )
        lifetimes[name] = int(value) if days else None
    return lifetimes


class Sweeper:
    """A thread that lets things expire as long as a worker lives."""

    def __init__(self, expiry: Expiry) -> None:
        self._expiry, self._stopped = expiry, threading.Event()
        self._thread = threading.Thread(target=self._run, name="expiry", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def _run(self) -> None:
        while not self._stopped.wait(PAUSE):
            try:
                with suppress(DatabaseUnavailable, VersionConflict):  # the next time will do
                    counts = self._expiry.sweep()
                    if counts:
                        _log.info("expired: %s", counts)
            except Exception:  # noqa: BLE001 - whatever it is, the next batch may do
                _log.exception("a batch could not expire")

    def stop(self) -> None:
        """Begin nothing more, and wait until what has begun is done."""
        self._stopped.set()
        self._thread.join()

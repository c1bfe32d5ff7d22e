"""The database: SQLite in a file, or PostgreSQL by its address.

Whoever writes, writes in one transaction, which is on the disk when it ends. What each move asks
of the database are statements made once, in capitals: to make one takes longer than to run it.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    BigInteger,
    Connection,
    Engine,
    Executable,
    Table,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    DisconnectionError,
    IntegrityError,
    InterfaceError,
    OperationalError,
)
from sqlalchemy.exc import TimeoutError as Exhausted
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.functions import FunctionElement

from spinney.core.errors import Refused
from spinney.server.db.schema import OLDEST

GONE, BUSY, FULL, LOCKED = "gone", "busy", "full", "locked"
"""Why a database can't be used: it isn't there; it could not do that; its disk has no room; others
have locked what was to be changed, and nothing else."""

NO_ANSWER = "it has not answered"
TIMEOUT = 10
"""Seconds to wait until SQLite can be written, or one's own connections are all in use."""
LOCK_SECONDS = 3
"""Seconds to wait for a lock of PostgreSQL's: less than its silence may last (`postgres`)."""
IDLE = 0.5
"""Seconds after which a connection to PostgreSQL that nobody used is asked whether it is there."""
DISK_FULL, DAMAGED = "53100", ("XX001", "XX002")
"""What PostgreSQL calls a disk without room, and a page or an index that is damaged."""
ROWS_LOCKED = ("55P03", "40P01")
"""What it calls a lock that was not to be had in time, and two that wait for each other."""
_SQLITE = {sqlite3.SQLITE_FULL: FULL, sqlite3.SQLITE_BUSY: BUSY, sqlite3.SQLITE_LOCKED: BUSY}
_DRIVERS = {
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "sqlite": "sqlite",
}
"""SQLAlchemy's driver by the kind of a database, whichever driver an address names."""
_FORM = "write a database as postgresql://USER@MACHINE/NAME or sqlite:///PATH"
MOST_CONNECTIONS = 12
"""How many connections a worker has at most."""
_POOL: dict[str, Any] = {"pool_size": MOST_CONNECTIONS, "max_overflow": 0, "pool_timeout": TIMEOUT}


class DatabaseUnavailable(Exception):
    """The database can't be used now.

    Attributes:
        reason: `GONE`, `BUSY`, `FULL` or `LOCKED`.
    """

    def __init__(self, detail: str = "", reason: str = GONE) -> None:
        super().__init__(detail)
        self.reason = reason


class DatabaseCorrupt(Exception):
    """The database, or a part of it, is damaged, or is not a database at all."""


class VersionConflict(Exception):
    """What was to be written is there already, written by someone else."""


class now(FunctionElement[int]):  # noqa: N801 - it reads like SQL's own functions
    """The database's clock, in whole milliseconds since 1970."""

    type = BigInteger()
    inherit_cache = True


@compiles(now, "sqlite")
def _sqlite_now(*_: Any, **__: Any) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER)"


@compiles(now, "postgresql")
def _postgresql_now(*_: Any, **__: Any) -> str:
    return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"


class Database:
    """A database that may be used from any thread.

    Attributes:
        url: where it is, without password.
        shared: can several workers, on several machines, use it?
    """

    def __init__(self, url: str | Path, patient: bool = False) -> None:
        """Take what there is to know; nothing is asked of the database yet.

        Args:
            url: as ``postgresql://…``, or the path of a SQLite file.
            patient: wait as long as it takes: for the operator, while nobody plays.

        Raises:
            Refused: that is not an address.
        """
        where = _url(url)
        plain = where.set(drivername=where.get_backend_name())  # as people write it
        self.url = plain.render_as_string(hide_password=True)
        self.shared = where.get_backend_name() == "postgresql"
        self._address = where
        self._engine = _postgresql(where, patient) if self.shared else _sqlite(where)
        self._writer, self._reader = self._engine.execution_options(writes=True), self._engine
        if self.shared:
            if not patient:
                event.listen(self._engine, "do_connect", self._connect)
                event.listen(self._engine, "checkout", self._raise_if_silent, insert=True)
            # Each of its questions sees a state of its own anyway.
            self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._unreachable, self._probe = False, threading.RLock()
        self._looking, self._begun, self._silence = threading.local(), threading.local(), 0.0
        # SQLite lets one write at a time, and has others sleep and try again. Here they queue.
        self._turn: AbstractContextManager[object] = nullcontext()
        if not self.shared:
            self._turn = threading.Lock()

    @property
    def engine(self) -> Engine:
        """SQLAlchemy's own, for migrations."""
        return self._engine

    @property
    def file(self) -> Path | None:
        """The file of SQLite's; None: there is none."""
        return None if self.shared else Path(str(self._address.database))

    @property
    def address(self) -> str:
        """The address as the driver takes it, password and all, for a listening connection."""
        plain = self._address.set(drivername="postgresql")
        return plain.render_as_string(hide_password=False)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Look at things as they are; reading goes on within. Raises DatabaseUnavailable."""
        looking: Connection | None = getattr(self._looking, "connection", None)
        if looking is not None:
            yield looking
            return
        with self._reached(), self._reader.connect() as connection:
            self._looking.connection = connection
            try:
                yield connection
            finally:
                self._looking.connection = None

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Look at all there is as it is at one moment, however long it takes.

        Raises DatabaseUnavailable.
        """
        with self._reached(), self._engine.connect() as connection:
            if self.shared:  # SQLite's readers see one state as it is
                connection.execute(
                    text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                )
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Change something, all of it or nothing.

        Raises:
            DatabaseUnavailable: it can't be reached; whether it was written is not known.
            VersionConflict: something else is there already.
        """
        with self._reached(), self._turn, self._writer.begin() as connection:
            yield connection

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Say in our own words what goes wrong.

        While the database is gone one thread at a time tries again; all others are told at once.
        """
        probing = self._unreachable
        if probing and not self._probe.acquire(blocking=False):
            raise DatabaseUnavailable(NO_ANSWER)
        self._begun.at = time.monotonic()
        try:
            with _driver_errors():
                yield
            self._unreachable = False
        except DatabaseUnavailable as error:
            self._unreachable = self.shared and error.reason == GONE
            raise
        finally:
            if probing:
                self._probe.release()

    def _connect(self, _: object, __: object, args: list[Any], given: dict[str, Any]) -> object:
        from spinney.server.db.postgres import ServerSilent, connect

        self._raise_if_silent()
        try:
            connection = connect(*args, **given)
        except ServerSilent:
            self._note_silence()
            raise
        connection.silent = self._note_silence
        return connection

    def _note_silence(self) -> None:
        self._silence = time.monotonic()

    def _raise_if_silent(self, *_: object) -> None:
        """Wait no more for a server that has fallen silent since this thread began to wait."""
        if self._silence > getattr(self._begun, "at", 0.0):
            from psycopg import OperationalError as Unreachable

            raise Unreachable(NO_ANSWER)

    def insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        """Return an INSERT that can say what to do where the row is there already."""
        return postgresql.insert(table) if self.shared else sqlite.insert(table)

    @property
    def is_missing(self) -> bool:
        """Is it a SQLite file that is not there? To connect would create it."""
        return self.file is not None and not self.file.exists()

    def upsert(self, table: Table, row: Mapping[str, Any]) -> Executable:
        """Return a statement that writes a row, in place of the one with the same primary key."""
        keys = [*table.primary_key]
        changed = {name: value for name, value in row.items() if table.c[name] not in keys}
        query = self.insert(table).values(**row)
        return query.on_conflict_do_update(index_elements=keys, set_=changed)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()


@contextmanager
def _driver_errors() -> Iterator[None]:
    """Say in our own words what went wrong."""
    try:
        yield
    except IntegrityError:
        raise VersionConflict from None
    except (OperationalError, InterfaceError) as problem:
        raise DatabaseUnavailable(str(problem.orig), _reason(problem)) from None
    except Exhausted as problem:  # all connections were in use for too long
        raise DatabaseUnavailable(str(problem), BUSY) from None
    except DBAPIError as problem:
        if problem.connection_invalidated:
            raise DatabaseUnavailable(str(problem.orig)) from None
        if _is_damage(problem):
            raise DatabaseCorrupt(str(problem.orig)) from None
        raise


@contextmanager
def usable(database: Database) -> Iterator[None]:
    """Begin to use a database. Raises Refused, in one sentence, where it can't be used."""
    try:
        yield
    except DatabaseUnavailable as error:
        detail = (
            "its disk is full" if error.reason == FULL else f"it can't be reached ({_line(error)})"
        )
        raise Refused(f"the database {database.url} can't be used: {detail}") from None
    except DatabaseCorrupt as problem:
        raise Refused(
            f"the database {database.url} is damaged, or is not a database ({_line(problem)}); "
            "name another, or restore a backup into a new one: spinney admin restore"
        ) from None


def _line(problem: Exception) -> str:
    return str(problem).partition("\n")[0].strip()


def _reason(problem: DBAPIError) -> str:
    """Return why the database can't be used; where it says so itself, it is there."""
    code = getattr(problem.orig, "sqlite_errorcode", 0) & 0xFF
    if code in _SQLITE:
        return _SQLITE[code]
    state = getattr(problem.orig, "sqlstate", None) or "08"
    if state == DISK_FULL:
        return FULL
    if state in ROWS_LOCKED:
        return LOCKED
    return GONE if state.startswith(("08", "57P")) else BUSY  # unreachable, or shutting down


def _is_damage(problem: DBAPIError) -> bool:
    """Is the file of a database no database, or a part of it damaged?"""
    code = getattr(problem.orig, "sqlite_errorcode", 0) & 0xFF
    state = getattr(problem.orig, "sqlstate", None)
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or state in DAMAGED


def _url(given: str | Path) -> URL:
    if isinstance(given, Path):
        return URL.create("sqlite", database=str(given))
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):  # a ValueError: its port is not a number
        raise Refused(_FORM) from None
    if url.get_backend_name() not in _DRIVERS:
        raise Refused("Spinney stores its matches in SQLite or PostgreSQL")
    if url.get_backend_name() == "sqlite" and not _names_file(url):
        raise Refused(_FORM)
    _check_options(url)
    return url.set(drivername=_DRIVERS[url.get_backend_name()])


def _names_file(url: URL) -> bool:
    """Does an address of SQLite's name a file, on this machine and not in memory?"""
    return not url.host and url.database not in (None, "", ":memory:")


def _check_options(url: URL) -> None:
    """Refuse an option after ``?`` that the driver doesn't know, before it is asked to connect."""
    if not url.query:
        return
    if url.get_backend_name() == "sqlite":
        raise Refused("an address of SQLite has no options; write it as sqlite:///PATH")
    from psycopg import ProgrammingError
    from psycopg.conninfo import make_conninfo

    try:
        make_conninfo(**dict.fromkeys(url.query, ""))
    except ProgrammingError as problem:
        raise Refused(f"the address of the database: {str(problem).strip()}") from None


def _postgresql(url: URL, patient: bool) -> Engine:
    locked = TIMEOUT if patient else LOCK_SECONDS
    engine = create_engine(
        url,
        **_POOL,
        connect_args={
            "tcp_user_timeout": 1000 * TIMEOUT,  # where the machine or the network is gone
            "application_name": "spinney",
            # A commit is on the disk, whatever the server's usual way is.
            "options": f"-c synchronous_commit=on -c lock_timeout={locked}s",
            **({"connect_timeout": TIMEOUT} if patient else {}),
        },
    )
    event.listen(engine, "checkin", _used)
    event.listen(engine, "checkout", _still_there)
    return engine


def _used(_: object, record: ConnectionPoolEntry) -> None:
    record.info["used"] = time.monotonic()


def _still_there(connection: Any, record: ConnectionPoolEntry, _: object) -> None:
    """Replace a connection that broke while nobody used it, without anybody noticing.

    Of one that was in use a moment ago it isn't asked: that would take longer than most questions.
    """
    if time.monotonic() - record.info.get("used", time.monotonic()) > IDLE:
        from spinney.server.db.postgres import ServerSilent

        try:
            connection.execute("")
            connection.rollback()
        except ServerSilent:  # nor would the server say anything to another connection
            raise
        except connection.Error:
            raise DisconnectionError from None


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, **_POOL, connect_args={"timeout": TIMEOUT})
    event.listen(engine, "do_connect", _make_private)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _make_private(_dialect: object, _record: object, where: list[str], _named: object) -> None:
    """Let only its owner read a new file: it holds the deals of matches. Its log goes with it."""
    with suppress(OSError):  # SQLite says why it can't be made
        os.close(os.open(where[0], os.O_WRONLY | os.O_CREAT, 0o600))


def _prepare(connection: Any, _: object) -> None:
    """Set up a new connection: SQLAlchemy's begin event begins, not the driver."""
    connection.isolation_level = None
    for pragma in (f"busy_timeout={1000 * TIMEOUT}", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not tables or tables >= OLDEST:  # another program's file is left as it is
        connection.execute("PRAGMA journal_mode=WAL")


def _begin(connection: Connection) -> None:
    """Begin: a writer takes the lock at once, or two that read first would both fail."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

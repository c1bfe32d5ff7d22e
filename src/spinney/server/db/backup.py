"""Backup and restore: a whole server in one file, whichever database it is in.

The file is JSON lines, compressed: first what it is, then every row of every table as it stood at
one moment, then how many rows there are and the hash of all that came before. It is made while the
server is open, and read into an empty database of either kind: so a server can also be moved from
SQLite to PostgreSQL, or back.

It holds all that the database does: deals of matches that go on, hashes of passwords and of what
lets people in. It is written so that nobody but its owner can read it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from sqlalchemy import Connection, Table, delete, func, insert, inspect, select, text

from spinney import __version__
from spinney.core.errors import Refused
from spinney.server.db.database import Database, now
from spinney.server.db.migrate import NEWEST, check_whole, migrate, version
from spinney.server.db.schema import chat, meta, presence, server_clock, workers

FORMAT = 1
TRANSIENT = (workers, presence)
"""What means nothing when it is read again."""
SAVED: tuple[Table, ...] = tuple(t for t in meta.sorted_tables if t not in TRANSIENT)
"""What is kept, each table behind those it refers to."""
BATCH = 500
"""How many rows are read or written at once."""
LONGEST = 64 << 20
"""The most characters of a line that is read: no row is as long."""


class BackupSummary(NamedTuple):
    """What a backup holds.

    Attributes:
        rows: how many, by table.
        size: of the file, in bytes.
    """

    rows: Mapping[str, int]
    size: int


# Backing up.


def backup(database: Database, file: Path) -> BackupSummary:
    """Write a server to a file; whatever is there is replaced when all is well.

    Raises:
        Refused: the file can't be written, or the database is of another version.
        DatabaseUnavailable: the database can't be reached.
    """
    _check_version(database)
    try:
        number, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    except OSError as problem:
        raise Refused(f"{file} can't be written: {problem.strerror}") from None
    fresh = Path(name)  # made so that only its owner reads it
    try:
        with os.fdopen(number, "wb") as out:
            rows = _write(database, out)
            out.flush()
            os.fsync(out.fileno())
        size = fresh.stat().st_size
        fresh.replace(file)
    except OSError as problem:
        raise Refused(f"{file} can't be written: {problem.strerror}") from None
    finally:
        with suppress(FileNotFoundError):
            fresh.unlink()
    return BackupSummary(rows, size)


def _check_version(database: Database) -> None:
    found = version(database)
    if found != NEWEST:
        state = f"has version {found} of the tables" if found else "is empty"
        raise Refused(f"the database {state}; first run: spinney migrate")
    check_whole(database)


def _write(database: Database, out: IO[bytes]) -> dict[str, int]:
    """Write all lines; return how many rows of each table there were."""
    rows, sum_ = dict.fromkeys((table.name for table in SAVED), 0), hashlib.sha256()
    with gzip.GzipFile("", "wb", fileobj=out, mtime=0) as packed, database.snapshot() as connection:
        made = connection.execute(select(now())).scalar_one()
        head = {"spinney": __version__, "backup": FORMAT, "tables": NEWEST, "made": made}
        for name, line in _lines(head, connection):
            packed.write(line)
            sum_.update(line)
            if name:
                rows[name] += 1
        packed.write(_line({"rows": rows, "sha256": sum_.hexdigest()}))
    return rows


def _lines(head: Mapping[str, Any], connection: Connection) -> Iterator[tuple[str, bytes]]:
    """Yield the first line, and each row's with its table."""
    yield "", _line(head)
    for table in SAVED:
        yield "", _line({"table": table.name, "columns": table.columns.keys()})
        query = select(table).order_by(*table.primary_key.columns)
        streamed = connection.execution_options(yield_per=BATCH).execute(query)
        for row in streamed:
            yield table.name, _line(list(row))


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


# Restoring.


def restore(database: Database, file: Path) -> BackupSummary:
    """Read a server from a file into an empty database.

    The time since it was written is time in which nobody lived: the clocks go on where they stood.

    Raises:
        Refused: the file is not a backup or a broken one, or the database isn't empty.
        DatabaseUnavailable: the database can't be reached.
    """
    check(file)
    _check_empty(database)
    migrate(database)
    rows: dict[str, int] = {}
    with database.writing() as connection:
        _check_nobody(connection)
        for table in (*reversed(SAVED), *TRANSIENT):
            connection.execute(delete(table))
        for table, some in _batches(_read(file)):
            connection.execute(insert(table), some)
            rows[table.name] = rows.get(table.name, 0) + len(some)
        if database.shared:
            _count_on(connection)
    return BackupSummary(rows, file.stat().st_size)


def check(file: Path) -> Mapping[str, int]:
    """Read a backup to its end; return how many rows of each table there are. Raises Refused."""
    rows, sum_, last, name = dict[str, int](), hashlib.sha256(), b"", ""
    for line in _read_lines(file):
        if last:
            sum_.update(last)
            name = _note(_parsed(last), name, rows)
        last = line
    end = _parsed(last)
    well = isinstance(end, dict) and end.get("sha256") == sum_.hexdigest()
    if not well or end.get("rows") != rows:
        raise Refused(f"{file} is broken: its end is missing, or something in it has changed")
    return rows


def _note(value: Any, name: str, rows: dict[str, int]) -> str:
    """Check a line, and count it if it is a row; return of which table the next rows are."""
    if isinstance(value, list):
        rows[name] = rows.get(name, 0) + 1
        return name
    if "backup" in value:
        if value["backup"] != FORMAT or value.get("tables") != NEWEST:
            raise Refused(
                f"this is a backup of Spinney {value.get('spinney')}, which has other tables; "
                "restore it with that version, then run: spinney migrate"
            )
        return name
    columns = {table.name: table.columns.keys() for table in SAVED}
    table_name = value.get("table")
    if table_name not in columns or value.get("columns") != columns[table_name]:
        raise Refused("this is not a backup of a server")
    rows.setdefault(table_name, 0)
    return str(table_name)


def _check_empty(database: Database) -> None:
    if not version(database):
        return
    _check_version(database)
    with database.reading() as connection:
        existing = set(inspect(connection).get_table_names())
        full = [
            table.name
            for table in SAVED
            if table is not server_clock and table.name in existing and _count(connection, table)
        ]
    if full:
        raise Refused(
            f"this database is not empty ({', '.join(full[:3])}); restore a "
            "server into an empty one"
        )


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _check_nobody(connection: Connection) -> None:
    alive = select(func.count()).select_from(workers).where(workers.c.heartbeat > now() - 5_000)
    if connection.execute(alive).scalar_one():
        raise Refused("a worker of this server is running; stop it first")


def _read(file: Path) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Yield each row of a backup with its table."""
    by_name, table = {table.name: table for table in SAVED}, None
    for line in _read_lines(file):
        value = _parsed(line)
        if isinstance(value, list) and table is not None:
            yield table, dict(zip(table.columns.keys(), value, strict=True))
        elif isinstance(value, dict) and "table" in value:
            table = by_name[value["table"]]


def _batches(
    rows: Iterable[tuple[Table, dict[str, Any]]],
) -> Iterator[tuple[Table, Sequence[dict[str, Any]]]]:
    """Yield rows of one table together."""
    some: list[dict[str, Any]] = []
    last: Table | None = None
    for table, row in rows:
        if last is not None and (table is not last or len(some) >= BATCH):
            yield last, some
            some = []
        last = table
        some.append(row)
    if last is not None:
        yield last, some


def _count_on(connection: Connection) -> None:
    """Let PostgreSQL number what is said from now on behind what was said before."""
    sequence = "pg_get_serial_sequence('chat', 'id')"
    last = select(func.coalesce(func.max(chat.c.id), 0) + 1).scalar_subquery()
    connection.execute(select(func.setval(text(sequence), last, False)))


def _read_lines(file: Path) -> Iterator[bytes]:
    """Yield the lines of a backup. Raises Refused if it can't be read."""
    try:
        with gzip.open(file, "rb") as packed:
            while line := packed.readline(LONGEST):
                yield line
    except (OSError, EOFError, zlib.error) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise Refused(f"{file} can't be read as a backup: {why}") from None


def _parsed(line: bytes) -> Any:
    try:
        value = json.loads(line)
    except ValueError:
        raise Refused("this is not a backup of a server") from None
    if not isinstance(value, dict | list):
        raise Refused("this is not a backup of a server")
    return value

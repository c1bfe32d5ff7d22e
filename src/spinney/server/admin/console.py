"""`spinney admin`: the server seen from behind, in the terminal."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from spinney.core.errors import Refused
from spinney.server.admin.operations import Admin
from spinney.server.db.database import Database, usable
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_store import when
from spinney.server.tables.table import Table


@contextmanager
def _reached(url: str, create: bool = False) -> Iterator[Database]:
    """A server's database. Raises Refused if it can't be reached, or isn't there to be read."""
    logging.getLogger("spinney").addHandler(logging.NullHandler())  # what fails is said here
    database = Database(url, patient=True)
    if database.is_missing and not create:
        raise Refused(f"there is no database {database.url}; `spinney serve` creates one")
    try:
        with usable(database):
            yield database
    except MatchError as problem:
        raise Refused(f"this match is damaged: {problem.__cause__}") from None
    finally:
        database.close()


def show(url: str, what: str, status: str) -> int:
    """List tables, people, bans, workers, jobs that fail, or rated tables of one address."""
    with _reached(url) as database:
        admin = Admin(database)
        if what == "people":
            _print_people(admin)
        elif what == "bans":
            bans = ((b.what, str(b.until or "for good"), b.why) for b in admin.bans())
            _columns(("address", "until", "why"), bans)
        elif what == "workers":
            workers = ((w.name, _minute(w.began), f"{w.age:.1f} s") for w in admin.workers())
            _columns(("worker", "began", "last heartbeat"), workers)
        elif what == "jobs":
            _print_jobs(admin)
        elif what == "same-address":
            _columns(("table", "game", "status", "seats"), map(_table, admin.same_address()))
        else:
            _print_tables(admin, status)
    return 0


def _print_tables(admin: Admin, status: str) -> None:
    found = admin.tables(status)
    damaged = ((id_, "?", "damaged", "it can't be read") for id_ in admin.damaged(found, status))
    _columns(("table", "game", "status", "seats"), [*map(_table, found), *damaged])


def _print_jobs(admin: Admin) -> None:
    jobs = (
        (job.match, job.kind, str(job.attempts), _since(job.quarantined), job.error)
        for job in admin.failed_jobs()
    )
    _columns(("table", "job", "failures", "quarantined", "last error"), jobs)


def _since(quarantined: int | None) -> str:
    return "no, it is retried" if quarantined is None else _minute(when(quarantined))


def release(url: str, table: str | None, all: bool) -> int:  # noqa: A002 - as the option is called
    """Have failed jobs tried again at once."""
    if (table is None) != all:
        raise Refused("say which table's jobs to release, or --all")
    with _reached(url) as database:
        released = Admin(database).release(table or "")
    return _say(f"{released} job{'s' * (released > 1)} released: tried again at once.")


def _print_people(admin: Admin) -> None:
    head = ("person", "name", "password", "banned", "seats", "came", "last seen")
    _columns(
        head,
        (
            (p.id, p.name, _yes(p.registered), _yes(p.banned), str(p.tables), *map(_minute, p[4:6]))
            for p in admin.people()
        ),
    )


def _table(table: Table) -> tuple[str, ...]:
    seats = ", ".join(seat.name or f"({seat.kind})" for seat in table.seats)
    return table.id, table.game.name, table.status, seats


def close(url: str, table: str) -> int:
    """Close a table."""
    with _reached(url) as database:
        Admin(database).close(table)
    return _say(f"Table {table} is closed; its match is kept.")


def export(url: str, what: str, person: bool, output: Path | None) -> int:
    """Write a match's record, or all that is kept about a person."""
    with _reached(url) as database:
        admin = Admin(database)
        if person:
            text = json.dumps(admin.data(what), ensure_ascii=False, indent=2) + "\n"
        else:
            text = admin.record(what)
    if output is None:
        sys.stdout.write(text)
        return 0
    _keep(output, text)
    return _say(f"Written to {output}.")


def _keep(file: Path, text: str) -> None:
    """Write what nobody but its owner shall read."""
    try:
        number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as out:
            out.write(text)
    except OSError as problem:
        raise Refused(f"{file} can't be written: {problem.strerror}") from None


def ban(url: str, who: str, why: str, days: float | None) -> int:
    """Shut someone out, or an address."""
    with _reached(url) as database:
        found = Admin(database).ban(who, why, days)
    return _say(f"{found} can do nothing here any more.")


def unban(url: str, who: str) -> int:
    """Let someone in again, or an address."""
    with _reached(url) as database:
        found = Admin(database).unban(who)
    return _say(f"{found} may come in again.")


def delete(url: str, who: str, yes: bool) -> int:
    """Forget a person."""
    with _reached(url) as database:
        admin = Admin(database)
        somebody = admin.find(who)
        if not yes:
            raise Refused(
                f"{somebody.name} ({somebody.id}) has {somebody.tables} seats; deleting "
                "them is permanent: repeat the command with --yes"
            )
        admin.delete(somebody.id)
    return _say(f"{somebody.name} is deleted; matches they played stay, without their name.")


def token(url: str, who: str, name: str) -> int:
    """Make a token for a bot, and print it: this once."""
    with _reached(url) as database:
        made = Admin(database).issue_api_token(who, name)
    return _say(made)


def backup(url: str, file: Path) -> int:
    """Write the whole server to a file."""
    from spinney.server.db.backup import backup as write

    with _reached(url) as database:
        summary = write(database, file)
    return _say(f"{file}: {sum(summary.rows.values()):,} rows, {summary.size:,} bytes.")


def restore(url: str, file: Path) -> int:
    """Read a server from a file into an empty database."""
    from spinney.server.db.backup import restore as read

    with _reached(url, create=True) as database:
        summary = read(database, file)
        where = database.url
    return _say(f"{where}: {sum(summary.rows.values()):,} rows restored.")


# How it is printed.


def _columns(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under each other."""
    lines = [head, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        sys.stdout.write("  ".join(cells).rstrip() + "\n")


def _minute(time: object) -> str:
    return str(time)[:16]


def _yes(it: bool) -> str:
    return "yes" if it else "no"


def _say(line: str) -> int:
    sys.stdout.write(line + "\n")
    return 0

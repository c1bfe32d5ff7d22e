"""A server in a file, and back: nothing lost, nothing broken taken for whole."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.server.conftest import Opened
from tests.server.playing import begun, guest, say

from spinney.core.errors import Refused
from spinney.server.db.backup import SAVED, TRANSIENT, backup, check, restore
from spinney.server.db.database import Database
from spinney.server.db.migrate import NEWEST
from spinney.server.db.schema import meta
from spinney.server.services import Services


def rows(database: Database) -> dict[str, list[tuple[object, ...]]]:
    with database.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in SAVED
        }


def lived_in(services: Services) -> str:
    """A server with something in every corner; return a match that goes on."""
    match = begun(services, "Ann", "Bob", clock="bank 5:00 + 10")
    say(services, match, 0, "first red")
    ann = guest(services, "Änne ✿")
    services.accounts.set_password(ann.id, "correct horse")
    services.accounts.issue_api_token(ann.id, "rex")
    services.chat.send(match, "players", ann, "“hello”\\ and\ttab")
    services.notes.write(match, ann.id, "line\nline")
    services.premoves.queue(match, 1, "bid 1g")
    services.limits.attempts.count("password", "203.0.113.9")
    return match


def empty(folder: Path, name: str = "other") -> Database:
    return Database(f"sqlite:///{folder / name}.sqlite")


def test_a_server_comes_back_as_it_was(services: Services, tmp_path: Path) -> None:
    match, file = lived_in(services), tmp_path / "server.backup"
    summary = backup(services.store.database, file)
    before = rows(services.store.database)
    assert summary.rows == {name: len(found) for name, found in before.items()} == check(file)
    assert summary.size == file.stat().st_size
    assert file.stat().st_mode & 0o777 == 0o600
    services.server_time.leave()
    other = empty(tmp_path)
    assert restore(other, file).rows == {name: n for name, n in summary.rows.items() if n}
    assert rows(other) == before
    again = Services.open(other)
    restored, original = (
        again.match_service.live_match(match).match,
        services.match_service.live_match(match).match,
    )
    assert restored == original
    # It goes on: the next line of talk has a number of its own, the next event its place.
    again.chat.send(match, "players", guest(again, "Cid"), "here again")
    say(again, match, 0, "bid 1g")
    again.close()


def test_a_server_moves_from_one_kind_of_database_to_the_other(
    postgres: str, tmp_path: Path
) -> None:
    from spinney.server.db.migrate import migrate

    first = empty(tmp_path, "first")
    migrate(first)
    services = Services.open(first)
    match = lived_in(services)
    backup(first, tmp_path / "one")
    services.close()
    moved = Database(postgres)
    restore(moved, tmp_path / "one")
    assert rows(moved) == rows(first)
    there = Services.open(moved)
    there.chat.send(match, "players", guest(there, "Dan"), "moved")
    say(there, match, 0, "bid 1g")
    there.server_time.leave()
    backup(moved, tmp_path / "two")
    back = empty(tmp_path, "back")
    restore(back, tmp_path / "two")
    assert rows(back) == rows(moved)
    for database in (back, moved, first):
        database.close()


def test_clocks_go_on_where_they_stood(services: Services, tmp_path: Path) -> None:
    match = lived_in(services)
    backup(services.store.database, tmp_path / "file")
    lines = gzip.decompress((tmp_path / "file").read_bytes()).decode()
    assert '{"table":"server_clock"' in lines
    other = empty(tmp_path)
    services.server_time.leave()
    restore(other, tmp_path / "file")
    with other.writing() as connection:  # as if an hour had passed since
        server_clock = meta.tables["server_clock"]
        connection.execute(
            server_clock.update().values(heartbeat=server_clock.c.heartbeat - 3_600_000)
        )
        tables = meta.tables["tables"]
        connection.execute(tables.update().values(began=tables.c.began - 3_600_000))
    again = Services.open(other)
    table = again.match_service.live_match(match)
    left = table.match.remaining(table.time_source.now())[0]
    assert left is not None
    assert left > 290_000
    again.close()


def test_a_backup_of_a_moment_while_the_server_runs(doors: Opened, tmp_path: Path) -> None:
    services = doors()
    lived_in(services)
    backup(services.store.database, tmp_path / "file")
    assert check(tmp_path / "file")["events"] == 1
    assert not {table.name for table in TRANSIENT} & set(check(tmp_path / "file"))


def test_what_is_broken_is_not_restored(services: Services, tmp_path: Path) -> None:
    lived_in(services)
    file = tmp_path / "file"
    backup(services.store.database, file)
    whole = file.read_bytes()
    text = gzip.decompress(whole)
    changed = text.replace(b"first red", b"first blu")
    cut = b"\n".join(text.splitlines()[:-1]) + b"\n"
    newer = text.replace(f'"tables":"{NEWEST}"'.encode(), b'"tables":"9999"')
    assert len({text, changed, cut, newer}) == 4
    damaged = [
        whole[: len(whole) // 2],
        b"",
        b"no gzip",
        *map(gzip.compress, (changed, cut, newer)),
    ]
    damaged += [gzip.compress(junk) for junk in (b"[]\n", b"{}\n{}\n", b"1\n", b"\xff\n", b"")]
    for number, bytes_ in enumerate(damaged):
        file.write_bytes(bytes_)
        other = empty(tmp_path, f"other{number}")
        with pytest.raises(Refused):
            restore(other, file)
        other.close()
        assert not (tmp_path / f"other{number}.sqlite").exists()
    with pytest.raises(Refused, match="can't be read"):
        restore(services.store.database, tmp_path / "none")


def test_nothing_is_written_over(services: Services, tmp_path: Path) -> None:
    lived_in(services)
    before = rows(services.store.database)
    backup(services.store.database, tmp_path / "file")
    with pytest.raises(Refused, match="not empty"):
        restore(services.store.database, tmp_path / "file")
    assert rows(services.store.database) == before
    with pytest.raises(Refused, match="can't be written"):
        backup(services.store.database, tmp_path / "no" / "file")
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_the_file_can_be_read_by_people(services: Services, tmp_path: Path) -> None:
    lived_in(services)
    backup(services.store.database, tmp_path / "file")
    first, *_ = gzip.decompress((tmp_path / "file").read_bytes()).decode().splitlines()
    assert json.loads(first)["backup"] == 1

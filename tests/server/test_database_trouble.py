"""A database without room, a damaged one and another program's: each is named as what it is."""

from __future__ import annotations

import errno
import json
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import psycopg
import pytest
from sqlalchemy import event, select, text
from tests.server.playing import GAME, begun, until
from tests.waiting import NO_TLS, PATIENCE, http_get
from tests.web.shared_server import Guest, opened, said
from tests.web.site import visited

import spinney
from spinney.cli import main
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.db import database as database_module
from spinney.server.db.database import FULL, Database, DatabaseCorrupt, DatabaseUnavailable
from spinney.server.db.migrate import migrate
from spinney.server.db.schema import matches
from spinney.server.logs import LineHandler
from spinney.server.play.match_store import FILE, MatchStore
from spinney.server.services import Services


@contextmanager
def no_room(database: Database) -> Iterator[None]:
    """A disk without room, as the database's driver tells of it with every write."""

    def write(_: object, statement: str, *__: object) -> None:
        if statement.startswith(("INSERT", "UPDATE", "DELETE")):
            raise _disk_full(database.shared)

    event.listen(database.engine, "do_execute", write)
    try:
        yield
    finally:
        event.remove(database.engine, "do_execute", write)


def _disk_full(shared: bool) -> Exception:
    if shared:
        return psycopg.errors.DiskFull("could not extend file: No space left on device")
    problem = sqlite3.OperationalError("database or disk is full")
    problem.sqlite_errorcode = sqlite3.SQLITE_FULL
    return problem


def test_a_full_disk_is_named_and_play_resumes_when_there_is_room(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(database) as (address, services):
        match = begun(services, "Ann", "Bob", clock="move 0:01")
        before = services.match_service.live_match(match).match.version
        with no_room(services.store.database):
            until(lambda: services.match_service.trouble == FULL)
            health = http_get(f"{address}/health/ready")
            assert (health.status_code, health.json()["disk_space"]) == (503, False)
            assert "disk is full" in health.json()["problem"]
            assert "its disk is full" in caplog.text
            with closing(Guest(address, "Cyd")) as cyd:
                assert cyd.get("/").status_code == 200
        until(lambda: not services.match_service.trouble)
        until(lambda: services.match_service.live_match(match).match.version > before)
        until(lambda: http_get(f"{address}/health/ready").status_code == 200)
    named = [line for line in caplog.records if "its disk is full" in line.getMessage()]
    assert len(named) == 1


def test_at_one_screen_play_resumes_too(tmp_path: Path) -> None:
    with visited(tmp_path) as site:
        match = site.begin("me", "level:seedling")
        match_service = site.match_service
        with site.socket(match) as socket:
            socket.receive()
            with no_room(match_service.store.database):
                move = "first red"
                assert site.say(match, move).status_code == 503
                assert match_service.trouble == FULL
            until(lambda: not match_service.trouble)
            assert site.say(match, move).status_code == 204
            until(lambda: match_service.live_match(match.rpartition("/")[2]).match.version > 1)


def test_sqlite_without_room_is_known_by_its_own_word(tmp_path: Path) -> None:
    database = Database(tmp_path / FILE)
    migrate(database)
    with database.reading() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()

    def shrink(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(database.engine, "checkout", shrink)
    with pytest.raises(DatabaseUnavailable) as caught:
        MatchStore(database).setting("long", lambda: "x" * 100_000)
    assert caught.value.reason == FULL
    database.close()


def test_a_lock_at_one_match_is_nobody_elses_affair(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "LOCK_SECONDS", 1)
    with opened(postgres) as (address, services), ExitStack() as stack:
        ann, bob, cyd = (
            stack.enter_context(closing(Guest.named(address, services, name)))
            for name in ("Ann", "Bob", "Cyd")
        )
        locked, other = (table_of(services, host, bob) for host in (ann, cyd))
        token = services.accounts.issue_api_token(ann.person.id, "a test") if ann.person else ""
        with cyd.socket(other) as looking, ann.socket(locked) as playing:
            assert "page" in json.loads(looking.recv(PATIENCE))
            with closing(Database(postgres)) as lock, lock.engine.begin() as connection:
                connection.execute(select(matches).where(matches.c.id == locked).with_for_update())
                version = ann.version(locked)
                assert "too busy" in said(playing, "first red", version)
                answer = ann.say(locked, "first red")
                assert (answer.status_code, "too busy" in answer.text) == (503, True)
                answer = httpx2.post(
                    f"{address}/api/matches/{locked}/move",
                    json={"move": "first red"},
                    headers={"authorization": f"Bearer {token}"},
                    timeout=PATIENCE,
                    verify=NO_TLS,
                )
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
                assert "too busy" in answer.json()["problem"]
                assert services.match_service.trouble == ""
                assert cyd.say(other, "first red").status_code == 204
            assert ann.say(locked, "first red").status_code == 204
            while "page" not in (message := json.loads(looking.recv(PATIENCE))):
                assert "database_unavailable" not in message


def table_of(services: Services, host: Guest, other: Guest) -> str:
    """Return a table at which two people play."""
    assert host.person is not None
    assert other.person is not None
    rules = MatchSettings(public=True)
    table = services.tables.open(
        host.person, spinney.game(GAME), Clock.read("none"), rules, ["me", "open"]
    )
    services.tables.sit(table, other.person, 1)
    return table


# Damaged, or another program's.


def spoilt(file: Path, how: str) -> None:
    """A file that is not a database of ours."""
    if how == "no database":
        file.write_bytes(b"Dear diary, " * 1000)
        return
    with closing(sqlite3.connect(file)) as connection:
        if how == "another program's":
            connection.executescript(
                "CREATE TABLE bookmarks (url); CREATE TABLE alembic_version (x)"
            )
            return
    database = Database(file)
    migrate(database)
    if how == "without a table":
        with database.writing() as connection:
            connection.execute(text("DROP TABLE events"))
    database.close()
    if how == "cut off":
        with file.open("r+b") as out:
            out.truncate(8192)


KINDS = ("no database", "another program's", "without a table", "cut off")
COMMANDS = (
    ["serve", "--database"],
    ["migrate", "--database"],
    ["admin", "list", "tables", "--database"],
    ["admin", "list", "jobs", "--database"],
    ["admin", "backup", "server.backup", "--database"],
)


@pytest.mark.parametrize("how", KINDS)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_database_of_ours_is_one_clear_sentence(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    command: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / FILE
    spoilt(file, how)
    before = file.read_bytes()
    assert main([*command, f"sqlite:///{file}"]) == 2
    err = capsys.readouterr().err.strip()
    assert "\n" not in err
    assert str(file) in err
    assert "another" in err, "it says what would do"
    assert file.read_bytes() == before, "nothing is written to what isn't ours"


@pytest.mark.parametrize("how", KINDS)
def test_play_says_so_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setenv("SPINNEY_DATA", str(tmp_path))
    spoilt(tmp_path / FILE, how)
    assert main(["play", "--no-browser"]) == 2
    err = capsys.readouterr().err.strip()
    assert "\n" not in err
    assert "SPINNEY_DATA" in err


def test_another_programs_postgresql_is_left_alone(
    unfurnished: str, capsys: pytest.CaptureFixture[str]
) -> None:
    database = Database(unfurnished)
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE invoices (id int)"))
    database.close()
    for command in (["migrate"], ["serve"], ["admin", "list", "tables"]):
        assert main([*command, "--database", unfurnished]) == 2
        assert "another program’s: it has the tables invoices" in capsys.readouterr().err


def test_damage_found_later_is_answered_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def damaged(*_: object) -> None:
        raise DatabaseCorrupt("database disk image is malformed")

    with visited(tmp_path) as site:
        monkeypatch.setattr(MatchStore, "recent", damaged)
        answers = [site.client.get("/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [503] * 3
    assert "database is damaged" in answers[0].text
    assert len([line for line in caplog.records if "damaged" in line.getMessage()]) == 1


# The log.


class Disk:
    """A disk that is full for a while."""

    def __init__(self) -> None:
        self.full, self.lines = False, b""

    def write(self, data: bytes, /) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        some = data[:5]  # as much as there is room for at once
        self.lines += some
        return len(some)


def test_a_log_without_room_says_later_what_is_missing() -> None:
    disk = Disk()
    handler = LineHandler(disk)
    for number in range(5):
        disk.full = number in (1, 2)
        handler.emit(logging.makeLogRecord({"msg": f"line {number}"}))
        assert bool(handler.problem) is disk.full
    assert disk.lines.decode().splitlines() == [
        "line 0",
        "(2 lines could not be written: No space left on device)",
        "line 3",
        "line 4",
    ]

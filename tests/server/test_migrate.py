"""Databases of every earlier version are taken over, and nobody else's."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import select, text

from spinney import Refused
from spinney.cli import main
from spinney.server.db.database import Database
from spinney.server.db.migrate import FOLDER, NEWEST, migrate, prepare, version
from spinney.server.db.schema import meta
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_store import FILE, MatchStore

OLD_ROWS = """
INSERT INTO people (id, name, created, seen) VALUES ('p', 'Ann', 1, 2);
INSERT INTO matches (id, created, changed, over, header, summary)
    VALUES ('m', 1, 2, 0, '{}', '{}');
INSERT INTO matches (id, created, changed, over, header, summary)
    VALUES ('n', 1, 2, 0, '{}', '{}');
INSERT INTO tables (id, created, host, game, options, clock, rules, link, status, secret,
    looked) VALUES ('m', 1, 'p', 'arboretum', '{}', 'none', '{"public": true, "lesson": true}',
    'l', 'open', 's', 7);
INSERT INTO seats (match, number, kind, person, level) VALUES ('m', 0, 'person', 'p', '');
INSERT INTO guests (match, person) VALUES ('m', 'p');
UPDATE pulse SET beat = 8, lost = 9;
INSERT INTO workers (id, name, began, beat) VALUES ('w', 'here 1', 1, 3);
INSERT INTO presence (worker, match, who, sockets) VALUES ('w', 'm', 'p', 2);
INSERT INTO duties (match, kind, at) VALUES ('m', 'clock', 5);
INSERT INTO wishes (match, wish, player, made) VALUES ('m', 'undo:0:3.2', 0, 6);
INSERT INTO premoves (match, player, move, made, why) VALUES ('m', 0, 'skip', 4, 'late');
INSERT INTO chat (match, audience, person, name, text, made)
    VALUES ('m', 'players', 'p', 'Ann', 'hello', 4);
INSERT INTO notes (match, person, text, made) VALUES ('m', 'p', 'low', 4);
INSERT INTO bans (what, why, created) VALUES ('192.0.2.1', 'noise', 4);
INSERT INTO branches (match, trunk, moment) VALUES ('n', 'm', 12);
INSERT INTO analyses (match, how, looked, choices, judged, wanted)
    VALUES ('m', '3 0.1', 2, 5, '[]', 4);
"""
"""Rows of version 0010, the last before tables and columns were renamed."""
NEW_ROWS: dict[str, dict[str, object]] = {
    "accounts": {"id": "p", "name": "Ann", "seen": 2},
    "tables": {"id": "m", "host": "p", "viewed": 7, "public": 1, "rated": 0, "lesson": 1},
    "seats": {"match": "m", "person": "p", "viewed": 0},
    "guests": {"match": "m", "person": "p", "removed": 0},
    "server_clock": {"heartbeat": 8, "lost": 9},
    "workers": {"id": "w", "heartbeat": 3},
    "presence": {"worker": "w", "match": "m", "person": "p", "sockets": 2},
    "jobs": {"match": "m", "kind": "clock", "at": 5, "attempts": 0},
    "votes": {"match": "m", "proposal": "undo:0:3.2", "player": 0, "created": 6},
    "premoves": {"match": "m", "move": "skip", "created": 4, "reason": "late"},
    "chat": {"match": "m", "person": "p", "text": "hello", "created": 4},
    "notes": {"match": "m", "person": "p", "text": "low", "created": 4},
    "bans": {"address": "192.0.2.1", "reason": "noise"},
    "branches": {"match": "n", "trunk": "m", "frame": 12},
    "analyses": {"key": "3 0.1", "reviewed": 2, "choices": 5, "reviews": "[]", "requested": 4},
}
"""The same, by table, as they are now."""
FIRST = Path(__file__).parents[1] / "data" / "server" / "first.sql"


@pytest.fixture(params=["sqlite", "postgresql"])
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of either kind without any tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'server.sqlite'}"
    return str(request.getfixturevalue("unfurnished"))


@pytest.mark.parametrize("first", ["", "0002"])
def test_migrations_make_the_tables_that_are_used(bare: str, first: str) -> None:
    db = Database(bare)
    assert version(db) == ""
    if first:
        assert migrate(db, first) == ""
    assert migrate(db) == first
    assert version(db) == NEWEST == ScriptDirectory(str(FOLDER)).get_current_head()
    with db.writing() as connection:
        assert compare_metadata(MigrationContext.configure(connection), meta) == []
        rows = {t.name: connection.execute(select(t)).all() for t in meta.sorted_tables}
    assert {name: row for name, row in rows.items() if row} == {"server_clock": [(1, 0, 0)]}
    assert migrate(db) == NEWEST, "once more changes nothing"
    db.close()


def test_the_first_versions_matches_go_on(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.executescript(FIRST.read_text("utf-8"))
    connection.close()
    match_service = MatchService(MatchStore.of(tmp_path))
    kept = match_service.store.recent()
    assert [match.summary["over"] for match in kept] == [True, False]
    assert kept[0].created.year >= 2026
    going = match_service.live_match(kept[1].id)
    assert going.match.version == 9
    player = going.match.to_act[0]
    move = going.match.view(player).legal.sample(1)
    assert match_service.act(going, lambda match, at: match.play(player, move, at)).version == 10
    assert match_service.store.setting("secret", lambda: "another") == "0" * 64
    # The first version looks for this, and then leaves the file alone.
    assert match_service.store.setting("schema", str) != "1"
    match_service.store.close()


def test_rows_keep_their_values_under_new_names(bare: str) -> None:
    db = Database(bare)
    migrate(db, "0010")
    with db.writing() as connection:
        for statement in OLD_ROWS.strip().split(";\n"):
            connection.execute(text(statement.rstrip(";")))
    assert migrate(db) == "0010"
    with db.writing() as connection:
        assert compare_metadata(MigrationContext.configure(connection), meta) == []
        found = {
            table: [dict(row._mapping) for row in connection.execute(select(meta.tables[table]))]
            for table in NEW_ROWS
        }
    assert {
        table: [{name: row[name] for name in NEW_ROWS[table]} for row in rows]
        for table, rows in found.items()
    } == {table: [row] for table, row in NEW_ROWS.items()}
    db.close()


def test_what_several_share_is_not_changed_unasked(unfurnished: str) -> None:
    db = Database(unfurnished)
    with pytest.raises(Refused, match="spinney migrate"):
        prepare(db)
    db.close()


def test_a_newer_database_is_left_alone(database: str) -> None:
    db = Database(database)
    migrate(db)
    with db.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Refused, match="newer version of Spinney"):
        migrate(db)
    db.close()


@pytest.mark.parametrize("url", ["mysql://here/spinney", "spinney", "", "postgresql"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(Refused):
        Database(url)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite://server.sqlite",
        "postgresql://me:geheim@here:abc/spinney",
        "postgresql://[::1/spinney",
    ],
)
def test_an_address_without_a_file_or_a_port_is_answered_with_the_form_of_one(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate", "--database", url]) == 2
    error = capsys.readouterr().err
    assert "write a database as postgresql://USER@MACHINE/NAME or sqlite:///PATH" in error
    assert error.count("\n") == 1
    assert "geheim" not in error


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://me:geheim@here/spinney?foo=1", 'invalid connection option "foo"'),
        ("sqlite:///server.sqlite?timeout=abc", "has no options; write it as sqlite:///PATH"),
    ],
)
def test_an_option_that_a_driver_does_not_know_is_refused_in_one_line(
    url: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate", "--database", url]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
    assert "geheim" not in error


def test_an_address_keeps_the_options_of_its_driver() -> None:
    options = "connect_timeout=3&host=one&host=two"
    for kind in ("postgresql", "postgres", "postgresql+psycopg"):
        found = Database(f"{kind}://me:secret@one/spinney?{options}").url
        assert found == f"postgresql://me:***@one/spinney?{options}", "and no driver is named"


def test_only_its_owner_reads_a_new_file(tmp_path: Path) -> None:
    usual = os.umask(0)
    try:
        database = Database(tmp_path / "server.sqlite")
        migrate(database)
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        database.close()
    finally:
        os.umask(usual)
    assert modes == dict.fromkeys(modes, 0o600)
    assert {"server.sqlite", "server.sqlite-wal"} <= modes.keys()


def test_sqlite_has_one_driver_whichever_an_address_names(tmp_path: Path) -> None:
    file = tmp_path / "server.sqlite"
    assert Database(f"sqlite+aiosqlite:///{file}").url == Database(file).url

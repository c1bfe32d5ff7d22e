"""Databases of every earlier version are taken over, and nobody else's."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from spinney import Refused
from spinney.server.db.database import Database
from spinney.server.db.migrate import FOLDER, NEWEST, migrate, prepare, version
from spinney.server.db.schema import meta
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_store import FILE, MatchStore

FIRST = Path(__file__).parents[1] / "data" / "server" / "first.sql"


@pytest.fixture(params=["sqlite", "postgresql"])
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of either kind without any tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'server.sqlite'}"
    return str(request.getfixturevalue("unfurnished"))


def test_migrations_make_the_tables_that_are_used(bare: str) -> None:
    here = Database(bare)
    assert version(here) == ""
    assert migrate(here) == ""
    assert version(here) == NEWEST == ScriptDirectory(str(FOLDER)).get_current_head()
    with here.writing() as connection:
        assert compare_metadata(MigrationContext.configure(connection), meta) == []
    assert migrate(here) == NEWEST, "once more changes nothing"
    here.close()


def test_the_first_versions_matches_go_on(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.executescript(FIRST.read_text("utf-8"))
    connection.close()
    match_service = MatchService(MatchStore.of(tmp_path))
    kept = match_service.store.listed()
    assert [match.summary["over"] for match in kept] == [True, False]
    assert kept[0].created.year >= 2026
    going = match_service.session(kept[1].id)
    assert going.match.version == 9
    player = going.match.to_act[0]
    move = going.match.view(player).legal.sample(1)
    assert match_service.act(going, lambda match, at: match.play(player, move, at)).version == 10
    assert match_service.store.setting("secret", lambda: "another") == "0" * 64
    # The first version looks for this, and then leaves the file alone.
    assert match_service.store.setting("schema", str) != "1"
    match_service.store.close()


def test_what_several_share_is_not_changed_unasked(unfurnished: str) -> None:
    here = Database(unfurnished)
    with pytest.raises(Refused, match="spinney migrate"):
        prepare(here)
    here.close()


def test_a_newer_database_is_left_alone(database: str) -> None:
    here = Database(database)
    migrate(here)
    with here.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Refused, match="newer Spinney"):
        migrate(here)
    here.close()


@pytest.mark.parametrize("url", ["mysql://here/spinney", "spinney", "", "postgresql"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(Refused):
        Database(url)

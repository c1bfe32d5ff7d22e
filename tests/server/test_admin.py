"""Administration, over HTTP and at the command line."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from tests.server.playing import begun, guest, say

from spinney.cli import main
from spinney.core.errors import Refused
from spinney.match.bot_output import BotOutput
from spinney.match.record_reader import read_record
from spinney.server.accounts.names import GONE
from spinney.server.admin.operations import Admin
from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.services import Services


@pytest.fixture
def admin(services: Services) -> Admin:
    return Admin(services.store.database)


def test_tables_and_people_are_listed(services: Services, admin: Admin) -> None:
    match = begun(services, "Ann", "level:seedling")
    guest(services, "Bob")
    assert [table.id for table in admin.tables()] == [match]
    assert admin.tables("over") == []
    assert {p.name: p.tables for p in admin.people()} == {"Ann": 1, "Bob": 0}
    assert [worker.age < 60 for worker in admin.workers()] == [True]
    assert admin.find("ANN").name == "Ann"


def test_people_of_one_name_are_told_apart(services: Services, admin: Admin) -> None:
    first = services.accounts.guest("one", "Ann")
    services.accounts.guest("two", "ann")
    with pytest.raises(Refused, match=first.id):
        admin.find("Ann")
    assert admin.find(first.id).id == first.id
    with pytest.raises(Refused, match="nobody here"):
        admin.find("Zoe")


@pytest.mark.parametrize(
    ("name", "typed"),
    [("Änne960", "Änne960"), ("Änne960", "ÄNNE960"), ("Änne", "A\u0308nne"), ("Weiß", "WEISS")],
)
def test_people_are_found_however_their_name_is_written(
    services: Services, admin: Admin, name: str, typed: str
) -> None:
    person = guest(services, name)
    guest(services, "Anne")
    assert admin.find(typed).id == person.id
    admin.issue_api_token(typed, "a program")
    assert sorted(p.name for p in admin.people()) == ["Anne", name]


def test_who_only_reads_like_somebody_is_somebody_else(services: Services, admin: Admin) -> None:
    guest(services, "Otto")
    with pytest.raises(Refused, match="nobody here"):
        admin.find("0tto")


def test_a_closed_table_is_left_alone(services: Services, admin: Admin) -> None:
    match = begun(services, "Ann", "Bob", clock="move 0:10")
    admin.close(match)
    table = services.tables.table(match)
    assert table is not None
    assert table.status == "aborted"
    with services.store.database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM jobs").scalar() == 0
    with pytest.raises(Refused, match="no table"):
        admin.close("nowhere")


def test_a_record_is_whole(services: Services, admin: Admin) -> None:
    match = begun(services, "Ann", "Bob")
    say(services, match, 0, "first red")
    assert read_record(admin.record(match)) == services.match_service.live_match(match).match
    with pytest.raises(Refused, match="no match"):
        admin.record("nowhere")


def test_who_is_shut_out_and_let_in(services: Services, admin: Admin) -> None:
    ann = guest(services, "Ann")
    assert admin.ban("Ann") == "Ann"
    assert services.accounts.person(ann.id).banned  # type: ignore[union-attr]
    admin.unban(ann.id)
    assert not services.accounts.person(ann.id).banned  # type: ignore[union-attr]
    with pytest.raises(Refused, match="--days"):
        admin.ban("Ann", days=3)
    with pytest.raises(Refused, match="not banned"):
        admin.unban("203.0.113.9")


def test_all_that_is_kept_about_someone(services: Services, admin: Admin) -> None:
    match = begun(services, "Ann", "Bob")
    ann = admin.find("Ann")
    person = services.accounts.person(ann.id)
    assert person is not None
    token = services.accounts.issue_api_token(ann.id, "rex")
    services.chat.send(match, "players", person, "hello")
    services.notes.write(match, ann.id, "to myself")
    services.premoves.queue(match, 0, "bid 1g")
    data = admin.data("Ann")
    assert data["person"]["name"] == "Ann"
    assert [line["text"] for line in data["chat"]] == ["hello"]
    assert [note["text"] for note in data["notes"]] == ["to myself"]
    assert [queued["move"] for queued in data["queued"]] == ["bid 1g"]
    assert data["seats"] == [{"match": match, "number": 0}]
    text = json.dumps(data)
    assert token not in text
    assert ann.id not in text


def everything(database: Database) -> str:
    """All that a database holds, as text."""
    from sqlalchemy import select

    from spinney.server.db.schema import meta

    with database.reading() as connection:
        return repr([connection.execute(select(t)).all() for t in meta.sorted_tables])


def test_who_is_deleted_leaves_no_trace_but_their_moves(services: Services, admin: Admin) -> None:
    match = begun(services, "Annabella", "Bob")
    left = begun(services, "level:seedling", "Carl", rules=None)
    person = services.accounts.person(admin.find("Annabella").id)
    assert person is not None
    say(services, match, 0, "first red")
    services.accounts.set_password(person.id, "correct horse")
    services.chat.send(match, "players", person, "it is Annabella")
    services.notes.write(match, person.id, "my secret")
    services.premoves.queue(match, 0, "my secret move")
    services.match_service.act(
        services.match_service.live_match(match),
        lambda now, at: now.play(0, "bid none", at, True, BotOutput(message="I am Annabella")),
    )
    assert "Annabella" in everything(services.store.database)
    admin.delete("Annabella")
    kept = everything(services.store.database).lower()
    for trace in ("annabella", "my secret", "argon2"):
        assert trace not in kept
    again = Services.open(services.store.database)
    assert again.match_service.live_match(match).match.seats == (GONE, "Bob")
    events, before = (
        again.match_service.live_match(match).match.events,
        services.match_service.live_match(match).match.events,
    )
    assert [event.text for event in events] == [event.text for event in before]
    assert not any(event.bot_output.message for event in events)
    assert again.match_service.live_match(left).match.seats[1] == "Carl"


def test_who_was_replaced_is_forgotten_too(services: Services, admin: Admin) -> None:
    match = begun(services, "Annabella", "Bob")
    live = services.match_service.live_match(match)
    services.accounts.rename(admin.find("Annabella").id, "Anna")
    services.match_service.act(live, lambda now, at: now.substitute(0, "level:seedling", at))
    admin.delete("Anna")
    assert "anna" not in everything(services.store.database).lower()


# At the command line.


@pytest.fixture
def there(tmp_path: Path) -> str:
    """The address of a server with one match."""
    url = f"sqlite:///{tmp_path / 'server.sqlite'}"
    database = Database(url)
    migrate(database)
    services = Services.open(database)
    begun(services, "Ann", "level:seedling")
    services.close()
    return url


def run_admin(capsys: pytest.CaptureFixture[str], url: str, *order: str) -> str:
    assert main(["admin", *order, "--database", url]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_the_commands(there: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table_id = run_admin(capsys, there, "list", "tables").splitlines()[1].split()[0]
    assert "Ann, seedling" in run_admin(capsys, there, "list", "tables", "--status", "playing")
    assert "Ann" in run_admin(capsys, there, "list", "people")
    assert run_admin(capsys, there, "list", "workers").startswith("worker")
    assert run_admin(capsys, there, "export", table_id).startswith("Spinney")
    out = tmp_path / "ann.json"
    run_admin(capsys, there, "export", "Ann", "--person", "-o", str(out))
    assert json.loads(out.read_text())["person"]["name"] == "Ann"
    assert out.stat().st_mode & 0o777 == 0o600
    run_admin(capsys, there, "ban", "203.0.113.9", "--why", "noise", "--days", "2")
    assert "noise" in run_admin(capsys, there, "list", "bans")
    run_admin(capsys, there, "unban", "203.0.113.9")
    token = run_admin(capsys, there, "token", "Rex").strip()
    assert token not in Path(there.removeprefix("sqlite:///")).read_bytes().decode("latin-1")
    assert "closed" in run_admin(capsys, there, "close", table_id)
    assert main(["admin", "delete", "Ann", "--database", there]) == 2
    assert "--yes" in capsys.readouterr().err
    assert "is deleted" in run_admin(capsys, there, "delete", "Ann", "--yes")
    run_admin(capsys, there, "backup", str(tmp_path / "b"))
    fresh = f"sqlite:///{tmp_path / 'fresh.sqlite'}"
    assert "restored" in run_admin(capsys, fresh, "restore", str(tmp_path / "b"))
    assert run_admin(capsys, fresh, "list", "people") == run_admin(capsys, there, "list", "people")
    with sqlite3.connect(tmp_path / "fresh.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


def test_a_mistyped_database_is_not_created(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mistyped.sqlite"
    assert main(["admin", "list", "tables", "--database", f"sqlite:///{file}"]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not file.exists()


def test_a_database_that_is_away_is_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    url = "postgresql://me:geheim@127.0.0.1:1/none"
    assert main(["admin", "list", "tables", "--database", url]) == 2
    error = capsys.readouterr().err
    assert "can't be reached" in error
    assert "geheim" not in error

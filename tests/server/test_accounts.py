"""People: names, passwords, sessions, tokens; and that the database gives nobody away."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from sqlalchemy import select, text
from tests.server.conftest import Opened

from spinney import Refused
from spinney.server.accounts import store as people_module
from spinney.server.accounts.store import LOOK, Accounts
from spinney.server.db.schema import accounts as rows
from spinney.server.db.schema import sessions
from spinney.server.services import Services
from spinney.server.tokens import fingerprint

PASSWORD = "correct horse"  # noqa: S105 - of nobody

# What passwords cost is the same everywhere.
pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def people(services: Services) -> Accounts:
    return services.accounts


def test_a_guest_has_a_name_and_no_password(people: Accounts) -> None:
    ann = people.guest("cookie", "  Ann \u00a0 Lee ")
    assert (ann.name, ann.kept, ann.banned) == ("Ann Lee", False, False)
    assert people.of_session("cookie") == ann
    assert people.of_session("another") is None
    assert people.of_token("cookie") is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x" * 25,
        "level:tree",
        "tree",
        "Me",
        "friend",
        "a\u0000b",
        "a\u202eb",
        "“Ann”",
        "You",
    ],
)
def test_nobody_is_called_what_misleads(people: Accounts, name: str) -> None:
    with pytest.raises(Refused, match=r"name|called"):
        people.guest("cookie", name)


def test_a_name_is_kept_with_a_password_and_found_on_another_device(people: Accounts) -> None:
    ann = people.guest("phone", "Ann")
    people.keep(ann.id, PASSWORD, "phone", "a phone")
    there = people.enter("laptop", "ANN", PASSWORD, "a laptop")
    assert there.id == ann.id
    assert people.of_session("laptop") == there
    assert sorted(key.name for key in people.sessions(ann.id)) == ["a laptop", "a phone"]


def test_wrong_passwords_tell_nothing(people: Accounts) -> None:
    ann = people.guest("phone", "Ann")
    people.guest("else", "Bob")
    people.keep(ann.id, PASSWORD)
    said = set()
    for name, password in (("Ann", "wrong"), ("Bob", PASSWORD), ("Nobody", PASSWORD), ("", "")):
        with pytest.raises(Refused) as refusal:
            people.enter("laptop", name, password)
        said.add(str(refusal.value))
    assert len(said) == 1
    assert people.of_session("laptop") is None


def test_a_kept_name_is_one_persons(people: Accounts) -> None:
    ann, other = people.guest("a", "Ann"), people.guest("b", "ann")
    people.keep(ann.id, PASSWORD)
    with pytest.raises(Refused, match="first choose another"):
        people.keep(other.id, PASSWORD)
    people.rename(other.id, "Anna")
    people.keep(other.id, PASSWORD)
    with pytest.raises(Refused, match="sign in with your password"):
        people.rename(other.id, "ANN")
    people.rename(ann.id, "Annette")
    assert people.enter("c", "annette", PASSWORD).id == ann.id
    for short in ("", "1234567", "x" * 201):
        with pytest.raises(Refused, match="characters"):
            people.keep(ann.id, short)


def test_sessions_and_tokens_can_be_ended(people: Accounts) -> None:
    ann, bob = people.guest("a", "Ann"), people.guest("b", "Bob")
    token = people.issue(ann.id, "rex")
    assert people.of_token(token) == ann
    assert people.of_session(token) is None
    key = people.tokens(ann.id)[0].key
    people.revoke(bob.id, key)
    assert people.of_token(token) == ann, "only its owner ends it"
    people.revoke(ann.id, key)
    assert people.of_token(token) is None
    people.end(ann.id, people.sessions(ann.id)[0].key)
    assert people.of_session("a") is None
    people.leave("b")
    assert people.of_session("b") is None


def test_what_lets_someone_in_is_known_for_a_while(people: Accounts) -> None:
    ann = people.guest("a", "Ann")
    token = people.issue(ann.id, "rex")
    assert people.known("a", "") is None, "nobody has asked yet"
    assert people.holder("a", "") == people.known("a", "") == ann
    assert people.holder("", token) == people.known("", token) == ann
    assert people.known("a", "none") is None, "a token goes before a table_id"
    assert people.holder("", "") is None


def test_what_others_change_is_known_within_a_second(
    doors: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = doors().accounts, doors().accounts
    ann, moment = here.guest("a", "Ann"), time.monotonic()
    monkeypatch.setattr(people_module, "time", SimpleNamespace(monotonic=lambda: moment))
    read: list[object] = []
    monkeypatch.setattr(here, "_read_rows", _noting(read, here._read_rows))
    for _ in range(3):  # nothing is read again while nobody has changed anything
        assert here.of_session("a") == ann
        moment += LOOK
    assert len(read) == 1
    assert here.of_session("a") == ann
    there.ban(ann.id)
    assert here.known("a", "") == ann
    moment += LOOK
    assert here.known("a", "") is None
    assert here.of_session("a") == ann._replace(banned=True)
    there.leave("a")
    moment += LOOK
    assert here.of_session("a") is None


def _noting(read: list[object], reading: Callable[..., object]) -> Callable[..., object]:
    def note(*given: object) -> object:
        read.append(given)
        return reading(*given)

    return note


def test_the_database_lets_nobody_in(services: Services) -> None:
    ann = services.accounts.guest("cookie", "Ann")
    services.accounts.keep(ann.id, PASSWORD, "cookie")
    token = services.accounts.issue(ann.id, "rex")
    with services.store.database.reading() as connection:
        kept = [
            str(tuple(row))
            for table_id in ("accounts", "sessions", "tokens")
            for row in connection.execute(text(f"SELECT * FROM {table_id}"))  # noqa: S608 - ours
        ]
    assert len(kept) == 3
    for secret in ("cookie", PASSWORD, token):
        assert not any(f"'{secret}'" in row for row in kept)
    assert fingerprint(token) in str(kept)


def test_when_someone_was_here_is_noted_now_and_then(services: Services) -> None:
    services.accounts.guest("cookie", "Ann")
    day = 24 * 3_600_000
    with services.store.database.writing() as connection:
        connection.execute(text(f"UPDATE sessions SET seen = seen - {day}"))  # noqa: S608 - ours
    services.accounts.of_session("cookie")
    with services.store.database.reading() as connection:
        created, seen = connection.execute(select(sessions.c.created, sessions.c.seen)).one()
    assert seen >= created


def test_who_is_erased_is_nobody(doors: Opened) -> None:
    services = doors()
    ann = services.accounts.guest("cookie", "Ann")
    services.accounts.keep(ann.id, PASSWORD)
    services.accounts.erase(ann.id)
    assert services.accounts.of_session("cookie") is None
    with services.store.database.reading() as connection:
        row = connection.execute(select(rows)).one()
    assert "Ann" not in str(tuple(row))
    with pytest.raises(Refused):
        services.accounts.enter("cookie", "Ann", PASSWORD)


def test_a_name_that_someone_keeps_is_nobody_elses(people: Accounts) -> None:
    ann = people.guest("a table_id", "Ann")
    people.keep(ann.id, "correct horse")
    for name in ("Ann", "ANN", "Ａｎｎ"):  # noqa: RUF001 - as wide letters, which look alike
        with pytest.raises(Refused, match="sign in with your password"):
            people.guest("another table_id", name)
    bob = people.guest("another table_id", "Bob")
    with pytest.raises(Refused, match="sign in with your password"):
        people.rename(bob.id, "ann")
    people.rename(ann.id, "ANN")

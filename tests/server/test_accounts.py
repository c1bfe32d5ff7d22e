"""People: names, passwords, sessions, tokens; and that the database gives nobody away."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from sqlalchemy import select, text
from tests.server.conftest import Opened

from spinney import Refused
from spinney.server.accounts import credentials
from spinney.server.accounts.credentials import RECHECK
from spinney.server.accounts.person import Person
from spinney.server.accounts.store import Accounts
from spinney.server.db.schema import accounts as rows
from spinney.server.db.schema import sessions
from spinney.server.random_ids import fingerprint
from spinney.server.services import Services

PASSWORD = "correct horse"  # noqa: S105 - of nobody

# What passwords cost is the same everywhere.
pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def accounts(services: Services) -> Accounts:
    return services.accounts


def test_a_guest_has_a_name_and_no_password(accounts: Accounts) -> None:
    ann = accounts.guest("cookie", "  Ann \u00a0 Lee ")
    assert (ann.name, ann.registered, ann.banned) == ("Ann Lee", False, False)
    assert accounts.of_session("cookie") == ann
    assert accounts.of_session("another") is None
    assert accounts.of_api_token("cookie") is None


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
def test_nobody_is_called_what_misleads(accounts: Accounts, name: str) -> None:
    with pytest.raises(Refused, match=r"name|called"):
        accounts.guest("cookie", name)


def test_a_name_is_kept_with_a_password_and_found_on_another_device(accounts: Accounts) -> None:
    ann = accounts.guest("phone", "Ann")
    accounts.set_password(ann.id, PASSWORD, "phone", "a phone")
    there = accounts.sign_in("laptop", "ANN", PASSWORD, "a laptop")
    assert there.id == ann.id
    assert accounts.of_session("laptop") == there
    assert sorted(key.name for key in accounts.sessions(ann.id)) == ["a laptop", "a phone"]


def test_wrong_passwords_tell_nothing(accounts: Accounts) -> None:
    ann = accounts.guest("phone", "Ann")
    accounts.guest("else", "Bob")
    accounts.set_password(ann.id, PASSWORD)
    said = set()
    for name, password in (("Ann", "wrong"), ("Bob", PASSWORD), ("Nobody", PASSWORD), ("", "")):
        with pytest.raises(Refused) as refusal:
            accounts.sign_in("laptop", name, password)
        said.add(str(refusal.value))
    assert len(said) == 1
    assert accounts.of_session("laptop") is None


def test_a_kept_name_is_one_persons(accounts: Accounts) -> None:
    ann, other = accounts.guest("a", "Ann"), accounts.guest("b", "ann")
    accounts.set_password(ann.id, PASSWORD)
    with pytest.raises(Refused, match="first choose another"):
        accounts.set_password(other.id, PASSWORD)
    accounts.rename(other.id, "Anna")
    accounts.set_password(other.id, PASSWORD)
    with pytest.raises(Refused, match="sign in with your password"):
        accounts.rename(other.id, "ANN")
    accounts.rename(ann.id, "Annette")
    assert accounts.sign_in("c", "annette", PASSWORD).id == ann.id
    for short in ("", "1234567", "x" * 201):
        with pytest.raises(Refused, match="characters"):
            accounts.set_password(ann.id, short)


def test_sessions_and_tokens_can_be_ended(accounts: Accounts) -> None:
    ann, bob = accounts.guest("a", "Ann"), accounts.guest("b", "Bob")
    token = accounts.issue_api_token(ann.id, "rex")
    assert accounts.of_api_token(token) == ann
    assert accounts.of_session(token) is None
    key = accounts.api_tokens(ann.id)[0].key
    accounts.revoke_api_token(bob.id, key)
    assert accounts.of_api_token(token) == ann, "only its owner ends it"
    accounts.revoke_api_token(ann.id, key)
    assert accounts.of_api_token(token) is None
    accounts.end_session(ann.id, accounts.sessions(ann.id)[0].key)
    assert accounts.of_session("a") is None
    accounts.sign_out("b")
    assert accounts.of_session("b") is None


def test_what_lets_someone_in_is_known_for_a_while(accounts: Accounts) -> None:
    ann = accounts.guest("a", "Ann")
    token = accounts.issue_api_token(ann.id, "rex")
    assert accounts.cached_holder("a", "") is None, "nobody has asked yet"
    assert accounts.holder("a", "") == accounts.cached_holder("a", "") == ann
    assert accounts.holder("", token) == accounts.cached_holder("", token) == ann
    assert accounts.cached_holder("a", "none") is None, "a token goes before a session"
    assert accounts.holder("", "") is None


def test_what_others_change_is_known_within_a_second(
    doors: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts, there = doors().accounts, doors().accounts
    ann, moment = accounts.guest("a", "Ann"), time.monotonic()
    monkeypatch.setattr(credentials, "time", SimpleNamespace(monotonic=lambda: moment))
    read: list[object] = []
    monkeypatch.setattr(accounts, "_read_rows", _noting(read, accounts._read_rows))
    for _ in range(3):  # nothing is read again while nobody has changed anything
        assert accounts.of_session("a") == ann
        moment += RECHECK
    assert len(read) == 1
    assert accounts.of_session("a") == ann
    there.ban(ann.id)
    assert accounts.cached_holder("a", "") == ann
    moment += RECHECK
    assert accounts.cached_holder("a", "") is None
    assert accounts.of_session("a") == ann._replace(banned=True)
    there.sign_out("a")
    moment += RECHECK
    assert accounts.of_session("a") is None


def test_a_ban_is_of_ones_bots_too(accounts: Accounts) -> None:
    owners = [accounts.guest(name, name) for name in ("Ann", "Bob")]
    for one in owners:
        accounts.set_password(one.id, PASSWORD)
    ann = owners[0]
    tokens = [
        accounts.make_bot(one._replace(registered=True), f"Rex of {one.name}") for one in owners
    ]
    accounts.ban(ann.id)
    assert [_holder(accounts, token).banned for token in tokens] == [True, False]
    accounts.ban(ann.id, False)
    assert not _holder(accounts, tokens[0]).banned


def _holder(accounts: Accounts, token: str) -> Person:
    person = accounts.of_api_token(token)
    assert person is not None
    return person


def _noting(read: list[object], reading: Callable[..., object]) -> Callable[..., object]:
    def note(*given: object) -> object:
        read.append(given)
        return reading(*given)

    return note


def test_the_database_lets_nobody_in(services: Services) -> None:
    ann = services.accounts.guest("cookie", "Ann")
    services.accounts.set_password(ann.id, PASSWORD, "cookie")
    token = services.accounts.issue_api_token(ann.id, "rex")
    with services.store.database.reading() as connection:
        kept = [
            str(tuple(row))
            for table in ("accounts", "sessions", "tokens")
            for row in connection.execute(text(f"SELECT * FROM {table}"))  # noqa: S608 - ours
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
    services.accounts.set_password(ann.id, PASSWORD)
    services.accounts.erase(ann.id)
    assert services.accounts.of_session("cookie") is None
    with services.store.database.reading() as connection:
        row = connection.execute(select(rows)).one()
    assert "Ann" not in str(tuple(row))
    with pytest.raises(Refused):
        services.accounts.sign_in("cookie", "Ann", PASSWORD)


def test_a_name_that_someone_keeps_is_nobody_elses(accounts: Accounts) -> None:
    ann = accounts.guest("a session", "Ann")
    accounts.set_password(ann.id, "correct horse")
    for name in ("Ann", "ANN", "Ａｎｎ"):  # noqa: RUF001 - as wide letters, which look alike
        with pytest.raises(Refused, match="sign in with your password"):
            accounts.guest("another session", name)
    bob = accounts.guest("another session", "Bob")
    with pytest.raises(Refused, match="sign in with your password"):
        accounts.rename(bob.id, "ann")
    accounts.rename(ann.id, "ANN")

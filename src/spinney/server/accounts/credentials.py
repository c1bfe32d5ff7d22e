"""`CredentialStore`: passwords, login sessions and API tokens, and who holds them.

A credential, a session's cookie or a program's API token, is 192 bits of `secrets`. The database
has only its hash.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    bindparam,
    delete,
    insert,
    select,
    text,
    update,
)
from sqlalchemy import Table as Rows

from spinney.core.errors import Refused
from spinney.i18n import N_, _
from spinney.server.accounts.names import checked_label
from spinney.server.accounts.passwords import hashed, is_password
from spinney.server.accounts.person import PERSON_COLUMNS, Person, find_person, read_person
from spinney.server.accounts.registered_names import keep_apart, login_of
from spinney.server.db.database import Database, VersionConflict, now
from spinney.server.db.schema import accounts, sessions, settings, tokens
from spinney.server.play.match_store import when
from spinney.server.pubsub import ACCESS_CHANGED, PubSub
from spinney.server.random_ids import fingerprint, random_id
from spinney.server.ttl_cache import TtlCache

HOUR = 3_600_000
"""Milliseconds after which it is noted again that someone has been here."""
ACCESS_VERSION = "people"
"""The setting with the version of all credentials and bans: another one after each change."""
RECHECK = 1.0
"""Seconds after which the version is read again: other processes change things too."""
FRESH = 60.0
"""Seconds for which a credential's holder is known, while the version is the same."""
BYTES = 24
"""The length of a credential."""
NO_MATCH = N_("wrong name or password")
WRONG_PASSWORD = N_("that isn’t your password")


_CredentialKey = tuple[str, str]
"""A credential: the table it is in, of sessions or of API tokens, and its `fingerprint`."""


class Credential(NamedTuple):
    """A session or an API token, as its owner sees it: its name, and when it was used."""

    key: str
    name: str
    created: datetime
    seen: datetime


class CredentialStore:
    """What people and programs come in with. May be used from any thread."""

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        """``pubsub``: tell other workers when credentials have changed, and theirs us."""
        self._database, self._pubsub = database, pubsub
        self._holders = TtlCache[_CredentialKey, Person](self._read_holders, FRESH, most=10_000)
        self._version, self._checked = "", -RECHECK
        pubsub.broadcasts[ACCESS_CHANGED] = self._holders.forget

    def holder(self, session: str, api_token: str) -> Person | None:
        """Return the holder of an API token, or without one of a session; None: nobody."""
        return (
            self.of_api_token(api_token)
            if api_token
            else self.of_session(session)
            if session
            else None
        )

    def cached_holder(self, session: str, api_token: str) -> Person | None:
        """Return the holder, as far as this worker knows; None: it must read."""
        if self._stale:
            return None
        table, key = (tokens, api_token) if api_token else (sessions, session)
        return self._holders.peek((table.name, fingerprint(key)))

    def of_session(self, session: str) -> Person | None:
        """Return whose session this is, None if it is nobody's."""
        return self._holder(sessions, session)

    def of_api_token(self, api_token: str) -> Person | None:
        """Return whose API token this is, None if it is nobody's."""
        return self._holder(tokens, api_token)

    def _holder(self, table: Rows, key: str) -> Person | None:
        if self._stale:
            self._check_version()
        return self._holders.get((table.name, fingerprint(key)))

    @property
    def _stale(self) -> bool:
        """Is it too long ago that the version was read?"""
        return time.monotonic() - self._checked >= RECHECK

    def _check_version(self) -> None:
        """Read the version, and forget what was known if it is another one."""
        moment = time.monotonic()
        with self._database.reading() as connection:
            version = str(connection.execute(_VERSION).scalar() or "")
        if version != self._version:
            self._holders.forget()
        self._version, self._checked = version, moment

    def _read_holders(self, wanted: Sequence[_CredentialKey]) -> dict[_CredentialKey, Person]:
        holders: dict[_CredentialKey, Person] = {}
        for table in (sessions, tokens):
            hashes = [hashed for name, hashed in wanted if name == table.name]
            if hashes:
                rows = self._read_rows(table, hashes)
                holders |= {(table.name, row.key): read_person(row[2:]) for row in rows}
        return holders

    def _read_rows(self, table: Rows, hashes: list[str]) -> Sequence[Row[Any]]:
        """Return the holders of credentials; note once an hour that they have been here."""
        with self._database.reading() as connection:
            rows = connection.execute(_HOLDERS[table.name], {"of": hashes}).all()
        due = [row for row in rows if row.age > HOUR]
        if due:
            persons = sorted({row.id for row in due})
            with self._database.writing() as connection:
                # One after another, and in order: so two workers can't wait for each other.
                connection.execute(_SEEN[table.name], [{"of": row.key} for row in due])
                connection.execute(_SEEN[accounts.name], [{"of": id_} for id_ in persons])
        return rows

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        """Change credentials or their holders; what was known before holds no longer."""
        try:
            with self._database.writing() as connection:
                yield connection
                connection.execute(_SET_VERSION, {"name": ACCESS_VERSION, "value": random_id(6)})
                self._pubsub.publish(connection, "", note=ACCESS_CHANGED)
        finally:
            self._holders.forget()

    def person(self, person: str) -> Person | None:
        """Return someone by their id."""
        with self._database.reading() as connection:
            return find_person(connection, select(*PERSON_COLUMNS).where(accounts.c.id == person))

    # Passwords and sessions.

    def set_password(self, person: str, password: str, session: str = "", device: str = "") -> None:
        """Keep someone's name with a password, or change it.

        All sessions end; so do API tokens, if there was another password before.

        Args:
            person: whose.
            password: the new one.
            session: a new one, which lets them in from now on.
            device: what that is called.

        Raises:
            Refused: the password is too short, or the name is kept by someone else.
        """
        password_hash = hashed(password)
        somebody = self.person(person)
        name = somebody.name if somebody else ""
        try:
            with self._changing() as connection:
                changed = somebody is not None and somebody.registered
                for table in (sessions, tokens) if changed else (sessions,):
                    connection.execute(delete(table).where(table.c.person == person))
                row = update(accounts).where(accounts.c.id == person)
                connection.execute(row.values(login=login_of(name), password=password_hash))
                keep_apart(connection, person, name)
                if session:
                    insert_credential(connection, sessions, session, person, device=device)
        except VersionConflict:
            raise Refused(_("the name {name} is taken; first choose another", name=name)) from None

    def sign_in(
        self, session: str, name: str, password: str, device: str = "", before: str = ""
    ) -> Person:
        """Sign in with a name and its password. Raises Refused.

        It takes the same time whether there is such a name or not.

        Args:
            session: a new one, which lets them in from now on.
            name: that they keep.
            password: that they keep it with.
            device: what the session is called.
            before: the session that ends with this, if there was one.
        """
        row = self._verify(accounts.c.login == login_of(name), password)
        with self._changing() as connection:
            old = [fingerprint(session), fingerprint(before)]
            connection.execute(delete(sessions).where(sessions.c.key.in_(old)))
            insert_credential(connection, sessions, session, row.id, device=device)
        return read_person(row[1:])

    def check_password(self, person: str, password: str) -> None:
        """Refuse a password that someone doesn't keep their name with."""
        self._verify(accounts.c.id == person, password, WRONG_PASSWORD)

    def _verify(self, whose: ColumnElement[bool], password: str, refusal: str = NO_MATCH) -> Any:
        """Return the row of a password and its person. Raises Refused if it is not theirs."""
        query = select(accounts.c.password, *PERSON_COLUMNS).where(whose)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        if not is_password(row.password if row is not None else None, password):
            raise Refused(_(refusal))
        return row

    def sign_out(self, session: str) -> None:
        """End a session."""
        with self._changing() as connection:
            connection.execute(delete(sessions).where(sessions.c.key == fingerprint(session)))

    # Sessions and API tokens, as their holder sees them.

    def sessions(self, person: str) -> list[Credential]:
        """Return someone's sessions, the newest first."""
        return self._credentials(sessions, sessions.c.device, person)

    def end_session(self, person: str, key: str) -> None:
        """End one of someone's sessions."""
        self._drop(sessions, person, key)

    def issue_api_token(self, person: str, name: str) -> str:
        """Return a new API token; this once, for only its hash is kept. Raises Refused."""
        api_token = random_id(BYTES)
        with self._database.writing() as connection:
            insert_credential(connection, tokens, api_token, person, name=checked_label(name))
        return api_token

    def api_tokens(self, person: str) -> list[Credential]:
        """Return someone's API tokens, the newest first."""
        return self._credentials(tokens, tokens.c.name, person)

    def revoke_api_token(self, person: str, key: str) -> None:
        """Revoke one of someone's API tokens."""
        self._drop(tokens, person, key)

    def _credentials(self, table: Rows, name: ColumnElement[str], person: str) -> list[Credential]:
        query = (
            select(table.c.key, name, table.c.created, table.c.seen)
            .where(table.c.person == person)
            .order_by(table.c.created.desc())
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [
            Credential(key, name, when(created), when(seen)) for key, name, created, seen in rows
        ]

    def _drop(self, table: Rows, person: str, key: str) -> None:
        with self._changing() as connection:
            connection.execute(delete(table).where(table.c.person == person, table.c.key == key))


_VERSION = select(settings.c.value).where(settings.c.name == ACCESS_VERSION)
_SET_VERSION = text(
    "INSERT INTO settings (name, value) VALUES (:name, :value) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
_HOLDERS = {
    table.name: select(table.c.key, (now() - table.c.seen).label("age"), *PERSON_COLUMNS)
    .select_from(accounts.join(table, table.c.person == accounts.c.id))
    .where(table.c.key.in_(bindparam("of", expanding=True)))
    .order_by(table.c.key)
    for table in (sessions, tokens)
}

_SEEN = {
    rows.name: update(rows).where(name == bindparam("of")).values(seen=now())
    for rows, name in (
        (sessions, sessions.c.key),
        (tokens, tokens.c.key),
        (accounts, accounts.c.id),
    )
}


def insert_credential(
    connection: Connection, table: Rows, key: str, person: str, **called: str
) -> None:
    """Add a credential of someone.

    Args:
        connection: to write by.
        table: of sessions or of API tokens.
        key: the credential; only its hash is kept.
        person: whose, by id.
        called: what its holder knows it by: a session's ``device``, an API token's ``name``.
    """
    row = {"key": fingerprint(key), "person": person, **called}
    connection.execute(insert(table).values(**row, created=now(), seen=now()))

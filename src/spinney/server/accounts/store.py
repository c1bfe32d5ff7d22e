"""Accounts in the database: guests, passwords, sessions and tokens.

A credential, a session's cookie or a program's token, is 192 bits of `secrets`. The database has
only its hash.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Row,
    Select,
    bindparam,
    delete,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy import Table as Rows

from spinney.core.errors import Refused
from spinney.i18n import N_, _
from spinney.server.accounts.names import GONE, bot_name, checked_label, checked_name
from spinney.server.accounts.passwords import hashed, is_password
from spinney.server.accounts.registered_names import (
    check_apart,
    check_unregistered,
    keep_apart,
    login_of,
)
from spinney.server.db.database import Database, VersionConflict, now
from spinney.server.db.schema import (
    accounts,
    chat,
    notes,
    sessions,
    settings,
    skeletons,
    tokens,
)
from spinney.server.play.match_store import when
from spinney.server.pubsub import ACCESS_CHANGED, PubSub
from spinney.server.ratings.store import forget as forget_ratings
from spinney.server.tokens import fingerprint, random_id
from spinney.server.ttl_cache import TtlCache

MOST_BOTS = 8
"""How many bots an account has at most."""
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
"""A credential: the table it is in, of sessions or of tokens, and its `fingerprint`."""


class Person(NamedTuple):
    """Someone.

    Attributes:
        id: never changes, and is never shown.
        name: as others see it.
        registered: does the name have a password?
        banned: may they do nothing any more?
        language: of their pages; empty: as their browser asks.
        owner: whose bot it is, by id; empty: it is a person.
        listed: do leaderboards and a page of their own show their ratings?
    """

    id: str
    name: str
    registered: bool
    banned: bool
    language: str = ""
    owner: str = ""
    listed: bool = False


class Credential(NamedTuple):
    """A session or a token, as its owner sees it: what it is called, and when it was used."""

    key: str
    name: str
    created: datetime
    seen: datetime


class Accounts:
    """All who have been here. May be used from any thread."""

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        """``pubsub``: tell other workers when credentials have changed, and theirs us."""
        self._database, self._pubsub = database, pubsub
        self._holders = TtlCache[_CredentialKey, Person](self._read_holders, FRESH, most=10_000)
        self._version, self._checked = "", -RECHECK
        pubsub.broadcasts[ACCESS_CHANGED] = self._holders.forget

    def holder(self, session: str, token: str) -> Person | None:
        """Return the holder of a token, or without one of a session; None: nobody."""
        return self.of_token(token) if token else self.of_session(session) if session else None

    def cached_holder(self, session: str, token: str) -> Person | None:
        """Return the holder, as far as this worker knows; None: it must read."""
        if self._stale:
            return None
        table, key = (tokens, token) if token else (sessions, session)
        return self._holders.peek((table.name, fingerprint(key)))

    def of_session(self, session: str) -> Person | None:
        """Return whose session this is, None if it is nobody's."""
        return self._holder(sessions, session)

    def of_token(self, token: str) -> Person | None:
        """Return whose token this is, None if it is nobody's."""
        return self._holder(tokens, token)

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
                holders |= {(table.name, row.key): _read(row[2:]) for row in rows}
        return holders

    def _read_rows(self, table: Rows, hashes: list[str]) -> Sequence[Row[Any]]:
        """Return the holders of sessions or tokens; note once an hour that they have been here."""
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

    def person(self, person: str) -> Person | None:
        """Return someone by their id."""
        with self._database.reading() as connection:
            return _person(connection, select(*_PERSON).where(accounts.c.id == person))

    def named(self, name: str) -> Person | None:
        """Return who keeps a name, or the bot of that name; None: nobody."""
        kept = select(*_PERSON).where(accounts.c.login == login_of(name))
        bot = select(*_PERSON).where(accounts.c.name == name, accounts.c.owner.is_not(None))
        with self._database.reading() as connection:
            return _person(connection, kept.union(bot))

    def with_pages(self, persons: Iterable[str]) -> set[str]:
        """Return those of some people, by id, who have a page that anybody may see."""
        query = select(*_PERSON).where(accounts.c.id.in_([*persons]), accounts.c.banned == 0)
        with self._database.reading() as connection:
            found = [_read(row) for row in connection.execute(query)]
        return {person.id for person in found if person.listed}

    # Coming and going.

    def guest(self, session: str, name: str, device: str = "") -> Person:
        """Give a name to someone who has none yet. Raises Refused if it can't be had."""
        person = Person(random_id(9), checked_name(name), False, False)
        with self._database.writing() as connection:
            check_unregistered(connection, person.name)
            row = {"id": person.id, "name": person.name}
            connection.execute(insert(accounts).values(**row, created=now(), seen=now()))
            _insert_credential(connection, sessions, session, person.id, device=device)
        return person

    def rename(self, person: str, name: str) -> None:
        """Give someone another name. Raises Refused if it can't be had."""
        name = checked_name(name)
        row = update(accounts).where(accounts.c.id == person)
        try:
            with self._changing() as connection:
                check_unregistered(connection, name, person)
                check_apart(connection, name, person)
                connection.execute(row.values(name=name))
                mine = row.where(accounts.c.login.is_not(None))
                if connection.execute(mine.values(login=login_of(name))).rowcount:
                    keep_apart(connection, person, name)
        except VersionConflict:
            raise Refused(_("the name {name} is taken; choose another", name=name)) from None

    def choose_language(self, person: str, language: str) -> None:
        """Let someone's pages have a language."""
        with self._changing() as connection:
            row = update(accounts).where(accounts.c.id == person)
            connection.execute(row.values(language=language))

    def set_password(self, person: str, password: str, session: str = "", device: str = "") -> None:
        """Keep someone's name with a password, or change it.

        All sessions end; so do tokens, if there was another password before.

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
                    _insert_credential(connection, sessions, session, person, device=device)
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
            _insert_credential(connection, sessions, session, row.id, device=device)
        return _read(row[1:])

    def check_password(self, person: str, password: str) -> None:
        """Refuse a password that someone doesn't keep their name with."""
        self._verify(accounts.c.id == person, password, WRONG_PASSWORD)

    def _verify(self, whose: ColumnElement[bool], password: str, refusal: str = NO_MATCH) -> Any:
        """Return the row of a password and its person. Raises Refused if it is not theirs."""
        query = select(accounts.c.password, *_PERSON).where(whose)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        if not is_password(row.password if row is not None else None, password):
            raise Refused(_(refusal))
        return row

    def sign_out(self, session: str) -> None:
        """End a session."""
        with self._changing() as connection:
            connection.execute(delete(sessions).where(sessions.c.key == fingerprint(session)))

    # Credentials, as their holder sees them.

    def sessions(self, person: str) -> list[Credential]:
        """Return someone's sessions, the newest first."""
        return self._credentials(sessions, sessions.c.device, person)

    def end_session(self, person: str, key: str) -> None:
        """End one of someone's sessions."""
        self._drop(sessions, person, key)

    def issue_token(self, person: str, name: str) -> str:
        """Return a new token for a bot; this once, for only its hash is kept. Raises Refused."""
        token = random_id(BYTES)
        with self._database.writing() as connection:
            _insert_credential(connection, tokens, token, person, name=checked_label(name))
        return token

    def tokens(self, person: str) -> list[Credential]:
        """Return someone's tokens, the newest first."""
        return self._credentials(tokens, tokens.c.name, person)

    def revoke(self, person: str, key: str) -> None:
        """Revoke a token."""
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

    # Bots.

    def bots(self, owner: str) -> list[Person]:
        """Return somebody's bots, the oldest first."""
        query = select(*_PERSON).where(accounts.c.owner == owner)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(accounts.c.created, accounts.c.id)).all()
        return [_read(row) for row in rows]

    def make_bot(self, owner: Person, name: str) -> str:
        """Make a bot of somebody's, with a name and ratings of its own; return its token.

        Raises:
            Refused: they may have none, or no more, or it can't be called so.
        """
        if not owner.registered:
            raise Refused(_("first set a password for your name; then you can create bots"))
        bot, token, called = random_id(9), random_id(BYTES), bot_name(name)
        row = {"id": bot, "name": called, "owner": owner.id, "listed": int(owner.listed)}
        try:
            with self._changing() as connection:
                lock = select(accounts.c.id).where(accounts.c.id == owner.id).with_for_update()
                connection.execute(lock)  # one at a time: they are counted
                held = select(accounts.c.id).where(accounts.c.owner == owner.id)
                if len(connection.execute(held).all()) >= MOST_BOTS:
                    raise Refused(_("an account can have at most {most} bots", most=MOST_BOTS))
                connection.execute(insert(accounts).values(**row, created=now(), seen=now()))
                keep_apart(connection, bot, called)
                _insert_credential(connection, tokens, token, bot, name=called)
        except VersionConflict:
            raise Refused(
                _("a bot called {name} exists already; choose another name", name=called)
            ) from None
        return token

    def renew_bot(self, owner: str, bot: str) -> str:
        """Return a new token of a bot in place of those it had. Raises Refused."""
        token = random_id(BYTES)
        with self._changing() as connection:
            query = select(accounts.c.name).where(accounts.c.id == bot, accounts.c.owner == owner)
            called = connection.execute(query).scalar()
            if called is None:
                raise Refused(_("you have no such bot"))
            connection.execute(delete(tokens).where(tokens.c.person == bot))
            _insert_credential(connection, tokens, token, bot, name=called)
        return token

    def list_ratings(self, person: str, listed: bool) -> None:
        """Say whether somebody's ratings are shown to all, and their bots' too."""
        with self._changing() as connection:
            theirs = update(accounts).where(
                or_(accounts.c.id == person, accounts.c.owner == person)
            )
            connection.execute(theirs.values(listed=int(listed)))

    # For the operator.

    def ban(self, person: str, banned: bool = True) -> None:
        """Let someone and their bots do nothing any more, or again."""
        with self._changing() as connection:
            theirs = update(accounts).where(
                or_(accounts.c.id == person, accounts.c.owner == person)
            )
            connection.execute(theirs.values(banned=int(banned)))

    def erase(self, person: str) -> None:
        """Forget who someone was: name, password, credentials, what they wrote."""
        with self._changing() as connection:
            for rows in (sessions, tokens, notes, skeletons):
                connection.execute(delete(rows).where(rows.c.person == person))
            said = update(chat).where(chat.c.person == person)
            connection.execute(said.values(name=GONE, text="…"))
            row = update(accounts).where(accounts.c.id == person)
            empty = {"login": None, "password": None, "owner": None, "listed": 0}
            connection.execute(row.values(name=GONE, **empty))
            forget_ratings(connection, person)


_VERSION = select(settings.c.value).where(settings.c.name == ACCESS_VERSION)
_SET_VERSION = text(
    "INSERT INTO settings (name, value) VALUES (:name, :value) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
_PERSON = tuple(
    accounts.c[name] for name in ("id", "name", "login", "banned", "language", "owner", "listed")
)
_HOLDERS = {
    table.name: select(table.c.key, (now() - table.c.seen).label("age"), *_PERSON)
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


def _person(connection: Connection, query: Select[Any] | CompoundSelect[Any]) -> Person | None:
    row = connection.execute(query).first()
    return None if row is None else _read(row)


def _read(row: Sequence[Any]) -> Person:
    id_, name, login, banned, language, owner, listed = row
    registered = login is not None
    shown = bool(listed) and (registered or owner is not None)
    return Person(id_, name, registered, bool(banned), language, owner or "", shown)


def _insert_credential(
    connection: Connection, table: Rows, key: str, person: str, **called: str
) -> None:
    row = {"key": fingerprint(key), "person": person, **called}
    connection.execute(insert(table).values(**row, created=now(), seen=now()))

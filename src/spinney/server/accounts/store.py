"""`Accounts`: the guests, people with a password and bots that the database knows."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, insert, or_, select, update

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server.accounts.credentials import BYTES, CredentialStore, insert_credential
from spinney.server.accounts.names import GONE, bot_name, checked_name
from spinney.server.accounts.person import PERSON_COLUMNS, Person, find_person, read_person
from spinney.server.accounts.registered_names import (
    check_apart,
    check_unregistered,
    keep_apart,
    login_of,
)
from spinney.server.db.database import VersionConflict, now
from spinney.server.db.schema import accounts, chat, notes, sessions, skeletons, tokens
from spinney.server.random_ids import random_id
from spinney.server.ratings.store import forget as forget_ratings

MOST_BOTS = 8
"""How many bots an account has at most."""


class Accounts(CredentialStore):
    """All who have been here. May be used from any thread."""

    def named(self, name: str) -> Person | None:
        """Return who keeps a name, or the bot of that name; None: nobody."""
        kept = select(*PERSON_COLUMNS).where(accounts.c.login == login_of(name))
        bot = select(*PERSON_COLUMNS).where(accounts.c.name == name, accounts.c.owner.is_not(None))
        with self._database.reading() as connection:
            return find_person(connection, kept.union(bot))

    def with_pages(self, persons: Iterable[str]) -> set[str]:
        """Return those of some people, by id, who have a page that anybody may see."""
        query = select(*PERSON_COLUMNS).where(accounts.c.id.in_([*persons]), accounts.c.banned == 0)
        with self._database.reading() as connection:
            found = [read_person(row) for row in connection.execute(query)]
        return {person.id for person in found if person.listed}

    # Names and languages.

    def guest(self, session: str, name: str, device: str = "") -> Person:
        """Give a name to someone who has none yet. Raises Refused if it can't be had."""
        person = Person(random_id(9), checked_name(name), False, False)
        with self._database.writing() as connection:
            check_unregistered(connection, person.name)
            row = {"id": person.id, "name": person.name}
            connection.execute(insert(accounts).values(**row, created=now(), seen=now()))
            insert_credential(connection, sessions, session, person.id, device=device)
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

    # Bots.

    def bots(self, owner: str) -> list[Person]:
        """Return somebody's bots, the oldest first."""
        query = select(*PERSON_COLUMNS).where(accounts.c.owner == owner)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(accounts.c.created, accounts.c.id)).all()
        return [read_person(row) for row in rows]

    def make_bot(self, owner: Person, name: str) -> str:
        """Make a bot of somebody's, with a name and ratings of its own; return its API token.

        Raises:
            Refused: they may have none, or no more, or it can't be called so.
        """
        if not owner.registered:
            raise Refused(_("first set a password for your name; then you can create bots"))
        bot, api_token, called = random_id(9), random_id(BYTES), bot_name(name)
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
                insert_credential(connection, tokens, api_token, bot, name=called)
        except VersionConflict:
            raise Refused(
                _("a bot called {name} exists already; choose another name", name=called)
            ) from None
        return api_token

    def renew_bot(self, owner: str, bot: str) -> str:
        """Return a new API token of a bot in place of those it had. Raises Refused."""
        api_token = random_id(BYTES)
        with self._changing() as connection:
            query = select(accounts.c.name).where(accounts.c.id == bot, accounts.c.owner == owner)
            called = connection.execute(query).scalar()
            if called is None:
                raise Refused(_("you have no such bot"))
            connection.execute(delete(tokens).where(tokens.c.person == bot))
            insert_credential(connection, tokens, api_token, bot, name=called)
        return api_token

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

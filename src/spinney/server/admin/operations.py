"""Operations of an administrator: list, close, ban, hand over, delete.

It works on the database, whether or not the server is open; workers notice with the next request.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from spinney.core.errors import Refused
from spinney.match import Match
from spinney.server.accounts import personal_data
from spinney.server.accounts.registered_names import login_of
from spinney.server.accounts.store import Accounts
from spinney.server.client_address import address_key
from spinney.server.db.database import Database, now
from spinney.server.db.migrate import prepare
from spinney.server.db.schema import accounts, bans, seats, tables, workers
from spinney.server.jobs import quarantine
from spinney.server.jobs.quarantine import FailedJob
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_store import MatchStore, when
from spinney.server.random_ids import random_id
from spinney.server.rate_limits.limits import RateLimits
from spinney.server.ratings.store import Ratings
from spinney.server.server_time import ServerTime
from spinney.server.tables.store import TableStore
from spinney.server.tables.table import Table

LONGEST_LIST = 1_000


class PersonSummary(NamedTuple):
    """A person, as an operator sees them.

    Attributes:
        id: what tells them from others of the same name.
        name: as others see it.
        registered: does the name have a password?
        banned: may they do nothing?
        created: when they first came.
        seen: when they were last known to be here.
        tables: at how many they sit.
    """

    id: str
    name: str
    registered: bool
    banned: bool
    created: datetime
    seen: datetime
    tables: int


class Ban(NamedTuple):
    """An address that is shut out.

    Attributes:
        what: the address.
        why: for the operator.
        until: when that ends; None: never.
    """

    what: str
    why: str
    until: datetime | None


class Worker(NamedTuple):
    """A process that serves.

    Attributes:
        name: machine and number.
        began: when it did.
        age: seconds since its last heartbeat.
    """

    name: str
    began: datetime
    age: float


class Admin:
    """A shared server, administered through its database."""

    def __init__(self, database: Database) -> None:
        """Connect.

        Raises:
            Refused: the database isn't of this version.
            DatabaseUnavailable: it can't be reached.
        """
        prepare(database)
        self._database, self.store = database, MatchStore(database)
        server_time = ServerTime(database)
        self._tables = TableStore(self.store, server_time, RateLimits(database))
        self._match_service = MatchService(self.store, server_time, self._tables)
        self._people = Accounts(database, self._match_service.pubsub)
        self._match_service.on_end.append(Ratings(database).note_end)
        self._tables.publish = self._match_service.publish

    # Looking.

    def tables(self, status: str = "") -> list[Table]:
        """Return the tables, those opened last first; of one status only, if one is named."""
        query = select(tables).order_by(tables.c.created.desc()).limit(LONGEST_LIST)
        if status:
            query = query.where(tables.c.status == status)
        with self._database.reading() as connection:
            return self._tables.read(connection, query)

    def same_address(self) -> list[Table]:
        """Return the rated tables where several sat down from one address, the newest first."""
        twice = select(seats.c.match).where(seats.c.origin.is_not(None))
        twice = twice.group_by(seats.c.match, seats.c.origin).having(func.count() > 1)
        query = select(tables).where(tables.c.id.in_(twice))
        newest = query.order_by(tables.c.created.desc()).limit(LONGEST_LIST)
        with self._database.reading() as connection:
            return self._tables.read(connection, newest)

    def damaged(self, tables_read: Iterable[Table], status: str = "") -> list[str]:
        """Return the ids of the tables that `tables` left out, because they can't be read."""
        query = select(tables.c.id).order_by(tables.c.created.desc()).limit(LONGEST_LIST)
        if status:
            query = query.where(tables.c.status == status)
        readable = {table.id for table in tables_read}
        with self._database.reading() as connection:
            return [id_ for id_ in connection.execute(query).scalars() if id_ not in readable]

    def people(self) -> list[PersonSummary]:
        """Return the people, those seen last first."""
        with self._database.reading() as connection:
            return _people(connection)

    def workers(self) -> list[Worker]:
        """Return the processes that serve, or did lately."""
        query = select(workers.c.name, workers.c.began, now() - workers.c.heartbeat)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(workers.c.began)).all()
        return [Worker(name, when(began), age / 1000) for name, began, age in rows]

    def bans(self) -> list[Ban]:
        """Return the addresses that are shut out."""
        query = select(bans.c.address, bans.c.reason, bans.c.until).order_by(bans.c.created)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [Ban(what, why, when(until) if until else None) for what, why, until in rows]

    def find(self, who: str) -> PersonSummary:
        """Return who is meant by a name or an id. Raises Refused: nobody, or several."""
        with self._database.reading() as connection:
            people = _people(connection, who)
        if not people:
            raise Refused(f"nobody here is called {who!r}; see: spinney admin list people")
        if len(people) > 1:
            ids = ", ".join(somebody.id for somebody in people)
            raise Refused(f"{len(people)} people are called {who!r}; say which by id: {ids}")
        return people[0]

    # Jobs that fail.

    def failed_jobs(self) -> list[FailedJob]:
        """Return the jobs that fail, the quarantined ones first."""
        with self._database.reading() as connection:
            return quarantine.failed_jobs(connection)

    def release(self, match_id: str = "") -> int:
        """Have failed jobs tried again at once: of a match, or all; return how many.

        Raises Refused if there are none.
        """
        with self._database.writing() as connection:
            released = quarantine.release(connection, match_id)
        if not released:
            where = f"no job of {match_id!r} fails" if match_id else "no job fails"
            raise Refused(f"{where}; see: spinney admin list jobs")
        return released

    # Tables.

    def record(self, table_id: str) -> str:
        """Return a match's whole record: with the deal, also before the end.

        Raises:
            Refused: there is none.
            MatchError: it can't be read.
        """
        with self.store.errors.contained(table_id):
            header = self.store.header(table_id)
        if header is None:
            raise Refused(f"there is no match {table_id!r}; see: spinney admin list tables")
        with self.store.errors.contained(table_id):
            return Match.replay(header, self.store.events(table_id)).record()

    def close(self, table_id: str) -> None:
        """Close a table: nothing happens there any more. Its match is kept. Raises Refused."""
        with self._database.reading() as connection:
            if (
                connection.execute(select(tables.c.id).where(tables.c.id == table_id)).first()
                is None
            ):
                raise Refused(f"there is no table {table_id!r}; see: spinney admin list tables")
        self._tables.close(table_id)

    # Shutting out.

    def ban(self, who: str, why: str = "", days: float | None = None) -> str:
        """Shut someone out, or an address; return whom. Raises Refused.

        Args:
            who: a name, an id or an address.
            why: for the operator.
            days: for so long; None: for good. People are shut out for good.
        """
        address = _address(who)
        if not address:
            if days is not None:
                raise Refused("bans of people last until you lift them; leave --days out")
            somebody = self.find(who)
            self._people.ban(somebody.id)
            return somebody.name
        until = None if days is None else now() + int(days * 86_400_000)
        with self._database.writing() as connection:
            connection.execute(delete(bans).where(bans.c.address == address))
            row = {"address": address, "reason": why[:500]}
            connection.execute(insert(bans).values(**row, created=now(), until=until))
        return address

    def unban(self, who: str) -> str:
        """Let someone in again, or an address; return whom. Raises Refused."""
        address = _address(who)
        if not address:
            somebody = self.find(who)
            self._people.ban(somebody.id, False)
            return somebody.name
        with self._database.writing() as connection:
            if connection.execute(delete(bans).where(bans.c.address == address)).rowcount == 0:
                raise Refused(f"{address} is not banned")
        return address

    def issue_api_token(self, who: str, name: str) -> str:
        """Return a new API token of someone, if need be of a new person. Raises Refused."""
        with self._database.reading() as connection:
            people = _people(connection, who)
        fresh = not people and self._people.guest(random_id(24), who)
        return self._people.issue_api_token(fresh.id if fresh else self.find(who).id, name)

    # A person's data.

    def data(self, who: str) -> dict[str, Any]:
        """Return all that is kept about someone, for them. Raises Refused."""
        return personal_data.export(self._database, self.find(who).id)

    def delete(self, who: str) -> PersonSummary:
        """Forget who someone was (`personal_data.delete`). Raises Refused."""
        somebody = self.find(who)
        personal_data.delete(self._match_service, self._people, somebody.id)
        return somebody


def _people(connection: Connection, who: str = "") -> list[PersonSummary]:
    sits = (
        select(func.count())
        .select_from(seats)
        .where(seats.c.person == accounts.c.id)
        .scalar_subquery()
    )
    columns = (accounts.c.id, accounts.c.name, accounts.c.login, accounts.c.banned)
    query = select(*columns, accounts.c.created, accounts.c.seen, sits.label("sits"))
    if who:
        query = query.where(accounts.c.id.in_(_ids(connection, who)))
    return [
        PersonSummary(
            row.id,
            row.name,
            row.login is not None,
            bool(row.banned),
            when(row.created),
            when(row.seen),
            row.sits,
        )
        for row in connection.execute(query.order_by(accounts.c.seen.desc()).limit(LONGEST_LIST))
    ]


def _ids(connection: Connection, who: str) -> list[str]:
    """Return the ids of the people who have this id, or this name, however it is written.

    The databases don't compare names for us: SQLite knows small letters only of ASCII, PostgreSQL
    those of its locale.
    """
    login = login_of(" ".join(who.split()))
    rows = connection.execute(select(accounts.c.id, accounts.c.name))
    found = (id_ for id_, name in rows if id_ == who or login_of(name) == login)
    return list(islice(found, LONGEST_LIST))


def _address(who: str) -> str:
    """Return what an address is known by (`address_key`); empty if it is none."""
    try:
        ipaddress.ip_address(who.removesuffix("/64"))
    except ValueError:
        return ""
    return address_key(who.removesuffix("/64"))

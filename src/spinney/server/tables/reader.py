"""`TableReader`: find tables, and tell who may see them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import CTE, CompoundSelect, Connection, Select, and_, or_, select, union

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server.accounts.person import Person
from spinney.server.db.database import now
from spinney.server.db.schema import guests, seats, tables, votes
from spinney.server.play.match_store import MatchStore
from spinney.server.random_ids import fingerprint
from spinney.server.rate_limits.limits import RateLimits
from spinney.server.tables import quotas
from spinney.server.tables.queries import read_tables
from spinney.server.tables.table import (
    ABORTED,
    DECLINED_SEAT,
    INVITED,
    OVER,
    PERSON,
    PLAYING,
    WAITING,
    Table,
)

MOST = 200
"""How many of somebody's tables are returned at most, where nothing else is said."""
ABSENT = 30_000
"""Milliseconds after which who waits for an opponent, and doesn't look, is taken to be away."""


class TableReader:
    """All tables of a server, to be looked at. May be used from any thread."""

    def __init__(self, store: MatchStore, limits: RateLimits, link_key: str) -> None:
        """``link_key``: what links are made from; without one none can be shown."""
        self._store, self._database = store, store.database
        self._limits, self._link_key = limits, link_key

    # One table, and who may see it.

    def table(self, match_id: str, connection: Connection | None = None) -> Table | None:
        """Return who is at a table, None if there is none of that id. Raises MatchError."""
        query = select(tables).where(tables.c.id == match_id)
        if connection is not None:
            return next(iter(self.read(connection, query, strict=True)), None)
        with self._database.reading() as fresh:
            return self.table(match_id, fresh)

    def need(self, match_id: str) -> Table:
        """Return who is at a table. Raises Refused: there is none of that id."""
        table = self.table(match_id)
        if table is None:
            raise Refused(_("there is no such table"))
        return table

    def read(self, connection: Connection, query: Select[Any], strict: bool = False) -> list[Table]:
        """Return the tables that a query of `schema.tables` finds."""
        return read_tables(connection, query, self._link_key, self._store.errors, strict)

    def by_link(self, link: str, person: str | None = None) -> tuple[str, int] | None:
        """Return the table a link leads to, and the player whose seat it is for; -1: looks on.

        The link to a seat leads only who sits there once it is taken.

        Args:
            link: that was followed.
            person: who followed it, by id; None: nobody who has a name.

        Raises:
            Refused: somebody else sits there.
        """
        linked = seats.c.link == fingerprint(link)
        to_seat = select(seats.c.match, seats.c.number, seats.c.kind, seats.c.person).where(linked)
        to_table = select(tables.c.id).where(tables.c.link == fingerprint(link))
        with self._database.reading() as connection:
            seat = connection.execute(to_seat).first()
            table_id = connection.execute(to_table).scalar()
        if seat is None:
            return (table_id, -1) if table_id else None
        if seat.kind == PERSON and seat.person != person:
            raise Refused(_("somebody sits there already; ask your friend for a link to watch"))
        return seat.match, seat.number

    def may_see(self, table: Table, person: Person | None) -> bool:
        """May someone look at a table?"""
        if table.rules.public:
            return True
        if person is None:
            return False
        expected = [seat.person for seat in table.seats]
        own = person.id in (*expected, table.host, table.umpire)
        return own or self.is_guest(table.id, person.id)

    def is_guest(self, match_id: str, person: str) -> bool:
        """Has someone followed a link to a table to look on?"""
        of_guest = (guests.c.match == match_id, guests.c.person == person)
        with self._database.reading() as connection:
            return connection.execute(select(guests.c.match).where(*of_guest)).first() is not None

    def was_removed(
        self, match_id: str, person: str | None, connection: Connection | None = None
    ) -> bool:
        """Has the host freed the seat of someone, by id, at a table?"""
        if connection is None:
            with self._database.reading() as fresh:
                return self.was_removed(match_id, person, fresh)
        of_guest = (guests.c.match == match_id, guests.c.person == person)
        query = select(guests.c.match).where(*of_guest, guests.c.removed == 1)
        return connection.execute(query).first() is not None

    def finished_before(self, table: Table) -> str:
        """Return the match of which a table is the latest rematch, by id; empty: of none.

        The table's host has played there, which finds it by an index.
        """
        played = select(seats.c.match).where(seats.c.person == table.host)
        query = select(tables.c.id).where(tables.c.id.in_(played), tables.c.rematch == table.id)
        with self._database.reading() as connection:
            return connection.execute(query).scalar() or ""

    # Many.

    def public(self, most: int = 100) -> list[Table]:
        """Return the tables that anybody may see and that aren't over, the newest first.

        Of each person and of each address there are only a few.
        """
        going = tables.c.status.in_((WAITING, PLAYING))
        visible = select(tables).where(tables.c.public == 1, going)
        fair = quotas.fair(visible, self._limits.quotas)
        return self._newest(fair, most)

    def waiting_rated(self, game: str, person: str, most: int = 200) -> list[Table]:
        """Return the public rated tables of a game that wait, where who sits there looks at them.

        Those that a person has opened, by id, are among them anyway.
        """
        rules = tables.c.public == 1, tables.c.rated == 1
        viewed = select(seats.c.match).where(
            seats.c.match == tables.c.id, seats.c.kind == PERSON, seats.c.viewed > now() - ABSENT
        )
        watched = or_(viewed.exists(), tables.c.host == person)
        open_ones = tables.c.game == game, tables.c.status == WAITING, watched
        return self._newest(select(tables).where(*rules, *open_ones), most)

    def some(self, ids: Iterable[str]) -> list[Table]:
        """Return the tables of these ids, in no order; those that are damaged aren't there."""
        with self._database.reading() as connection:
            return self.read(connection, select(tables).where(tables.c.id.in_(list(ids))))

    def of(self, person: str, over: bool, most: int = MOST, skip: int = 0) -> list[Table]:
        """Return the tables where someone sits, is the umpire or the host, the newest first.

        Args:
            person: who, by id.
            over: those that are over or were closed in the middle of the match, but for lessons,
                or those that wait or are played?
            most: how many.
            skip: how many of the newest to leave out.
        """
        own = _own(person)
        going = own.c.status.in_((WAITING, PLAYING))
        closed = and_(own.c.status == ABORTED, own.c.began.is_not(None), own.c.lesson == 0)
        ended = or_(own.c.status == OVER, closed)
        return self._newest(select(own).where(ended if over else going), most, skip)

    def declined(self, host: str, within: int | None = None) -> list[Table]:
        """Return the tables of a host where somebody declined a seat, the newest first.

        Args:
            host: who opened them, by id.
            within: how many milliseconds ago at most; None: at any time.
        """
        own = _found_first(select(tables.c.id).where(tables.c.host == host))
        decline = select(votes.c.match).where(
            votes.c.match == own.c.id, votes.c.proposal == DECLINED_SEAT
        )
        if within is not None:
            decline = decline.where(votes.c.created > now() - within)
        return self._newest(select(own).where(own.c.status == ABORTED, decline.exists()), MOST)

    def challenges(self, person: str) -> list[str]:
        """Return the ids of the tables where a seat is kept for someone, the newest first."""
        kept = _found_first(
            select(seats.c.match).where(seats.c.person == person, seats.c.kind == INVITED)
        )
        waiting = select(kept.c.id).where(kept.c.status == WAITING)
        with self._database.reading() as connection:
            newest = waiting.order_by(kept.c.created.desc(), kept.c.id)
            return [*connection.execute(newest).scalars()]

    def held_up_by(self, person: str) -> list[Table]:
        """Return all tables that wait, and rated ones in play, where someone has a part."""
        own = _own(person)
        rated = and_(own.c.status == PLAYING, own.c.rated == 1)
        query = select(own).where(or_(own.c.status == WAITING, rated))
        with self._database.reading() as connection:
            return self.read(connection, query)

    def unrated_of(self, person: str, most: int) -> list[Table]:
        """Return the finished unrated tables that anybody may see, where someone sat."""
        own = _found_first(select(seats.c.match).where(seats.c.person == person))
        visible = own.c.public == 1, own.c.rated == 0, own.c.status == OVER
        return self._newest(select(own).where(*visible), most)

    def _newest(self, query: Select[Any], most: int, skip: int = 0) -> list[Table]:
        table = query.selected_columns
        ordered = query.order_by(table.created.desc(), table.id).limit(most).offset(skip)
        with self._database.reading() as connection:
            return self.read(connection, ordered)


def _own(person: str) -> CTE:
    """Return the tables where someone sits, or is the host or the umpire.

    Each of these has its index; a condition that joined them by OR would use none.
    """
    return _found_first(
        union(
            select(seats.c.match).where(seats.c.person == person),
            select(tables.c.id).where(tables.c.host == person),
            select(tables.c.id).where(tables.c.umpire == person),
        )
    )


def _found_first(ids: Select[Any] | CompoundSelect[Any]) -> CTE:
    """Return the tables of these ids, found before anything else is asked of them.

    Otherwise SQLite reads all tables of a status: it can't know that those are far more.
    """
    return select(tables).where(tables.c.id.in_(ids)).cte("own").prefix_with("MATERIALIZED")

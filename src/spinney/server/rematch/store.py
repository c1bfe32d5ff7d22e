"""Rematches in the database: asked for, agreed to, declined."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from spinney.core.errors import Refused
from spinney.i18n import N_, _
from spinney.server.accounts.store import Person
from spinney.server.db.database import Database, now
from spinney.server.db.schema import tables, votes
from spinney.server.jobs.fair_executor import Owner
from spinney.server.tables.rows import reserve_seats
from spinney.server.tables.seat_checks import check_new_table, check_rematch, check_waiting
from spinney.server.tables.store import TableStore
from spinney.server.tables.table import ABORTED, INVITED, LEVEL, ME, WAITING, Seat, Table

DECLINED = "declined"
"""What is kept as the vote of a player who doesn't want a rematch."""


class Rematches:
    """All rematches of a server. May be used from any thread."""

    def __init__(self, database: Database, table_store: TableStore) -> None:
        """``table_store``: where their tables are opened."""
        self._database, self._tables = database, table_store

    def of(self, table: Table, connection: Connection | None = None) -> Table | None:
        """Return the table of a table's rematch; None: there is none, or it has been closed."""
        rematch = self._tables.table(table.rematch, connection) if table.rematch else None
        return None if rematch is None or rematch.status == ABORTED else rematch

    def declined_by(self, table: Table) -> str:
        """Return what someone is called who has declined a rematch; empty: nobody has.

        Args:
            table: of the rematch.
        """
        declined = (votes.c.match == table.id, votes.c.proposal == DECLINED)
        with self._database.reading() as connection:
            player = connection.execute(select(votes.c.player).where(*declined)).scalar()
        return "" if player is None else table.seats[player].shown or _("somebody")

    def ask(self, match_id: str, person: Person, address: str = "", token: bool = False) -> str:
        """Open the same table anew, everybody one seat on with the same umpire; return its id.

        Whoever asks second is led to the table that the first one opened, unless it was closed, and
        may look on there if their seat is gone.

        Args:
            match_id: of the match that is over.
            person: who asks.
            address: where the request comes from; empty: from nowhere else.
            token: does a program ask for it?

        Raises:
            Refused: they haven't played there, it isn't over, or they have too many tables.
            RateLimited: they have opened too many.
        """
        table = self._tables.need(match_id)
        check_rematch(table, person)
        if rematch := self.of(table):
            return self._admit(rematch, person)
        owner = self._tables.count_opened(person, address)
        with self._database.writing() as connection:
            table = self._tables.held(connection, match_id)
            check_rematch(table, person)
            rematch = self.of(table, connection)
            fresh = "" if rematch else self._insert(connection, table, person, owner, token)
        if rematch:  # somebody else was quicker
            return self._admit(rematch, person)
        self._tables.publish(fresh)
        self._tables.publish(match_id)
        return fresh

    def _admit(self, rematch: Table, person: Person) -> str:
        """Let someone who has played before look on at a rematch, and return its id."""
        if not self._tables.may_see(rematch, person):
            self._tables.admit(rematch.id, person)
        return rematch.id

    def accept(self, rematch: str, person: Person, address: str = "") -> None:
        """Let someone sit down on the seat that a rematch keeps for them, if it does.

        Args:
            rematch: its table, by id.
            person: who.
            address: where the request comes from; empty: from nowhere else.

        Raises:
            Refused: they can't sit down there.
        """
        table = self._tables.need(rematch)
        player = table.expects(person.id)
        if table.status == WAITING and player >= 0:
            self._tables.sit(rematch, person, player, address=address)

    def _insert(
        self, connection: Connection, table: Table, person: Person, owner: Owner, token: bool
    ) -> str:
        """Write the table of a rematch that somebody asks for, and return its id."""
        moved = (*table.seats[1:], table.seats[0])
        at = [_seat_again(seat, person) for seat in moved]
        agreed = (table.game, table.clock, table.rules.for_rematch())
        check_new_table(person, agreed, at, None, token)
        fresh = self._tables.insert(connection, person, agreed, at, owner, umpire=table.umpire)
        reserve_seats(connection, fresh, moved)
        connection.execute(update(tables).where(tables.c.id == table.id).values(rematch=fresh))
        return fresh

    def decline(self, match_id: str, person: Person) -> None:
        """Close the table of a rematch where a seat is kept for someone who doesn't want to play.

        Args:
            match_id: of the match that is over.
            person: who declines.

        Raises:
            Refused: nobody has asked them, or the rematch has begun.
        """
        finished = self._tables.need(match_id)
        with self._database.writing() as connection:
            fresh = self.of(finished, connection)
            table = self._tables.held(connection, fresh.id) if fresh else None
            player = table.expects(person.id) if table else -1
            if table is None or player < 0:
                raise Refused(_("nobody waits for your answer about a rematch"))
            check_waiting(table, N_("the rematch has begun; you can resign instead"))
            answer = {"match": table.id, "proposal": DECLINED, "player": player, "created": now()}
            connection.execute(insert(votes).values(**answer))
            closed = update(tables).where(tables.c.id == table.id).values(status=ABORTED)
            connection.execute(closed)
        self._tables.publish(table.id)
        self._tables.publish(match_id)


def _seat_again(seat: Seat, person: Person) -> str:
    """Return who shall sit on a seat of a rematch: the computer, who asks, or who sat there."""
    if seat.kind == LEVEL:
        return f"level:{seat.name}"
    return ME if seat.person == person.id else INVITED

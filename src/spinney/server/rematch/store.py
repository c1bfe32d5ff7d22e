"""Rematches in the database: asked for, and agreed to."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, update

from spinney.server.accounts.names import GONE
from spinney.server.accounts.person import Person
from spinney.server.db.database import Database
from spinney.server.db.schema import tables
from spinney.server.jobs.fair_executor import Owner
from spinney.server.tables.seat_checks import check_new_table, check_rematch
from spinney.server.tables.store import TableStore
from spinney.server.tables.table import ABORTED, INVITED, LEVEL, ME, WAITING, Seat, Table


class Rematches:
    """All rematches of a server. May be used from any thread."""

    def __init__(self, database: Database, table_store: TableStore) -> None:
        """``table_store``: where their tables are opened."""
        self._database, self._tables = database, table_store

    def of(self, table: Table, connection: Connection | None = None) -> Table | None:
        """Return the table of a table's rematch; None: there is none, or it has been closed."""
        rematch = self._tables.table(table.rematch, connection) if table.rematch else None
        return None if rematch is None or rematch.status == ABORTED else rematch

    def ask(
        self, match_id: str, person: Person, address: str = "", by_program: bool = False
    ) -> str:
        """Open the same table anew, everybody one seat on with the same umpire; return its id.

        Whoever asks second is led to the table that the first one opened, unless it was closed, and
        may look on there if their seat is gone.

        Args:
            match_id: of the match that is over.
            person: who asks.
            address: where the request comes from; empty: from nowhere else.
            by_program: does a program ask for it?

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
            fresh = "" if rematch else self._insert(connection, table, person, owner, by_program)
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
        self, connection: Connection, table: Table, person: Person, owner: Owner, by_program: bool
    ) -> str:
        """Write the table of a rematch that somebody asks for, and return its id."""
        moved = (*table.seats[1:], table.seats[0])
        at = [_seat_again(seat, person) for seat in moved]
        agreed = (table.game, table.clock, table.rules.for_rematch())
        check_new_table(person, agreed, at, None, by_program)
        kept, umpire = _reserved(moved, at), table.umpire
        fresh = self._tables.insert(
            connection, person, agreed, at, owner, umpire=umpire, reserved=kept
        )
        connection.execute(update(tables).where(tables.c.id == table.id).values(rematch=fresh))
        return fresh


def _seat_again(seat: Seat, person: Person) -> str:
    """Return who shall sit on a seat of a rematch: the computer, who asks, or who sat there."""
    if seat.kind == LEVEL:
        return f"level:{seat.name}"
    return ME if seat.person == person.id else INVITED


def _reserved(moved: Sequence[Seat], at: Sequence[str]) -> dict[int, str]:
    """Return for whom seats of a rematch are kept: those who sat there, and haven't left for good.

    Args:
        moved: the seats of the match that is over, each where it is in the rematch.
        at: who shall sit there, as `TableStore.open` has it.
    """
    return {
        number: seat.person
        for number, (seat, again) in enumerate(zip(moved, at, strict=True))
        if again == INVITED and seat.name != GONE
    }

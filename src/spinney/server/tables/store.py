"""Tables: sat down at, left, closed, watched. The same id names the table and then its match."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from sqlalchemy import Connection, case, delete, insert, select, update

from spinney.core.errors import Refused
from spinney.i18n import N_, _
from spinney.match import Event
from spinney.players.levels import check_level
from spinney.server.accounts.person import Person
from spinney.server.blocks.store import check_together
from spinney.server.db.database import VersionConflict, now
from spinney.server.db.schema import guests, matches, seats, tables, votes
from spinney.server.play.match_store import lock_version
from spinney.server.random_ids import fingerprint
from spinney.server.ratings.eligibility import (
    check_filled,
    check_opponents,
    check_player,
)
from spinney.server.tables.closing import close_tables
from spinney.server.tables.links import TABLE, make_link
from spinney.server.tables.opening import TableOpener
from spinney.server.tables.rows import note_address_hash, owners_at
from spinney.server.tables.seat_checks import (
    CLOSED,
    check_free,
    check_host,
    check_newcomer,
    check_waiting,
)
from spinney.server.tables.table import (
    ABORTED,
    DECLINED_SEAT,
    INVITED,
    LEVEL,
    OPEN,
    OVER,
    PERSON,
    PLAYING,
    Table,
)


class TableStore(TableOpener):
    """All tables of a server, to be changed. May be used from any thread."""

    # Sitting down and leaving.

    def sit(
        self,
        match_id: str,
        person: Person,
        number: int,
        link: str = "",
        address: str = "",
        by_program: bool = False,
    ) -> None:
        """Let someone sit down; when the last seat is taken the match begins.

        Args:
            match_id: of the table.
            person: who.
            number: of the player, from 0.
            link: the seat's link; a seat that is kept for someone needs it.
            address: where the request comes from; empty: from nowhere else.
            by_program: does a program ask for it?

        Raises:
            Refused: the seat is taken, or kept for someone else; or they can't sit at this table.
        """
        address_hash = self._hash_of(address) if address else ""
        with self._database.writing() as connection:
            table = self.held(connection, match_id)
            self._sit_down(connection, table, person, number, link, address_hash, by_program)
        self._publish(table)

    def change_table(
        self, own: str, match_id: str, person: Person, number: int, address: str, by_program: bool
    ) -> None:
        """Close a table of one's own where nobody else sits, and sit down at another, or neither.

        Args:
            own: the table that is closed.
            match_id: of the table where they sit down.
            person: who.
            number: of the player there, from 0.
            address: where the request comes from.
            by_program: does a program ask for it?

        Raises:
            Refused: the one isn't theirs, or somebody has come there, or taken the seat at the
                other.
        """
        address_hash = self._hash_of(address) if address else ""
        with self._database.writing() as connection:
            held = {id_: self.held(connection, id_) for id_ in sorted((own, match_id))}
            check_waiting(held[own])
            check_host(held[own], person)
            if [*held[own].people] != [person.id]:
                raise Refused(_("somebody has sat down at your table meanwhile"))
            close_tables(connection, [own])
            self._sit_down(connection, held[match_id], person, number, "", address_hash, by_program)
        for changed in (own, match_id):
            self.publish(changed)

    def _sit_down(
        self,
        connection: Connection,
        table: Table,
        person: Person,
        number: int,
        link: str,
        address_hash: str,
        by_program: bool,
    ) -> None:
        check_newcomer(table, person)
        check_together(connection, person.id, table.people)
        if table.rules.rated:
            check_player(person, by_program)
            check_opponents(table, person, owners_at(connection, table.id))
        check_waiting(table, N_("that seat is taken: the match has begun"))
        if table.umpire == person.id:
            raise Refused(_("you are the umpire here; leave that seat first"))
        of_link = (seats.c.match == table.id, seats.c.link == fingerprint(link))
        linked_seat = connection.execute(select(seats.c.number).where(*of_link)).scalar()
        check_free(table, number, person, linked_seat == number)
        if linked_seat != number and self.was_removed(table.id, person.id, connection):
            raise Refused(_("the person who opened the table has freed your seat here"))
        of_seat = (seats.c.match == table.id, seats.c.number == number)
        taken = {"kind": PERSON, "person": person.id, "viewed": now()}
        connection.execute(update(seats).where(*of_seat).values(**taken))
        if table.rules.rated:
            note_address_hash(connection, table.id, person, address_hash)
        self.begin_if_full(connection, table.id)

    def stand(self, match_id: str, person: Person) -> None:
        """Let someone leave their seat before the match begins. Raises Refused.

        A seat that was for a friend is for a friend again, who needs its new link; in a rematch it
        is kept for who left it. Who sat there may still look on.
        """
        kept_for = person.id if self.finished_before(self.need(match_id)) else None
        with self._database.writing() as connection:
            table = self.held(connection, match_id)
            check_waiting(table)
            if person.id in (table.umpire, *table.people):
                self._admit(connection, match_id, person.id)
            if (number := table.player(person.id)) >= 0:
                self._free(connection, match_id, number, kept_for)
            umpired = update(tables).where(tables.c.id == match_id, tables.c.umpire == person.id)
            connection.execute(umpired.values(umpire=None))
        self.publish(match_id)

    def free_seat(self, match_id: str, host: Person, number: int) -> None:
        """Let the host free the seat of somebody else before the match begins.

        Who sat there may still look on, and sits down here again only with the link of a seat,
        which the host must give them. So nobody takes the seat again whom the host doesn't want.

        Args:
            match_id: of the table.
            host: who asks.
            number: of the player whose seat it is.

        Raises:
            Refused: they aren't the host, nobody else sits there, or the match has begun.
        """
        with self._database.writing() as connection:
            table = self.held(connection, match_id)
            check_waiting(table, N_("the match has already begun"))
            if table.host != host.id:
                raise Refused(_("only the person who opened the table can free a seat"))
            seated = {player: person for person, player in table.people.items()}.get(number, "")
            if seated in ("", host.id):
                raise Refused(_("nobody else sits on that seat"))
            self._admit(connection, match_id, seated)
            of_guest = (guests.c.match == match_id, guests.c.person == seated)
            connection.execute(update(guests).where(*of_guest).values(removed=1))
            self._free(connection, match_id, number)
        self._publish(table)

    def _free(
        self, connection: Connection, match_id: str, number: int, kept_for: str | None = None
    ) -> None:
        """Free a seat, with what was voted from it; a friend needs its new link.

        ``kept_for``: for whom it is kept, by id, if it was for a friend; None: for any friend.
        """
        own = (votes.c.match == match_id, votes.c.player == number)
        connection.execute(delete(votes).where(*own))
        self._renew_link(connection, match_id, number)
        for_friend = seats.c.invited == 1
        freed = {
            "kind": case((for_friend, INVITED), else_=OPEN),
            "person": case((for_friend, kept_for), else_=None),
        }
        of_seat = (seats.c.match == match_id, seats.c.number == number)
        connection.execute(update(seats).where(*of_seat).values(**freed))

    def begin_with_levels(self, match_id: str, person: Person, level: str) -> None:
        """Begin a match with the computer on all free seats.

        Args:
            match_id: of the table.
            person: who asks: the host.
            level: how hard the computer plays.

        Raises:
            Refused: it is not theirs to begin, or it can't begin so.
        """
        with self._database.writing() as connection:
            table = self.held(connection, match_id)
            check_waiting(table, N_("the match has already begun"))
            if table.host != person.id:
                raise Refused(_("only the person who opened the table can begin now"))
            if table.rules.umpire and not table.umpire:
                raise Refused(_("the table waits for an umpire"))
            check_level(level)
            free = [seat.number for seat in table.seats if seat.free]
            if table.rules.rated:
                check_filled(table, [level for _ in free])
            self._check_quotas(connection, table.owner, [f"level:{level}"], waits=False)
            free_seats = (seats.c.match == match_id, seats.c.number.in_(free))
            filled = {"kind": LEVEL, "level": level, "person": None, "link": None}
            connection.execute(update(seats).where(*free_seats).values(**filled))
            self.begin_if_full(connection, match_id)
        self._publish(table)

    def abort(self, match_id: str, person: Person) -> None:
        """Close a table of one's own before its match begins. Raises Refused."""
        with self._database.writing() as connection:
            table = self.held(connection, match_id)
            check_waiting(table)
            check_host(table, person)
            close_tables(connection, [match_id])
        self._publish(table)

    def decline(self, match_id: str, person: Person) -> None:
        """Close a table where a seat is kept for someone who doesn't want to play.

        Raises:
            Refused: none is kept for them, or the match has begun.
        """
        with self._database.writing() as connection:
            table = self.held(connection, match_id)
            check_waiting(table)
            player = table.expects(person.id)
            if player < 0:
                raise Refused(_("no seat is reserved for you here"))
            vote = {"match": match_id, "proposal": DECLINED_SEAT, "player": player}
            connection.execute(insert(votes).values(**vote, created=now()))
            close_tables(connection, [match_id])
        self._publish(table)

    def close(self, match_id: str) -> None:
        """Close a table whatever happens there: for the operator."""
        with self._database.writing() as connection:
            close_tables(connection, [match_id])
        self.publish(match_id)

    def delete_lesson(self, match_id: str, person: Person) -> None:
        """Delete a lesson of one's own with all that belongs to it.

        Raises:
            Refused: it is somebody else's, or is not there any more.
            ValueError: it is no lesson.
        """
        with self._database.writing() as connection:
            lock_version(connection, match_id)  # as who adds an event: the match before its table
            table = self.held(connection, match_id)
            check_host(table, person)
            if not table.rules.lesson:
                raise ValueError(f"{match_id} is no lesson")
            connection.execute(delete(tables).where(tables.c.id == match_id))
            connection.execute(delete(matches).where(matches.c.id == match_id))
        self.publish(match_id)

    def _publish(self, table: Table) -> None:
        """Notify of a change at a table that waited, also where its rematch was asked for.

        Only where seats are reserved a table can be a rematch.
        """
        self.publish(table.id)
        reserved = any(seat.kind == INVITED for seat in table.seats)
        if reserved and (finished := self.finished_before(table)):
            self.publish(finished)

    # Who may watch.

    def renew_link(self, match_id: str, person: Person, seat: int = TABLE) -> None:
        """Make a new link in place of the one there is.

        Args:
            match_id: of the table.
            person: who asks: the host, or for the table's link somebody who sits there.
            seat: the player whose seat it is for, or `TABLE`.

        Raises:
            Refused: it is not theirs to make, or nobody is awaited there.
        """
        with self._database.writing() as connection:
            table = self.held(connection, match_id)
            mine = (table.host, *((table.umpire, *table.people) if seat == TABLE else ()))
            if person.id not in mine:
                raise Refused(_("only the person who opened the table can make a new link"))
            if seat != TABLE and not any(s.free for s in table.seats if s.number == seat):
                raise Refused(_("that seat isn't reserved for anybody"))
            self._renew_link(connection, match_id, seat)
        self.publish(match_id)

    def _renew_link(self, connection: Connection, match_id: str, seat: int) -> None:
        of_seat = (seats.c.match == match_id, seats.c.number == seat)
        rows, where = (tables, (tables.c.id == match_id,)) if seat == TABLE else (seats, of_seat)
        count = connection.execute(select(rows.c.link_count).where(*where)).scalar_one() + 1
        link = fingerprint(make_link(self._link_key, match_id, seat, count))
        connection.execute(update(rows).where(*where).values(link=link, link_count=count))

    def admit(self, match_id: str, person: Person) -> None:
        """Let someone look on who has followed the link."""
        if not self.is_guest(match_id, person.id):
            with (
                suppress(VersionConflict),  # the table has been deleted meanwhile
                self._database.writing() as connection,
            ):
                self._admit(connection, match_id, person.id)

    def _admit(self, connection: Connection, match_id: str, person: str) -> None:
        row = self._database.insert(guests).values(match=match_id, person=person)
        connection.execute(row.on_conflict_do_nothing())

    def held(self, connection: Connection, match_id: str) -> Table:
        """Return a table that nobody else changes before this transaction ends. Raises Refused."""
        lock = select(tables.c.id).where(tables.c.id == match_id)
        connection.execute(lock.with_for_update())
        table = self.table(match_id, connection)
        if table is None:
            raise Refused(_("there is no such table"))
        return table

    # The match.

    def note_end(
        self, connection: Connection, match_id: str, over: bool, status: str | None
    ) -> None:
        """Note whether a match is over, with the event that ended it or took the end back.

        Args:
            connection: to write by.
            match_id: of the table.
            over: is it?
            status: of its table, as it is written.

        Raises:
            Refused: the table has been closed; then the event doesn't happen.
        """
        if status == ABORTED:
            raise Refused(_(CLOSED))
        then = OVER if over else PLAYING
        if status != then:
            connection.execute(update(tables).where(tables.c.id == match_id).values(status=then))

    def seat(self, connection: Connection, match_id: str, new: Iterable[Event]) -> None:
        """Let the computer sit where events have put it; the seat keeps who sat there before."""
        for event in new:
            if event.kind == "substitute":
                row = update(seats).where(seats.c.match == match_id, seats.c.number == event.player)
                level = event.text.partition(":")[2]
                connection.execute(row.values(kind=LEVEL, level=level, link=None))

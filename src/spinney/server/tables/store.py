"""Tables: opened, sat down at, begun, left. The same id names the table and then its match."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from sqlalchemy import Connection, case, delete, select, update

from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.i18n import N_, _
from spinney.match import Clock, Event, Match
from spinney.match.deal import DIGITS
from spinney.match.settings import MatchSettings, usual_hints
from spinney.players.levels import check_level
from spinney.server.accounts.store import Person
from spinney.server.client_address import address_key
from spinney.server.db.database import VersionConflict, now
from spinney.server.db.schema import guests, matches, seats, tables, votes
from spinney.server.jobs import queue
from spinney.server.jobs.fair_executor import Owner
from spinney.server.play.match_store import Branch, MatchStore, lock_version, when
from spinney.server.rate_limits.limits import RateLimits
from spinney.server.ratings.eligibility import (
    check_filled,
    check_opponents,
    check_player,
)
from spinney.server.server_time import ServerTime
from spinney.server.tables import quotas
from spinney.server.tables.links import TABLE, make_link
from spinney.server.tables.reader import TableReader
from spinney.server.tables.rows import (
    header_of,
    insert_table,
    note_origin,
    owner_columns,
    owners_at,
)
from spinney.server.tables.seat_checks import (
    CLOSED,
    check_free,
    check_host,
    check_new_table,
    check_newcomer,
    check_waiting,
)
from spinney.server.tables.table import (
    ABORTED,
    INVITED,
    LEVEL,
    ME,
    OPEN,
    OVER,
    PERSON,
    PLAYING,
    WAITING,
    Table,
)
from spinney.server.tokens import fingerprint
from spinney.server.wording import summary

Publish = Callable[[str], None]


class TableStore(TableReader):
    """All tables of a server, to be changed. May be used from any thread.

    Attributes:
        publish: called with a table's id when something about it has changed.
    """

    def __init__(
        self, store: MatchStore, server_time: ServerTime, limits: RateLimits, link_key: str = ""
    ) -> None:
        """``link_key``: what links are made from; without one none can be shown."""
        super().__init__(store, limits, link_key)
        self._server_time = server_time
        self.publish: Publish = lambda _: None

    # Opening.

    def open(
        self,
        host: Person,
        game: Game,
        clock: Clock,
        rules: MatchSettings,
        at: Sequence[str],
        seed: int | None = None,
        umpire: str = "",
        address: str = "",
        token: bool = False,
    ) -> str:
        """Open a table and return its id; it begins at once if nobody is awaited.

        Args:
            host: who opens it.
            game: with its options.
            clock: how much time players have.
            rules: what else is agreed.
            at: who shall sit where, by player: ``me``, ``open``, ``invited``, ``level:tree``.
            seed: what to deal from, where nobody else plays; None: a new secret.
            umpire: who is, by id, if that is known already.
            address: where the request comes from; empty: from nowhere else.
            token: does a program ask for it?

        Raises:
            Refused: it can't be so, or they have too many tables at once.
            RateLimited: they have opened too many.
        """
        agreed = (game, clock, rules)
        check_new_table(host, agreed, at, seed, token)
        owner = self.count_opened(host, address)
        with self._database.writing() as connection:
            table_id = self.insert(connection, host, agreed, at, owner, seed, umpire)
        self.publish(table_id)
        return table_id

    def insert(
        self,
        connection: Connection,
        host: Person,
        agreed: tuple[Game, Clock, MatchSettings],
        at: Sequence[str],
        owner: Owner,
        seed: int | None = None,
        umpire: str = "",
    ) -> str:
        """Write a new table, begin its match if nobody is awaited, and return its id.

        Args:
            connection: to write by.
            host: who opens it.
            agreed: the game with its options, the clock, and what else is agreed.
            at: who shall sit where, as for `open`.
            owner: whose table it is.
            seed: what to deal from; None: a new secret.
            umpire: who is, by id, if that is known already.

        Raises:
            Refused: they have too many tables at once.
        """
        rules = agreed[2]
        waits = any(seat in (OPEN, INVITED) for seat in at) or (rules.umpire and not umpire)
        self._check_quotas(connection, owner, at, waits=waits)
        columns = {
            "status": WAITING,
            "secret": secrets.token_hex(DIGITS // 2) if seed is None else f"seed {seed}",
            "umpire": umpire or None,
            **owner_columns(owner),
        }
        table_id = insert_table(connection, self._link_key, host, agreed, at, **columns)
        if rules.rated:
            note_origin(connection, table_id, host, owner.origin)
        self.begin_if_full(connection, table_id)
        return table_id

    def count_opened(self, host: Person, address: str) -> Owner:
        """Count a table that is opened, and return whose it is. Raises RateLimited."""
        self._limits.attempts.count("table", host.id)
        if not address:
            return Owner("", host.id)
        self._limits.attempts.count("tables from", address_key(address))
        return Owner(self._origin(address), host.id)

    def _origin(self, address: str) -> str:
        """Return the hash of an address: no address is kept with a table."""
        key = self._store.setting("secret", lambda: secrets.token_hex(32))
        return hmac.digest(key.encode(), address_key(address).encode(), "sha256").hex()[:32]

    def _check_quotas(
        self, connection: Connection, owner: Owner, at: Iterable[str], *, waits: bool
    ) -> None:
        """Refuse one more table of somebody who has too many at once."""
        levels = any(seat.startswith("level:") for seat in at)
        quotas.check(connection, owner, self._limits.quotas, waits=waits, levels=levels)

    def branch(self, host: Person, fresh: Match, branch: Branch, address: str = "") -> str:
        """Open a table of one's own for a match that branches off, and return its id.

        Raises:
            Refused: they have too many tables at once.
            RateLimited: they have opened too many.
        """
        rules = MatchSettings(hints=usual_hints(len(fresh.people)))
        return self.open_begun(host, fresh, rules, branch, address)

    def open_begun(
        self,
        host: Person,
        fresh: Match,
        rules: MatchSettings,
        branch: Branch | None = None,
        address: str = "",
    ) -> str:
        """Open a table of one's own for a match that has begun already, and return its id.

        Raises:
            Refused: they have too many tables at once.
            RateLimited: they have opened too many.
        """
        header, match_summary = fresh.header, summary(fresh, -1)
        agreed = (fresh.game, header.clock, rules)
        at = [ME if player in fresh.people else seat for player, seat in enumerate(fresh.seats)]
        owner = self.count_opened(host, address)
        with self._database.writing() as connection:
            self._check_quotas(connection, owner, at, waits=False)
            began = self._server_time.read(connection)
            # Its deal is known: there is no secret any more.
            columns = {"status": PLAYING, "secret": "", "began": began, **owner_columns(owner)}
            table_id = insert_table(connection, self._link_key, host, agreed, at, **columns)
            self._store.insert(connection, table_id, header, match_summary, fresh.events, branch)
            queue.write(connection, table_id, began, fresh)
        return table_id

    # Sitting down and leaving.

    def sit(
        self,
        match_id: str,
        person: Person,
        number: int,
        link: str = "",
        address: str = "",
        token: bool = False,
    ) -> None:
        """Let someone sit down; when the last seat is taken the match begins.

        Args:
            match_id: of the table.
            person: who.
            number: of the player, from 0.
            link: the seat's link; a seat that is kept for someone needs it.
            address: where the request comes from; empty: from nowhere else.
            token: does a program ask for it?

        Raises:
            Refused: the seat is taken, or kept for someone else; or they can't sit at this table.
        """
        origin = self._origin(address) if address else ""
        with self._database.writing() as connection:
            table = self.held(connection, match_id)
            self._sit_down(connection, table, person, number, link, origin, token)
        self._publish(table)

    def change_table(
        self, own: str, match_id: str, person: Person, number: int, address: str, token: bool
    ) -> None:
        """Close a table of one's own where nobody else sits, and sit down at another, or neither.

        Args:
            own: the table that is closed.
            match_id: of the table where they sit down.
            person: who.
            number: of the player there, from 0.
            address: where the request comes from.
            token: does a program ask for it?

        Raises:
            Refused: the one isn't theirs, or somebody has come there, or taken the seat at the
                other.
        """
        origin = self._origin(address) if address else ""
        with self._database.writing() as connection:
            held = {id_: self.held(connection, id_) for id_ in sorted((own, match_id))}
            check_waiting(held[own])
            check_host(held[own], person)
            if [*held[own].people] != [person.id]:
                raise Refused(_("somebody has sat down at your table meanwhile"))
            _abort(connection, own)
            self._sit_down(connection, held[match_id], person, number, "", origin, token)
        for changed in (own, match_id):
            self.publish(changed)

    def _sit_down(
        self,
        connection: Connection,
        table: Table,
        person: Person,
        number: int,
        link: str,
        origin: str,
        token: bool,
    ) -> None:
        check_newcomer(table, person)
        if table.rules.rated:
            check_player(person, token)
            check_opponents(table, person, owners_at(connection, table.id))
        check_waiting(table, N_("that seat is taken: the match has begun"))
        if table.umpire == person.id:
            raise Refused(_("you are the umpire here; leave that seat first"))
        of_link = (seats.c.match == table.id, seats.c.link == fingerprint(link))
        linked_seat = connection.execute(select(seats.c.number).where(*of_link)).scalar()
        check_free(table, number, person, linked_seat == number)
        of_seat = (seats.c.match == table.id, seats.c.number == number)
        taken = update(seats).where(*of_seat).values(kind=PERSON, person=person.id)
        connection.execute(taken)
        if table.rules.rated:
            note_origin(connection, table.id, person, origin)
        self.begin_if_full(connection, table.id)

    def stand(self, match_id: str, person: Person) -> None:
        """Let someone leave their seat before the match begins. Raises Refused.

        A seat that was for a friend is for a friend again, who needs its new link; in a rematch it
        is kept for who left it. Who sat there may still look on.
        """
        kept = person.id if self.finished_before(self.need(match_id)) else None
        with self._database.writing() as connection:
            table = self.held(connection, match_id)
            check_waiting(table)
            if person.id in (table.umpire, *table.people):
                self._admit(connection, match_id, person)
            own = (votes.c.match == match_id, votes.c.player == table.player(person.id))
            connection.execute(delete(votes).where(*own, votes.c.player >= 0))
            if (number := table.player(person.id)) >= 0:
                self._renew_link(connection, match_id, number)
            mine = update(seats).where(seats.c.match == match_id, seats.c.person == person.id)
            freed = case((seats.c.invited == 1, INVITED), else_=OPEN)
            mine = mine.where(seats.c.kind == PERSON)
            kept_for = case((seats.c.invited == 1, kept), else_=None)
            connection.execute(mine.values(kind=freed, person=kept_for))
            umpired = update(tables).where(tables.c.id == match_id, tables.c.umpire == person.id)
            connection.execute(umpired.values(umpire=None))
        self.publish(match_id)

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
            _abort(connection, match_id)
        self._publish(table)

    def close(self, match_id: str) -> None:
        """Close a table whatever happens there: for the operator."""
        with self._database.writing() as connection:
            _abort(connection, match_id)
            queue.forget(connection, match_id)
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
                self._admit(connection, match_id, person)

    def _admit(self, connection: Connection, match_id: str, person: Person) -> None:
        row = self._database.insert(guests).values(match=match_id, person=person.id)
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

    def begin_if_full(self, connection: Connection, match_id: str) -> None:
        """Begin the match when nobody is awaited any more, in the transaction that saw to that."""
        table = self.table(match_id, connection)
        if table is None or table.status != WAITING or not table.full:
            return
        row = update(tables).where(tables.c.id == match_id, tables.c.status == WAITING)
        began = self._server_time.read(connection)
        if connection.execute(row.values(status=PLAYING, began=began)).rowcount != 1:
            return
        secret, created = connection.execute(
            select(tables.c.secret, now()).where(tables.c.id == match_id)
        ).one()
        fresh = Match.begin(header_of(table, secret, when(created).date().isoformat()))
        self._store.insert(connection, match_id, fresh.header, summary(fresh, -1))
        queue.write(connection, match_id, began, fresh)


def _abort(connection: Connection, match_id: str) -> None:
    connection.execute(update(tables).where(tables.c.id == match_id).values(status=ABORTED))

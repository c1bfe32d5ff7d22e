"""Umpires: offering to be one, and the votes of those who play on that.

A stranger becomes the umpire of a table only if all who sit there agree. The host may be it from
the start, and can let whoever comes first be it (`MatchSettings.umpire_free`); once the match has
begun only the players decide. They dismiss an umpire likewise, all agreeing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, insert, update

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server.accounts.person import Person
from spinney.server.db.database import Database, now
from spinney.server.db.schema import tables, votes
from spinney.server.tables.seat_checks import check_umpire, may_be_umpire
from spinney.server.tables.table import ACCEPT, DISMISS, OFFER, PLAYING, WAITING, Table

if TYPE_CHECKING:
    from spinney.server.tables.store import TableStore


class Umpires:
    """The umpires of tables. May be used from any thread."""

    def __init__(self, database: Database, tables: TableStore) -> None:
        self._database, self._tables = database, tables

    def offer(self, match_id: str, person: Person) -> bool:
        """Offer to be the umpire; return whether they are it at once, or the players must agree.

        Raises:
            Refused: none is wanted there, or it can't be this one, or another has offered already.
            DatabaseUnavailable: the database can't be reached.
        """
        with self._database.writing() as connection:
            table = self._tables.held(connection, match_id)
            check_umpire(table, person)
            at_once = may_be_umpire(table, person.id)
            if at_once:
                self._set_umpire(connection, table, person.id)
            elif table.ballot is not None:
                called = table.ballot.called
                raise Refused(
                    _(
                        "{called} has already offered; the players must decide on that first",
                        called=called,
                    )
                )
            else:
                _note(connection, match_id, f"{ACCEPT}:{person.id}", OFFER)
        self._tables.publish(match_id)
        return at_once

    def vote(self, match_id: str, person: Person, name: str, yes: bool = True) -> None:
        """Vote; when all who play want it, it is done, and a no ends it.

        Args:
            match_id: of the table.
            person: who votes.
            name: `ACCEPT` or `DISMISS`.
            yes: or no.

        Raises:
            Refused: they don't play there, or there is nothing of that name to vote on.
            DatabaseUnavailable: the database can't be reached.
        """
        with self._database.writing() as connection:
            table = self._tables.held(connection, match_id)
            player = table.player(person.id)
            if player < 0:
                raise Refused(_("only players at this table can do that"))
            self._vote(connection, table, player, name, yes)
        self._tables.publish(match_id)

    def _vote(
        self, connection: Connection, table: Table, player: int, name: str, yes: bool
    ) -> None:
        about = _about(table, name)
        before = table.ballot.agreed if table.ballot else ()
        proposal = f"{name}:{about.id}"
        agreed = {*table.people.values()} <= {*before, player}
        if agreed or not yes:
            of_proposal = (votes.c.match == table.id, votes.c.proposal == proposal)
            connection.execute(delete(votes).where(*of_proposal))
        elif player not in before:
            _note(connection, table.id, proposal, player)
        if agreed and yes and name == ACCEPT:
            check_umpire(table, about)
        if agreed and yes:
            self._set_umpire(connection, table, about.id if name == ACCEPT else "")

    def _set_umpire(self, connection: Connection, table: Table, person: str) -> None:
        """Note who the umpire is, by id, or with none that there is none any more."""
        row = update(tables).where(tables.c.id == table.id)
        connection.execute(row.values(umpire=person or None))
        self._tables.begin_if_full(connection, table.id)


def _about(table: Table, name: str) -> Person:
    """Return whom a vote is about. Raises Refused: there is nobody."""
    if name == DISMISS and table.umpire and table.status in (WAITING, PLAYING):
        return Person(table.umpire, table.umpire_name, registered=False, banned=False)
    if name == ACCEPT and table.ballot is not None and table.ballot.name == ACCEPT:
        return Person(table.ballot.person, table.ballot.called, registered=False, banned=False)
    raise Refused(_("that vote is over; look again"))


def _note(connection: Connection, match_id: str, proposal: str, player: int) -> None:
    row = {"match": match_id, "proposal": proposal, "player": player}
    connection.execute(insert(votes).values(**row, created=now()))

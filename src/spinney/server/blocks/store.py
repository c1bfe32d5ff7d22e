"""The blocks of all people: who reads nothing of whom, and plays no new game with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, func, or_, select

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server.db.database import Database, now
from spinney.server.db.schema import accounts, blocks

MOST = 200
"""How many people one person may block."""


class BlockedPerson(NamedTuple):
    """A person whom somebody has blocked.

    Attributes:
        id: of their account.
        name: what they are called by now.
    """

    id: str
    name: str


class Blocks:
    """All blocks. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def block(self, person: str, other: str) -> None:
        """Block somebody, unless they already are.

        Args:
            person: the id of who blocks.
            other: the id of who is blocked.

        Raises:
            Refused: it is oneself or one's own bot, there is no such person, or one has blocked
                too many.
        """
        if other in self.blocked_by(person):
            return
        with self._database.writing() as connection:
            owner = select(accounts.c.owner).where(accounts.c.id == other)
            found = connection.execute(owner).first()
            if found is None:
                raise Refused(_("there is no such person"))
            if person in (other, found.owner):
                raise Refused(_("you can’t block yourself or your own bot"))
            held = select(func.count()).where(blocks.c.person == person)
            if connection.execute(held).scalar_one() >= MOST:
                raise Refused(_("you can block {most} people at most", most=MOST))
            row = self._database.insert(blocks).values(person=person, blocked=other, created=now())
            connection.execute(row.on_conflict_do_nothing())

    def unblock(self, person: str, other: str) -> None:
        """Unblock somebody, if they are blocked."""
        with self._database.writing() as connection:
            same = blocks.c.person == person, blocks.c.blocked == other
            connection.execute(delete(blocks).where(*same))

    def blocked_by(self, person: str) -> frozenset[str]:
        """Return the ids of those whom somebody has blocked; nobody's: empty."""
        if not person:
            return frozenset()
        query = select(blocks.c.blocked).where(blocks.c.person == person)
        with self._database.reading() as connection:
            return frozenset(connection.execute(query).scalars())

    def named(self, person: str) -> tuple[BlockedPerson, ...]:
        """Return those whom somebody has blocked, by name."""
        query = (
            select(accounts.c.id, accounts.c.name)
            .join(blocks, blocks.c.blocked == accounts.c.id)
            .where(blocks.c.person == person)
            .order_by(accounts.c.name)
        )
        with self._database.reading() as connection:
            return tuple(BlockedPerson(*row) for row in connection.execute(query))

    def apart_from(self, person: str, others: Iterable[str]) -> frozenset[str]:
        """Return which of others somebody has blocked, or have blocked them."""
        with self._database.reading() as connection:
            return _apart_from(connection, person, others)


def check_together(connection: Connection, person: str, others: Iterable[str]) -> None:
    """Refuse to let somebody sit down with people of whom one has blocked the other."""
    if _apart_from(connection, person, others):
        raise Refused(_("you and somebody at this table don’t play with each other"))


def _apart_from(connection: Connection, person: str, others: Iterable[str]) -> frozenset[str]:
    asked = [*others]
    query = select(blocks.c.person, blocks.c.blocked).where(
        or_(
            and_(blocks.c.person == person, blocks.c.blocked.in_(asked)),
            and_(blocks.c.blocked == person, blocks.c.person.in_(asked)),
        )
    )
    pairs = connection.execute(query).all()
    return frozenset(one for pair in pairs for one in pair) - {person}

"""The chat of a table: players and spectators apart."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, or_, select

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server.accounts.names import read_alike
from spinney.server.accounts.person import Person
from spinney.server.db.database import Database, now
from spinney.server.db.schema import accounts, chat, seats, tables
from spinney.server.plain_text import without_controls
from spinney.server.play.match_store import when

PLAYERS, WATCHERS = "players", "watchers"
"""The readers of a line: those who play and the umpire, or those who watch; players too, after the
end of the match."""
LONGEST = 400
"""The most letters of a line."""
MESSAGE_RATE = (10, 20_000)
"""How many lines one person may write at a table in how many ms."""
SHOWN = 100
"""How many lines a page shows."""


class ChatLine(NamedTuple):
    """A line of a chat.

    Attributes:
        number: from 1, among those for the same readers.
        audience: ``players`` or ``watchers``: who may read it.
        person: the writer's id; empty: they have been deleted.
        name: the writer's name at that time.
        text: what they wrote.
        created: when, in UTC.
    """

    number: int
    audience: str
    person: str
    name: str
    text: str
    created: datetime


class Chat:
    """The chat of all tables. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def send(self, match_id: str, audience: str, person: Person, text: str) -> None:
        """Write a line. Raises Refused if it is empty, too long, or one too many."""
        line = " ".join(without_controls(text).split())
        if not 1 <= len(line) <= LONGEST:
            raise Refused(_("write 1 to {most} characters", most=LONGEST))
        row = {"match": match_id, "audience": audience, "person": person.id, "name": person.name}
        with self._database.writing() as connection:
            _check_apart(connection, match_id, person)
            _check_patience(connection, match_id, person)
            connection.execute(insert(chat).values(**row, text=line, created=now()))

    def lines(self, match_id: str, *audiences: str) -> tuple[ChatLine, ...]:
        """Return the latest lines for these audiences, the oldest first."""
        # Counted anew: the numbers that the database gives tell of what others wrote elsewhere.
        number = func.row_number().over(partition_by=chat.c.audience, order_by=chat.c.id)
        writer = func.coalesce(chat.c.person, "").label("writer")
        said = chat.c.audience, writer, chat.c.name, chat.c.text, chat.c.created
        query = (
            select(number.label("number"), *said)
            .where(chat.c.match == match_id, chat.c.audience.in_(audiences))
            .order_by(chat.c.id.desc())
            .limit(SHOWN)
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return tuple(
            ChatLine(row.number, row.audience, row.writer, row.name, row.text, when(row.created))
            for row in reversed(rows)
        )


def _check_apart(connection: Connection, match_id: str, person: Person) -> None:
    """Refuse who is called like somebody at the table: their words would be taken for theirs."""
    sits = select(seats.c.person).where(seats.c.match == match_id)
    umpire = select(tables.c.umpire).where(tables.c.id == match_id)
    at_table = or_(accounts.c.id.in_(sits), accounts.c.id.in_(umpire))
    others = select(accounts.c.name).where(at_table, accounts.c.id != person.id)
    for other in connection.execute(others).scalars():
        if read_alike(person.name, other):
            raise Refused(
                _("someone called {other} sits here; choose another name to chat", other=other)
            )


def _check_patience(connection: Connection, match_id: str, person: Person) -> None:
    """Refuse more than anybody wants to read."""
    most, span = MESSAGE_RATE
    recent = (chat.c.match == match_id, chat.c.person == person.id, chat.c.created > now() - span)
    count = connection.execute(select(func.count()).select_from(chat).where(*recent)).scalar()
    if (count or 0) >= most:
        raise Refused(_("that was a lot at once; wait a moment"))

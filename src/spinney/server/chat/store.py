"""What is said at a table beside the game: talk, of players and of spectators apart, and notes."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, or_, select

from spinney.core.errors import Refused
from spinney.server.accounts.names import read_alike
from spinney.server.accounts.store import Person
from spinney.server.db.database import Database, now
from spinney.server.db.schema import chat, notes, people, seats, tables
from spinney.server.play.match_store import when

PLAYERS, WATCHERS = "players", "watchers"
"""Who is spoken to."""
LONGEST = 400
"""The most letters of what is said at once."""
LONGEST_NOTE = 10_000
"""The most letters of a note."""
OFTEN = (10, 20_000)
"""How many things one person may say at a table in how many ms."""
SHOWN = 100
"""How many lines of talk a page shows."""


class Said(NamedTuple):
    """A line of talk.

    Attributes:
        number: from 1, of all that these audiences heard.
        audience: ``players`` or ``watchers``: who was spoken to.
        name: of who said it, as they were called then.
        text: what.
        made: when, in UTC.
    """

    number: int
    audience: str
    name: str
    text: str
    made: datetime


class Talk:
    """The talk and the notes of all tables. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def say(self, match: str, audience: str, person: Person, text: str) -> None:
        """Say something. Raises Refused if it is nothing, too long, or too much."""
        line = " ".join(_plain(text).split())
        if not 1 <= len(line) <= LONGEST:
            raise Refused(f"say something of 1 to {LONGEST} letters")
        row = {"match": match, "audience": audience, "person": person.id, "name": person.name}
        with self._database.writing() as connection:
            _check_apart(connection, match, person)
            _check_patience(connection, match, person)
            connection.execute(insert(chat).values(**row, text=line, made=now()))

    def said(self, match: str, *audiences: str) -> tuple[Said, ...]:
        """Return the latest lines that these audiences heard, the oldest first."""
        # Counted anew: the numbers that the database gives tell of what others said elsewhere.
        number = func.row_number().over(order_by=chat.c.id).label("number")
        query = (
            select(number, chat.c.audience, chat.c.name, chat.c.text, chat.c.made)
            .where(chat.c.match == match, chat.c.audience.in_(audiences))
            .order_by(chat.c.id.desc())
            .limit(SHOWN)
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return tuple(
            Said(row.number, row.audience, row.name, row.text, when(row.made))
            for row in reversed(rows)
        )

    def note(self, match: str, person: str) -> str:
        """Return what someone has noted about a match for themselves."""
        query = select(notes.c.text).where(notes.c.match == match, notes.c.person == person)
        with self._database.reading() as connection:
            return str(connection.execute(query).scalar() or "")

    def write_note(self, match: str, person: str, text: str) -> None:
        """Keep a note in place of the one before. Raises Refused if it is too long."""
        text = _plain(text.replace("\r\n", "\n"))
        if len(text) > LONGEST_NOTE:
            raise Refused(f"a note has at most {LONGEST_NOTE:,} letters")
        mine = (notes.c.match == match, notes.c.person == person)
        row = {"match": match, "person": person, "text": text}
        with self._database.writing() as connection:
            connection.execute(delete(notes).where(*mine))
            connection.execute(insert(notes).values(**row, made=now()))


def _plain(text: str) -> str:
    """Return a text without what steers a terminal or turns the direction of writing."""
    return "".join(c for c in text if c in "\n\t" or not _steers(c))


def _steers(character: str) -> bool:
    turns = "\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069"
    return turns or unicodedata.category(character) in ("Cc", "Cs")


def _check_apart(connection: Connection, match: str, person: Person) -> None:
    """Refuse who is called like somebody at the table: their words would be taken for theirs."""
    sits = select(seats.c.person).where(seats.c.match == match)
    umpire = select(tables.c.umpire).where(tables.c.id == match)
    at_table = or_(people.c.id.in_(sits), people.c.id.in_(umpire))
    others = select(people.c.name).where(at_table, people.c.id != person.id)
    for other in connection.execute(others).scalars():
        if read_alike(person.name, other):
            raise Refused(f"someone called {other} sits here; take another name to talk")


def _check_patience(connection: Connection, match: str, person: Person) -> None:
    """Refuse more than anybody wants to read."""
    most, span = OFTEN
    recent = (chat.c.match == match, chat.c.person == person.id, chat.c.made > now() - span)
    count = connection.execute(select(func.count()).select_from(chat).where(*recent)).scalar()
    if (count or 0) >= most:
        raise Refused("that was a lot at once; wait a moment")

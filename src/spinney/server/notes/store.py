"""The notes of all matches: one text a person and match."""

from __future__ import annotations

from sqlalchemy import select

from spinney.core.errors import Refused
from spinney.i18n import _, grouped
from spinney.server.db.database import Database, now
from spinney.server.db.schema import notes
from spinney.server.plain_text import without_controls

LONGEST = 10_000
"""The most letters of a note."""


class Notes:
    """All notes. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, match_id: str, person: str) -> str:
        """Return what someone has noted about a match for themselves."""
        query = select(notes.c.text).where(notes.c.match == match_id, notes.c.person == person)
        with self._database.reading() as connection:
            return str(connection.execute(query).scalar() or "")

    def write(self, match_id: str, person: str, text: str) -> None:
        """Keep a note in place of the one before. Raises Refused if it is too long."""
        text = without_controls(text.replace("\r\n", "\n"))
        if len(text) > LONGEST:
            raise Refused(_("a note has at most {most} characters", most=grouped(LONGEST)))
        row = {"match": match_id, "person": person, "text": text, "created": now()}
        with self._database.writing() as connection:
            connection.execute(self._database.upsert(notes, row))

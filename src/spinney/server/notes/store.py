"""The notes of all matches: one text a person and match."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, Select, select

from spinney.core.errors import Refused
from spinney.i18n import _, grouped
from spinney.server.db.database import Database, now
from spinney.server.db.schema import accounts, notes
from spinney.server.plain_text import without_controls

LONGEST = 10_000
"""The most letters of a note."""
BETWEEN = "\n\n———\n\n"
"""What stands between two texts of which each was written without knowing the other."""


class StoredNote(NamedTuple):
    """What someone has noted about a match.

    Attributes:
        text: the note.
        version: when it was written, in ms since 1970; grows with each change. 0: nothing was.
    """

    text: str = ""
    version: int = 0


class Notes:
    """All notes. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, match_id: str, person: str) -> StoredNote:
        """Return what someone has noted about a match for themselves."""
        with self._database.reading() as connection:
            return _read(connection, match_id, person)

    def write(
        self, match_id: str, person: str, text: str, based_on: int | None = None
    ) -> StoredNote:
        """Write a note; return how it is kept.

        Args:
            match_id: of which match.
            person: whose.
            text: the note.
            based_on: the version that its writer saw. If another has been written since, in
                another tab or on another device, both texts are kept. None: replace any.

        Raises:
            Refused: it is too long, or both together are longer than two notes.
        """
        text = without_controls(text.replace("\r\n", "\n"))
        _check_length(text, LONGEST)
        with self._database.writing() as connection:
            connection.execute(_lock(person))  # who writes meanwhile sees this as stored
            stored = _read(connection, match_id, person)
            if based_on not in (None, stored.version):
                text = _both(stored.text, text)
                _check_length(text, 2 * LONGEST + len(BETWEEN))
            if text == stored.text:
                return stored
            clock = connection.execute(select(now())).scalar_one()
            note = StoredNote(text, max(clock, stored.version + 1))
            key = {"match": match_id, "person": person}
            row = key | {"text": note.text, "created": note.version}
            connection.execute(self._database.upsert(notes, row))
            return note


def _read(connection: Connection, match_id: str, person: str) -> StoredNote:
    query = select(notes.c.text, notes.c.created)
    found = connection.execute(query.where(notes.c.match == match_id, notes.c.person == person))
    row = found.one_or_none()
    return StoredNote(row.text, row.created) if row else StoredNote()


def _lock(person: str) -> Select[tuple[str]]:
    """Return a query that lets one change after the other be made to a person's notes."""
    query = select(accounts.c.id).where(accounts.c.id == person)
    return query.with_for_update(key_share=True)


def _both(stored: str, text: str) -> str:
    """Return a text with all that is in two; the stored one comes first."""
    if text in stored:
        return stored
    return text if stored in text else f"{stored}{BETWEEN}{text}"


def _check_length(text: str, most: int) -> None:
    if len(text) > most:
        raise Refused(_("a note has at most {most} characters", most=grouped(most)))

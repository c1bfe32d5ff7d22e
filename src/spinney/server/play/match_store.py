"""Matches in the database: a header and its events.

An event is accepted when it is stored, and not before. Each has a number of its own within its
match, so of two writers that would add the same one, the second fails and looks again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, func, select

from spinney.core.errors import Refused
from spinney.i18n import N_
from spinney.match import Event, Header
from spinney.server import wording
from spinney.server.db.database import Database, VersionConflict, now, usable
from spinney.server.db.migrate import prepare
from spinney.server.db.schema import branches, events, matches, server_clock, settings
from spinney.server.play.match_errors import MatchErrors
from spinney.server.random_ids import random_id

FILE = "spinney.sqlite"
"""What the database of a data folder is called."""


class Branch(NamedTuple):
    """Where a match branches off from another, to see what else might have come of that.

    Attributes:
        trunk: the other's id.
        frame: the number of the frame there, of `Match.frames`.
    """

    trunk: str
    frame: int


@dataclass(frozen=True)
class StoredMatch:
    """A match as lists show it.

    Attributes:
        id: its name in addresses.
        created: when it began, in UTC.
        changed: the time of the last event that spectators learnt of, in UTC.
        summary: what was noted about it then.
        branch: where it branches off from another; None: it doesn't.
        lesson: is it the lesson of its game? Of matches that have no table.
    """

    id: str
    created: datetime
    changed: datetime
    summary: dict[str, Any]
    branch: Branch | None = None
    lesson: bool = False


@dataclass(frozen=True)
class Addition:
    """What is stored together when something has happened.

    Attributes:
        match: of which match.
        number: of the first event.
        events: what happened.
        summary: what lists of matches say from now on.
        over: has the match ended?
        public: did spectators learn of it? Lists show nothing else.
    """

    match: str
    number: int
    events: Sequence[Event]
    summary: Mapping[str, Any]
    over: bool = False
    public: bool = True


Also = Callable[[Connection], None]
"""What else is written in the same transaction."""


@dataclass
class MatchStore:
    """The matches of one database. May be used from any thread.

    Attributes:
        database: where they are.
        errors: of matches that can't be read.
    """

    database: Database
    errors: MatchErrors = field(default_factory=MatchErrors)

    @staticmethod
    def of(folder: Path) -> MatchStore:
        """Open the store of a data folder, or begin one.

        Raises:
            Refused: the folder can't be written; or what is in it is damaged, or was written by a
                newer Spinney or another program.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            database = Database(folder / FILE)
            with usable(database):
                prepare(database)
        except (OSError, Refused) as problem:
            raise Refused(
                f"matches can't be kept in {folder}: {problem}; name another folder in SPINNEY_DATA"
            ) from None
        return MatchStore(database)

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """Return a setting, made the first time it is asked for by anybody."""
        query = select(settings.c.value).where(settings.c.name == name)
        while True:
            with self.database.reading() as connection:
                value = connection.execute(query).scalar()
            if value is not None:
                return str(value)
            # Two may make it at once: what the first has written is read.
            with suppress(VersionConflict), self.database.writing() as connection:
                connection.execute(settings.insert().values(name=name, value=make()))

    def touch(self) -> None:
        """Write something that changes nothing. Raises DatabaseUnavailable: it can't be written."""
        with self.database.writing() as connection:
            connection.execute(server_clock.update().values(heartbeat=server_clock.c.heartbeat))

    # Matches.

    def create(
        self,
        header: Header,
        summary: Mapping[str, Any],
        begun: Sequence[Event] = (),
        branch: Branch | None = None,
        rules: Mapping[str, Any] | None = None,
    ) -> str:
        """Keep a new match, with the events it has already, and return its id.

        ``rules``: what was agreed, for a match that has no table.
        """
        match = random_id(6)
        with self.database.writing() as connection:
            self.insert(connection, match, header, summary, begun, branch)
            if rules is not None:
                query = matches.update().where(matches.c.id == match)
                connection.execute(query.values(rules=json.dumps(rules)))
        return match

    def insert(
        self,
        connection: Connection,
        match_id: str,
        header: Header,
        summary: Mapping[str, Any],
        begun: Sequence[Event] = (),
        branch: Branch | None = None,
    ) -> None:
        """Keep a new match under an id, in a transaction that does more."""
        row = {
            "id": match_id,
            "header": json.dumps(header.to_json()),
            "summary": json.dumps(summary),
            "over": int(bool(summary.get("over"))),
        }
        connection.execute(matches.insert().values(**row, created=now(), changed=now()))
        if begun:
            connection.execute(events.insert(), _rows(match_id, 0, begun))
        if branch is not None:
            connection.execute(branches.insert().values(match=match_id, **branch._asdict()))

    def append(self, addition: Addition, also: Also = lambda _: None) -> None:
        """Accept events; they are on the disk on return.

        Raises:
            VersionConflict: there is such an event already.
            DatabaseUnavailable: the database can't be reached; whether they are stored is unknown.
        """
        noted: dict[str, Any] = {"of": addition.match, "over": int(addition.over)}
        if addition.public:
            noted["summary"] = json.dumps(addition.summary)
        with self.database.writing() as connection:
            # They are few, and of several sent at once the driver warns when one is refused.
            for row in _rows(addition.match, addition.number, addition.events):
                connection.execute(_ADD, row)
            connection.execute(_NOTE_PUBLIC if addition.public else _NOTE, noted)
            also(connection)

    def header(self, match_id: str) -> Header | None:
        """Return a match's header, None if there is no such match."""
        query = select(matches.c.header).where(matches.c.id == match_id)
        with self.database.reading() as connection:
            text = connection.execute(query).scalar()
        return None if text is None else Header.from_json(json.loads(text))

    def rules(self, match_id: str) -> dict[str, Any] | None:
        """Return what was agreed at a match that has no table; None: the usual."""
        query = select(matches.c.rules).where(matches.c.id == match_id)
        with self.database.reading() as connection:
            text = connection.execute(query).scalar()
        return None if text is None else dict(json.loads(text))

    def unfinished_lessons(self, game: str) -> list[str]:
        """Return the ids of a game's lessons that are not over, the one played last first."""
        query = select(matches.c.id, matches.c.header, matches.c.rules)
        query = query.where(matches.c.over == 0, matches.c.rules.is_not(None))
        with self.database.reading() as connection:
            rows = connection.execute(query.order_by(matches.c.changed.desc())).all()
        lessons = (row for row in rows if json.loads(row.rules).get("lesson"))
        return [row.id for row in lessons if json.loads(row.header)["game"] == game]

    def branch(self, match_id: str) -> Branch | None:
        """Return where a match branches off from another; None: it doesn't."""
        query = select(branches.c.trunk, branches.c.frame).where(branches.c.match == match_id)
        with self.database.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else Branch(*row)

    def events(self, match_id: str, since: int = 0) -> list[Event]:
        """Return a match's events in order, from number ``since`` on."""
        with self.database.reading() as connection:
            return read_events(connection, match_id, since)

    def recent(self, most: int = 200) -> list[StoredMatch]:
        """Return the matches, those last played first."""
        return self._stored(_SUMMARIES.order_by(matches.c.changed.desc()).limit(most))

    def some(self, ids: Iterable[str]) -> dict[str, StoredMatch]:
        """Return the matches of these ids, by id; those that have not begun aren't there."""
        return {
            stored.id: stored for stored in self._stored(_SUMMARIES.where(matches.c.id.in_(ids)))
        }

    def _stored(self, query: Select[Any]) -> list[StoredMatch]:
        with self.database.reading() as connection:
            return [_stored_match(row) for row in connection.execute(query)]

    def delete(self, match_id: str) -> None:
        """Forget a match and its events."""
        with self.database.writing() as connection:
            connection.execute(matches.delete().where(matches.c.id == match_id))


_ADD = events.insert()
_NOTE = matches.update().where(matches.c.id == bindparam("of"))
_NOTE_PUBLIC = _NOTE.values(changed=now())
_EVENTS = (
    select(events.c.event)
    .where(events.c.match == bindparam("of"), events.c.number >= bindparam("since"))
    .order_by(events.c.number)
)
_LOCK = select(matches.c.id).where(matches.c.id == bindparam("of")).with_for_update()
_VERSION = select(func.count()).select_from(events).where(events.c.match == bindparam("of"))
_SUMMARIES = select(matches, branches.c.trunk, branches.c.frame).outerjoin(
    branches, branches.c.match == matches.c.id
)
"""What lists of matches need."""


def _stored_match(row: Any) -> StoredMatch:
    branch = None if row.trunk is None else Branch(row.trunk, row.frame)
    summary = _summary(row.summary, bool(row.over))
    lesson = bool(row.rules) and bool(json.loads(row.rules).get("lesson"))
    return StoredMatch(row.id, when(row.created), when(row.changed), summary, branch, lesson)


def _summary(text: str, over: bool) -> dict[str, Any]:
    """Return what was noted for lists (`wording.summary`); of a match that is damaged, that."""
    try:
        summary = dict(json.loads(text))
        wording.match_entry(summary)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        summary = dict(_DAMAGED)
    return {**summary, "over": over}


_DAMAGED: dict[str, Any] = {
    "title": N_("A damaged match"),
    "headline": N_("It can’t be read"),
    "ending": "",
    "players": [],
}


def read_events(connection: Connection, match_id: str, since: int = 0) -> list[Event]:
    """Return a match's events in order, from number ``since`` on."""
    rows = connection.execute(_EVENTS, {"of": match_id, "since": since})
    return [Event.from_json(json.loads(text)) for text in rows.scalars()]


def lock_version(connection: Connection, match_id: str) -> int:
    """Return the version of a match; nobody else can add an event until the transaction ends."""
    # Only a second question sees what those have stored for whose end the first had to wait.
    connection.execute(_LOCK, {"of": match_id})
    return int(connection.execute(_VERSION, {"of": match_id}).scalar_one())


def when(ms: int) -> datetime:
    """Return a time that was kept."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def _rows(match_id: str, number: int, new: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {"match": match_id, "number": number + i, "event": json.dumps(event.to_json())}
        for i, event in enumerate(new)
    ]

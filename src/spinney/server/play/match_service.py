"""`MatchService`: load matches from their events, and change them by storing one more event.

The database holds what is true of a match. A process keeps some matches in memory, each as a
`MatchSession`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.match import Match
from spinney.match.late_loss import lose_if_late
from spinney.match.length import check_length
from spinney.match.settings import FIX, MatchSettings, usual_hints
from spinney.server.db.database import (
    BUSY,
    FULL,
    GONE,
    LOCKED,
    DatabaseUnavailable,
    VersionConflict,
)
from spinney.server.jobs import queue
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_session import MatchSession
from spinney.server.play.match_store import Addition, Branch, MatchStore, read_events
from spinney.server.play.time_source import ServerTimeSource, Stopwatch, TimeSource
from spinney.server.pubsub import NO_EVENT, PubSub
from spinney.server.server_time import ServerTime
from spinney.server.tables.table import Table
from spinney.server.wording import summary

if TYPE_CHECKING:
    from spinney.server.tables.store import TableStore

_log = logging.getLogger(__name__)

Change = Callable[[Match, int], Match]
"""What a person or a level does to a match, given the time in ms since it began."""
REREAD = "reread"
"""What is told of a match whose header or events were written anew, as when a name was removed."""
ATTEMPTS = 5
"""How often a change is tried while others are quicker."""
AT_HAND = 200
"""How many matches that nobody looks at are kept at hand."""
TROUBLES = {
    GONE: "the database can't be reached",
    BUSY: "the database is too busy",
    FULL: "the database has no room: its disk is full",
    LOCKED: "what all matches need is locked in the database",
}
"""What each reason means for whoever reads the log."""


class RetriesExhausted(Refused):
    """Others changed the match again and again; it can be tried anew."""


class MatchNotFound(Exception):
    """There is no such match."""


class MatchService:
    """All matches, of which some are at hand. May be used from any thread.

    Attributes:
        store: where they are kept.
        server_time: server time; None in local mode, where each match has a stopwatch.
        tables: who sits where; None likewise.
        pubsub: notifies other workers.
        on_change: called with a session after each change of its match, where that was stored.
        on_end: called with a connection, a session and its match in the transaction that ends it.
        on_request: called with a session and what is requested of its workers (`publish`).
        errors: of matches that can't be read or played on.
        trouble: why the database can't be used now (`DatabaseUnavailable.reason`); empty: it can.
    """

    def __init__(
        self,
        store: MatchStore,
        server_time: ServerTime | None = None,
        tables: TableStore | None = None,
    ) -> None:
        self.store, self.server_time, self.tables = store, server_time, tables
        self.pubsub = PubSub(store.database, self._receive)
        self.on_change: list[Callable[[MatchSession], None]] = []
        self.on_end: list[Callable[[Connection, MatchSession, Match], None]] = []
        self.on_request: list[Callable[[MatchSession, str], None]] = []
        self.errors = store.errors
        self.trouble = ""
        self._sessions: OrderedDict[str, MatchSession] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def database_unavailable(self) -> bool:
        """Can the database not be used at the moment?"""
        return bool(self.trouble)

    def session(self, match_id: str) -> MatchSession:
        """Return the session of a match, with all that has been stored of it.

        Raises:
            MatchNotFound: there is no such match.
            MatchError: it can't be read.
            DatabaseUnavailable: the database can't be reached.
        """
        with self._lock:
            session = self._sessions.get(match_id)
            if session is not None:
                self._sessions.move_to_end(match_id)
        if session is None:
            with self.errors.contained(match_id, MatchNotFound):
                session = self._open(match_id)
        self.refresh(session)
        return session

    def subscribed(self, match_id: str) -> MatchSession | None:
        """Return a session at hand that gets all notifications, as it was with the last."""
        with self._lock:
            session = self._sessions.get(match_id)
        follows = session is not None and session.subscribers and self.pubsub.listening.is_set()
        return session if follows else None

    def _open(self, match_id: str) -> MatchSession:
        header = self.store.header(match_id)
        if header is None:
            raise MatchNotFound
        match = Match.replay(header, self.store.events(match_id))
        watch, branch = self._watch(match_id, match), self.store.branch(match_id)
        table, own = self._table(match_id), self.store.rules(match_id)
        rules = usual_rules(match) if own is None else MatchSettings.from_json(own)
        session = MatchSession(match_id, match, watch, table, rules, branch)
        with self._lock:
            session = self._sessions.setdefault(match_id, session)
            self._sessions.move_to_end(match_id)
            self._make_room()
        return session

    def _watch(self, match_id: str, match: Match) -> TimeSource:
        table = self._table(match_id)
        if self.server_time is None or table is None or table.began is None:
            return Stopwatch(match.events[-1].at if match.events else 0)
        return ServerTimeSource(self.server_time, table.began)

    def _table(self, match_id: str) -> Table | None:
        return None if self.tables is None else self.tables.table(match_id)

    def _make_room(self) -> None:
        """Let go of matches that nobody looks at, those first that were used least recently."""
        idle = [name for name, session in self._sessions.items() if not session.subscribers]
        for name in idle[: max(0, len(idle) - AT_HAND)]:
            del self._sessions[name]

    def at_hand(self) -> list[MatchSession]:
        """Return the sessions in memory."""
        with self._lock:
            return list(self._sessions.values())

    def refresh(self, session: MatchSession, whole: bool = True) -> Match:
        """Add to the match what others have stored. Raises DatabaseUnavailable and MatchError.

        Not ``whole``: look only for events, and not who sits there unless these change it.
        """
        with session.lock, self.errors.contained(session.id):
            with self.store.database.reading() as connection:
                self._catch_up(session, connection, whole)
            return session.match

    def _catch_up(self, session: MatchSession, connection: Connection, whole: bool = True) -> None:
        match, table = session.match, session.table
        for event in read_events(connection, session.id, match.version):
            match = match.apply(event)
        if self.tables is not None and (whole or _changes_table(session.match, match)):
            table = self.tables.table(session.id, connection)
        if match is not session.match or table != session.table:
            session.table = table
            self._take(session, match)

    def begin(
        self, match: Match, branch: Branch | None = None, rules: MatchSettings | None = None
    ) -> str:
        """Keep a match, new or brought along or branched off, and return its id.

        ``rules``: what was agreed, in local mode; None: the usual.
        """
        agreed = None if rules is None else rules.to_json()
        return self.store.create(match.header, summary(match), match.events, branch, agreed)

    def act(self, session: MatchSession, change: Change) -> Match:
        """Change a match, and store it: only then it has happened.

        Raises:
            Refused: it can't be done; the message says why.
            MatchError: the match can't be read, or its rules fail.
            DatabaseUnavailable: the database can't be reached; whether it was stored is not known.
        """
        for again in range(ATTEMPTS):
            with session.lock, self.errors.contained(session.id, Refused):
                before, at = self._look(session, again)
                after = change(before, at)
                if session.rules.rated:
                    after = lose_if_late(before, after)
                if after.version == before.version:
                    return before
                check_length(before, after)
                with suppress(VersionConflict):
                    self._store(session, before, after)
                    break
        else:
            raise RetriesExhausted(_("others were quicker; look at the table and try again"))
        self.reached()
        for follow in self.on_change:
            follow(session)
        return after

    def _look(self, session: MatchSession, again: int) -> tuple[Match, int]:
        """Return a match as it is stored, and its time now.

        Where all notifications arrive it is as it was with the last; should one still be on its
        way, storing fails, and it is looked at ``again``.
        """
        with self.store.database.reading() as connection:
            if again or self.subscribed(session.id) is None:
                self._catch_up(session, connection)
            if self.server_time is None or not isinstance(session.time_source, ServerTimeSource):
                return session.match, session.time_source.now()
            at = self.server_time.read(connection) - session.time_source.began
        last = session.match.events[-1].at if session.match.events else 0
        return session.match, max(at, last)

    def _store(self, session: MatchSession, before: Match, after: Match) -> None:
        new = after.events[before.version :]
        public = after.version_for(-1) > before.version_for(-1)
        match_summary = summary(after, None if session.table is None else -1)
        addition = Addition(session.id, before.version, new, match_summary, after.over, public)
        self.store.append(
            addition, lambda c: self._write_alongside(c, session, before.version, after)
        )
        if _changes_table(before, after):  # it has been written anew with that
            session.table = self._table(session.id)
        self._take(session, after)

    def _write_alongside(
        self, connection: Connection, session: MatchSession, since: int, after: Match
    ) -> None:
        """Write what comes with events, in their transaction."""
        if self.tables is not None and isinstance(session.time_source, ServerTimeSource):
            new = after.events[since:]
            beside = queue.read_details(connection, session.id)
            beside = queue.drop_used_premoves(connection, session.id, new, after, beside)
            self.tables.seat(connection, session.id, new)
            self.tables.note_end(connection, session.id, after.over, beside.status)
            for note in self.on_end if after.over else ():
                note(connection, session, after)
            began = session.time_source.began
            session.due = queue.write(connection, session.id, began, after, beside)
            self.pubsub.publish(connection, session.id, after.version)

    def _take(self, session: MatchSession, match: Match) -> None:
        if match is not session.match:
            session.moved = time.monotonic()
        session.match = match
        session.notify()

    def publish(self, match_id: str, note: str = "") -> None:
        """Notify all workers that something about a table has changed that is not an event.

        A ``note`` says what is requested of the workers where the table is open (`on_request`).
        """
        if self.store.database.shared:
            with self.store.database.writing() as connection:
                self.pubsub.publish(connection, match_id, note=note)
        else:
            self._receive(match_id, NO_EVENT, note)

    def _receive(self, match_id: str, version: int, note: str = "") -> None:
        """Look again at a match, or at all that somebody looks at."""
        with self._lock:
            named = self._sessions.get(match_id)
            sessions = [named] if named else [] if match_id else list(self._sessions.values())
        for session in sessions:
            # Nobody else is to miss a notification because of one match.
            with self.errors.skipped(session.id):
                self._receive_for(session, version, note)

    def _receive_for(self, session: MatchSession, version: int, note: str) -> None:
        if note == REREAD:
            self._reread(session)
        if version == NO_EVENT:
            session.clear_cache()
        if session.subscribers and session.match.version != version:
            self._look_again(session, whole=version == NO_EVENT)
            if version == NO_EVENT:
                session.notify()
        for receive in self.on_request if note else ():
            receive(session, note)

    def _reread(self, session: MatchSession) -> None:
        """Read a match anew, header and all."""
        with suppress(DatabaseUnavailable), session.lock:
            header = self.store.header(session.id)
            if header is not None:
                self._take(session, Match.replay(header, self.store.events(session.id)))

    def _look_again(self, session: MatchSession, whole: bool) -> None:
        try:
            self.refresh(session, whole)
        except DatabaseUnavailable as error:
            self.failed(error)
        except MatchError:
            session.notify()  # who looks on is told

    def failed(self, error: DatabaseUnavailable) -> None:
        """Note that something at one match failed, and tell everybody if that concerns them too.

        A lock concerns only those who would change the same.
        """
        if error.reason != LOCKED:
            self.lost(error)

    def lost(self, error: DatabaseUnavailable) -> None:
        """Note that the database can't be reached or written, and tell everybody."""
        if self.trouble != error.reason:
            self.trouble = error.reason
            _log.warning("%s: %s", TROUBLES[error.reason], error)
            for session in self.at_hand():
                session.notify()

    def reached(self) -> None:
        """Note that the database has been written, and tell everybody if that is new."""
        if not self.trouble:
            return
        self.trouble = ""
        _log.warning("the database is back")
        for session in self.at_hand():
            with suppress(DatabaseUnavailable, MatchError):
                if session.subscribers:
                    self.refresh(session)
            session.notify()

    def probe(self) -> None:
        """Note that the database can be written again, if it could not.

        Raises DatabaseUnavailable.
        """
        if self.trouble:
            self.store.touch()
            self.reached()

    def forget(self, match_id: str) -> None:
        """Delete a match."""
        self.store.delete(match_id)
        with self._lock:
            self._sessions.pop(match_id, None)


def usual_rules(match: Match) -> MatchSettings:
    """Return what counts at one screen where nobody has said anything else."""
    return MatchSettings(hints=usual_hints(len(match.people)), fix=FIX)


def _changes_table(before: Match, after: Match) -> bool:
    """Does it change who is at a table, or what they can do there?"""
    return after.seats != before.seats or after.over != before.over

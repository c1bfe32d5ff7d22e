"""`MatchService`: load matches from their events, and change them by storing one more event.

The database holds what is true of a match. A process keeps some matches in memory, each as a
`LiveMatch`.
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
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_errors import MatchError
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
MOST_IDLE = 200
"""How many matches that nobody looks at are kept in memory."""
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
    """All matches, of which some are in memory. May be used from any thread.

    Attributes:
        store: where they are kept.
        server_time: server time; None in local mode, where each match has a stopwatch.
        tables: who sits where; None likewise.
        pubsub: notifies other workers.
        on_change: called with a live match after each change of its match, where that was stored.
        on_end: called in the transaction that ends a match, with a connection, the live match and
            how it stands then.
        on_request: called with a live match and what is requested of its workers (`publish`).
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
        self.on_change: list[Callable[[LiveMatch], None]] = []
        self.on_end: list[Callable[[Connection, LiveMatch, Match], None]] = []
        self.on_request: list[Callable[[LiveMatch, str], None]] = []
        self.errors = store.errors
        self.trouble = ""
        self._live: OrderedDict[str, LiveMatch] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def database_unavailable(self) -> bool:
        """Can the database not be used at the moment?"""
        return bool(self.trouble)

    def live_match(self, match_id: str) -> LiveMatch:
        """Return a match, with all that has been stored of it.

        Raises:
            MatchNotFound: there is no such match.
            MatchError: it can't be read.
            DatabaseUnavailable: the database can't be reached.
        """
        with self._lock:
            live = self._live.get(match_id)
            if live is not None:
                self._live.move_to_end(match_id)
        if live is None:
            with self.errors.contained(match_id, MatchNotFound):
                live = self._open(match_id)
        self.refresh(live)
        return live

    def subscribed(self, match_id: str) -> LiveMatch | None:
        """Return a match in memory that gets all notifications, as it was with the last."""
        with self._lock:
            live = self._live.get(match_id)
        follows = live is not None and live.subscribers and self.pubsub.listening.is_set()
        return live if follows else None

    def _open(self, match_id: str) -> LiveMatch:
        header = self.store.header(match_id)
        if header is None:
            raise MatchNotFound
        match = Match.replay(header, self.store.events(match_id))
        watch, branch = self._watch(match_id, match), self.store.branch(match_id)
        table, own = self._table(match_id), self.store.rules(match_id)
        rules = usual_rules(match) if own is None else MatchSettings.from_json(own)
        live = LiveMatch(match_id, match, watch, table, rules, branch)
        with self._lock:
            live = self._live.setdefault(match_id, live)
            self._live.move_to_end(match_id)
            self._make_room()
        return live

    def _watch(self, match_id: str, match: Match) -> TimeSource:
        table = self._table(match_id)
        if self.server_time is None or table is None or table.began is None:
            return Stopwatch(match.events[-1].at if match.events else 0)
        return ServerTimeSource(self.server_time, table.began)

    def _table(self, match_id: str) -> Table | None:
        return None if self.tables is None else self.tables.table(match_id)

    def _make_room(self) -> None:
        """Let go of matches that nobody looks at, those first that were used least recently."""
        idle = [name for name, live in self._live.items() if not live.subscribers]
        for name in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self._live[name]

    def in_memory(self) -> list[LiveMatch]:
        """Return the matches in memory."""
        with self._lock:
            return list(self._live.values())

    def refresh(self, live: LiveMatch, whole: bool = True) -> Match:
        """Add to the match what others have stored. Raises DatabaseUnavailable and MatchError.

        Not ``whole``: look only for events, and not who sits there unless these change it.
        """
        with live.lock, self.errors.contained(live.id):
            with self.store.database.reading() as connection:
                self._catch_up(live, connection, whole)
            return live.match

    def _catch_up(self, live: LiveMatch, connection: Connection, whole: bool = True) -> None:
        match, table = live.match, live.table
        for event in read_events(connection, live.id, match.version):
            match = match.apply(event)
        if self.tables is not None and (whole or _changes_table(live.match, match)):
            table = self.tables.table(live.id, connection)
        if match is not live.match or table != live.table:
            live.table = table
            self._take(live, match)

    def begin(
        self, match: Match, branch: Branch | None = None, rules: MatchSettings | None = None
    ) -> str:
        """Keep a match, new or brought along or branched off, and return its id.

        ``rules``: what was agreed, in local mode; None: the usual.
        """
        agreed = None if rules is None else rules.to_json()
        return self.store.create(match.header, summary(match), match.events, branch, agreed)

    def act(self, live: LiveMatch, change: Change) -> Match:
        """Change a match, and store it: only then it has happened.

        Raises:
            Refused: it can't be done; the message says why.
            MatchError: the match can't be read, or its rules fail.
            DatabaseUnavailable: the database can't be reached; whether it was stored is not known.
        """
        for again in range(ATTEMPTS):
            with live.lock, self.errors.contained(live.id, Refused):
                before, at = self._look(live, again)
                after = change(before, at)
                if live.rules.rated:
                    after = lose_if_late(before, after)
                if after.version == before.version:
                    return before
                check_length(before, after)
                with suppress(VersionConflict):
                    self._store(live, before, after)
                    break
        else:
            raise RetriesExhausted(_("others were quicker; look at the table and try again"))
        self.reached()
        for follow in self.on_change:
            follow(live)
        return after

    def _look(self, live: LiveMatch, again: int) -> tuple[Match, int]:
        """Return a match as it is stored, and its time now.

        Where all notifications arrive it is as it was with the last; should one still be on its
        way, storing fails, and it is looked at ``again``.
        """
        with self.store.database.reading() as connection:
            if again or self.subscribed(live.id) is None:
                self._catch_up(live, connection)
            if self.server_time is None or not isinstance(live.time_source, ServerTimeSource):
                return live.match, live.time_source.now()
            at = self.server_time.read(connection) - live.time_source.began
        last = live.match.events[-1].at if live.match.events else 0
        return live.match, max(at, last)

    def _store(self, live: LiveMatch, before: Match, after: Match) -> None:
        new = after.events[before.version :]
        public = after.version_for(-1) > before.version_for(-1)
        match_summary = summary(after, None if live.table is None else -1)
        addition = Addition(live.id, before.version, new, match_summary, after.over, public)
        self.store.append(addition, lambda c: self._write_alongside(c, live, before.version, after))
        if _changes_table(before, after):  # it has been written anew with that
            live.table = self._table(live.id)
        self._take(live, after)

    def _write_alongside(
        self, connection: Connection, live: LiveMatch, since: int, after: Match
    ) -> None:
        """Write what comes with events, in their transaction."""
        if self.tables is not None and isinstance(live.time_source, ServerTimeSource):
            new = after.events[since:]
            beside = queue.read_details(connection, live.id)
            beside = queue.drop_used_premoves(connection, live.id, new, after, beside)
            self.tables.seat(connection, live.id, new)
            self.tables.note_end(connection, live.id, after.over, beside.status)
            for note in self.on_end if after.over else ():
                note(connection, live, after)
            began = live.time_source.began
            live.due = queue.write(connection, live.id, began, after, beside)
            self.pubsub.publish(connection, live.id, after.version)

    def _take(self, live: LiveMatch, match: Match) -> None:
        if match is not live.match:
            live.moved = time.monotonic()
        live.match = match
        live.notify()

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
            named = self._live.get(match_id)
            found = [named] if named else [] if match_id else list(self._live.values())
        for live in found:
            # Nobody else is to miss a notification because of one match.
            with self.errors.skipped(live.id):
                self._receive_for(live, version, note)

    def _receive_for(self, live: LiveMatch, version: int, note: str) -> None:
        if note == REREAD:
            self._reread(live)
        if version == NO_EVENT:
            live.clear_cache()
        if live.subscribers and live.match.version != version:
            self._look_again(live, whole=version == NO_EVENT)
            if version == NO_EVENT:
                live.notify()
        for receive in self.on_request if note else ():
            receive(live, note)

    def _reread(self, live: LiveMatch) -> None:
        """Read a match anew, header and all."""
        with suppress(DatabaseUnavailable), live.lock:
            header = self.store.header(live.id)
            if header is not None:
                self._take(live, Match.replay(header, self.store.events(live.id)))

    def _look_again(self, live: LiveMatch, whole: bool) -> None:
        try:
            self.refresh(live, whole)
        except DatabaseUnavailable as error:
            self.failed(error)
        except MatchError:
            live.notify()  # who looks on is told

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
            for live in self.in_memory():
                live.notify()

    def reached(self) -> None:
        """Note that the database has been written, and tell everybody if that is new."""
        if not self.trouble:
            return
        self.trouble = ""
        _log.warning("the database is back")
        for live in self.in_memory():
            with suppress(DatabaseUnavailable, MatchError):
                if live.subscribers:
                    self.refresh(live)
            live.notify()

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
            self._live.pop(match_id, None)


def usual_rules(match: Match) -> MatchSettings:
    """Return what counts at one screen where nobody has said anything else."""
    return MatchSettings(hints=usual_hints(len(match.people)), fix=FIX)


def _changes_table(before: Match, after: Match) -> bool:
    """Does it change who is at a table, or what they can do there?"""
    return after.seats != before.seats or after.over != before.over

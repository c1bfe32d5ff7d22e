"""Notify all workers that something about a match has changed.

A notification carries a match and its version and nothing else. A worker that receives it reads
the database. A worker that may have missed some reloads all its matches.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from spinney.server.db.database import TIMEOUT, Database

if TYPE_CHECKING:
    import psycopg

_log = logging.getLogger(__name__)

CHANNEL = "spinney"
NAME = "spinney notifications"
"""The name of a listening connection at the database server."""
NO_EVENT = -1
"""The version in notifications that are not about an event: someone came, sat down, wrote."""
ACCESS_CHANGED = "people"
"""The request to all workers when sessions, tokens or links have changed. It is about no match."""
ASK = 2.0
"""Seconds of silence after which a connection is asked whether it is still there."""
PAUSES = (0.1, 0.2, 0.5, 1.0)
"""Seconds to wait before listening is tried again; the last again and again."""

Receive = Callable[[str, int, str], None]
"""Called with a match, its version, and a request to its workers, mostly an empty one. An empty
match: anything may have changed."""


class PubSub:
    """The notifications of one worker. A thread of its own receives those of others.

    Attributes:
        listening: is set while nothing can be missed.
        broadcasts: functions to call for notifications about no match, by their request.
    """

    def __init__(self, database: Database, receive: Receive) -> None:
        self._receive, self._shared = receive, database.shared
        self._address = database.address
        self._stopped = threading.Event()
        self.listening = threading.Event()
        self.broadcasts: dict[str, Callable[[], None]] = {}
        self._connection: psycopg.Connection | None = None
        self._thread: threading.Thread | None = None

    def listen(self) -> None:
        """Receive the notifications of other workers, where there are any."""
        if not self._shared:
            self.listening.set()
        else:
            self._thread = threading.Thread(target=self._listen, name="pubsub", daemon=True)
            self._thread.start()

    def publish(
        self, connection: Connection, match_id: str, version: int = NO_EVENT, note: str = ""
    ) -> None:
        """Notify the other workers, when and if this transaction is committed."""
        if self._shared:
            connection.execute(
                text("SELECT pg_notify(:channel, :payload)"),
                {"channel": CHANNEL, "payload": f"{match_id} {version} {note}"},
            )

    def close(self) -> None:
        """Stop listening."""
        self._stopped.set()
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
        if self._thread is not None:
            self._thread.join(TIMEOUT)

    def _listen(self) -> None:
        import psycopg

        from spinney.server.db.postgres import connect

        failures = 0
        while not self._stopped.is_set():
            try:
                with connect(self._address, autocommit=True, application_name=NAME) as c:
                    self._connection = c
                    c.execute(f"LISTEN {CHANNEL}")
                    failures = 0
                    self.listening.set()
                    self._receive("", NO_EVENT, "")
                    self._pass_on(c)
            except psycopg.Error as problem:
                self.listening.clear()
                if not self._stopped.is_set():
                    _log.warning("no notifications: %s", problem)
            except Exception:  # noqa: BLE001 - whatever it is, all later ones are to be received
                self.listening.clear()
                _log.exception("a notification could not be received")
            self._stopped.wait(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    def _pass_on(self, connection: psycopg.Connection) -> None:
        while not self._stopped.is_set():
            # A connection may break without a sign: ask now and then.
            for note in connection.notifies(timeout=ASK):
                match, version, request = note.payload.split(" ", 2)
                if match:
                    self._receive(match, int(version), request)
                elif (
                    request in self.broadcasts
                ):  # another version may ask what this one doesn't know
                    self.broadcasts[request]()
            connection.execute("SELECT 1")

"""News: that something about a match has changed, told to every worker.

News carry a match and its version and nothing else. Who hears them looks into the database; who
may have missed some looks again at everything at hand.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from spinney.server.db.database import PATIENCE, Database

if TYPE_CHECKING:
    import psycopg

_log = logging.getLogger(__name__)

CHANNEL = "spinney"
NAME = "spinney news"
"""What a connection that listens is called at the server."""
SOMETHING = -1
"""The version in news that are not about an event: someone came, sat down, said something."""
PEOPLE = "people"
"""What is asked of all workers, and not for a match, when what lets people in has changed."""
ASK = 2.0
"""Seconds of silence after which a connection is asked whether it is still there."""
PAUSES = (0.1, 0.2, 0.5, 1.0)
"""Seconds to wait before listening is tried again; the last again and again."""

Heard = Callable[[str, int, str], None]
"""Called with a match, its version, and what is asked of its workers, mostly nothing; an empty
match: anything may have changed."""


class PubSub:
    """News of one worker: those of others are heard in a thread of its own.

    Attributes:
        listening: is set while nothing can be missed.
        asides: what is called for news that are about no match, by what they ask.
    """

    def __init__(self, database: Database, heard: Heard) -> None:
        self._heard, self._shared = heard, database.shared
        self._address = database.address
        self._stopped = threading.Event()
        self.listening = threading.Event()
        self.asides: dict[str, Callable[[], None]] = {}
        self._connection: psycopg.Connection | None = None
        self._thread: threading.Thread | None = None

    def listen(self) -> None:
        """Hear the news of other workers, where there are any."""
        if not self._shared:
            self.listening.set()
        else:
            self._thread = threading.Thread(target=self._listen, name="news", daemon=True)
            self._thread.start()

    def tell(
        self, connection: Connection, match: str, version: int = SOMETHING, note: str = ""
    ) -> None:
        """Tell the other workers, when and if this transaction is committed."""
        if self._shared:
            connection.execute(
                text("SELECT pg_notify(:channel, :news)"),
                {"channel": CHANNEL, "news": f"{match} {version} {note}"},
            )

    def close(self) -> None:
        """Listen no more."""
        self._stopped.set()
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
        if self._thread is not None:
            self._thread.join(PATIENCE)

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
                    self._heard("", SOMETHING, "")
                    self._pass_on(c)
            except psycopg.Error as problem:
                self.listening.clear()
                if not self._stopped.is_set():
                    _log.warning("no news: %s", problem)
            except Exception:  # noqa: BLE001 - whatever it is, all later news are to be heard
                self.listening.clear()
                _log.exception("news could not be heard")
            self._stopped.wait(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    def _pass_on(self, connection: psycopg.Connection) -> None:
        while not self._stopped.is_set():
            # A connection may break without a sign: ask now and then.
            for note in connection.notifies(timeout=ASK):
                match, version, asked = note.payload.split(" ", 2)
                if match:
                    self._heard(match, int(version), asked)
                elif asked in self.asides:  # another version may ask what this one doesn't know
                    self.asides[asked]()
            connection.execute("SELECT 1")

"""Server time: the database's clock without the time in which no worker lived.

Every worker writes a heartbeat each half second. If the last heartbeat of all workers is long past,
no worker or no database was running, or the database's clock was set. The time since is *lost*.
Server time leaves it out: it continues from the last heartbeat. So every clock that runs by server
time gets the lost time back. A deadline before the last heartbeat has passed; a later one has not.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection, Select, delete, insert, select, update

from spinney.server.db.database import Database, DatabaseUnavailable, now
from spinney.server.db.schema import server_clock, workers

_log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 0.5
"""Seconds from one heartbeat of a worker to its next."""
LOST_AFTER_MS = 3000
"""Milliseconds without any heartbeat that count as lost."""
DEAD_AFTER_MS = 1500
"""Milliseconds without a heartbeat after which others take over a worker's jobs."""
DELETED_AFTER_MS = 24 * 3600 * 1000
"""Milliseconds without a heartbeat after which a worker's row is deleted."""


@dataclass(frozen=True)
class ClockReading:
    """One reading of the clock, in milliseconds.

    Attributes:
        clock: the database's.
        heartbeat: the last heartbeat of all workers, by that clock.
        lost: all the time that was lost.
    """

    clock: int
    heartbeat: int
    lost: int

    @property
    def gap(self) -> bool:
        """Is this the first reading after a time in which no worker lived?"""
        return abs(self.clock - self.heartbeat) > LOST_AFTER_MS

    @property
    def server_time(self) -> int:
        """Server time."""
        return (self.heartbeat if self.gap else self.clock) - self.lost


class ServerTime:
    """The clock of a server, and this worker's part in it. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.worker = secrets.token_urlsafe(9)
        self._seen = (0, time.monotonic())

    def read(self, connection: Connection) -> int:
        """Return server time, as the database has it this moment.

        During a gap that no heartbeat has ended yet, server time stands still.
        """
        found = connection.execute(_READING).one()
        return self._note(ClockReading(*found))

    def now(self) -> int:
        """Return server time. Raises DatabaseUnavailable."""
        with self._database.reading() as connection:
            return self.read(connection)

    def age(self, connection: Connection) -> int:
        """Return the age of the last heartbeat, in ms."""
        return int(connection.execute(select(now() - server_clock.c.heartbeat)).scalar_one())

    def estimate(self) -> int:
        """Return server time by this machine's clock since the last reading. For display only."""
        server_time, seen = self._seen
        return server_time + int(1000 * (time.monotonic() - seen))

    def _note(self, reading: ClockReading) -> int:
        self._seen = reading.server_time, time.monotonic()
        return reading.server_time

    def heartbeat(self) -> int:
        """Write a heartbeat, count lost time, and return server time.

        Raises DatabaseUnavailable.
        """
        with self._database.writing() as connection:
            row = connection.execute(
                select(server_clock.c.heartbeat, server_clock.c.lost).with_for_update()
            ).one()
            clock = connection.execute(select(now())).scalar_one()
            reading = ClockReading(clock, *row)
            is_first = not reading.heartbeat  # of this server: no clock has run yet
            lost = clock - reading.heartbeat if reading.gap and not is_first else 0
            if lost > 0:
                _log.warning("no worker lived for %d ms; clocks get the time back", lost)
            if lost < 0:
                _log.warning("the database's clock was set back by %d ms; clocks go on", -lost)
            # Another worker may have written a slightly later heartbeat already.
            last = clock if reading.gap else max(clock, reading.heartbeat)
            connection.execute(
                update(server_clock).values(heartbeat=last, lost=reading.lost + lost)
            )
            self._write_row(connection, clock)
        return self._note(ClockReading(clock, last, reading.lost + lost))

    def _write_row(self, connection: Connection, clock: int) -> None:
        mine = update(workers).where(workers.c.id == self.worker)
        if connection.execute(mine.values(heartbeat=clock)).rowcount == 0:
            row = {"id": self.worker, "name": f"{socket.gethostname()} {os.getpid()}"}
            connection.execute(insert(workers).values(**row, began=clock, heartbeat=clock))
            connection.execute(
                delete(workers).where(workers.c.heartbeat < clock - DELETED_AFTER_MS)
            )

    def leave(self) -> None:
        """Delete this worker's row, so that others take over at once."""
        with suppress(DatabaseUnavailable), self._database.writing() as connection:
            connection.execute(delete(workers).where(workers.c.id == self.worker))


_READING = select(now(), server_clock.c.heartbeat, server_clock.c.lost)


def living_workers() -> Select[str]:
    """Return a query of the workers that live."""
    return select(workers.c.id).where(workers.c.heartbeat > now() - DEAD_AFTER_MS)


class Heartbeat:
    """Writes heartbeats for a worker, in a thread of its own."""

    def __init__(
        self,
        server_time: ServerTime,
        then: Callable[[], None],
        lost: Callable[[DatabaseUnavailable], None] = lambda _: None,
    ) -> None:
        """Begin.

        Args:
            server_time: of the worker.
            then: called after each heartbeat; it may raise DatabaseUnavailable.
            lost: called instead where the database can't be used.
        """
        self._server_time, self._then, self._lost = server_time, then, lost
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopped.wait(HEARTBEAT_SECONDS):
            try:
                self._server_time.heartbeat()
                self._then()
            except DatabaseUnavailable as error:
                self._lost(error)
            except Exception:  # noqa: BLE001 - whatever it is, the next one may succeed
                _log.exception("a heartbeat failed")

    def stop(self) -> None:
        """Stop."""
        self._stopped.set()
        self._thread.join()

"""Server time: the database's clock, without the time in which nobody lived.

Every worker leaves a beat each half second. Where the last beat of all is long past, no worker
lived or the database didn't, or its clock was set: what lies between is *lost*. Server time goes on
from the last beat as if nothing had been, and so gives that time back to every clock that runs by
it. A deadline before that beat has passed; one after it has not.
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
"""Seconds from one beat of a worker to its next."""
GAP = 3000
"""Milliseconds without a beat after which nobody lived."""
DEAD = 1500
"""Milliseconds without a beat after which others take on what a worker was doing."""
FORGOTTEN = 24 * 3600 * 1000
"""Milliseconds without a beat after which a worker is not listed any more."""


@dataclass(frozen=True)
class ClockReading:
    """What one look at the clock tells, in milliseconds.

    Attributes:
        clock: the database's.
        beat: when a worker last lived, by that clock.
        lost: how long nobody did, in all.
    """

    clock: int
    heartbeat: int
    lost: int

    @property
    def gap(self) -> bool:
        """Is this the first look since a time in which nobody lived?"""
        return abs(self.clock - self.heartbeat) > GAP

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

        A gap that nobody has noticed yet is not counted, but neither does time go on in it: only
        the next beat ends it.
        """
        found = connection.execute(_LOOK).one()
        return self._note(ClockReading(*found))

    def now(self) -> int:
        """Return server time. Raises DatabaseUnavailable."""
        with self._database.reading() as connection:
            return self.read(connection)

    def age(self, connection: Connection) -> int:
        """Return for how many ms no worker has lived."""
        return int(connection.execute(select(now() - server_clock.c.heartbeat)).scalar_one())

    def estimate(self) -> int:
        """Return server time by this machine's clock since the last look: for showing, not more."""
        services, seen = self._seen
        return services + int(1000 * (time.monotonic() - seen))

    def _note(self, found: ClockReading) -> int:
        self._seen = found.server_time, time.monotonic()
        return found.server_time

    def heartbeat(self) -> int:
        """Leave a sign of life, notice lost time, and return server time.

        Raises DatabaseUnavailable.
        """
        with self._database.writing() as connection:
            row = connection.execute(
                select(server_clock.c.heartbeat, server_clock.c.lost).with_for_update()
            ).one()
            clock = connection.execute(select(now())).scalar_one()
            found = ClockReading(clock, *row)
            lost = clock - found.heartbeat if found.gap else 0
            if lost and found.heartbeat:
                _log.warning("nobody lived for %d ms; they are given back", lost)
            # Workers' looks at the clock may overtake each other by a moment.
            last = clock if found.gap else max(clock, found.heartbeat)
            connection.execute(update(server_clock).values(heartbeat=last, lost=found.lost + lost))
            self._sign(connection, clock)
        return self._note(ClockReading(clock, last, found.lost + lost))

    def _sign(self, connection: Connection, clock: int) -> None:
        mine = update(workers).where(workers.c.id == self.worker)
        if connection.execute(mine.values(heartbeat=clock)).rowcount == 0:
            row = {"id": self.worker, "name": f"{socket.gethostname()} {os.getpid()}"}
            connection.execute(insert(workers).values(**row, began=clock, heartbeat=clock))
            connection.execute(delete(workers).where(workers.c.heartbeat < clock - FORGOTTEN))

    def leave(self) -> None:
        """Say that this worker ends, so that nobody waits for it."""
        with suppress(DatabaseUnavailable), self._database.writing() as connection:
            connection.execute(delete(workers).where(workers.c.id == self.worker))


_LOOK = select(now(), server_clock.c.heartbeat, server_clock.c.lost)


def living_workers() -> Select[str]:
    """Return a query of the workers that live."""
    return select(workers.c.id).where(workers.c.heartbeat > now() - DEAD)


class Heartbeat:
    """Beats for a worker, in a thread of its own, whatever else the worker has to do."""

    def __init__(
        self,
        server_time: ServerTime,
        then: Callable[[], None],
        lost: Callable[[DatabaseUnavailable], None] = lambda _: None,
    ) -> None:
        """Begin.

        Args:
            server_time: of what.
            then: called after each beat; it may raise Away.
            lost: called instead where the database can't be used.
        """
        self._server_time, self._then, self._lost = server_time, then, lost
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)
        self._thread.start()

    def _beat(self) -> None:
        while not self._stopped.wait(HEARTBEAT_SECONDS):
            try:
                self._server_time.heartbeat()
                self._then()
            except DatabaseUnavailable as away:
                self._lost(away)
            except Exception:  # noqa: BLE001 - whatever it is, the next beat may do
                _log.exception("a heartbeat failed")

    def stop(self) -> None:
        """Beat no more."""
        self._stopped.set()
        self._thread.join()

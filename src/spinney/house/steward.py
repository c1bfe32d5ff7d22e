"""What happens by itself: one steward in each worker does what is due.

Clocks run out, levels think, queued sentences are said. Whatever is due stands in the database, so
it makes no difference which worker does it, nor whether one ends on the way.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable

from ..core.refusal import Refused
from ..match import Match
from . import duties
from .attendance import can_pause, pause
from .computer import EACH, Computer
from .database import Away, Taken
from .duties import CLOCK, LEVEL, Duty
from .fair_executor import NOBODY, Owner
from .hall import Hall, Missing, Overtaken, Table
from .hours import Hours
from .watches import HouseWatch

_log = logging.getLogger(__name__)

REST = 0.05
"""Seconds from one look to the next at least: what is called for meanwhile is seen together."""
LOOK = 0.5
"""Seconds from one look at what is due to the next, where nothing calls for one earlier."""
AT_ONCE = 100
"""How many duties are looked at in one round."""
LATER = 60_000
"""Milliseconds after which something is tried again that can't be done."""


class Steward:
    """Does what is due at the tables of a house, in a thread of its own.

    Attributes:
        does: by kind of duty, what does it: called with the table.
    """

    def __init__(self, hall: Hall, hours: Hours, computer: Computer) -> None:
        self._hall, self._hours, self._computer = hall, hours, computer
        self._database = hall.store.database
        self._loop = asyncio.get_running_loop()
        self._woken, self._stopped = threading.Event(), False
        self.does: dict[str, Callable[[Table], None]] = {CLOCK: self._tick, LEVEL: self._think}
        hall.after.append(self._after)
        self._thread = threading.Thread(target=self._run, name="steward", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def _after(self, table: Table) -> None:
        """Look at once where something is due before the next look."""
        if table.due is not None and table.due <= self._hours.about() + 1000 * LOOK:
            self.wake()

    def wake(self) -> None:
        """Look at once what is due."""
        self._woken.set()

    def stop(self) -> None:
        """Begin nothing more."""
        self._stopped = True
        self.wake()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped:
            wait = LOOK
            try:
                wait = self._round()
                self._hall.reached(True)
            except Away:
                self._hall.reached(False)
            except Exception:  # noqa: BLE001 - whatever it is, the clocks of all others run on
                _log.exception("a steward's round failed")
            time.sleep(REST)
            self._woken.wait(wait - REST)
            self._woken.clear()

    def _round(self) -> float:
        """Do what is due; return the seconds until something else is."""
        with self._database.reading() as connection:
            now, me = self._hours.look(connection), self._hours.worker
            due = duties.due(connection, now, me, AT_ONCE)
            # However many levels wait for their turn, no clock waits for them.
            levels = duties.due_levels(connection, now, me, EACH, AT_ONCE)
            then = duties.following(connection, now)
        for duty in due:
            if not self._stopped:
                self._do(duty)
        for duty, owner in levels:
            if not self._stopped and self._can_begin(duty, owner):
                self._do(duty)
        return LOOK if then is None else min(LOOK, max(0.0, (then - now) / 1000))

    def _can_begin(self, duty: Duty, owner: Owner) -> bool:
        """Can the levels at a table begin to think here?"""
        slots = self._computer.slots
        return duty.match not in slots and slots.has_room(owner)

    def _do(self, duty: Duty) -> None:
        try:
            self.does[duty.kind](self._hall.table(duty.match))
        except Overtaken:
            self.wake()
        except (Missing, Refused, KeyError) as problem:
            _log.warning("%s of %s can't be done: %r", duty.kind, duty.match, problem)
            with self._database.writing() as connection:
                duties.put(connection, *duty, self._hours.look(connection) + LATER)

    def _tick(self, table: Table) -> None:
        """Let the choices lapse whose clocks have run out."""
        before = table.match.version
        after = self._hall.act(table, Match.tick)
        if after.version == before and isinstance(table.watch, HouseWatch):
            with self._database.writing() as connection:
                duties.write(connection, table.id, table.watch.began, after)

    def _think(self, table: Table) -> None:
        """Let the levels think here, if there is room and no other worker does."""
        slots = self._computer.slots
        owner = NOBODY if table.company is None else table.company.owner
        if not slots.take(table.id, owner):
            return
        if self._claim(table):
            self._loop.call_soon_threadsafe(
                self._computer.think_for, table, lambda: self._claim(table)
            )
        else:
            slots.free(table.id)

    def _claim(self, table: Table) -> bool:
        """Take the levels' move on, unless another worker has, or nobody watches."""
        try:
            with self._database.writing() as connection:
                if can_pause(table) and pause(connection, table.id):
                    return False
                return duties.take(connection, Duty(table.id, LEVEL), self._hours.worker)
        except (Away, Taken):
            return False

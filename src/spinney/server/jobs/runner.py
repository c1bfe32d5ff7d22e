"""What happens by itself: one steward in each worker does what is due.

Clocks run out, levels think, queued moves are said. Whatever is due stands in the database, so
it makes no difference which worker does it, nor whether one ends on the way. What fails is put off
by itself (`quarantine`): it keeps nothing else from being done.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from spinney.match import Match
from spinney.server.db.database import BUSY, DatabaseUnavailable, VersionConflict
from spinney.server.jobs import quarantine, queue
from spinney.server.jobs.backoff import pause
from spinney.server.jobs.fair_executor import NOBODY, Owner
from spinney.server.jobs.queue import CLOCK, LEVEL, Job
from spinney.server.play.computer import EACH, LevelPlayer
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import MatchSession, RetriesExhausted
from spinney.server.play.time_source import ServerTimeSource
from spinney.server.services import Services
from spinney.server.tables import attendance

_log = logging.getLogger(__name__)

REST = 0.05
"""Seconds from one look to the next at least: what is called for meanwhile is seen together."""
LOOK = 0.5
"""Seconds from one look at what is due to the next, where nothing calls for one earlier."""
AT_ONCE = 100
"""How many duties are looked at in one round."""
ROUND = 2.0
"""Seconds after which a round leaves the rest to the next, so that rounds are completed often."""
LATER = 5.0
"""Seconds after which a job is looked at again whose failure could not even be noted."""
LONGEST_PAUSE = 5.0
"""Seconds to wait at most after rounds that failed."""


class JobRunner:
    """Does what is due at the tables of a server, in a thread of its own.

    Attributes:
        does: by kind of duty, what does it: called with the table.
    """

    def __init__(self, services: Services, computer: LevelPlayer) -> None:
        self._match_service, self._hours, self._computer = (
            services.match_service,
            services.server_time,
            computer,
        )
        self._liveness, self._metrics = services.liveness, services.metrics
        self._database = services.store.database
        self._loop = asyncio.get_running_loop()
        self._woken, self._stopped = threading.Event(), False
        self._later: dict[tuple[str, str], float] = {}
        self.does: dict[str, Callable[[MatchSession], None]] = {CLOCK: self._tick}
        self._match_service.after.append(self._after)
        self._thread = threading.Thread(target=self._run, name="steward", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._liveness.completed()
        self._thread.start()

    def _after(self, session: MatchSession) -> None:
        """Look at once where something is due before the next look."""
        if session.due is not None and session.due <= self._hours.about() + 1000 * LOOK:
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
        """Do round after round until stopped, whatever becomes of one."""
        problems: list[str] = []
        while not self._stopped:
            try:
                wait = self._round()
                self._liveness.completed()
                problems.clear()
            except DatabaseUnavailable as away:
                self._match_service.lost(away)
                wait = LOOK
            except BaseException as problem:  # noqa: BLE001 - whatever it is, the next may do
                if repr(problem) not in problems:
                    _log.exception("a round of what is due failed")
                problems.append(repr(problem))
                wait = pause(len(problems), LOOK, LONGEST_PAUSE)
            time.sleep(REST)
            self._woken.wait(wait - REST)
            self._woken.clear()

    def _round(self) -> float:
        """Do what is due; return the seconds until something else is."""
        begun = time.monotonic()
        with self._database.reading() as connection:
            now, me = self._hours.look(connection), self._hours.worker
            due = queue.due(connection, now, me, AT_ONCE)
            # However many levels wait for their turn, no clock waits for them.
            levels = queue.due_levels(connection, now, me, EACH, AT_ONCE)
            then = queue.following(connection, now)
        for duty in due:
            if self._stopped or time.monotonic() > begun + ROUND:
                return 0.0
            self._do(duty)
        for duty, owner in levels:
            if self._stopped or time.monotonic() > begun + ROUND:
                return 0.0
            if self._can_begin(duty, owner):
                self._do(duty)
        return LOOK if then is None else min(LOOK, max(0.0, (then - now) / 1000))

    def _can_begin(self, duty: Job, owner: Owner) -> bool:
        """Can the levels at a table begin to think here?"""
        slots = self._computer.slots
        return duty.match not in slots and slots.has_room(owner)

    def _do(self, duty: Job) -> None:
        """Do one thing that is due. Raises Away if nothing else can be done either."""
        if self._later.get(duty[:2], 0.0) > time.monotonic():
            return
        try:
            session = self._match_service.session(duty.match)
            if duty.kind == LEVEL:
                self._think(session, duty)
            else:
                self.does[duty.kind](session)
        except RetriesExhausted:
            self.wake()
        except DatabaseUnavailable as away:
            if away.reason != BUSY or not self._database.shared:
                raise
            self._put_off(duty)  # only this match is in others' hands
        except BaseException as problem:  # noqa: BLE001 - whatever it is, all else is done
            self._failed(duty, problem)

    def _put_off(self, duty: Job) -> None:
        """Leave a duty alone for a while, in this worker."""
        now = time.monotonic()
        self._later = {each: end for each, end in self._later.items() if end > now}
        self._later[duty[:2]] = now + LATER

    def _failed(self, duty: Job, problem: BaseException) -> None:
        """Note that a duty has failed: it is tried again later, or not any more. Raises Away."""
        cause = problem.__cause__ or problem
        told = f"{type(cause).__name__}: {cause}"
        try:
            with self._database.writing() as connection:
                at = self._hours.look(connection)
                attempts = quarantine.fail(connection, duty, told, at)
        except Exception:
            self._put_off(duty)
            raise
        if attempts:
            self._metrics.job_failed(duty.kind)
        if attempts == 1:
            trace = None if isinstance(problem, MatchError) else problem  # it has been logged
            _log.warning(
                "the job %s of %s failed and is tried again: %s", *duty[1::-1], told, exc_info=trace
            )
        elif attempts >= quarantine.ATTEMPTS:
            _log.error(
                "the job %s of %s failed %d times and is quarantined (%s); see: "
                "spinney admin list jobs",
                *duty[1::-1],
                attempts,
                told,
            )

    def _tick(self, session: MatchSession) -> None:
        """Let the choices forfeit whose clocks have run out."""
        before = session.match.version
        after = self._match_service.act(session, Match.tick)
        if after.version == before and isinstance(session.watch, ServerTimeSource):
            with self._database.writing() as connection:
                queue.write(connection, session.id, session.watch.began, after)

    def _think(self, session: MatchSession, duty: Job) -> None:
        """Let the levels think here, if there is room and no other worker does."""
        slots = self._computer.slots
        owner = NOBODY if session.table is None else session.table.owner
        if not slots.take(session.id, owner):
            return

        def claim() -> bool:
            return self._claim(session, duty)

        def failed(problem: BaseException) -> None:
            with suppress(DatabaseUnavailable, VersionConflict):
                self._failed(duty, problem)

        begun = False
        try:
            if begun := claim():
                think = partial(self._computer.think_for, session, claim, failed)
                self._loop.call_soon_threadsafe(think)
        finally:
            if not begun:
                slots.free(session.id)

    def _claim(self, session: MatchSession, duty: Job) -> bool:
        """Take the levels' move on, unless another worker has, or nobody watches."""
        try:
            with self._database.writing() as connection:
                if attendance.can_pause(session) and attendance.pause(connection, session.id):
                    return False
                return queue.take(connection, duty, self._hours.worker)
        except (DatabaseUnavailable, VersionConflict):
            return False

"""Run due jobs: one thread in each worker.

Clocks run out, levels think, queued moves are played. Whatever is due stands in the database, so
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
from spinney.server.db.database import LOCKED, DatabaseUnavailable, VersionConflict
from spinney.server.jobs import quarantine, queue
from spinney.server.jobs.backoff import pause
from spinney.server.jobs.fair_executor import NOBODY, Owner
from spinney.server.jobs.queue import CLOCK, LEVEL, Job
from spinney.server.play.computer import EACH, LevelPlayer
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import RetriesExhausted
from spinney.server.play.match_session import MatchSession
from spinney.server.play.match_store import lock_version
from spinney.server.play.time_source import ServerTimeSource
from spinney.server.services import Services
from spinney.server.tables import attendance

_log = logging.getLogger(__name__)

REST = 0.05
"""Seconds from one look to the next at least: what is called for meanwhile is seen together."""
LOOK = 0.5
"""Seconds from one look at what is due to the next, where nothing calls for one earlier."""
AT_ONCE = 100
"""How many jobs are looked at in one round."""
ROUND = 2.0
"""Seconds after which a round leaves the rest to the next, so that rounds are completed often."""
LATER = 5.0
"""Seconds after which a job is looked at again whose failure could not even be noted."""
LONGEST_PAUSE = 5.0
"""Seconds to wait at most after rounds that failed."""


class JobRunner:
    """Does what is due at the tables of a server, in a thread of its own.

    Attributes:
        handlers: by kind of job, what does it, called with the session.
    """

    def __init__(self, services: Services, computer: LevelPlayer) -> None:
        self._match_service, self._server_time, self._computer = (
            services.match_service,
            services.server_time,
            computer,
        )
        self._liveness, self._metrics = services.liveness, services.metrics
        self._database = services.store.database
        self._loop = asyncio.get_running_loop()
        self._woken, self._stopped = threading.Event(), False
        self._later: dict[tuple[str, str], float] = {}
        self.handlers: dict[str, Callable[[MatchSession], None]] = {CLOCK: self._tick}
        self._match_service.on_change.append(self._after)
        self._thread = threading.Thread(target=self._run, name="job_runner", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._liveness.completed()
        self._thread.start()

    def _after(self, session: MatchSession) -> None:
        """Look at once where something is due before the next look."""
        if session.due is not None and session.due <= self._server_time.estimate() + 1000 * LOOK:
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
            except DatabaseUnavailable as error:
                self._match_service.lost(error)
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
            now, me = self._server_time.read(connection), self._server_time.worker
            due = queue.due(connection, now, me, AT_ONCE)
            # However many levels wait for their turn, no clock waits for them.
            levels = queue.due_levels(connection, now, me, EACH, AT_ONCE)
            then = queue.following(connection, now)
        for job in due:
            if self._stopped or time.monotonic() > begun + ROUND:
                return 0.0
            self._do(job)
        for job, owner in levels:
            if self._stopped or time.monotonic() > begun + ROUND:
                return 0.0
            if self._can_begin(job, owner):
                self._do(job)
        return LOOK if then is None else min(LOOK, max(0.0, (then - now) / 1000))

    def _can_begin(self, job: Job, owner: Owner) -> bool:
        """Can the levels at a table begin to think here?"""
        slots = self._computer.slots
        return job.match not in slots and slots.has_room(owner)

    def _do(self, job: Job) -> None:
        """Do one thing that is due.

        Raises DatabaseUnavailable if nothing else can be done either.
        """
        if self._later.get(job[:2], 0.0) > time.monotonic():
            return
        try:
            session = self._match_service.session(job.match)
            if job.kind == LEVEL:
                self._think(session, job)
            else:
                self.handlers[job.kind](session)
        except RetriesExhausted:
            self.wake()
        except DatabaseUnavailable as error:
            if error.reason != LOCKED:
                raise
            self._put_off(job)  # only this match is in others' hands
        except BaseException as problem:  # noqa: BLE001 - whatever it is, all else is done
            self._failed(job, problem)

    def _put_off(self, job: Job) -> None:
        """Leave a job alone for a while, in this worker."""
        now = time.monotonic()
        self._later = {each: end for each, end in self._later.items() if end > now}
        self._later[job[:2]] = now + LATER

    def _failed(self, job: Job, problem: BaseException) -> None:
        """Note that a job has failed: it is tried again later, or not any more.

        Raises DatabaseUnavailable.
        """
        cause = problem.__cause__ or problem
        error = f"{type(cause).__name__}: {cause}"
        try:
            with self._database.writing() as connection:
                at = self._server_time.read(connection)
                attempts = quarantine.fail(connection, job, error, at)
        except Exception:
            self._put_off(job)
            raise
        if attempts:
            self._metrics.job_failed(job.kind)
        if attempts == 1:
            trace = None if isinstance(problem, MatchError) else problem  # it has been logged
            _log.warning(
                "the job %s of %s failed and will be retried: %s",
                *job[1::-1],
                error,
                exc_info=trace,
            )
        elif attempts >= quarantine.ATTEMPTS:
            _log.error(
                "the job %s of %s failed %d times and is quarantined (%s); see: "
                "spinney admin list jobs",
                *job[1::-1],
                attempts,
                error,
            )

    def _tick(self, session: MatchSession) -> None:
        """Forfeit the choices whose clocks have run out."""
        before = session.match.version
        after = self._match_service.act(session, Match.tick)
        if after.version == before and isinstance(session.time_source, ServerTimeSource):
            with self._database.writing() as connection:
                # Who has changed the match meanwhile has written what it needs by now.
                if lock_version(connection, session.id) == after.version:
                    queue.write(connection, session.id, session.time_source.began, after)

    def _think(self, session: MatchSession, job: Job) -> None:
        """Let the levels think here, if there is room and no other worker does."""
        slots = self._computer.slots
        owner = NOBODY if session.table is None else session.table.owner
        if not slots.take(session.id, owner):
            return

        def claim() -> bool:
            return self._claim(session, job)

        def failed(problem: BaseException) -> None:
            with suppress(DatabaseUnavailable, VersionConflict):
                self._failed(job, problem)

        begun = False
        try:
            if begun := claim():
                think = partial(self._computer.think_for, session, claim, failed)
                self._loop.call_soon_threadsafe(think)
        finally:
            if not begun:
                slots.free(session.id)

    def _claim(self, session: MatchSession, job: Job) -> bool:
        """Take the levels' move on, unless another worker has, or nobody watches."""
        try:
            with self._database.writing() as connection:
                if attendance.can_pause(session) and attendance.pause(connection, session.id):
                    return False
                return queue.take(connection, job, self._server_time.worker)
        except (DatabaseUnavailable, VersionConflict):
            return False

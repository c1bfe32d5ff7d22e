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
from spinney.server.play.computer import TABLES_PER_THREAD, LevelPlayer
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import RetriesExhausted
from spinney.server.play.match_store import lock_version
from spinney.server.play.time_source import ServerTimeSource
from spinney.server.services import Services
from spinney.server.tables import unwatched

_log = logging.getLogger(__name__)

MIN_POLL_SECONDS = 0.05
"""Seconds from one look to the next at least: what is called for meanwhile is seen together."""
POLL_SECONDS = 0.5
"""Seconds from one look at what is due to the next, where nothing calls for one earlier."""
BATCH = 100
"""How many jobs are looked at in one round."""
ROUND_SECONDS = 2.0
"""Seconds after which a round leaves the rest to the next, so that rounds are completed often."""
RETRY_SECONDS = 5.0
"""Seconds after which a job is looked at again whose failure could not even be noted."""
LONGEST_PAUSE = 5.0
"""Seconds to wait at most after rounds that failed."""


class JobRunner:
    """Does what is due at the tables of a server, in a thread of its own.

    Attributes:
        handlers: by kind of job, what does it, called with the match.
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
        self._postponed: dict[tuple[str, str], float] = {}
        self.handlers: dict[str, Callable[[LiveMatch], None]] = {CLOCK: self._tick}
        self._match_service.on_change.append(self._after)
        self._thread = threading.Thread(target=self._run, name="job_runner", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._liveness.completed()
        self._thread.start()

    def _after(self, live: LiveMatch) -> None:
        """Look at once where something is due before the next look."""
        if live.due is not None and live.due <= self._server_time.estimate() + 1000 * POLL_SECONDS:
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
                wait = POLL_SECONDS
            except BaseException as problem:  # noqa: BLE001 - whatever it is, the next may do
                if repr(problem) not in problems:
                    _log.exception("a round of what is due failed")
                problems.append(repr(problem))
                wait = pause(len(problems), POLL_SECONDS, LONGEST_PAUSE)
            time.sleep(MIN_POLL_SECONDS)
            self._woken.wait(wait - MIN_POLL_SECONDS)
            self._woken.clear()

    def _round(self) -> float:
        """Do what is due; return the seconds until something else is."""
        begun = time.monotonic()
        with self._database.reading() as connection:
            now, me = self._server_time.read(connection), self._server_time.worker
            due = queue.due(connection, now, me, BATCH)
            # However many levels wait for their turn, no clock waits for them.
            levels = queue.due_levels(connection, now, me, TABLES_PER_THREAD, BATCH)
            then = queue.next_due(connection, now)
        for job in due:
            if self._stopped or time.monotonic() > begun + ROUND_SECONDS:
                return 0.0
            self._do(job)
        for job, owner in levels:
            if self._stopped or time.monotonic() > begun + ROUND_SECONDS:
                return 0.0
            if self._can_begin(job, owner):
                self._do(job)
        return POLL_SECONDS if then is None else min(POLL_SECONDS, max(0.0, (then - now) / 1000))

    def _can_begin(self, job: Job, owner: Owner) -> bool:
        """Can the levels at a table begin to think here?"""
        slots = self._computer.slots
        return job.match not in slots and slots.has_room(owner)

    def _do(self, job: Job) -> None:
        """Do one thing that is due.

        Raises DatabaseUnavailable if nothing else can be done either.
        """
        if self._postponed.get(job[:2], 0.0) > time.monotonic():
            return
        try:
            live = self._match_service.live_match(job.match)
            if job.kind == LEVEL:
                self._think(live, job)
            else:
                self.handlers[job.kind](live)
        except RetriesExhausted:
            self.wake()
        except DatabaseUnavailable as error:
            if error.reason != LOCKED:
                raise
            self._postpone(job)  # only this match is in others' hands
        except BaseException as problem:  # noqa: BLE001 - whatever it is, all else is done
            self._failed(job, problem)

    def _postpone(self, job: Job) -> None:
        """Leave a job alone for a while, in this worker."""
        now = time.monotonic()
        self._postponed = {each: end for each, end in self._postponed.items() if end > now}
        self._postponed[job[:2]] = now + RETRY_SECONDS

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
            self._postpone(job)
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

    def _tick(self, live: LiveMatch) -> None:
        """Forfeit the choices whose clocks have run out."""
        before = live.match.version
        after = self._match_service.act(live, Match.tick)
        if after.version == before and isinstance(live.time_source, ServerTimeSource):
            with self._database.writing() as connection:
                # Who has changed the match meanwhile has written what it needs by now.
                if lock_version(connection, live.id) == after.version:
                    queue.write(connection, live.id, live.time_source.began, after)

    def _think(self, live: LiveMatch, job: Job) -> None:
        """Let the levels think here, if there is room and no other worker does."""
        slots = self._computer.slots
        owner = NOBODY if live.table is None else live.table.owner
        if not slots.take(live.id, owner):
            return

        def claim() -> bool:
            return self._claim(live, job)

        def failed(problem: BaseException) -> None:
            with suppress(DatabaseUnavailable, VersionConflict):
                self._failed(job, problem)

        begun = False
        try:
            if begun := claim():
                think = partial(self._computer.think_for, live, claim, failed)
                self._loop.call_soon_threadsafe(think)
        finally:
            if not begun:
                slots.free(live.id)

    def _claim(self, live: LiveMatch, job: Job) -> bool:
        """Take the levels' move on, unless another worker has, or nobody watches."""
        try:
            with self._database.writing() as connection:
                if unwatched.can_pause(live) and unwatched.pause(connection, live.id):
                    return False
                return queue.claim(connection, job, self._server_time.worker)
        except (DatabaseUnavailable, VersionConflict):
            return False

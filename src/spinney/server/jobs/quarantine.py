"""Failed jobs: retried after growing pauses, then quarantined until an operator releases them.

A job's row counts its failures. When its match moves on, the job is written anew, as one that has
not failed (`queue.put`).
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, select, update

from spinney.server.db.database import now
from spinney.server.db.schema import jobs
from spinney.server.jobs.backoff import pause
from spinney.server.jobs.queue import Job

ATTEMPTS = 10
"""After how many failures in a row a job is quarantined: about nine minutes after the first."""
LONGEST_ERROR = 500
"""The most letters of an error that are stored."""


class FailedJob(NamedTuple):
    """A job that has failed since its match last moved on.

    Attributes:
        match: whose it is.
        kind: ``clock``, ``level`` or ``premove``.
        attempts: how often it has failed.
        error: why it failed last.
        retry_at: server time of the next attempt, in ms.
        quarantined: when that happened, in ms since 1970; None: it is still retried.
    """

    match: str
    kind: str
    attempts: int
    error: str
    retry_at: int
    quarantined: int | None


def fail(connection: Connection, job: Job, error: str, at: int) -> int:
    """Count a failure of a job and put off its next attempt, or quarantine it.

    Args:
        connection: to write by.
        job: as it was read when it was due.
        error: why it failed.
        at: server time in ms.

    Returns:
        How often it has failed; 0 where another worker has counted it, or the match has moved on.
    """
    attempts = job.attempts + 1
    same = update(jobs).where(*_of(job), jobs.c.attempts == job.attempts)
    row = same.values(
        attempts=attempts,
        error=error[:LONGEST_ERROR],
        retry_at=at + int(1000 * pause(attempts)),
        quarantined=now() if attempts >= ATTEMPTS else None,
        worker=None,
    )
    return attempts if connection.execute(row).rowcount == 1 else 0


def failed_jobs(connection: Connection, most: int = 1_000) -> list[FailedJob]:
    """Return the jobs that fail, those first that have failed most often."""
    columns = (getattr(jobs.c, name) for name in FailedJob._fields)
    query = select(*columns).where(jobs.c.attempts > 0)
    ordered = query.order_by(jobs.c.attempts.desc(), jobs.c.match, jobs.c.kind)
    return [FailedJob(*row) for row in connection.execute(ordered.limit(most))]


def release(connection: Connection, match_id: str = "") -> int:
    """Let failed jobs be tried again at once; return how many.

    Args:
        connection: to write by.
        match_id: whose; empty: everybody's.
    """
    failed = update(jobs).where(jobs.c.attempts > 0)
    if match_id:
        failed = failed.where(jobs.c.match == match_id)
    fresh = failed.values(attempts=0, error=None, retry_at=None, quarantined=None)
    return connection.execute(fresh).rowcount


def _of(job: Job) -> tuple[ColumnElement[bool], ...]:
    return jobs.c.match == job.match, jobs.c.kind == job.kind

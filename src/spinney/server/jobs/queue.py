"""The queue of jobs: the work that a match has due, with its time.

Jobs are rows, written in the transaction of the event that causes them; any living worker does
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    union_all,
    update,
)

from spinney.i18n import N_
from spinney.match import Event, Match
from spinney.match.events import BACK, CHOICES
from spinney.server.db.schema import jobs, premoves, tables
from spinney.server.jobs.fair_executor import Owner
from spinney.server.server_time import living_workers

CLOCK, LEVEL, PREMOVE = "clock", "level", "premove"
UNDONE = N_("something was taken back; queue it again if it still fits")
"""Why a move is dropped that was queued for a turn after this one; translated where it is shown."""


class Job(NamedTuple):
    """Something to do for a match.

    Attributes:
        match: for which.
        kind: ``clock``, ``level`` or ``premove``.
        attempts: how often it has failed (`quarantine`).
    """

    match: str
    kind: str
    attempts: int = 0


def jobs_of(match: Match) -> dict[str, int]:
    """Return what a match needs done by itself: by kind, from which time of the match on."""
    due_at = {}
    due = match.due()
    if due is not None:
        due_at[CLOCK] = due
    last = match.events[-1].at if match.events else 0
    if any(match.seats[p].startswith(("level:", "bot:")) for p in match.to_act):
        due_at[LEVEL] = last
    return due_at


class JobDetails(NamedTuple):
    """What is written beside a match and may change with it.

    Attributes:
        status: of its table; None: it has none.
        queued: the players who have queued a move that waits.
        jobs: what it needs done by itself: by kind, from which server time on.
    """

    status: str | None
    queued: frozenset[int]
    jobs: dict[str, int]


def read_details(connection: Connection, match_id: str) -> JobDetails:
    """Return what is written beside a match, in one question."""
    by_kind: dict[str, list[tuple[str, int]]] = {"table": [], "queued": [], "job": []}
    for what, name, number in connection.execute(_DETAILS, {"of": match_id}):
        by_kind[what].append((name, number))
    return JobDetails(
        status=next((status for status, _ in by_kind["table"]), None),
        queued=frozenset(player for _, player in by_kind["queued"]),
        jobs=dict(by_kind["job"]),
    )


def due_clocks(connection: Connection, match_ids: Sequence[str]) -> dict[str, int]:
    """Return from which server time on a clock runs out, by match; not where none runs."""
    of_clock = (jobs.c.match.in_(match_ids), jobs.c.kind == CLOCK)
    return {row.match: row.at for row in connection.execute(select(jobs).where(*of_clock))}


def write(
    connection: Connection,
    match_id: str,
    began: int,
    match_now: Match,
    before: JobDetails | None = None,
) -> int | None:
    """Write a match's jobs anew.

    Args:
        connection: to write by.
        match_id: of the match.
        began: server time when it did.
        match_now: how it stands.
        before: what is written beside it; None: it is asked.

    Returns:
        From which server time on the first of them is due; None: there is none.
    """
    before = before or read_details(connection, match_id)
    due = {kind: began + at for kind, at in jobs_of(match_now).items()}
    if before.queued.intersection(match_now.to_act):
        due[PREMOVE] = began
    stale = [kind for kind in before.jobs if kind not in due]
    if stale:
        connection.execute(_DELETE_JOBS, {"of": match_id, "kinds": stale})
    for kind, at in due.items():
        if before.jobs.get(kind) != at:
            put(connection, match_id, kind, at)
    return min(due.values(), default=None)


def put(connection: Connection, match_id: str, kind: str, at: int) -> None:
    """Write one job, as one that has not failed.

    Whoever has taken it on keeps it: a program goes on where it was begun.
    """
    if connection.execute(_RESCHEDULE, {"of": match_id, "what": kind, "at": at}).rowcount == 0:
        connection.execute(insert(jobs).values(match=match_id, kind=kind, at=at))


def drop_used_premoves(
    connection: Connection, match_id: str, new: Sequence[Event], after: Match, before: JobDetails
) -> JobDetails:
    """Delete what is queued for a turn that won't come; return what is left.

    Those who now have chosen, or been late, or whose seat is another's, have none to come. Whose
    turn it is again, because something was taken back, queued for a later one: they are told.
    """
    used = {event.player for event in new if event.kind in (*CHOICES, "substitute")} & before.queued
    if used:
        connection.execute(_DELETE_QUEUED, {"of": match_id, "who": [*used]})
    again = before.queued.intersection(after.to_act) - used
    if again and any(event.kind in BACK for event in new):
        connection.execute(_MARK_DROPPED, {"of": match_id, "who": [*again]})
        used |= again
    return before._replace(queued=before.queued - used)


_DETAILS = union_all(
    select(literal("table"), tables.c.status, literal(0)).where(tables.c.id == bindparam("of")),
    select(literal("queued"), literal(""), premoves.c.player).where(
        premoves.c.match == bindparam("of"), premoves.c.reason.is_(None)
    ),
    select(literal("job"), jobs.c.kind, jobs.c.at).where(jobs.c.match == bindparam("of")),
)
_DELETE_JOBS = delete(jobs).where(
    jobs.c.match == bindparam("of"), jobs.c.kind.in_(bindparam("kinds", expanding=True))
)
_RESCHEDULE = (
    update(jobs)
    .where(jobs.c.match == bindparam("of"), jobs.c.kind == bindparam("what"))
    .values(attempts=0, retry_at=None, error=None, quarantined=None)
)
_QUEUED = (
    premoves.c.match == bindparam("of"),
    premoves.c.player.in_(bindparam("who", expanding=True)),
    premoves.c.reason.is_(None),
)
_DELETE_QUEUED = delete(premoves).where(*_QUEUED)
_MARK_DROPPED = update(premoves).where(*_QUEUED).values(reason=UNDONE)


def due(connection: Connection, at: int, worker: str, most: int) -> list[Job]:
    """Return what is due at a server time, but for the levels' moves.

    What is in the hands of another worker that lives is left out.

    Args:
        connection: to read by.
        at: server time.
        worker: who asks.
        most: how many, the longest due first.
    """
    query = (
        select(jobs.c.match, jobs.c.kind, jobs.c.attempts)
        .where(_is_due(at), jobs.c.kind != LEVEL, _is_unclaimed(worker))
        .order_by(_next_attempt())
        .limit(most)
    )
    return [Job(*row) for row in connection.execute(query)]


def due_levels(
    connection: Connection, at: int, worker: str, each: int, most: int
) -> list[tuple[Job, Owner]]:
    """Return the levels' moves that are due at a server time, and whose tables these are.

    Addresses take turns, and so do the owners of one address: no one's tables hide the others'.

    Args:
        connection: to read by.
        at: server time.
        worker: who asks.
        each: how many tables of one address.
        most: how many in all.
    """
    address = func.coalesce(tables.c.origin, tables.c.host, jobs.c.match)
    person = func.coalesce(tables.c.host, "")
    of_person = func.row_number().over(partition_by=[address, person], order_by=jobs.c.at)
    waiting = (
        select(
            jobs.c.match,
            jobs.c.at,
            jobs.c.attempts,
            address.label("address"),
            person.label("person"),
            of_person.label("turn"),
        )
        .select_from(jobs.outerjoin(tables, tables.c.id == jobs.c.match))
        .where(_is_due(at), jobs.c.kind == LEVEL, _is_unclaimed(worker))
        .subquery()
    )
    of_address = func.row_number().over(
        partition_by=waiting.c.address, order_by=[waiting.c.turn, waiting.c.at]
    )
    ranked = select(waiting, of_address.label("place")).subquery()
    query = (
        select(ranked.c.match, ranked.c.attempts, ranked.c.address, ranked.c.person)
        .where(ranked.c.place <= each)
        .order_by(ranked.c.place, ranked.c.at)
        .limit(most)
    )
    rows = connection.execute(query)
    return [(Job(match, LEVEL, failed), Owner(who, person)) for match, failed, who, person in rows]


def _is_due(at: int) -> ColumnElement[bool]:
    """Is a job due at a server time, and to be tried?"""
    return and_(jobs.c.at <= at, _next_attempt() <= at, jobs.c.quarantined.is_(None))


def _is_unclaimed(worker: str) -> ColumnElement[bool]:
    """Is a job in no other living worker's hands?"""
    return or_(
        jobs.c.worker.is_(None), jobs.c.worker == worker, jobs.c.worker.not_in(living_workers())
    )


def next_due(connection: Connection, at: int) -> int | None:
    """Return when the next job after a server time is due; None: there is none."""
    due_later = select(func.min(jobs.c.at)).where(jobs.c.at > at)
    retried = jobs.c.retry_at > at, jobs.c.quarantined.is_(None)
    tried_again = select(func.min(jobs.c.retry_at)).where(*retried)
    found = connection.execute(union_all(due_later, tried_again)).scalars()
    return min((time for time in found if time is not None), default=None)


def _next_attempt() -> ColumnElement[int]:
    """Return when a job is to be tried: later than due where it has failed."""
    return func.coalesce(jobs.c.retry_at, jobs.c.at)


def claim(connection: Connection, job: Job, worker: str) -> bool:
    """Claim a job, unless another worker that lives has."""
    of_job = (jobs.c.match == job.match, jobs.c.kind == job.kind)
    mine = update(jobs).where(*of_job, _is_unclaimed(worker))
    return connection.execute(mine.values(worker=worker)).rowcount == 1


def delete_jobs(connection: Connection, matches: Sequence[str]) -> None:
    """Delete all that matches, by id, need done by themselves."""
    connection.execute(delete(jobs).where(jobs.c.match.in_(matches)))


def delete_job(connection: Connection, job: Job) -> None:
    """Delete a job that can't be done."""
    connection.execute(delete(jobs).where(jobs.c.match == job.match, jobs.c.kind == job.kind))

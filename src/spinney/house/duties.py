"""What a match needs done by itself, and from when on.

Duties are rows, written with the event that brings them about: whichever worker lives does them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    insert,
    literal,
    or_,
    select,
    union_all,
    update,
)

from ..match import Event, Match
from ..match.events import BACK, CHOICES
from .hours import living
from .schema import duties, premoves, tables

CLOCK, LEVEL, PREMOVE = "clock", "level", "premove"
TAKEN_BACK = "something was taken back; queue it again if it still fits"
"""Why a sentence is dropped that was queued for a turn after this one."""


class Duty(NamedTuple):
    """Something to do for a match."""

    match: str
    kind: str


def of(match: Match) -> dict[str, int]:
    """Return what a match needs done by itself: by kind, from which time of the match on."""
    found = {}
    due = match.due()
    if due is not None:
        found[CLOCK] = due
    last = match.events[-1].at if match.events else 0
    if any(match.seats[p].startswith(("level:", "bot:")) for p in match.awaits):
        found[LEVEL] = last
    return found


class Beside(NamedTuple):
    """What is written beside a match and may change with it.

    Attributes:
        status: of its table; None: it has none.
        queued: the players who have queued a sentence that waits.
        duties: what it needs done by itself: by kind, from which house time on.
    """

    status: str | None
    queued: frozenset[int]
    duties: dict[str, int]


def beside(connection: Connection, match: str) -> Beside:
    """Return what is written beside a match, in one question."""
    found: dict[str, list[tuple[str, int]]] = {"table": [], "queued": [], "duty": []}
    for what, name, number in connection.execute(_BESIDE, {"of": match}):
        found[what].append((name, number))
    return Beside(
        status=next((status for status, _ in found["table"]), None),
        queued=frozenset(player for _, player in found["queued"]),
        duties=dict(found["duty"]),
    )


def write(
    connection: Connection, match: str, began: int, match_now: Match, before: Beside | None = None
) -> int | None:
    """Write a match's duties anew.

    Args:
        connection: to write by.
        match: which.
        began: house time when it did.
        match_now: how it stands.
        before: what is written beside it; None: it is asked.

    Returns:
        From which house time on the first of them is due; None: there is none.
    """
    before = before or beside(connection, match)
    wanted = {kind: began + at for kind, at in of(match_now).items()}
    if before.queued.intersection(match_now.awaits):
        wanted[PREMOVE] = began
    stale = [kind for kind in before.duties if kind not in wanted]
    if stale:
        connection.execute(_STRIKE, {"of": match, "kinds": stale})
    for kind, at in wanted.items():
        if before.duties.get(kind) != at:
            put(connection, match, kind, at)
    return min(wanted.values(), default=None)


def put(connection: Connection, match: str, kind: str, at: int) -> None:
    """Write one duty. Whoever has taken it on keeps it: a program goes on where it was begun."""
    if connection.execute(_PUT_OFF, {"of": match, "what": kind, "at": at}).rowcount == 0:
        connection.execute(insert(duties).values(match=match, kind=kind, at=at))


def use_up(
    connection: Connection, match: str, new: Sequence[Event], after: Match, before: Beside
) -> Beside:
    """Strike out what is queued for a turn that won't come; return what is left.

    Those who now have chosen, or been late, or whose seat is another's, have none to come. Whose
    turn it is again, because something was taken back, queued for a later one: they are told.
    """
    used = {event.player for event in new if event.kind in (*CHOICES, "sit")} & before.queued
    if used:
        connection.execute(_USE_UP, {"of": match, "who": [*used]})
    again = before.queued.intersection(after.awaits) - used
    if again and any(event.kind in BACK for event in new):
        connection.execute(_DROP, {"of": match, "who": [*again]})
        used |= again
    return before._replace(queued=before.queued - used)


_BESIDE = union_all(
    select(literal("table"), tables.c.status, literal(0)).where(tables.c.id == bindparam("of")),
    select(literal("queued"), literal(""), premoves.c.player).where(
        premoves.c.match == bindparam("of"), premoves.c.why.is_(None)
    ),
    select(literal("duty"), duties.c.kind, duties.c.at).where(duties.c.match == bindparam("of")),
)
_STRIKE = delete(duties).where(
    duties.c.match == bindparam("of"), duties.c.kind.in_(bindparam("kinds", expanding=True))
)
_PUT_OFF = update(duties).where(
    duties.c.match == bindparam("of"), duties.c.kind == bindparam("what")
)
_QUEUED = (
    premoves.c.match == bindparam("of"),
    premoves.c.player.in_(bindparam("who", expanding=True)),
    premoves.c.why.is_(None),
)
_USE_UP = delete(premoves).where(*_QUEUED)
_DROP = update(premoves).where(*_QUEUED).values(why=TAKEN_BACK)


def due(connection: Connection, at: int, worker: str, level: bool, most: int) -> list[Duty]:
    """Return what is due at a house time and isn't in the hands of another worker that lives.

    Args:
        connection: to read by.
        at: house time.
        worker: who asks.
        level: return what levels have to think about, or all else?
        most: how many, the longest due first.
    """
    kind = duties.c.kind == LEVEL if level else duties.c.kind != LEVEL
    free = or_(
        duties.c.worker.is_(None), duties.c.worker == worker, duties.c.worker.not_in(living())
    )
    query = (
        select(duties.c.match, duties.c.kind)
        .where(duties.c.at <= at, kind, free)
        .order_by(duties.c.at)
        .limit(most)
    )
    return [Duty(*row) for row in connection.execute(query)]


def following(connection: Connection, at: int) -> int | None:
    """Return when the next duty after a house time is due; None: there is none."""
    query = select(duties.c.at).where(duties.c.at > at).order_by(duties.c.at).limit(1)
    found: int | None = connection.execute(query).scalar()
    return found


def take(connection: Connection, duty: Duty, worker: str) -> bool:
    """Take a duty on, unless another worker that lives has."""
    free = or_(
        duties.c.worker.is_(None), duties.c.worker == worker, duties.c.worker.not_in(living())
    )
    mine = update(duties).where(duties.c.match == duty.match, duties.c.kind == duty.kind, free)
    return connection.execute(mine.values(worker=worker)).rowcount == 1


def forget(connection: Connection, match: str) -> None:
    """Strike out all that a match needs done by itself."""
    connection.execute(delete(duties).where(duties.c.match == match))


def drop(connection: Connection, duty: Duty) -> None:
    """Strike out a duty that can't be done."""
    connection.execute(
        delete(duties).where(duties.c.match == duty.match, duties.c.kind == duty.kind)
    )

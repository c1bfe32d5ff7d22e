"""What a match needs done by itself, and from when on.

Duties are rows, written with the event that brings them about: whichever worker lives does them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update

from ..match import Event, Match
from ..match.events import CHOICES
from .hours import living
from .schema import duties, premoves

CLOCK, LEVEL, PREMOVE = "clock", "level", "premove"
KINDS = (CLOCK, LEVEL, PREMOVE)


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


def write(connection: Connection, match: str, began: int, match_now: Match) -> int | None:
    """Write a match's duties anew.

    Args:
        connection: to write by.
        match: which.
        began: house time when it did.
        match_now: how it stands.

    Returns:
        From which house time on the first of them is due; None: there is none.
    """
    wanted = of(match_now)
    if _is_queued(connection, match, match_now.awaits):
        wanted[PREMOVE] = 0
    stale = [kind for kind in KINDS if kind not in wanted]
    connection.execute(_STRIKE, {"of": match, "kinds": stale})
    for kind, at in wanted.items():
        put(connection, match, kind, began + at)
    return min((began + at for at in wanted.values()), default=None)


def put(connection: Connection, match: str, kind: str, at: int) -> None:
    """Write one duty. Whoever has taken it on keeps it: a program goes on where it was begun."""
    if connection.execute(_PUT_OFF, {"of": match, "what": kind, "at": at}).rowcount == 0:
        connection.execute(insert(duties).values(match=match, kind=kind, at=at))


def use_up(connection: Connection, match: str, new: Iterable[Event]) -> None:
    """Strike out what those had queued who now have chosen, or been late."""
    chose = [event.player for event in new if event.kind in CHOICES]
    connection.execute(_USE_UP, {"of": match, "who": chose})


def _is_queued(connection: Connection, match: str, awaited: Iterable[int]) -> bool:
    return connection.execute(_QUEUED, {"of": match, "who": [*awaited]}).first() is not None


_STRIKE = delete(duties).where(
    duties.c.match == bindparam("of"), duties.c.kind.in_(bindparam("kinds", expanding=True))
)
_PUT_OFF = update(duties).where(
    duties.c.match == bindparam("of"), duties.c.kind == bindparam("what")
)
_WAITING = (
    premoves.c.match == bindparam("of"),
    premoves.c.player.in_(bindparam("who", expanding=True)),
    premoves.c.why.is_(None),
)
_USE_UP = delete(premoves).where(*_WAITING)
_QUEUED = select(premoves.c.player).where(*_WAITING).limit(1)


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

"""Pause tables at which only levels play, as long as nobody watches.

A level's move there is put off until somebody looks. Where a person plays, levels answer them
whether or not they are present; where a clock runs, levels move on, for their time would run out.
"""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, or_, select, update

from spinney.server.db.database import now
from spinney.server.db.schema import jobs, presence, tables
from spinney.server.jobs.queue import LEVEL
from spinney.server.play.live_match import LiveMatch
from spinney.server.server_time import living_workers

WATCHED_MS = 60_000
"""Milliseconds after somebody last looked for which levels play on."""
PAUSED = 2**62
"""The server time of a move that is put off."""


def can_pause(live: LiveMatch) -> bool:
    """Does a table pause when nobody watches?"""
    table, match = live.table, live.match
    return table is not None and table.only_levels and not match.over and match.due() is None


def pause(connection: Connection, table_id: str) -> bool:
    """Put off a level's move at a table that nobody watches, nor did a while ago.

    Returns:
        Whether it is put off.
    """
    connection.execute(_LOCK, {"of": table_id})  # nobody begins to watch meanwhile
    return connection.execute(_PAUSE, {"of": table_id}).rowcount == 1


def note_view(connection: Connection, table_id: str, at: int) -> None:
    """Note that somebody looks at a table, and let the levels go on that have been put off.

    Args:
        connection: to write by.
        table_id: which.
        at: server time.
    """
    connection.execute(_NOTE_VIEW, {"of": table_id})
    connection.execute(_RESUME, {"of": table_id, "at": at})


_LOCK = select(tables.c.id).where(tables.c.id == bindparam("of")).with_for_update()
_MOVE = (jobs.c.match == bindparam("of"), jobs.c.kind == LEVEL)
_WATCHERS = select(presence.c.person).where(
    presence.c.match == jobs.c.match, presence.c.worker.in_(living_workers())
)
_VIEWED = select(tables.c.id).where(
    tables.c.id == jobs.c.match, tables.c.viewed > now() - WATCHED_MS
)
_PAUSE = (
    update(jobs)
    .where(*_MOVE, ~or_(_WATCHERS.exists(), _VIEWED.exists()))
    .values(at=PAUSED, worker=None)
)
_NOTE_VIEW = update(tables).where(tables.c.id == bindparam("of")).values(viewed=now())
_RESUME = update(jobs).where(*_MOVE, jobs.c.at == PAUSED).values(at=bindparam("at"))

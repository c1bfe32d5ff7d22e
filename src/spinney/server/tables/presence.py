"""Presence: the people who have a table open, by worker."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from sqlalchemy import ColumnElement, Connection, delete, select, update

from spinney.server.db.database import Database, DatabaseUnavailable, now
from spinney.server.db.schema import presence, seats
from spinney.server.server_time import ServerTime, living_workers
from spinney.server.tables.unwatched import note_view

REMEMBERED = 1_000
"""Of how many views a worker remembers when it last noted them."""
VIEW_SECONDS, WAITING_VIEW_SECONDS = 10.0, 600.0
"""Seconds after which it is noted anew that somebody looks: where levels or an opponent wait for
that, and where it only tells that a table is not abandoned."""


class Presence:
    """The viewers connected through this worker. May be used from any thread."""

    def __init__(
        self, database: Database, server_time: ServerTime, tell: Callable[[str], None]
    ) -> None:
        """``tell`` is called with a table's id when someone has come there or left."""
        self._database, self._server_time, self._tell = database, server_time, tell
        self._living: frozenset[str] = frozenset()
        self._viewed: dict[tuple[str, str], float] = {}

    def enter(self, match_id: str, who: str) -> None:
        """Note that someone has a table open here, once more; empty: someone without a name."""
        row = self._database.insert(presence).values(
            worker=self._server_time.worker, match=match_id, person=who, sockets=1
        )
        upsert = row.on_conflict_do_update(
            index_elements=[*presence.primary_key], set_={"sockets": presence.c.sockets + 1}
        )
        with self._database.writing() as connection:
            fresh = connection.execute(upsert.returning(presence.c.sockets)).scalar_one() == 1
            note_view(connection, match_id, self._server_time.read(connection))
        if fresh and who:
            self._tell(match_id)

    def leave(self, match_id: str, who: str) -> None:
        """Note that someone has closed a table here, once."""
        mine = self._mine(match_id, who)
        decrement = update(presence).where(*mine).values(sockets=presence.c.sockets - 1)
        with self._database.writing() as connection:
            connection.execute(decrement)
            removal = delete(presence).where(*mine, presence.c.sockets < 1)
            removed = connection.execute(removal).rowcount == 1
            note_view(connection, match_id, self._server_time.read(connection))
        if removed and who:
            self._tell(match_id)

    def note_view(self, match_id: str, every: float) -> None:
        """Note that someone looks at a table who doesn't have it open: a page, or a program.

        Args:
            match_id: of the table.
            every: seconds for which it need not be noted again.

        Raises:
            DatabaseUnavailable: the database can't be reached.
        """
        if self._is_due((match_id, ""), every):
            with self._database.writing() as connection:
                note_view(connection, match_id, self._server_time.read(connection))

    def note_waiting(self, match_id: str, person: str) -> None:
        """Note that who sits at a table, by id, looks at it and waits for an opponent.

        Raises DatabaseUnavailable.
        """
        if self._is_due((match_id, person), VIEW_SECONDS):
            theirs = update(seats).where(seats.c.match == match_id, seats.c.person == person)
            with self._database.writing() as connection:
                connection.execute(theirs.values(viewed=now()))

    def _is_due(self, view: tuple[str, str], every: float) -> bool:
        """Return whether a view was not noted for so many seconds; then it is noted now.

        Args:
            view: of which table, and by whom; empty: by anybody.
            every: how many seconds.
        """
        moment = time.monotonic()
        if moment - self._viewed.get(view, -every) < every:
            return False
        if len(self._viewed) >= REMEMBERED:
            self._viewed.clear()
        self._viewed[view] = moment
        return True

    def refresh(self) -> None:
        """Tell of the tables that somebody had open through a worker that lives no more.

        Only workers are noticed that lived when this was last called. Raises DatabaseUnavailable.
        """
        with self._database.reading() as connection:
            alive = frozenset(connection.execute(living_workers()).scalars())
            ended, self._living = self._living - alive, alive
            theirs = select(presence.c.match).where(presence.c.worker.in_(ended)).distinct()
            left = connection.execute(theirs).scalars().all() if ended else ()
        if left:  # of many tables it takes a while to tell, and whoever calls has clocks to keep
            threading.Thread(target=self._tell_of, args=[left], daemon=True).start()

    def _tell_of(self, matches: Sequence[str]) -> None:
        with suppress(
            DatabaseUnavailable
        ):  # when the database is back, all tables are looked at again
            for match in matches:
                self._tell(match)

    def _mine(self, match_id: str, who: str) -> tuple[ColumnElement[bool], ...]:
        worker = presence.c.worker == self._server_time.worker
        return worker, presence.c.match == match_id, presence.c.person == who


def present_at(connection: Connection, matches: Sequence[str]) -> dict[str, set[str]]:
    """Return, by table, who of those with a name has it open through any worker that lives."""
    named = (presence.c.match.in_(matches), presence.c.person != "")
    query = select(presence.c.match, presence.c.person)
    by_match: dict[str, set[str]] = {}
    for match, who in connection.execute(
        query.where(*named, presence.c.worker.in_(living_workers()))
    ):
        by_match.setdefault(match, set()).add(who)
    return by_match

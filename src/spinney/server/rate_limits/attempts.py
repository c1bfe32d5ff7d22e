"""Attempts to get in, passwords above all, and to open tables.

They are counted in the database, for all workers together.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select, update

from spinney.i18n import N_, _, ngettext
from spinney.server.db.database import Database, VersionConflict, now
from spinney.server.db.schema import limits
from spinney.server.rate_limits.rate_limited import RateLimited


class Attempts(NamedTuple):
    """So many tries within so many milliseconds."""

    most: int
    span: int


HOUR = 3_600_000
ATTEMPTS = {
    "password": Attempts(10, HOUR // 4),
    # Many addresses may try at one name: more, so that a few can't keep anybody from their own.
    "name": Attempts(100, HOUR // 4),
    # A login session may be asked for its password, and counts for itself: nobody else uses it up.
    "session": Attempts(20, HOUR // 4),
    "table": Attempts(60, HOUR),
    "tables from": Attempts(180, HOUR),
    "guest": Attempts(60, HOUR),
    "token": Attempts(20, HOUR),
}
"""What is counted in the database, by address, name, session or person."""
_MANY = {
    "table": N_("you have opened many tables"),
    "tables from": N_("many tables have been opened from your address"),
    "guest": N_("many guests have come from your address"),
}
"""What to tell those who have to wait for long."""


class AttemptCounts:
    """The counts of attempts. May be used from any thread.

    Attributes:
        limits: how often anybody may try, as `ATTEMPTS` has them.
    """

    def __init__(self, database: Database) -> None:
        self.limits = dict(ATTEMPTS)
        self._database = database

    def count(self, what: str, who: str) -> None:
        """Count an attempt, whether or not it succeeds.

        Args:
            what: a key of `limits`.
            who: an address, a person, or `registered_names.name_key` of the name someone asks for.

        Raises:
            RateLimited: there were too many.
            DatabaseUnavailable: the database can't be reached.
        """
        most, span = self.limits[what]
        key = f"{what} {who}"[:200]
        for _again in range(2):
            try:
                count, left = self._count(key, span)
            except VersionConflict:  # two began to count at once
                continue
            if count > most:
                raise _too_many(what, left / 1000)
            return

    def _count(self, key: str, span: int) -> tuple[int, int]:
        """Count once more; return how many there were, and when counting begins anew, in ms."""
        mine = limits.c.key == key
        with self._database.writing() as connection:
            connection.execute(delete(limits).where(limits.c.began < now() - span, mine))
            increment = update(limits).where(mine).values(count=limits.c.count + 1)
            if connection.execute(increment).rowcount == 0:
                connection.execute(insert(limits).values(key=key, began=now(), count=1))
                connection.execute(delete(limits).where(limits.c.began < now() - 24 * HOUR))
            query = select(limits.c.count, limits.c.began + span - now()).where(mine)
            count, left = connection.execute(query).one()
        return int(count), int(left)


def _too_many(what: str, seconds: float) -> RateLimited:
    if what not in _MANY:
        return RateLimited(seconds)
    minutes = max(1, round(seconds / 60))
    again = ngettext("try again in a minute", "try again in {count} minutes", minutes)
    return RateLimited(seconds, f"{_(_MANY[what])}; {again}")

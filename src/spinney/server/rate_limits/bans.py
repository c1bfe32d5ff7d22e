"""Banned addresses."""

from __future__ import annotations

import time

from sqlalchemy import or_, select

from spinney.server.client_address import address_key
from spinney.server.db.database import Database, now
from spinney.server.db.schema import bans

FRESH = 5.0
"""Seconds for which a worker goes by what it last read about banned addresses."""


class Bans:
    """The banned addresses, as the database has them. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._banned: frozenset[str] = frozenset()
        self._read_at = -FRESH

    def is_banned(self, address: str) -> bool:
        """Is an address shut out? What was read a moment ago will do.

        Raises DatabaseUnavailable.
        """
        if time.monotonic() - self._read_at > FRESH:
            self._banned = self._read()
            self._read_at = time.monotonic()
        return address_key(address) in self._banned

    def knows(self, address: str) -> bool | None:
        """Is an address shut out, as far as this worker knows? None: it must read again."""
        stale = time.monotonic() - self._read_at > FRESH
        return None if stale else address_key(address) in self._banned

    def _read(self) -> frozenset[str]:
        standing = or_(bans.c.until.is_(None), bans.c.until > now())
        with self._database.reading() as connection:
            found = connection.execute(select(bans.c.address).where(standing)).scalars()
            return frozenset(map(address_key, found))

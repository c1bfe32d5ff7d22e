"""Rate limits per address and account, failed logins and bans.

What is asked often and costs little is counted by each worker for itself, in *buckets*: so many at
once, and one more every so often. What is tried to get in, passwords above all, is counted in the
database, for all workers together.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import delete, insert, or_, select, update

from spinney.core.errors import Refused
from spinney.i18n import N_, _, ngettext
from spinney.server.db.database import Database, VersionConflict, now
from spinney.server.db.schema import bans, limits

ADDRESS, PERSON, STREAM = "address", "person", "stream"
"""What is counted by: where requests come from, who makes them; and what stays open."""
REMEMBERED = 10_000
"""How many buckets a worker keeps at most; those used longest ago are full again anyway."""
FRESH = 5.0
"""Seconds for which a worker goes by what it last read about banned addresses."""


class RateLimited(Exception):
    """That was more than anybody may ask.

    Attributes:
        seconds: when to ask again.
    """

    def __init__(self, seconds: float, why: str = "") -> None:
        super().__init__(why or _("that was a lot at once; wait a moment"))
        self.seconds = max(1, round(seconds + 0.5))


class Rate(NamedTuple):
    """So many at once, and then so many every second."""

    burst: float
    rate: float


PACES = {ADDRESS: Rate(400, 40), PERSON: Rate(200, 20)}
"""What anybody may ask, unless a server says otherwise. Several people may share an address."""
OPEN = {ADDRESS: 200, PERSON: 40}
"""How many sockets and streams may be open at once in one worker."""


class Attempts(NamedTuple):
    """So many tries within so many milliseconds."""

    most: int
    span: int


HOUR = 3_600_000
TRIES = {
    "password": Attempts(10, HOUR // 4),
    # Many addresses may try at one name: more, so that a few can't keep anybody from their own.
    "name": Attempts(100, HOUR // 4),
    # A live session may be asked for its password, and counts for itself: nobody else uses it up.
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
RATES = {
    "guests-per-address": "guest",
    "tables-per-person": "table",
    "tables-per-address": "tables from",
}
"""How an operator names some of `TRIES`, counted by the hour."""
QUOTAS = {
    "waiting-per-person": 20,
    "waiting-per-address": 60,
    "levels-per-person": 30,
    "levels-per-address": 90,
    "listed-per-person": 5,
    "listed-per-address": 15,
}
"""How many tables may be there at once: that wait for players, that levels play at, that the public
list shows. By the operator's names."""
UNLIMITED = 10**9


@dataclass
class _Bucket:
    left: float
    at: float


class RateLimits:
    """A worker's counts of requests, by address and account. May be used from any thread.

    Attributes:
        paces: how fast anybody may ask.
        open: how many sockets and streams anybody may have open here.
        tries: how often anybody may try to get in, and the like.
        quotas: how many tables anybody may have at once, as `QUOTAS` has them.
    """

    def __init__(self, database: Database) -> None:
        self.paces, self.open, self.tries = dict(PACES), dict(OPEN), dict(TRIES)
        self.quotas = dict(QUOTAS)
        self._database = database
        self._buckets: OrderedDict[tuple[str, str], _Bucket] = OrderedDict()
        self._held: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()
        self._banned: frozenset[str] = frozenset()
        self._read_at = -FRESH

    def change(self, given: Mapping[str, int]) -> None:
        """Set what an operator has chosen: numbers by their names of `RATES` and `QUOTAS`."""
        for name, most in given.items():
            if name in RATES:
                self.tries[RATES[name]] = self.tries[RATES[name]]._replace(most=most)
            else:
                self.quotas[name] = most

    # What costs little.

    def spend(self, kind: str, who: str, cost: float = 1.0) -> None:
        """Count a request.

        Args:
            kind: `ADDRESS` or `PERSON`.
            who: which. Nobody, and this very machine, may ask what they like.
            cost: how many requests it counts for.

        Raises:
            RateLimited: there were too many.
        """
        if not who or (kind == ADDRESS and is_here(who)):
            return
        who = origin(who) if kind == ADDRESS else who
        pace, moment = self.paces[kind], time.monotonic()
        with self._lock:
            bucket = self._bucket((kind, who), pace, moment)
            bucket.left = min(pace.burst, bucket.left + (moment - bucket.at) * pace.rate)
            bucket.at = moment
            if bucket.left < cost:
                raise RateLimited((cost - bucket.left) / pace.rate)
            bucket.left -= cost

    def _bucket(self, key: tuple[str, str], pace: Rate, moment: float) -> _Bucket:
        bucket = self._buckets.setdefault(key, _Bucket(pace.burst, moment))
        self._buckets.move_to_end(key)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket

    @contextmanager
    def holding(self, kind: str, who: str) -> Iterator[None]:
        """Count a socket or a stream as long as it is open. Raises RateLimited."""
        key = (kind, origin(who) if kind == ADDRESS else who)
        free = not who or (kind == ADDRESS and is_here(who))
        with self._lock:
            if not free and self._held[key] >= self.open[kind]:
                raise RateLimited(10)
            self._held[key] += 1
        try:
            yield
        finally:
            with self._lock:
                self._held[key] -= 1
                if not self._held[key]:
                    del self._held[key]

    # What is counted for all workers together.

    def attempt(self, what: str, who: str) -> None:
        """Count a try, whether or not it succeeds.

        Args:
            what: of `tries`.
            who: an address, a person, or `registered_names.name_key` of the name someone asks for.

        Raises:
            RateLimited: there were too many.
            DatabaseUnavailable: the database can't be reached.
        """
        most, span = self.tries[what]
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
            more = update(limits).where(mine).values(count=limits.c.count + 1)
            if connection.execute(more).rowcount == 0:
                connection.execute(insert(limits).values(key=key, began=now(), count=1))
                connection.execute(delete(limits).where(limits.c.began < now() - 24 * HOUR))
            query = select(limits.c.count, limits.c.began + span - now()).where(mine)
            count, left = connection.execute(query).one()
        return int(count), int(left)

    # Bans.

    def is_banned(self, address: str) -> bool:
        """Is an address shut out? What was read a moment ago will do.

        Raises DatabaseUnavailable.
        """
        if time.monotonic() - self._read_at > FRESH:
            self._banned = self._read()
            self._read_at = time.monotonic()
        return origin(address) in self._banned

    def knows(self, address: str) -> bool | None:
        """Is an address shut out, as far as this worker knows? None: it must read again."""
        stale = time.monotonic() - self._read_at > FRESH
        return None if stale else origin(address) in self._banned

    def _read(self) -> frozenset[str]:
        standing = or_(bans.c.until.is_(None), bans.c.until > now())
        with self._database.reading() as connection:
            found = connection.execute(select(bans.c.address).where(standing)).scalars()
            return frozenset(map(origin, found))


def _too_many(what: str, seconds: float) -> RateLimited:
    if what not in _MANY:
        return RateLimited(seconds)
    minutes = max(1, round(seconds / 60))
    again = ngettext("try again in a minute", "try again in {count} minutes", minutes)
    return RateLimited(seconds, f"{_(_MANY[what])}; {again}")


def chosen(given: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Read limits that an operator has typed, for `RateLimits.change`. Raises Refused."""
    found = {}
    for name, value in given:
        if name not in {*RATES, *QUOTAS}:
            raise Refused(f"there is no limit {name!r}; there are: {', '.join([*RATES, *QUOTAS])}")
        if value != "off" and not (value.isascii() and value.isdecimal() and len(value) < 10):
            raise Refused(f"{name} can't be {value!r}; it can be a number, or off")
        found[name] = UNLIMITED if value == "off" else int(value)
    return found


@lru_cache(maxsize=4096)
def origin(address: str) -> str:
    """Return what an address is counted and shut out by.

    Whoever has one address of IPv6 has all of its last 64 bits, so these count as one.
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if known.version == 4:
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, 64), strict=False))


@lru_cache(maxsize=4096)
def is_here(address: str) -> bool:
    """Is this the address of this very machine?"""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False

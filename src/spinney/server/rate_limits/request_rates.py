"""Request rates by address and account, and how many connections each may have open.

These are asked often and cost little, so each worker counts for itself, in token buckets: so many
requests at once, and one more every so often.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from spinney.server.client_address import address_key, is_loopback
from spinney.server.rate_limits.rate_limited import RateLimited

ADDRESS, PERSON = "address", "person"
"""What requests are counted by: where they come from, who makes them."""
REMEMBERED = 10_000
"""How many buckets a worker keeps at most; those used longest ago are full again anyway."""


class Rate(NamedTuple):
    """So many at once, and then so many every second."""

    burst: float
    rate: float


REQUEST_RATES = {ADDRESS: Rate(400, 40), PERSON: Rate(200, 20)}
"""What anybody may ask, unless a server says otherwise. Several people may share an address."""
OPEN = {ADDRESS: 200, PERSON: 40}
"""How many sockets and streams may be open at once in one worker."""


@dataclass
class _Bucket:
    left: float
    at: float


class RequestRates:
    """A worker's counts of requests and open connections. May be used from any thread.

    Attributes:
        rates: how fast anybody may ask, by `ADDRESS` and `PERSON`.
        open: how many sockets and streams anybody may have open here.
    """

    def __init__(self) -> None:
        self.rates, self.open = dict(REQUEST_RATES), dict(OPEN)
        self._buckets: OrderedDict[tuple[str, str], _Bucket] = OrderedDict()
        self._held: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    def spend(self, kind: str, who: str, cost: float = 1.0) -> None:
        """Count a request.

        Args:
            kind: `ADDRESS` or `PERSON`.
            who: which. Nobody, and this very machine, may ask what they like.
            cost: how many requests it counts for.

        Raises:
            RateLimited: there were too many.
        """
        if not who or (kind == ADDRESS and is_loopback(who)):
            return
        who = address_key(who) if kind == ADDRESS else who
        rate, moment = self.rates[kind], time.monotonic()
        with self._lock:
            bucket = self._bucket((kind, who), rate, moment)
            bucket.left = min(rate.burst, bucket.left + (moment - bucket.at) * rate.rate)
            bucket.at = moment
            if bucket.left < cost:
                raise RateLimited((cost - bucket.left) / rate.rate)
            bucket.left -= cost

    def _bucket(self, key: tuple[str, str], rate: Rate, moment: float) -> _Bucket:
        bucket = self._buckets.setdefault(key, _Bucket(rate.burst, moment))
        self._buckets.move_to_end(key)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket

    @contextmanager
    def holding(self, kind: str, who: str) -> Iterator[None]:
        """Count a socket or a stream as long as it is open. Raises RateLimited."""
        key = (kind, address_key(who) if kind == ADDRESS else who)
        free = not who or (kind == ADDRESS and is_loopback(who))
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

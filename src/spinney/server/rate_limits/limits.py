"""All limits of a server, and how its operator changes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from spinney.core.errors import Refused
from spinney.server.db.database import Database
from spinney.server.rate_limits.attempts import AttemptCounts
from spinney.server.rate_limits.bans import Bans
from spinney.server.rate_limits.request_rates import RequestRates

ATTEMPT_OPTIONS = {
    "guests-per-address": "guest",
    "tables-per-person": "table",
    "tables-per-address": "tables from",
}
"""How an operator names some of `attempts.ATTEMPTS`, counted by the hour."""
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


class RateLimits:
    """A worker's limits. May be used from any thread.

    Attributes:
        requests: the counts of requests and open connections.
        attempts: the counts of attempts to get in and to open tables.
        bans: the banned addresses.
        quotas: how many tables anybody may have at once, as `QUOTAS` has them.
    """

    def __init__(self, database: Database) -> None:
        self.requests = RequestRates()
        self.attempts = AttemptCounts(database)
        self.bans = Bans(database)
        self.quotas = dict(QUOTAS)

    def change(self, given: Mapping[str, int]) -> None:
        """Set what an operator has chosen: numbers by `ATTEMPT_OPTIONS` and `QUOTAS`."""
        for name, most in given.items():
            if name in ATTEMPT_OPTIONS:
                what, limits = ATTEMPT_OPTIONS[name], self.attempts.limits
                limits[what] = limits[what]._replace(most=most)
            else:
                self.quotas[name] = most


def read_limits(given: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Read limits that an operator has typed, for `RateLimits.change`. Raises Refused."""
    limits, names = {}, [*ATTEMPT_OPTIONS, *QUOTAS]
    for name, value in given:
        if name not in names:
            raise Refused(f"there is no limit {name!r}; there are: {', '.join(names)}")
        if value != "off" and not (value.isascii() and value.isdecimal() and len(value) < 10):
            raise Refused(f"{name} can't be {value!r}; it can be a number, or off")
        limits[name] = UNLIMITED if value == "off" else int(value)
    return limits

"""Rate limits and bans."""

from __future__ import annotations

import pytest
from tests.server.conftest import Opened

from spinney.server.admin.operations import Admin
from spinney.server.rate_limits.attempts import Attempts
from spinney.server.rate_limits.limits import RateLimits
from spinney.server.rate_limits.rate_limited import RateLimited
from spinney.server.rate_limits.request_rates import ADDRESS, PERSON, REMEMBERED, Rate
from spinney.server.services import Services

THERE = "203.0.113.9"


def spent(limits: RateLimits, kind: str, who: str, most: int = 100) -> int:
    """How many requests are answered at once."""
    for count in range(most):
        try:
            limits.requests.spend(kind, who)
        except RateLimited:
            return count
    return most


def test_everybody_has_their_own_share(services: Services) -> None:
    services.limits.requests.rates = dict.fromkeys(services.limits.requests.rates, Rate(5, 0.001))
    assert spent(services.limits, PERSON, "ann") == 5
    assert spent(services.limits, PERSON, "ann") == 0
    assert spent(services.limits, PERSON, "bob") == 5
    assert spent(services.limits, ADDRESS, "ann") == 5


def test_this_very_machine_is_not_counted_by_address(services: Services) -> None:
    services.limits.requests.rates = dict.fromkeys(services.limits.requests.rates, Rate(5, 0.001))
    for address in ("127.0.0.1", "::1", "127.3.2.1"):
        assert spent(services.limits, ADDRESS, address) == 100
    assert spent(services.limits, ADDRESS, "not an address") == 5
    assert spent(services.limits, PERSON, "127.0.0.1") == 5


def test_shares_fill_up_again(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("spinney.server.rate_limits.request_rates.time.monotonic", lambda: now)
    services.limits.requests.rates[PERSON] = Rate(4, 2)
    assert spent(services.limits, PERSON, "ann") == 4
    now += 1
    assert spent(services.limits, PERSON, "ann") == 2
    now += 1000
    assert spent(services.limits, PERSON, "ann") == 4
    with pytest.raises(RateLimited) as caught:
        services.limits.requests.spend(PERSON, "ann", 4)
    assert caught.value.seconds == 2


def test_only_so_many_are_remembered(services: Services) -> None:
    for number in range(REMEMBERED + 50):
        services.limits.requests.spend(ADDRESS, f"2001:db8:{number:x}::1")
    assert len(services.limits.requests._buckets) == REMEMBERED


def test_sockets_count_as_long_as_they_are_open(services: Services) -> None:
    services.limits.requests.open = {ADDRESS: 2, PERSON: 2}
    with (
        services.limits.requests.holding(ADDRESS, THERE),
        services.limits.requests.holding(ADDRESS, THERE),
    ):
        with pytest.raises(RateLimited), services.limits.requests.holding(ADDRESS, THERE):
            pass
        with (
            services.limits.requests.holding(ADDRESS, "127.0.0.1"),
            services.limits.requests.holding(PERSON, THERE),
        ):
            pass
    with services.limits.requests.holding(ADDRESS, THERE):
        pass


def test_tries_are_counted_for_all_workers_together(doors: Opened) -> None:
    one, other = doors(), doors()
    for services in (one, other):
        services.limits.attempts.limits["password"] = Attempts(3, 60_000)
    for services in (one, other, one):
        services.limits.attempts.count("password", THERE)
    for services in (one, other):
        with pytest.raises(RateLimited) as caught:
            services.limits.attempts.count("password", THERE)
        assert 1 <= caught.value.seconds <= 61
    one.limits.attempts.count("password", "203.0.113.10")
    one.limits.attempts.count("table", THERE)


def test_tries_are_forgotten_in_time(services: Services) -> None:
    services.limits.attempts.limits["password"] = Attempts(1, -1)
    for _ in range(3):
        services.limits.attempts.count("password", THERE)


def test_an_address_is_shut_out_until_it_is_let_in(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spinney.server.rate_limits.bans.FRESH", -1.0)
    admin = Admin(services.store.database)
    assert not services.limits.bans.is_banned(THERE)
    assert admin.ban(THERE, "noise", days=1) == THERE
    assert services.limits.bans.is_banned(THERE)
    assert admin.ban("2001:DB8::0001") == "2001:db8::/64"
    assert services.limits.bans.is_banned("2001:db8::1")
    assert services.limits.bans.is_banned("2001:db8::2"), "whoever has one has them all"
    assert not services.limits.bans.is_banned("2001:db8:0:1::1")
    assert services.limits.bans.is_banned(f"::ffff:{THERE}"), "the same address, written otherwise"
    assert {ban.what: ban.until is None for ban in admin.bans()} == {
        THERE: False,
        "2001:db8::/64": True,
    }
    admin.unban(THERE)
    admin.unban("2001:db8::/64")
    assert not services.limits.bans.is_banned(THERE)
    assert not services.limits.bans.is_banned("2001:db8::1")

"""For how long somebody must be away before the computer can take their seat."""

from __future__ import annotations

import pytest

from spinney.match import Clock
from spinney.match.clocks import DAY, MINUTE
from spinney.server.votes.store import patience


@pytest.mark.parametrize(
    ("clock", "ms"),
    [
        ("none", DAY),
        ("move 1:00", 2 * MINUTE),
        ("bank 90:00", 2 * MINUTE),
        ("move 3 days", 3 * DAY),
        ("bank 2 days + 30", 2 * DAY),
    ],
)
def test_who_has_days_may_be_away_for_days(clock: str, ms: int) -> None:
    assert patience(Clock.read(clock)) == ms

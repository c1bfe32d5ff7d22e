"""Server time: clocks stand still without a server, and jumps of system clocks change nothing."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import select, text, update
from tests.server.conftest import Opened
from tests.server.playing import begun, say
from tests.waiting import wait_until

from spinney.match import Match
from spinney.server.db.database import now
from spinney.server.db.schema import server_clock, workers
from spinney.server.jobs import queue
from spinney.server.server_time import LOST_AFTER_MS, ClockReading, Heartbeat
from spinney.server.services import Services


@pytest.fixture(autouse=True, scope="module")
def patient_workers() -> None:
    """Let the real limits stand: they are what is tested here."""


def test_a_pulse_without_gap() -> None:
    assert ClockReading(clock=5000, heartbeat=4500, lost=1000).server_time == 4000
    assert not ClockReading(clock=5000, heartbeat=4500, lost=1000).gap
    # Looks at the clock may overtake each other a little.
    assert not ClockReading(clock=4490, heartbeat=4500, lost=0).gap


@pytest.mark.parametrize("clock", [4500 + LOST_AFTER_MS + 1, 10**12, 0])
def test_in_a_gap_time_stands_still(clock: int) -> None:
    found = ClockReading(clock=clock, heartbeat=4500, lost=1000)
    assert found.gap
    assert found.server_time == 3500


def jump(services: Services, ms: int) -> None:
    """Let the database's clock go on by so much in an instant, seen from all that was written."""
    with services.store.database.writing() as connection:
        # What was written by the clock as it was is so much older now.
        connection.execute(
            update(server_clock).values(
                heartbeat=server_clock.c.heartbeat - ms, lost=server_clock.c.lost - ms
            )
        )


def test_nothing_was_lost_before_the_first_heartbeat(doors: Opened) -> None:
    services = doors()
    with services.store.database.reading() as connection:
        row = connection.execute(select(server_clock)).one()
        assert row.lost == 0
        assert 0 <= connection.execute(select(now())).scalar_one() - row.heartbeat < 3_600_000


@pytest.mark.parametrize("ms", [3_600_000, -3_600_000, 10 * LOST_AFTER_MS])
def test_lost_time_is_given_back(services: Services, ms: int) -> None:
    before = services.server_time.heartbeat()
    jump(services, ms)
    assert before <= services.server_time.now() <= before + 1000, "a look can't end a gap"
    assert before <= services.server_time.heartbeat() <= before + 1000
    assert before <= services.server_time.now() <= before + LOST_AFTER_MS, "then it stands still"


def test_server_time_never_runs_backwards(services: Services) -> None:
    rng, last = random.Random(7), 0
    for _ in range(60):
        jump(services, rng.choice([0, 0, 2000, 4000, 10**7, -(10**7), -2000]))
        found = (
            services.server_time.heartbeat() if rng.random() < 0.5 else services.server_time.now()
        )
        # Less than a gap goes as time that was lived.
        assert found >= last - LOST_AFTER_MS
        last = found


def test_a_clock_goes_on_where_it_stood(doors: Opened) -> None:
    services = doors()
    match = begun(services, "Ann", "Bob", clock="move 1:00")
    live = say(services, match, 0, "first red")
    jump(services, 3_600_000)
    # A worker that begins after an hour in which none lived.
    other = doors()
    there = other.match_service.live_match(match)
    assert other.match_service.act(there, Match.tick).version == live.match.version
    left = there.match.remaining(there.time_source.now())[1]
    assert left is not None
    assert 55_000 < left <= 60_000


def test_a_deadline_that_passed_while_one_lived_counts(doors: Opened) -> None:
    services = doors()
    match = begun(services, "Ann", "Bob", clock="move 1:00")
    with services.store.database.writing() as connection:
        # The minute passed, with beats; then nobody lived.
        connection.execute(text("UPDATE tables SET began = began - 90000"))
    jump(services, 3_600_000)
    other = doors()
    after = other.match_service.act(other.match_service.live_match(match), Match.tick)
    assert [(event.kind, event.at) for event in after.events] == [("forfeit", 60_000)]


def test_duties_of_who_is_gone_fall_to_others(
    doors: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = 60_000  # however slow the machine is
    monkeypatch.setattr("spinney.server.server_time.DEAD_AFTER_MS", dead)
    services, other = doors(), doors()
    match = begun(services, "Ann", "level:seedling")
    say(services, match, 0, "first red")
    job = queue.Job(match, "level")

    def take(one: Services) -> bool:
        with one.store.database.writing() as connection:
            return queue.claim(connection, job, one.server_time.worker)

    assert take(services)
    assert take(services)
    assert not take(other)
    with services.store.database.writing() as connection:
        mine = update(workers).where(workers.c.id == services.server_time.worker)
        connection.execute(mine.values(heartbeat=now() - dead - 1))
    assert take(other)
    assert not take(services) or not take(other)


def test_a_heartbeat_is_written(services: Services) -> None:
    beats: list[int] = []
    heart = Heartbeat(services.server_time, lambda: beats.append(1))
    first = _beat(services)
    wait_until(lambda: beats and _beat(services) > first)
    heart.stop()


def _beat(services: Services) -> int:
    with services.store.database.reading() as connection:
        return int(connection.execute(text("SELECT heartbeat FROM server_clock")).scalar_one())

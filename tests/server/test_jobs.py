"""Jobs fail one by one: retried after growing pauses, then quarantined until they are released."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, select
from tests.event_loops import run
from tests.server.conftest import Opened
from tests.server.damage import add_broken_event, damage_table, truncate_last_event
from tests.server.playing import GAME, begun, say, until
from tests.waiting import PATIENCE, http_get
from tests.web.shared_server import Guest, opened
from websockets.exceptions import ConnectionClosed

from spinney import players
from spinney.cli import main
from spinney.core.errors import Refused
from spinney.server.admin.operations import Admin
from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.db.schema import jobs as rows
from spinney.server.jobs import backoff, liveness, quarantine, queue
from spinney.server.jobs.liveness import Liveness
from spinney.server.jobs.queue import CLOCK, LEVEL, PREMOVE, Job
from spinney.server.jobs.runner import JobRunner
from spinney.server.play.match_errors import MatchError
from spinney.server.pubsub import NO_EVENT
from spinney.server.services import Services


@contextmanager
def worked(database: str) -> Iterator[Services]:
    """A server in which nobody does what is due."""
    db = Database(database)
    migrate(db)
    services = Services.open(db)
    yield services
    services.close()


def two_tables(services: Services, clock: str = "move 10:00") -> tuple[str, str]:
    """Two tables whose clocks run, each with an event."""
    pairs = (("Ann", "Bob"), ("Cyd", "Dan"))
    found = [begun(services, *names, clock=clock) for names in pairs]
    for match in found:
        say(services, match, 0, "first red")
    return found[0], found[1]


def job_of(services: Services, match: str, kind: str = CLOCK) -> Any:
    query = select(rows).where(rows.c.match == match, rows.c.kind == kind)
    with services.store.database.reading() as connection:
        return connection.execute(query).first()


# One match that can't be read.


def test_one_match_that_cannot_be_read_stops_no_other(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    with worked(database) as services:
        # Where no worker lives, server time stands still after three seconds, before these run out.
        broken, other = two_tables(services, clock="move 0:05")
        calm = begun(services, "Eve", "Fay")
        truncate_last_event(services.store.database, broken)
    with opened(database) as (address, services):
        until(lambda: services.match_service.live_match(other).match.version > 1)
        until(lambda: job_of(services, broken).attempts >= 2)
        assert "JSONDecodeError" in job_of(services, broken).error
        ready = http_get(f"{address}/health/ready")
        assert (ready.status_code, ready.json()["ready"], ready.json()["jobs"]) == (200, True, True)
        numbers = http_get(f"{address}/metrics").text
        assert "\nspinney_jobs_retried 1\n" in numbers
        assert 'kind="clock"} ' in numbers
        with closing(Guest.named(address, services, "Ann")) as ann:
            _answers_in_words(ann, broken, calm)
    logged = [line for line in caplog.records if f"match {broken} can't" in line.getMessage()]
    assert len(logged) == 1


def _answers_in_words(ann: Guest, broken: str, other: str) -> None:
    """Requests about a broken match are told so; everything else is as it was."""
    for path in (f"/match/{broken}", f"/match/{broken}/replay", f"/api/matches/{broken}"):
        answer = ann.get(path)
        assert (answer.status_code, "Something is wrong with this match" in answer.text) == (
            503,
            True,
        ), path
    said = ann.post(f"/match/{broken}/move", move="bid 1b", version="0.1")
    assert said.status_code == 503
    with ann.socket(broken) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1011
    with ann.socket(other) as socket:
        assert "page" in json.loads(socket.recv(PATIENCE))
    assert ann.get(f"/match/{other}").status_code == 200
    home = ann.get("/")
    assert home.status_code == 200
    assert f"/match/{other}" in home.text


def test_a_table_that_cannot_be_read_is_left_out_of_lists(doors: Opened) -> None:
    services = doors()
    broken, other = two_tables(services)
    damage_table(services.store.database, broken)
    assert [table.id for table in services.tables.public()] == [other]
    admin = Admin(services.store.database)
    found = admin.tables()
    assert [table.id for table in found] == [other]
    assert admin.damaged(found) == [broken]
    with pytest.raises(MatchError):
        services.match_service.live_match(broken)
    admin.close(broken)
    assert job_of(services, broken) is None


def test_news_of_a_broken_match_are_heard_by_others(doors: Opened) -> None:
    services, other = doors(), doors()
    broken, well = two_tables(services)
    loaded = [other.match_service.live_match(match) for match in (broken, well)]
    for live in loaded:
        live.subscribers.add(Unsubscribed())  # type: ignore[arg-type]  # it only has to be there
    add_broken_event(services.store.database, broken, 1)
    say(services, well, 0, services.match_service.live_match(well).match.view(0).legal.sample(1))
    other.match_service._receive("", NO_EVENT)  # as when some may have been missed
    assert [live.match.version for live in loaded] == [1, 2]


class Unsubscribed:
    """Someone who looks on and doesn't receive notifications."""

    def set(self) -> None:
        pass


def test_a_person_is_forgotten_also_in_a_match_that_cannot_be_read(services: Services) -> None:
    broken, _ = two_tables(services)
    truncate_last_event(services.store.database, broken)
    admin = Admin(services.store.database)
    admin.delete("Ann")
    header = services.store.header(broken)
    assert header is not None
    assert "Ann" not in header.seats
    assert "Ann" not in json.dumps(services.store.some([broken])[broken].summary)


# Pauses, quarantine, release.


def test_pauses_double_up_to_the_longest() -> None:
    pauses = [backoff.pause(failures) for failures in range(1, 12)]
    assert pauses[:4] == [1, 2, 4, 8]
    assert pauses[-1] == backoff.pause(10_000) == backoff.LONGEST


def fail(services: Services, job: Job, at: int) -> int:
    with services.store.database.writing() as connection:
        return quarantine.fail(connection, job, "it broke", at)


def due(services: Services, at: int) -> list[Job]:
    with services.store.database.reading() as connection:
        return queue.due(connection, at, services.server_time.worker, most=100)


def test_a_job_that_keeps_failing_is_quarantined_until_released(services: Services) -> None:
    match = begun(services, "Ann", "Bob", clock="move 0:01")
    at: int = job_of(services, match).at
    for attempts in range(quarantine.ATTEMPTS):
        job = Job(match, CLOCK, attempts)
        assert due(services, at) == [job]
        assert fail(services, job, at) == attempts + 1
        assert due(services, at) == []
        with services.store.database.reading() as connection:
            following = queue.next_due(connection, at)
        at += int(1000 * backoff.pause(attempts + 1))
        assert following == (at if attempts + 1 < quarantine.ATTEMPTS else None)
    assert due(services, at + 10**9) == []
    admin = Admin(services.store.database)
    found = admin.failed_jobs()[0]
    assert (found.match, found.kind, found.error) == (match, CLOCK, "it broke")
    assert found.quarantined
    assert admin.release(match) == 1
    assert due(services, at) == [Job(match, CLOCK)]
    with pytest.raises(Refused, match="no job"):
        admin.release()


def test_of_two_workers_one_counts_a_failure(doors: Opened) -> None:
    one, other = doors(), doors()
    job = Job(begun(one, "Ann", "Bob", clock="move 0:01"), CLOCK)
    assert [fail(services, job, 0) for services in (one, other)] == [1, 0]


def test_a_match_that_moves_on_starts_anew(services: Services) -> None:
    match = begun(services, "Ann", "Bob", clock="move 1:00")
    for attempts in range(quarantine.ATTEMPTS):
        fail(services, Job(match, CLOCK, attempts), 0)
    assert job_of(services, match).quarantined
    say(services, match, 0, "first red")
    job = job_of(services, match)
    assert (job.attempts, job.error, job.retry_at, job.quarantined) == (0, None, None, None)


def test_an_operator_lists_and_releases_them(
    services: Services, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    match = begun(services, "Ann", "Bob", clock="move 1:00")
    fail(services, Job(match, CLOCK), 0)
    assert main(["admin", "list", "jobs", "--database", database]) == 0
    out = capsys.readouterr().out
    assert match in out
    assert "it broke" in out
    assert main(["admin", "release", "--database", database]) == 2
    assert "--all" in capsys.readouterr().err
    assert main(["admin", "release", match, "--database", database]) == 0
    assert "1 job released" in capsys.readouterr().out
    assert main(["admin", "release", "--all", "--database", database]) == 2
    assert "no job fails" in capsys.readouterr().err


# Written while somebody moves.


class Overtaken:
    """A database in which something else is written just before one writes."""

    def __init__(self, database: Database, write: Callable[[], object]) -> None:
        self.reading, self._database, self._write = database.reading, database, write

    def writing(self) -> AbstractContextManager[Connection]:
        self._write()
        return self._database.writing()


def test_a_turn_that_comes_while_premoves_are_looked_at_is_not_missed(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(services, "Ann", "Bob")
    services.premoves.queue(match, 1, "bid 2g")
    live, database = services.match_service.live_match(match), services.store.database
    with monkeypatch.context() as patch:
        overtaken = Overtaken(database, lambda: say(services, match, 0, "first red"))
        patch.setattr(services.premoves, "_database", overtaken)
        services.premoves.play(services.match_service, live)
    assert job_of(services, match, PREMOVE) is not None
    services.premoves.play(services.match_service, live)
    assert live.match.sealed == {1: "bid 2g"}
    services.premoves.play(services.match_service, live)
    assert job_of(services, match, PREMOVE) is None


def test_a_clock_that_is_looked_at_too_early_strikes_out_no_level(services: Services) -> None:
    match = begun(services, "Ann", "level:seedling", clock="move 1:00")
    live, database = services.match_service.live_match(match), services.store.database

    async def tick() -> None:
        job_runner = JobRunner(services, Idle())  # type: ignore[arg-type]  # nothing is asked of it
        overtaken = Overtaken(database, lambda: say(services, match, 0, "first red"))
        job_runner._database = overtaken  # type: ignore[assignment]  # it is asked for no more
        job_runner.handlers[CLOCK](live)

    run(tick())
    assert job_of(services, match, LEVEL) is not None


# Levels.


def test_a_level_that_fails_is_retried_and_others_move(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    choose = players.choose

    def failing(view: Any, *given: Any) -> Any:
        if view.game.name != GAME:
            raise IndexError("a rule of this game fails")
        return choose(view, *given)

    monkeypatch.setattr(players, "choose", failing)
    with opened(database) as (_, services):
        broken = begun(services, "level:seedling", "Ann", game="arboretum")
        other = begun(services, "level:seedling", "Bob")
        until(lambda: services.match_service.live_match(other).match.version > 0)
        until(lambda: job_of(services, broken, LEVEL).attempts >= 2)
        assert "a rule of this game fails" in job_of(services, broken, LEVEL).error
    traces = [line for line in caplog.records if line.exc_info and broken in line.getMessage()]
    assert len(traces) == 1


def test_a_levels_job_is_claimed_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    claimed: list[str] = []
    claim = queue.claim

    def counted(connection: Any, job: Job, worker: str) -> bool:
        if is_claimed := claim(connection, job, worker):  # a round may look for one that is done
            claimed.append(job.match)
        return is_claimed

    monkeypatch.setattr(queue, "claim", counted)
    monkeypatch.setattr("spinney.server.play.computer.RENEWAL", 600.0)
    with opened(database) as (_, services):
        match = begun(services, "Ann", "level:seedling")
        say(services, match, 0, "first red")
        until(lambda: services.match_service.live_match(match).match.version > 1)
    assert claimed == [match]


# The thread.


def test_a_thread_that_stalls_is_not_alive() -> None:
    times = iter((100.0, 100.0 + liveness.STALLED - 1, 100.0 + liveness.STALLED))
    thread = Liveness(lambda: next(times))
    thread.completed()
    assert [thread.alive, thread.alive] == [True, False]
    assert not Liveness(lambda: 100.0).alive, "it has not started"


@pytest.mark.parametrize("problem", [KeyError("x"), SystemExit(1), RecursionError()])
def test_the_thread_outlives_whatever_ends_a_round(
    services: Services, monkeypatch: pytest.MonkeyPatch, problem: BaseException
) -> None:
    rounds, enough = [0], threading.Event()

    def broken(_: JobRunner) -> float:
        rounds[0] += 1
        if rounds[0] < 3:
            raise problem
        enough.set()
        return 0.0

    monkeypatch.setattr(JobRunner, "_round", broken)
    monkeypatch.setattr("spinney.server.jobs.runner.POLL_SECONDS", 0.01)

    async def enough_rounds() -> None:
        job_runner = JobRunner(services, Idle())  # type: ignore[arg-type]  # nothing is asked of it
        job_runner.start()
        assert await asyncio.to_thread(enough.wait, PATIENCE)
        job_runner.stop()

    run(enough_rounds())
    assert services.liveness.alive


class Idle:
    """A computer that has nothing to do."""

    busy = False


def test_health_tells_that_the_thread_has_stalled(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, services):
        monkeypatch.setattr(Liveness, "age", property(lambda _: liveness.STALLED + 1))
        ready = http_get(f"{address}/health/ready")
        assert (ready.status_code, ready.json()["jobs"]) == (503, False)
        worker = services.server_time.worker
        age = f'spinney_jobs_round_age_seconds{{worker="{worker}"}} {liveness.STALLED + 1:g}\n'
        assert age in http_get(f"{address}/metrics").text

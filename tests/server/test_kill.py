"""Workers and databases that end in the middle of play: what was acknowledged is there, once."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from sqlalchemy import select, text
from tests.patient_server import LONG_MS
from tests.server.cluster import Cluster
from tests.server.conftest import Opened
from tests.server.killing import KillResult, result
from tests.server.playing import GAME, begun, guest, say, until
from tests.server.served import ALONE, Served, served
from tests.waiting import PATIENCE
from tests.web.shared_server import Guest
from websockets.sync.client import ClientConnection

import spinney
from spinney.match import Clock, Match
from spinney.match.settings import MatchSettings
from spinney.server import pubsub, server_time
from spinney.server.db.database import Database, DatabaseUnavailable
from spinney.server.db.schema import jobs, server_clock, workers
from spinney.server.server_time import LOST_AFTER_MS

JUMPING = """
import itertools, time
from spinney.server import server_time
server_time.LOST_AFTER_MS = 600_000  # a busy machine may let nobody live for seconds
real, jumps = time.time, itertools.cycle((0.0, 7200.0, -86400.0, 1.5))
time.time = lambda: real() + next(jumps)
"""
"""What makes a worker's own clock jump whenever it is looked at."""


@pytest.fixture(autouse=True, scope="module")
def patient_workers() -> None:
    """Let the real limits stand: workers that are killed here are missed."""


# Workers.


def check(found: KillResult, kills: int) -> None:
    assert (found.kills, found.lost, found.doubled, found.late) == (kills, 0, 0, 0), str(found)
    assert found.acknowledged > kills
    assert found.error <= 5, f"a time is wrong by {found.error} ms"


@pytest.mark.long
def test_nothing_is_lost_when_one_of_two_workers_is_killed(postgres: str) -> None:
    check(result(postgres, workers=2, kills=20, seed=3), 20)


def test_nothing_is_lost_when_the_only_worker_is_killed(tmp_path: Path) -> None:
    check(result(f"sqlite:///{tmp_path / 'server.sqlite'}", workers=1, kills=10, seed=4), 10)


def test_another_worker_thinks_on_for_one_that_was_killed(postgres: str) -> None:
    # Each move takes its time: the match must not be over before a worker is killed.
    with served(postgres, workers=2, interval=1) as server:
        host = guest(server.services, "Ann")
        game, seats = spinney.game(GAME), ["level:seedling", "level:seedling"]
        match = server.services.tables.open(host, game, Clock(), MatchSettings(), seats)
        until(lambda: _version(server, match) > 1)
        server.kill(_thinker(server, match))
        before = _version(server, match)
        until(lambda: _version(server, match) > before + 1)


def _version(server: Served, match: str) -> int:
    return server.services.match_service.live_match(match).match.version


def _thinker(server: Served, match: str) -> int:
    """The process that thinks for the levels of a match."""
    query = select(workers.c.name).join(jobs, jobs.c.worker == workers.c.id)
    with server.services.store.database.reading() as connection:
        name = connection.execute(query.where(jobs.c.match == match)).scalar_one()
    return int(name.split()[-1])


# Time.


def test_a_workers_own_clock_may_jump(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_time, "LOST_AFTER_MS", LONG_MS)  # here as in the worker
    with served(f"sqlite:///{tmp_path / 'server.sqlite'}", code=ALONE, more=JUMPING) as server:
        start, lost = server.services.server_time.now(), _lost(server)
        match = begun(server.services, "Ann", "Bob", clock="move 0:01")
        until(lambda: _version(server, match) >= 3)
        took = server.services.server_time.now() - start
        events = server.services.store.events(match)
        assert [event.at % 1000 for event in events] == [0] * len(events)
        assert events[-1].at <= took < events[-1].at + 3_600_000, "no jump counts"
        assert _lost(server) == lost


@pytest.mark.long
def test_time_without_workers_is_given_back(tmp_path: Path) -> None:
    url, allowance = f"sqlite:///{tmp_path / 'server.sqlite'}", 20_000
    with served(url, code=ALONE) as server:
        start, lost = time.monotonic(), _lost(server)
        match = begun(server.services, "Ann", "Bob", clock="move 0:20")
        server.kill(server.process.pid)
        until(lambda: _age(server) > LOST_AFTER_MS + 3000)  # so much must really have passed
        assert _version(server, match) == 0
    with served(url, code=ALONE) as server:
        assert (given_back := _lost(server) - lost) > LOST_AFTER_MS
        until(lambda: _version(server, match) >= 1)
        assert 1000 * (time.monotonic() - start) > allowance + given_back
        assert server.services.store.events(match)[0].at == allowance


def _age(server: Served) -> int:
    """For how many ms no worker has lived."""
    with server.services.store.database.reading() as connection:
        return server.services.server_time.age(connection)


def _lost(server: Served) -> int:
    with server.services.store.database.reading() as connection:
        return int(connection.execute(select(server_clock.c.lost)).scalar_one())


# The database.


@pytest.mark.long
@pytest.mark.parametrize("how", ["stopped", "frozen"])
def test_play_goes_on_when_the_database_is_back(cluster: Cluster, postgres: str, how: str) -> None:
    take_down, bring_back = {
        "stopped": (cluster.stop, cluster.start),
        "frozen": (cluster.freeze, cluster.thaw),
    }[how]
    with served(postgres) as server:
        players = [Guest.named(server.address, server.services, name) for name in ("Ann", "Bob")]
        match, moves = _begin(server, players), list[str]()
        _play(server, players, match, moves, choices=3)
        with players[0].socket(match) as socket:
            assert "page" in json.loads(socket.recv(PATIENCE))
            take_down()
            try:
                assert _next(socket, "database_unavailable") == {"database_unavailable": True}
                assert players[0].get(f"/match/{match}").status_code == 503
                assert players[0].get("/health").status_code == 503
                assert "spinney_database_up 0" in players[0].get("/metrics").text
            finally:
                bring_back()
            assert _next(socket, "database_unavailable") == {"database_unavailable": False}
            _play(server, players, match, moves, choices=2)
        kept = [event.text for event in server.services.store.events(match)]
        assert kept == moves
        for player in players:
            player.close()


def _next(socket: ClientConnection, name: str) -> dict[str, object]:
    """Return the next thing of a kind that a socket brings."""
    while name not in (message := json.loads(socket.recv(PATIENCE))):
        pass
    return dict(message)


def _begin(server: Served, players: list[Guest]) -> str:
    host, other = (player.person for player in players)
    assert host is not None
    assert other is not None
    tables = server.services.tables
    match = tables.open(host, spinney.game(GAME), Clock(), MatchSettings(), ["me", "open"])
    tables.sit(match, other, 1)
    return match


def _play(server: Served, players: list[Guest], match: str, moves: list[str], choices: int) -> None:
    """Say so many moves, each again until it is acknowledged or turns out to be there."""
    for _ in range(choices):
        now: Match = server.services.match_service.live_match(match).match
        player = now.to_act[0]
        move = now.view(player).legal.sample(now.version)
        version = f"{player}.{now.version_for(player)}"
        while server.services.match_service.live_match(match).match.version == now.version:
            answer = players[player].post(f"/match/{match}/move", move=move, version=version)
            assert answer.status_code in (204, 503), answer.text
        moves.append(move)


def test_a_database_that_falls_silent_is_given_up(
    cluster: Cluster, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from spinney.server.db import postgres as driver

    database = Database(postgres)

    def ask() -> None:
        with database.reading() as connection:
            connection.execute(text("SELECT 1"))

    ask()
    monkeypatch.setattr(driver, "SILENCE", 0.5)
    cluster.freeze()
    try:
        with pytest.raises(DatabaseUnavailable):
            ask()
    finally:
        cluster.thaw()
    until(lambda: _answers(ask))
    database.close()


def _answers(ask: object) -> bool:
    try:
        ask()  # type: ignore[operator]
    except DatabaseUnavailable:
        return False
    return True


# News.


def test_a_listener_that_reconnects_looks_again(
    doors: Opened, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database.startswith("sqlite"):
        pytest.skip("one file has one worker")
    monkeypatch.setattr(pubsub, "PAUSES", (1.0,))
    services, other = doors(), doors()
    other.match_service.pubsub.listen()
    assert other.match_service.pubsub.listening.wait(PATIENCE)
    match = begun(services, "Ann", "Bob")
    live = other.match_service.live_match(match)
    live.subscribers.add(Unsubscribed())  # type: ignore[arg-type]  # it only has to be there
    with services.store.database.writing() as connection:
        ended = text(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name"
        )
        connection.execute(ended, {"name": pubsub.NAME})
    until(lambda: not other.match_service.pubsub.listening.is_set())
    say(services, match, 0, "first red")
    assert live.match.version == 0, "nobody has told"
    until(lambda: live.match.version == 1)


class Unsubscribed:
    """Someone who looks on and doesn't receive notifications."""

    def set(self) -> None:
        pass

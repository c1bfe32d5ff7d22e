"""A PostgreSQL server that falls silent is given up after one silence, never after several."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import psycopg
import pytest
from psycopg.waiting import Ready, Wait
from sqlalchemy import text
from tests.server.cluster import Cluster
from tests.server.playing import until
from tests.waiting import PATIENCE

from spinney.server.db import database as kept
from spinney.server.db import postgres as driver
from spinney.server.db.database import GONE, Database, DatabaseUnavailable

SHORT = 0.3
"""Seconds of a silence that is waited for."""
STEP = 0.5
"""Seconds by which the test's clock goes on with each look at it."""


@pytest.fixture
def silences(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads that noticed a silence."""
    found: list[str] = []

    class Counted(driver.ServerSilent):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            found.append(threading.current_thread().name)

    monkeypatch.setattr(driver, "ServerSilent", Counted)
    return found


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses at which a connection was begun."""
    found: list[str] = []
    begin = driver.connect

    def counted(address: str = "", **given: Any) -> driver.TimeoutConnection:
        found.append(address)
        return begin(address, **given)

    monkeypatch.setattr(driver, "connect", counted)
    return found


@contextmanager
def frozen(cluster: Cluster, ask: Callable[[], None]) -> Iterator[None]:
    cluster.freeze()
    try:
        yield
    finally:
        cluster.thaw()
    until(lambda: _answers(ask))


def _answers(ask: Callable[[], None]) -> bool:
    try:
        ask()
    except DatabaseUnavailable:
        return False
    return True


def asking(database: Database) -> Callable[[], None]:
    def ask() -> None:
        with database.reading() as connection:
            connection.execute(text("SELECT 1"))

    return ask


@pytest.mark.parametrize("idle", [True, False], ids=["idle", "just used"])
def test_one_silence_is_waited_for_and_no_connection_begun_after_it(
    cluster: Cluster,
    postgres: str,
    monkeypatch: pytest.MonkeyPatch,
    silences: list[str],
    connections: list[str],
    idle: bool,
) -> None:
    monkeypatch.setattr(kept, "IDLE", -1.0 if idle else 1e9)
    database = Database(postgres)
    ask = asking(database)
    ask()
    connections.clear()
    monkeypatch.setattr(driver, "SILENCE", SHORT)  # not before: to connect may take longer
    with frozen(cluster, ask):
        with pytest.raises(DatabaseUnavailable) as caught:
            ask()
        assert caught.value.reason == GONE
        assert len(silences) == 1
        assert connections == []
    database.close()


def test_who_waits_for_a_connection_does_not_wait_for_the_server_too(
    cluster: Cluster, postgres: str, monkeypatch: pytest.MonkeyPatch, silences: list[str]
) -> None:
    monkeypatch.setitem(kept._POOL, "pool_size", 1)
    monkeypatch.setattr(kept, "IDLE", -1.0)
    database = Database(postgres)
    ask = asking(database)
    ask()
    begun = list[float]()

    class Noted(threading.local):
        def __setattr__(self, name: str, value: float) -> None:
            super().__setattr__(name, value)
            begun.append(value)

    monkeypatch.setattr(database, "_begun", Noted())
    with frozen(cluster, ask), ThreadPoolExecutor(4) as people:
        futures = [people.submit(ask) for _ in range(4)]
        until(lambda: len(begun) == 4)  # who begins after a silence waits for one of their own
        monkeypatch.setattr(driver, "SILENCE", SHORT)
        assert [type(one.exception()) for one in futures] == [DatabaseUnavailable] * 4
        assert len(silences) == 1
    database.close()


def test_what_a_server_says_while_a_thread_stands_still_is_heard(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = driver.connect(postgres)
    times = [0.0]

    class Stalling:
        def monotonic(self) -> float:
            """Go on by more than a silence, in which the server speaks."""
            if len(times) == 2:
                connection.pgconn.send_query(b"SELECT 1")
                assert select.select([connection.fileno()], [], [], PATIENCE)[0]
            times.append(times[-1] + 2 * driver.SILENCE)
            return times[-1]

    def wait_for_words() -> Generator[Wait, Ready, Ready]:
        while not (ready := (yield Wait.R)):
            pass
        return ready

    monkeypatch.setattr(driver, "time", Stalling())
    assert connection.wait(wait_for_words()) == Ready.R
    connection.close()


class Clock:
    """A clock that goes on when it is looked at."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        self.now += STEP
        return self.now


def test_all_addresses_of_a_silent_server_together_are_given_one_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    monkeypatch.setattr(driver, "time", clock)
    monkeypatch.setattr(driver, "SILENCE", 8 * STEP)
    with ExitStack() as stack:
        hosts = [f"127.0.0.{number}" for number in (1, 2, 3)]
        first = stack.enter_context(socket.create_server((hosts[0], 0)))
        port = first.getsockname()[1]
        for host in hosts[1:]:
            stack.enter_context(socket.create_server((host, port)))
        begun = clock.now
        with pytest.raises(psycopg.OperationalError, match="says nothing"):
            driver.connect(f"host={','.join(hosts)} port={port} dbname=x user=x")
    assert clock.now - begun <= driver.SILENCE + STEP * (2 + len(hosts))

"""Connections on which nothing is asked keep nobody out, and faults don't fill the log."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.waiting import PATIENCE
from tests.web.site import until

from spinney.core.errors import Refused
from spinney.server.admin.metrics import ConnectionCounts
from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.logs import REPEATS, SPAN, RepeatLimit
from spinney.server.middleware.connections import ConnectionLimits, Connections, listen

CODE = """
import json, resource, sys
url, files, proxies, limits = sys.argv[1], int(sys.argv[2]), sys.argv[3], json.loads(sys.argv[4])
resource.setrlimit(resource.RLIMIT_NOFILE, (files // 2, files))
from spinney.server.workers import ConnectionLimits, WorkerSettings, _serve, listen
limits = ConnectionLimits(**limits)
order = WorkerSettings(url, precompile=False, log="json", proxies=proxies, connections=limits)
listening = listen("127.0.0.1", 0)
print(listening.getsockname()[1], flush=True)
_serve(order, listening, [])
"""
ELSEWHERE = "192.0.2.1"
"""A proxy that is not on this machine: then this machine is counted like any other."""
PATIENT: dict[str, Any] = {"header_seconds": 3600, "body_seconds": 3600, "idle_seconds": 3600}


@dataclass
class Server:
    """A server in a process of its own, and its log."""

    port: int
    log: Path

    def status(self) -> int:
        address = f"http://127.0.0.1:{self.port}/health/live"
        return httpx2.get(address, timeout=PATIENCE, headers={"connection": "close"}).status_code

    def answers(self) -> bool:
        """Whether it answers now. It may find that a busy client owes it something."""
        try:
            return self.status() == 200
        except httpx2.HTTPError:
            return False

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        """Connect from an address of this machine."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))

    def messages(self) -> list[str]:
        return [json.loads(line)["message"] for line in self.log.read_text().splitlines()]


@contextmanager
def process(
    folder: Path, files: int = 1400, proxies: str = "127.0.0.1", **limits: Any
) -> Iterator[Server]:
    url = f"sqlite:///{folder / 'server.sqlite'}"
    database = Database(url)
    migrate(database)
    database.close()
    given = [url, str(files), proxies, json.dumps(limits)]
    log = folder / "log"
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [sys.executable, "-c", CODE, *given], stdout=subprocess.PIPE, stderr=errors, text=True
        ) as running,
    ):
        try:
            assert running.stdout is not None
            server = Server(int(running.stdout.readline()), log)
            until(lambda: "Application startup complete." in server.messages())
            yield server
        finally:
            running.terminate()
            running.wait(PATIENCE)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody."""
    short: dict[str, Any] = {"header_seconds": 0.5, "body_seconds": 0.5, "idle_seconds": 0.5}
    with process(tmp_path_factory.mktemp("hasty"), **short) as server:
        yield server


def is_closed(connection: socket.socket) -> bool:
    """Has the server ended a connection? Waits for it to do or say anything at all."""
    try:
        return not connection.recv(1)
    except ConnectionError:
        return True


def answer(connection: socket.socket) -> bytes:
    """All that the server says until it ends the connection."""
    with connection.makefile("rb") as lines:
        return lines.read()


def test_a_thousand_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    """They are more than there may be files, and end only when others need the place."""
    with process(tmp_path, **PATIENT) as server, ExitStack() as stack:
        for _ in range(1500):
            stack.enter_context(server.connect())
        assert server.status() == 200
        said = server.messages()
        assert "the limit of open files is raised from 700 to 1400" in said
        assert len(said) < 40
        assert server.log.stat().st_size < 20_000


def test_where_files_run_out_it_is_said_a_few_times_and_mended(tmp_path: Path) -> None:
    """Files that are not connections may use up what is reserved."""
    with process(tmp_path, header_seconds=0.5) as server, ExitStack() as stack:
        pid = int(json.loads(server.log.read_text().splitlines()[0])["process"])
        used = len(list(Path(f"/proc/{pid}/fd").iterdir()))
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (used + 8, 1400))
        for _ in range(30):
            stack.enter_context(server.connect())
        until(server.answers)  # once those that ask nothing have been ended
        lines = [message for message in server.messages() if "no more files" in message]
        assert 1 <= len(lines) <= REPEATS


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /about HTTP/1.1\r\nHost: x\r\n",
        b"POST /look HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx",
        b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=["nothing", "headers", "body", "idle"],
)
def test_who_owes_something_for_too_long_is_ended(hasty: Server, begun: bytes) -> None:
    with hasty.connect() as connection:
        connection.sendall(begun)
        answer(connection)  # returns when it is ended
        until(hasty.answers)


def test_a_byte_now_and_then_gains_no_time(hasty: Server) -> None:
    with hasty.connect() as connection:
        connection.sendall(b"GET /about HTTP/1.1\r\nX: ")
        connection.settimeout(0.05)
        for _ in range(2000):
            try:
                connection.sendall(b"x")
                if is_closed(connection):
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("it was never ended")


def test_one_address_has_its_share_and_others_theirs(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"per_address": 5, **PATIENT}
    with process(tmp_path, proxies=ELSEWHERE, **limits) as server, ExitStack() as stack:
        held = [stack.enter_context(server.connect("127.0.0.2")) for _ in range(5)]
        assert server.status() == 200
        with server.connect("127.0.0.2") as more:
            assert answer(more).startswith(b"HTTP/1.1 503 ")
        assert server.status() == 200
        held.pop().close()
        until(lambda: asks(server, "127.0.0.2") == 200)


def asks(server: Server, source: str) -> int:
    with server.connect(source) as connection:
        connection.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        found = re.match(rb"HTTP/1.1 (\d+)", answer(connection))
        return int(found[1]) if found else 0


# What is counted.


def counted(total: int = 100, per_address: int = 2, proxies: tuple[str, ...] = ()) -> Connections:
    return Connections(ConnectionLimits(total=total, per_address=per_address), proxies)


def test_a_network_of_64_bits_counts_as_one_address() -> None:
    connections = counted()
    assert connections.admit("2001:db8::1")
    ends = connections.admit("2001:db8::2")
    assert ends is not None
    assert connections.admit("2001:db8::3") is None
    assert connections.admit("2001:db8:0:1::1")
    ends()
    assert connections.admit("2001:db8::3")


def test_a_proxy_has_no_limit_by_address() -> None:
    connections = counted(proxies=("2001:db8::1",))
    assert all(connections.admit("2001:db8::1") for _ in range(50))
    assert connections.admit("2001:db8::2")


def test_connections_that_are_closed_leave_nothing_behind() -> None:
    connections = counted(total=1)
    for number in range(50):
        ends = connections.admit(f"203.0.113.{number}")
        assert ends is not None
        assert connections.admit("198.51.100.1") is None, "none is silent"
        ends()
    assert not connections._by_address


def test_metrics_say_how_many_are_held_and_refused() -> None:
    counts = ConnectionCounts()
    connections = Connections(ConnectionLimits(total=3, per_address=2), (), counts)
    ends = [connections.admit(address) for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")]
    assert all(ends)
    assert connections.admit("192.0.2.1") is None
    assert connections.admit("192.0.2.3") is None
    assert (counts.open, counts.refused, counts.ended) == (3, {"address": 1, "total": 1}, 0)
    for end in ends:
        assert end is not None
        end()
    assert counts.open == 0


def test_what_is_sent_waits_for_no_acknowledgement() -> None:
    with closing(listen("127.0.0.1", 0)) as listening, ThreadPoolExecutor() as pool:
        assert pool.submit(asyncio.run, _sends_at_once(listening)).result()


async def _sends_at_once(listening: socket.socket) -> bool:
    """Say whether a connection that is accepted there sends small parts at once."""
    accepted = asyncio.get_running_loop().create_future()
    async with await asyncio.start_server(
        lambda _, writer: accepted.set_result(writer), sock=listening
    ):
        _, client = await asyncio.open_connection(*listening.getsockname())
        server = await accepted
        try:
            held: socket.socket = server.get_extra_info("socket")
            return bool(held.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        finally:
            for writer in (client, server):
                writer.close()
                await writer.wait_closed()


def test_limits_that_let_nobody_in_are_refused() -> None:
    for name in ("header_seconds", "body_seconds", "idle_seconds"):
        with pytest.raises(Refused, match="more than 0s"):
            ConnectionLimits(**{name: 0})


# The log.


def record(number: int, line: int = 7, level: int = logging.ERROR) -> logging.LogRecord:
    return logging.LogRecord("spinney.test", level, "here.py", line, "fault %d", (number,), None)


def test_the_same_fault_is_logged_a_few_times_and_then_counted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 1000.0
    monkeypatch.setattr("spinney.server.logs.time.monotonic", lambda: now)
    limit = RepeatLimit()
    assert sum(limit.filter(record(number)) for number in range(1000)) == REPEATS
    assert limit.filter(record(0, line=8)), "another fault"
    assert all(limit.filter(record(n, level=logging.INFO)) for n in range(100)), "no faults"
    assert not caplog.records
    now += SPAN
    limit.tell_due()
    assert caplog.messages == [f"{1000 - REPEATS} more of these were not logged: fault 0"]
    assert limit.filter(record(0))


def test_faults_are_told_apart_by_where_they_come_from() -> None:
    limit = RepeatLimit()

    def fail(how: int) -> logging.LogRecord:
        try:
            _ = 1 // 0 if how else int("x")
        except (ZeroDivisionError, ValueError):
            failed = record(how)
            failed.exc_info = sys.exc_info()
            return failed
        raise AssertionError

    for how in (0, 1):
        assert sum(limit.filter(fail(how)) for _ in range(100)) == REPEATS

"""Sockets from outside: what no browser sends closes them, and the log doesn't say where."""

from __future__ import annotations

import logging
import os
import socket as sockets
import struct
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from urllib.parse import urlsplit

import pytest
from tests.waiting import PATIENCE, http_get
from tests.web.shared_server import Guest, opened
from tests.web.site import GAME
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode
from websockets.sync.client import ClientConnection

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.rate_limits.request_rates import PERSON, Rate
from spinney.server.refused_sockets import FORBIDDEN, LATER
from spinney.server.services import Services


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Services]]:
    folder = tmp_path_factory.mktemp("server")
    with opened(f"sqlite:///{folder / 'server.sqlite'}") as serving:
        yield serving


@pytest.fixture
def player(shared: tuple[str, Services]) -> Iterator[tuple[Guest, str]]:
    """Someone who plays a level, and the match."""
    address, services = shared
    with closing(Guest.named(address, services, f"ann{os.urandom(4).hex()}")) as guest:
        assert guest.person is not None
        seats = ["me", "level:seedling"]
        rules = MatchSettings(public=False)
        yield (
            guest,
            services.tables.open(
                guest.person, spinney.game(GAME), Clock.read("none"), rules, seats
            ),
        )


@contextmanager
def everything_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Log what the least level has, also of the libraries."""
    with ExitStack() as stack:
        for name in (None, "uvicorn.error", "uvicorn.access", "websockets", "asyncio"):
            stack.enter_context(caplog.at_level(logging.DEBUG, name))
        yield


def served(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """What the server logged, and not who asks it from here."""
    asks = ("websockets.client", "httpx2", "httpcore2")
    return [entry for entry in caplog.records if not entry.name.startswith(asks)]


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


CUT = "é".encode()[:1]
BROKEN = {
    "text": (frame(Opcode.TEXT, b"\xff\xfe"), CloseCode.INVALID_DATA),
    "text in parts": (
        frame(Opcode.TEXT, CUT, fin=False) + frame(Opcode.CONT, b"x"),
        CloseCode.INVALID_DATA,
    ),
    "a reason": (
        frame(Opcode.CLOSE, struct.pack("!H", 1000) + b"\xff"),
        CloseCode.INVALID_DATA,
    ),
    "a code": (frame(Opcode.CLOSE, struct.pack("!H", 7)), CloseCode.PROTOCOL_ERROR),
    "no mask": (Frame(Opcode.TEXT, b"x").serialize(mask=False), CloseCode.PROTOCOL_ERROR),
    "an opcode": (b"\x83\x80\0\0\0\0", CloseCode.PROTOCOL_ERROR),
    "a long one": (frame(Opcode.TEXT, b"x" * 5000), CloseCode.MESSAGE_TOO_BIG),
    "half a one": (frame(Opcode.CONT, b"x"), CloseCode.PROTOCOL_ERROR),
}


def code_of(socket: ClientConnection) -> int:
    """Read on until the other side closes; return its code."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(PATIENCE)
    return socket.close_code or 0


@pytest.mark.parametrize("sent", BROKEN)
def test_what_is_no_message_closes_a_socket_by_its_code(
    player: tuple[Guest, str], caplog: pytest.LogCaptureFixture, sent: str
) -> None:
    guest, match = player
    data, code = BROKEN[sent]
    with everything_logged(caplog), guest.socket(match) as socket:
        socket.recv(PATIENCE)
        socket.socket.sendall(data)
        assert code_of(socket) == code
        assert guest.get("/health/live").status_code == 200
    assert [entry for entry in served(caplog) if entry.exc_info] == []
    assert [entry for entry in served(caplog) if entry.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("sent", BROKEN)
def test_what_comes_before_a_socket_is_agreed_on_does_no_harm(
    player: tuple[Guest, str], caplog: pytest.LogCaptureFixture, sent: str
) -> None:
    """A program may send frames together with its request."""
    guest, match = player
    where = urlsplit(guest.address)
    request = (
        f"GET /match/{match}/socket HTTP/1.1\r\nHost: {where.netloc}\r\n"
        f"Origin: {guest.address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {guest.client.cookies.jar and next(iter(guest.client.cookies.jar)).name}="
        f"{guest.session}\r\n\r\n"
    ).encode()
    with everything_logged(caplog):
        with sockets.create_connection((where.hostname, where.port), PATIENCE) as raw:
            raw.sendall(request + BROKEN[sent][0])
            assert raw.recv(4096)
        assert guest.get("/health/live").status_code == 200
    assert [entry for entry in served(caplog) if entry.exc_info] == []


def test_a_socket_of_who_is_banned_is_closed_by_its_code(
    shared: tuple[str, Services], player: tuple[Guest, str], caplog: pytest.LogCaptureFixture
) -> None:
    """Its page then asks for itself anew, is told why, and has no socket any more."""
    guest, match = player
    assert guest.person is not None
    shared[1].accounts.ban(guest.person.id)
    with everything_logged(caplog), guest.socket(match) as socket:
        assert code_of(socket) == FORBIDDEN
    assert guest.get(f"/match/{match}").status_code == 403
    assert [entry for entry in served(caplog) if entry.levelno >= logging.WARNING] == []


@pytest.mark.usefixtures("still_rates")
def test_a_socket_of_who_asks_too_much_is_closed_until_later(
    shared: tuple[str, Services],
    player: tuple[Guest, str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    guest, match = player
    monkeypatch.setitem(shared[1].limits.requests.rates, PERSON, Rate(0, 0.1))
    with everything_logged(caplog), guest.socket(match) as socket:
        assert code_of(socket) == LATER
    assert [entry for entry in served(caplog) if entry.levelno >= logging.WARNING] == []


def test_the_log_does_not_say_where_a_socket_led(
    player: tuple[Guest, str], caplog: pytest.LogCaptureFixture
) -> None:
    guest, match = player
    with everything_logged(caplog), guest.socket(f"{match}/socket?link=opens-it&x=") as socket:
        assert code_or_first(socket)
    with everything_logged(caplog):
        guest.get("/join/opens-it")
    with everything_logged(caplog), guest.socket(match) as socket:
        socket.send('{"move": "a secret bid", "version": "0.0"}')
        socket.recv(PATIENCE)
    ours = [entry for entry in served(caplog) if entry.name != "websockets.client"]
    said = "\n".join(entry.getMessage() for entry in ours)
    for secret in ("opens-it", match, guest.session, "a secret bid"):
        assert secret not in said


def code_or_first(socket: ClientConnection) -> bool:
    """Wait for anything at all."""
    try:
        return bool(socket.recv(PATIENCE))
    except ConnectionClosed:
        return True


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "localhost:8000"}, 200),
        ({"host": "garden.example"}, 404),
        ({"host": "garden.example:8000"}, 404),
        ({"host": "127.0.0.1.garden.example"}, 404),
        ({"host": "[::1"}, 404),
        ({"x-forwarded-for": "203.0.113.9"}, 404),
        ({"via": "1.1 proxy"}, 404),
    ],
)
def test_metrics_are_for_this_machine_by_its_own_name(
    shared: tuple[str, Services], headers: dict[str, str], status: int
) -> None:
    answer = http_get(f"{shared[0]}/metrics", **headers)
    assert answer.status_code == (400 if headers.get("host") == "[::1" else status)
    assert ("spinney_info" in answer.text) == (status == 200)

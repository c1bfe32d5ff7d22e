"""Limits on connections: their number, by address and in all, and the time they may be silent.

Everything here happens before a request is read, so it costs next to nothing. What is counted by
request stands in `rate_limits`. Each worker counts its own connections.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from spinney.core.errors import Refused
from spinney.server.admin.metrics import ConnectionCounts
from spinney.server.client_address import address_key
from spinney.server.logs import tell_repeats
from spinney.server.rendering.compression import LARGEST_FRAME, CompressedProtocol

PROXIES = "127.0.0.1,::1"
"""The proxies that are trusted unless others are named: those on this machine."""
BACKLOG = 256
"""How many connections the system holds until they are accepted, and are accepted at once."""
UNREAD_SECONDS = 60
"""How long the system keeps a connection whose peer takes nothing of what was sent."""
RESERVED_FILES = 2 * BACKLOG
"""Files that are no connections: the database's, the render processes', the log; and connections
that have been accepted, but not counted yet."""
MOST_FILES = 65_536
"""How many files to ask for where the system names no highest number."""
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: 43\r\n\r\n"
    b"There are too many connections; try later.\n"
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ConnectionLimits:
    """How many connections a worker holds, and how long it waits for what they owe.

    Attributes:
        total: in all; 0: as many as there may be open files, and 10,000 at most.
        per_address: from one address (of IPv6, from one network of 64 bits); proxies that are
            trusted have no such limit.
        header_seconds: for the headers of a request, from the first byte or the connection on.
        body_seconds: for the rest of it.
        idle_seconds: between two requests.
    """

    total: int = 0
    per_address: int = 300
    header_seconds: float = 10.0
    body_seconds: float = 60.0
    idle_seconds: float = 5.0

    def __post_init__(self) -> None:
        """Refuse what would let nobody in."""
        if min(self.header_seconds, self.body_seconds, self.idle_seconds) <= 0:
            raise Refused("connections need some time: more than 0s")


def raise_file_limit() -> int:
    """Allow this process as many open files as it may have, and return that number; 0: unknown."""
    if sys.platform == "win32":
        return 0
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MOST_FILES if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= limit:
        return soft if soft != resource.RLIM_INFINITY else MOST_FILES
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    except (ValueError, OSError):  # some systems name a highest number and refuse it
        return soft
    _log.info("the limit of open files is raised from %d to %d", soft, limit)
    return limit


def listen(host: str, port: int) -> socket.socket:
    """Take a port of an address of this machine, or with 0 a free one. Raises Refused."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio lets go at once of what is sent only where a socket names its protocol. Else the
    # second part of an answer waits for the first to be acknowledged: 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere it would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # accepted connections have what this one has
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD_SECONDS)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as problem:
        listening.close()
        reason = (getattr(problem, "strerror", None) or str(problem)).lower()
        raise Refused(f"{host}, port {port}, can't be used: {reason}") from None
    listening.listen(BACKLOG)
    return listening


def server_config(
    app: FastAPI, limits: ConnectionLimits, proxies: str, goodbye_seconds: int
) -> uvicorn.Config:
    """Return how uvicorn serves an application.

    Args:
        app: the application.
        limits: on its connections.
        proxies: the addresses whose word is taken for where requests come from.
        goodbye_seconds: how long to wait for answers that are on their way when it ends.
    """
    trusted = ProxyHeadersMiddleware(cast(Any, app), proxies).trusted_hosts
    services = app.state.site.services  # None in local mode, where nobody reads metrics
    connections = Connections(limits, trusted, services and services.metrics.connections)
    return uvicorn.Config(
        app,
        http=cast(Any, partial(HTTPProtocol, connections=connections)),
        ws=CompressedProtocol,
        ws_max_size=LARGEST_FRAME,
        backlog=BACKLOG,
        timeout_keep_alive=cast(int, limits.idle_seconds),  # it is only added to a time
        timeout_graceful_shutdown=goodbye_seconds,
        callback_notify=tell_repeats,
        forwarded_allow_ips=proxies,
        log_config=None,
        server_header=False,
    )


async def run(server: uvicorn.Server, sockets: list[Any]) -> None:
    """Serve until it is told to end; where files run out it is said once, and tried again.

    Connections that are open when the time for goodbyes is over are cut off.
    """
    asyncio.get_running_loop().set_exception_handler(_handle)
    await server.serve(sockets)
    for left in [*server.server_state.connections]:
        left.transport.abort()
    await asyncio.sleep(0)  # so that the loop closes them before it ends


def _handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what failed outside of any request.

    asyncio itself stops accepting for a second when there are no more files; it says so with a
    trace for each connection that waits.
    """
    problem = context.get("exception")
    if isinstance(problem, OSError) and problem.errno in (errno.EMFILE, errno.ENFILE):
        _log.error("no more files can be opened; new connections wait (see LimitNOFILE)")
    else:
        loop.default_exception_handler(context)


class Connections:
    """The open connections of a worker.

    When there are as many as there may be, a new one takes the place of the one that has been
    silent for longest: whoever has something to ask says so at once. So connections on which
    nothing is asked, however many, keep nobody out.
    """

    def __init__(
        self, limits: ConnectionLimits, trusted: Any, counts: ConnectionCounts | None = None
    ) -> None:
        """Count none yet.

        Args:
            limits: how many there may be.
            trusted: says by ``in`` whether an address is a proxy's.
            counts: the metrics to keep up to date.
        """
        files = raise_file_limit()
        room = min(10_000, max(files - RESERVED_FILES, files // 2)) if files else 10_000
        self.limits, self.total = limits, min(limits.total or room, room)
        self.silent: dict[HTTPProtocol, None] = {}
        self._trusted = trusted
        self._counts = counts or ConnectionCounts()
        self._by_address: Counter[str] = Counter()
        most = (self.total, limits.per_address)
        _log.info("at most %d connections are held, and %d from one address", *most)

    def admit(self, address: str) -> Callable[[], None] | None:
        """Count a connection; return what ends that, or None if there are too many."""
        key = "" if address in self._trusted else address_key(address)
        if key and self._by_address[key] >= self.limits.per_address:
            self._counts.refused["address"] += 1
            _log.warning("too many connections from one address, the last from %s", address)
            return None
        if self._counts.open >= self.total and not self._make_room():
            self._counts.refused["total"] += 1
            _log.warning("too many connections in all, the last from %s", address)
            return None
        self._counts.open += 1
        self._by_address[key] += 1
        return partial(self._release, key)

    def _make_room(self) -> bool:
        """End the connection that has been silent for longest. False: none is silent."""
        oldest = next(iter(self.silent), None)
        if oldest is None:
            return False
        _log.warning("too many connections in all; those that ask nothing are ended")
        self._counts.ended += 1
        oldest.end()
        return True

    def _release(self, key: str) -> None:
        self._counts.open -= 1
        self._by_address[key] -= 1
        if not self._by_address[key]:
            del self._by_address[key]


class HTTPProtocol(H11Protocol):
    """A connection that is counted, and ended when it owes something for too long."""

    def __init__(self, *given: Any, connections: Connections, **named: Any) -> None:
        super().__init__(*given, **named)
        self.access_log = False  # addresses may hold links that let someone in
        self._counted = connections
        self._release: Callable[[], None] | None = None
        self._owed = ""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, or refuse it."""
        super().connection_made(transport)
        self._release = self._counted.admit(self.client[0]) if self.client else None
        if self._release is None:
            transport.write(BUSY)
            transport.close()
        else:
            self._expect("header")

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        super().connection_lost(exc)
        self._expect("")
        self._free()

    def data_received(self, data: bytes) -> None:
        """Read, and see what is still owed."""
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._expect("")
        else:
            self._expect(_OWED.get(self.conn.their_state, ""))

    def on_response_complete(self) -> None:
        """Be silent until the next request: uvicorn's own timer ends that."""
        super().on_response_complete()
        if self._release is not None and self.conn.their_state is h11.IDLE:
            self._counted.silent.setdefault(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection on, and with it who counts it."""
        super().handle_websocket_upgrade(event)
        next_protocol = self.transport.get_protocol()
        if isinstance(next_protocol, CompressedProtocol) and self._release is not None:
            next_protocol.release, self._release = self._release, None

    def end(self) -> None:
        """End the connection, whatever is still to be sent."""
        self._expect("")
        self._free()
        self.transport.abort()

    def _free(self) -> None:
        if self._release is not None:
            self._release()
            self._release = None

    def _expect(self, owed: str) -> None:
        """Wait for ``header`` or ``body``, as long as that may take, or for nothing."""
        if owed == "header":
            self._counted.silent.setdefault(self)  # a few bytes don't make it speak
        else:
            self._counted.silent.pop(self, None)
        if owed == self._owed:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._owed, self._timer = owed, None
        if owed:
            limits = self._counted.limits
            seconds = limits.header_seconds if owed == "header" else limits.body_seconds
            self._timer = self.loop.call_later(seconds, self.end)


_OWED = {h11.IDLE: "header", h11.SEND_BODY: "body"}

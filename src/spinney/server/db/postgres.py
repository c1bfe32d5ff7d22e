"""PostgreSQL's driver, made impatient.

It would wait for ever for a server that hangs: neither answers nor hangs up. Here a silence ends,
and with it the connection, which nobody can know the state of.
"""

from __future__ import annotations

import selectors
import threading
import time
from collections.abc import Callable, Generator
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

SILENCE = 4.0
"""Seconds after which a server that says nothing is given up."""


class ServerSilent(psycopg.OperationalError):
    """The server says nothing."""


class TimeoutConnection(psycopg.Connection[Any]):
    """A connection that ends when the server falls silent in the middle of something.

    Attributes:
        silent: called then, before anybody else can be given what this one held.
    """

    silent: Callable[[], None] = staticmethod(lambda: None)

    _connecting = threading.local()

    def wait(self, gen: Any, *args: Any, **given: Any) -> Any:
        """Wait for what the server has to say. Raises `psycopg.OperationalError`."""
        received = time.monotonic()

        def silent(event: Any, ready: Any) -> bool:
            nonlocal received
            now = time.monotonic()
            received = now if ready else received
            # If this thread has stood still, the server may have spoken since the last look.
            return now > received + SILENCE and not _is_ready(self.pgconn.socket, event)

        try:
            return super().wait(_bounded(gen, silent), *args, **given)
        except psycopg.OperationalError as problem:
            if isinstance(problem, ServerSilent):
                self.silent()
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise

    @classmethod
    def begin(cls, address: str, **given: Any) -> TimeoutConnection:
        """Connect, to whichever of the server's addresses answers, and be done in time."""
        cls._connecting.until = time.monotonic() + SILENCE
        return cls.connect(address, **given)

    @classmethod
    def _connect_gen(cls, *args: Any, **given: Any) -> Any:
        """Connect to one address. The driver gives each as long as all together may take."""
        connecting = super()._connect_gen(*args, **given)
        return _bounded(connecting, lambda *_: time.monotonic() > cls._connecting.until)


def _is_ready(socket: int, event: int) -> bool:
    """Has what is waited for at a socket come by now?"""
    with selectors.DefaultSelector() as selector:
        selector.register(socket, event)
        return bool(selector.select(0))


def _bounded(
    waiting: Generator[Any, Any, Any], silent: Callable[[Any, Any], bool]
) -> Generator[Any, Any, Any]:
    """Go on with what waits, and end it when the server has been silent for too long."""
    try:
        event = next(waiting)
        while True:
            ready = yield event
            if silent(event, ready):
                raise ServerSilent("the server says nothing")
            event = waiting.send(ready)
    except StopIteration as done:
        return done.value


def connect(address: str = "", **given: Any) -> TimeoutConnection:
    """Connect. Raises `psycopg.OperationalError` if nobody is there, or nobody says so."""
    return TimeoutConnection.begin(address, **{"connect_timeout": max(2, int(SILENCE)), **given})

"""PostgreSQL's driver, made impatient.

It would wait for ever for a server that hangs: neither answers nor hangs up. Here a silence ends,
and with it the connection, which nobody can know the state of.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

SILENCE = 4.0
"""Seconds after which a server that says nothing is given up."""


class Impatient(psycopg.Connection[Any]):
    """A connection that ends when the server falls silent in the middle of something."""

    def wait(self, gen: Any, *args: Any, **given: Any) -> Any:
        """Wait for what the server has to say. Raises `psycopg.OperationalError`."""
        try:
            return super().wait(_bounded(gen), *args, **given)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise


def _bounded(waiting: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Go on with what waits, and end it when it has heard nothing for too long."""
    heard = time.monotonic()
    try:
        wanted = next(waiting)
        while True:
            ready = yield wanted
            if ready:
                heard = time.monotonic()
            elif time.monotonic() > heard + SILENCE:
                raise psycopg.OperationalError("the server says nothing")
            wanted = waiting.send(ready)
    except StopIteration as done:
        return done.value


def connect(address: str = "", **given: Any) -> Impatient:
    """Connect. Raises `psycopg.OperationalError` if nobody is there, or nobody says so."""
    return Impatient.connect(address, **{"connect_timeout": max(2, int(SILENCE)), **given})

"""A port for a server that another process opens later."""

from __future__ import annotations

import os
import socket
from itertools import count

FIRST, LAST = 20_000, 32_000
"""Below those that Linux gives out by itself: it would give one away before it is opened."""
SHARE = 500
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_next = count(os.getpid() % SHARE)


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens at, and no other worker is told."""
    shares = (LAST - FIRST) // SHARE
    start = FIRST + _WORKER % shares * SHARE
    for _ in range(SHARE):
        port = start + next(_next) % SHARE
        with socket.socket() as trial:
            # As servers do: one that was closed a moment ago may be opened again.
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"every port from {start} to {start + SHARE} is taken")

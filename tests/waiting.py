"""Waiting for a condition, for as long as a busy machine may take."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable

import httpx2

PATIENCE = 240.0
"""Seconds after which what a test waits for will never come, however busy the machine is."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.02
"""Seconds between two looks."""
LIMITS = httpx2.Limits(keepalive_expiry=1)
"""For clients: give an idle connection up before a server does, which would look like a failure."""
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients: tests serve by plain HTTP, and reading all certificates takes 20 ms a client."""


def http_get(address: str, **headers: str) -> httpx2.Response:
    """Ask a server for an address, for as long as a busy machine may take to answer."""
    return httpx2.get(address, headers=headers, timeout=PATIENCE, verify=NO_TLS)


def wait_until(condition: Callable[..., object], seconds: float = PATIENCE) -> bool:
    """Wait until a condition holds, and return True. Raises AssertionError if it never does.

    It is looked at again soon, and then less and less often.
    """
    end, pause = time.monotonic() + seconds, SHORTEST_PAUSE
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
    return True

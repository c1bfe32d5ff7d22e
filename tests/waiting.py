"""Waiting for a condition, for as long as a busy machine may take."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable

import httpx2

PATIENCE = 100.0
"""Seconds after which what a test waits for will never come, however busy the machine is."""
LIMITS = httpx2.Limits(keepalive_expiry=1)
"""For clients: give an idle connection up before a server does, which would look like a failure."""
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients: tests serve by plain HTTP, and reading all certificates takes 20 ms a client."""


def wait_until(condition: Callable[..., object], seconds: float = PATIENCE) -> bool:
    """Wait until a condition holds, and return True. Raises AssertionError if it never does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)
    return True

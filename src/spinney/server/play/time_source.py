"""The time of a match: a stopwatch in local mode, server time in shared mode."""

from __future__ import annotations

import time
from typing import Protocol

from spinney.server.server_time import ServerTime


class TimeSource(Protocol):
    """How long a match has been played, in ms."""

    def now(self) -> int:
        """Return the time played so far, to be shown."""

    def run(self, running: bool) -> None:
        """Go on, or stop, as somebody looks on or nobody does."""

    @property
    def running(self) -> bool:
        """Is it running?"""


class Stopwatch:
    """The time of a match at one screen. It runs only while someone looks on."""

    def __init__(self, elapsed: int) -> None:
        self._elapsed = elapsed
        self._since: float | None = None

    def now(self) -> int:
        """Return the time played so far."""
        running = 0.0 if self._since is None else time.monotonic() - self._since
        return self._elapsed + int(1000 * running)

    def run(self, running: bool) -> None:
        """Go on, or stop."""
        self._elapsed, self._since = self.now(), time.monotonic() if running else None

    @property
    def running(self) -> bool:
        """Is it running?"""
        return self._since is not None


class ServerTimeSource:
    """The time of a match between people: server time since it began, whoever looks on."""

    running = True

    def __init__(self, server_time: ServerTime, began: int) -> None:
        self._server_time, self.began = server_time, began

    def now(self) -> int:
        """Return the time played so far, as far as this machine knows it."""
        return max(0, self._server_time.estimate() - self.began)

    def run(self, running: bool) -> None:
        """It always runs."""

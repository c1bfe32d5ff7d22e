"""Liveness of a thread that works in rounds."""

from __future__ import annotations

import time
from collections.abc import Callable

STALLED = 10.0
"""Seconds without a completed round after which a thread counts as stalled."""


class Liveness:
    """When a thread last completed a round. May be used from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._completed = clock, -1.0

    def completed(self) -> None:
        """Note that a round is completed, or that the thread starts."""
        self._completed = self._clock()

    @property
    def age(self) -> float:
        """Seconds since the last completed round; infinite before the thread starts."""
        return self._clock() - self._completed if self._completed >= 0 else float("inf")

    @property
    def alive(self) -> bool:
        """Has a round been completed lately?"""
        return self.age < STALLED

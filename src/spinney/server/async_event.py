"""Bells: how threads wake those who wait on an event loop."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class AsyncEvent:
    """Rings for whoever waits on an event loop; may be rung from any thread."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def set(self) -> None:
        """Wake the one who waits."""
        with suppress(RuntimeError):  # the loop has ended, and so has the waiting
            self._loop.call_soon_threadsafe(self._rung.set)

    async def wait(self, seconds: float | None) -> bool:
        """Wait until it rings (True) or the time is up."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):  # without a task of its own for each wait
                await self._rung.wait()
        rung = self._rung.is_set()
        self._rung.clear()
        return rung

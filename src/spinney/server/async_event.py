"""Events that wake waiters on an event loop, set from any thread."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class AsyncEvent:
    """An event that one task awaits. Any thread may set it; to wait for it clears it."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def set(self) -> None:
        """Wake the one who waits."""
        with suppress(RuntimeError):  # the loop has ended, and so has the waiting
            self._loop.call_soon_threadsafe(self._event.set)

    async def wait(self, seconds: float | None) -> bool:
        """Wait until it is set (True) or the time is up (False)."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):  # without a task of its own for each wait
                await self._event.wait()
        was_set = self._event.is_set()
        self._event.clear()
        return was_set

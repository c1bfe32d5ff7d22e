"""Searches of the computer's levels, in few threads.

Compiled code leaves other threads free, so that nobody's request waits for a search.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from spinney import players
from spinney.core.state import Observation
from spinney.server.jobs.fair_executor import NOBODY, FairExecutor, Owner
from spinney.server.jobs.priority import lower_priority
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.progress import SearchProgress

if TYPE_CHECKING:
    from spinney.search import SearchResult

AT_ONCE = "seedling"
"""The level that answers at once where none is named."""
THREADS = max(1, (os.cpu_count() or 2) - 1)
NICENESS = 10
"""How much others go before a thread that thinks, as Unix counts it."""
PROGRESS_SECONDS = 0.2
"""Seconds between two notes on a search's progress."""

Result = TypeVar("Result")


class LevelSearch:
    """Runs searches; owners take turns."""

    def __init__(self, threads: int = THREADS) -> None:
        """Take how many searches run at once."""
        # People's moves go before a thread that thinks.
        self._pool = FairExecutor(threads, "think", partial(lower_priority, NICENESS))
        self._closing = threading.Event()

    @property
    def closing(self) -> bool:
        """Is nothing to begin any more?"""
        return self._closing.is_set()

    def stop(self) -> None:
        """Stop the searches that run, and begin none any more."""
        self._closing.set()

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown(wait=False)

    async def in_thread(self, owner: Owner, call: Callable[[], Result]) -> Result:
        """Return what a call in one of the threads returns, once its owner's turn has come."""
        return await asyncio.wrap_future(self._pool.submit(owner, call))

    async def choose(
        self, owner: Owner, view: Observation, name: str, note: Callable[[SearchProgress], None]
    ) -> SearchResult:
        """Return a level's search, got in a thread; a task that is cancelled stops it.

        Args:
            owner: for whom.
            view: what the player sees.
            name: which level.
            note: called with the progress, from the thread, where it takes a while.
        """
        stopped = threading.Event()
        last = time.monotonic()  # of what takes no longer than this nobody is told

        def progress(done: int) -> None:
            nonlocal last
            if time.monotonic() - last > PROGRESS_SECONDS and not stop():
                last = time.monotonic()
                note(SearchProgress(done, players.LEVELS[name].playouts_in(view.game)))

        def think() -> SearchResult:
            return players.choose(view, name, secrets.randbits(62), progress, stop)

        def stop() -> bool:
            return stopped.is_set() or self.closing

        # What is done in a moment stands back for nobody: on a machine with more to do than it can,
        # that moment would last, and whoever waits for this process to let go would wait with it.
        try:
            if players.LEVELS[name].at_once:
                return await asyncio.to_thread(think)
            return await self.in_thread(owner, think)
        finally:
            stopped.set()


def owner_of(live: LiveMatch) -> Owner:
    """Return for whom the computer thinks at a table."""
    return NOBODY if live.table is None else live.table.owner

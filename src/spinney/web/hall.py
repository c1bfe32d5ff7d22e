"""The tables of this process: matches loaded from their events, changed by storing one more.

Nothing here is the truth; that is in the store. A table is a match kept at hand, with what belongs
to a moment: who looks on, how far its clock has run, who is at the screen.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from ..core.refusal import Refused
from ..match import Match
from .store import Store, Taken
from .telling import summary

Change = Callable[[Match, int], Match]
"""What a person or a level does to a match, given the time in ms since it began."""


class Missing(Exception):  # noqa: N818 - it is what happened; the page says so
    """There is no such match."""


class Stopwatch:
    """How long a match has been played, in ms. It runs only while someone looks on."""

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


class Bell:
    """Rings for whoever waits on an event loop; may be rung from any thread."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def ring(self) -> None:
        """Wake the one who waits."""
        with suppress(RuntimeError):  # the loop has ended, and so has the waiting
            self._loop.call_soon_threadsafe(self._rung.set)

    async def wait(self, seconds: float | None) -> bool:
        """Wait until it rings (True) or the time is up."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._rung.wait(), seconds)
        rung = self._rung.is_set()
        self._rung.clear()
        return rung


@dataclass
class Table:
    """A match at hand.

    Attributes:
        id: its name in addresses.
        match: as it was when last looked at.
        watch: its time.
        present: who of several friends has the screen now; None: nobody yet.
        hurried: levels make their moves without a pause, until a person chooses again.
        moved: when something last happened here, by the monotonic clock.
        thinking: by player, what their level is doing, in words.
        advice: the last hint asked for, and of which view.
        bells: who wants to know when anything changes.
    """

    id: str
    match: Match
    watch: Stopwatch
    present: int | None = None
    hurried: bool = False
    moved: float = 0.0
    thinking: dict[int, str] = field(default_factory=dict)
    advice: object = None
    bells: set[Bell] = field(default_factory=set)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def ring(self) -> None:
        """Tell everybody that something changed."""
        for bell in tuple(self.bells):
            bell.ring()


class Hall:
    """All matches, of which some are at hand. May be used from any thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()

    def table(self, match_id: str) -> Table:
        """Return the table of a match, with all that has been stored of it.

        Raises:
            Missing: there is no such match.
        """
        with self._lock:
            table = self._tables.get(match_id) or self._open(match_id)
        self.refresh(table)
        return table

    def _open(self, match_id: str) -> Table:
        header = self.store.header(match_id)
        if header is None:
            raise Missing
        match = Match.replay(header, self.store.events(match_id))
        played = match.events[-1].at if match.events else 0
        return self._tables.setdefault(match_id, Table(match_id, match, Stopwatch(played)))

    def refresh(self, table: Table) -> Match:
        """Add to the match what others have stored."""
        with table.lock:
            match = table.match
            for event in self.store.events(table.id, match.version):
                match = match.then(event)
            if match is not table.match:
                self._take(table, match)
        return match

    def begin(self, match: Match) -> str:
        """Keep a match, new or brought along, and return its id."""
        return self.store.create(match.header, summary(match), match.events)

    def act(self, table: Table, change: Change) -> Match:
        """Change a match, and store it: only then it has happened.

        Raises:
            Refused: it can't be done; the message says why.
        """
        for _ in range(5):
            with table.lock:
                before = self.refresh(table)
                after = change(before, table.watch.now())
                new = after.events[before.version :]
                if not new:
                    return before
                with suppress(Taken):
                    self.store.append(table.id, before.version, new, summary(after))
                    self._take(table, after)
                    return after
        raise Refused("others were quicker; look again, and say it once more")

    def _take(self, table: Table, match: Match) -> None:
        table.match, table.moved = match, time.monotonic()
        table.ring()

    def forget(self, match_id: str) -> None:
        """Delete a match."""
        self.store.delete(match_id)
        with self._lock:
            self._tables.pop(match_id, None)

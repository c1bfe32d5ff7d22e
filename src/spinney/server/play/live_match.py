"""`LiveMatch`: a match in memory, with its clock, its table and its subscribers."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar, cast

from spinney.match import Match
from spinney.match.settings import MatchSettings
from spinney.server.async_event import AsyncEvent
from spinney.server.play.match_store import Branch
from spinney.server.play.progress import SearchProgress
from spinney.server.play.time_source import TimeSource
from spinney.server.tables.table import Table

Read = TypeVar("Read")
_MISSING = object()


@dataclass
class LiveMatch:
    """A match at hand.

    Attributes:
        id: its name in addresses.
        match: as it was when last looked at.
        time_source: its time.
        table: who sits there and what they agreed; None in local mode.
        own_rules: what was agreed in local mode, where there is no table.
        branch: where it branches off from another match; None: it doesn't.
        at_screen: who of several friends has the screen now; None: nobody yet.
        hurried: levels make their moves without a pause, until a person chooses again.
        moved: when something last happened here, by the monotonic clock.
        due: from which server time on something is to be done here by itself; None: nothing is.
        thinking: by player, how far their level is.
        advice: by player, the last hint asked for, and of which view.
        viewers: how often each player's view is looked at through this process.
        subscribers: set when anything changes.
    """

    id: str
    match: Match
    time_source: TimeSource
    table: Table | None = None
    own_rules: MatchSettings = field(default_factory=MatchSettings)
    branch: Branch | None = None
    at_screen: int | None = None
    hurried: bool = False
    moved: float = 0.0
    due: int | None = None
    thinking: dict[int, SearchProgress] = field(default_factory=dict)
    advice: dict[int, object] = field(default_factory=dict)
    viewers: Counter[int] = field(default_factory=Counter)
    subscribers: set[AsyncEvent] = field(default_factory=set)
    lock: threading.RLock = field(default_factory=threading.RLock)
    _cache: dict[object, object] = field(default_factory=dict)
    _generation: int = 0

    @property
    def rules(self) -> MatchSettings:
        """What was agreed beside the game's own options."""
        return self.own_rules if self.table is None else self.table.rules

    def cached(self, name: object, read: Callable[[], Read]) -> Read:
        """Return something that goes with the match, read anew only after a notification."""
        found = self._cache.get(name, _MISSING)  # one look: others may clear it at any time
        if found is not _MISSING:
            return cast("Read", found)
        generation, value = self._generation, read()
        if generation == self._generation:
            self._cache[name] = value
        return value

    def clear_cache(self) -> None:
        """Read anew what goes with the match: some of it has changed."""
        self._generation += 1
        self._cache.clear()

    @contextmanager
    def subscription(self, viewer: int | None = None) -> Iterator[AsyncEvent]:
        """Subscribe to changes for a while, and wake the others when it ends.

        Args:
            viewer: whose view is looked at meanwhile; None: nobody's.
        """
        changed = AsyncEvent()
        self.subscribers.add(changed)
        if viewer is not None:
            self.viewers[viewer] += 1
        try:
            yield changed
        finally:
            self.subscribers.discard(changed)
            if viewer is not None:
                self.viewers[viewer] -= 1
            self.notify()

    def notify(self) -> None:
        """Wake all subscribers: something has changed."""
        for changed in tuple(self.subscribers):
            changed.set()

"""A cache with expiry that refreshes all its entries in use by one query."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

IN_USE = 20.0
"""Seconds for which something that was asked for is taken to be asked for again."""


@dataclass(slots=True)
class _CacheEntry(Generic[Value]):
    """A value: when it was read, and when it was last asked for."""

    value: Value
    read: float
    used: float


class TtlCache(Generic[Key, Value]):
    """Keeps what was found for some seconds, or until it is to be forgotten. For any thread.

    What has grown old is read anew all at once, as far as it is in use: one question for everybody
    instead of one for each. That nothing was found is not kept.
    """

    def __init__(
        self, read: Callable[[Sequence[Key]], Mapping[Key, Value]], seconds: float, most: int
    ) -> None:
        """Keep nothing yet.

        Args:
            read: finds what goes with keys; what it doesn't find is not there.
            seconds: how long a finding will do.
            most: how many findings are kept.
        """
        self._read, self._seconds, self._most = read, seconds, most
        self._entries: OrderedDict[Key, _CacheEntry[Value]] = OrderedDict()
        self._lock = threading.Lock()
        self._turns = 0

    def peek(self, key: Key) -> Value | None:
        """Return what goes with a key, None if it would have to be read."""
        with self._lock:
            return self._fresh(key)

    def _fresh(self, key: Key) -> Value | None:
        entry, now = self._entries.get(key), time.monotonic()
        if entry is None or now - entry.read >= self._seconds:
            return None
        entry.used = now
        return entry.value

    def get(self, key: Key) -> Value | None:
        """Return what goes with a key, read anew if that was too long ago."""
        with self._lock:
            value = self._fresh(key)
            if value is not None:
                return value
            turn, keys, moment = self._turns, self._grown_old(key), time.monotonic()
        values = self._read(keys)
        with self._lock:
            if turn == self._turns:
                self._keep(key, keys, values, moment)
        return values.get(key)

    def _grown_old(self, key: Key) -> list[Key]:
        """Return a key, and those that are in use and have half their time behind them."""
        now = time.monotonic()
        others = (
            other
            for other, entry in self._entries.items()
            if now - entry.read >= self._seconds / 2 and now - entry.used < IN_USE and other != key
        )
        return [key, *others]

    def _keep(
        self, key: Key, keys: Sequence[Key], values: Mapping[Key, Value], moment: float
    ) -> None:
        """Keep the values that were read for some keys; one of these was asked for just now."""
        for each in keys:
            before = self._entries.pop(each, None)
            if each in values:
                used = moment if before is None or each == key else before.used
                self._entries[each] = _CacheEntry(values[each], moment, used)
        while len(self._entries) > self._most:
            self._entries.popitem(last=False)

    def forget(self) -> None:
        """Read everything anew, also what is being read just now."""
        with self._lock:
            self._turns += 1
            self._entries.clear()

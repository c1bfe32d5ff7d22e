"""A cache with expiry that refreshes all its entries in use by one query."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")

IN_USE = 20.0
"""Seconds for which something that was asked for is taken to be asked for again."""


@dataclass(slots=True)
class _Kept(Generic[Found]):
    """A finding: when it was read, and when it was last asked for."""

    found: Found
    read: float
    asked: float


class TtlCache(Generic[Key, Found]):
    """Keeps what was found for some seconds, or until it is to be forgotten. For any thread.

    What has grown old is read anew all at once, as far as it is in use: one question for everybody
    instead of one for each. That nothing was found is not kept.
    """

    def __init__(
        self, read: Callable[[Sequence[Key]], Mapping[Key, Found]], seconds: float, most: int
    ) -> None:
        """Keep nothing yet.

        Args:
            read: finds what goes with keys; what it doesn't find is not there.
            seconds: how long a finding will do.
            most: how many findings are kept.
        """
        self._read, self._seconds, self._most = read, seconds, most
        self._kept: OrderedDict[Key, _Kept[Found]] = OrderedDict()
        self._lock = threading.Lock()
        self._turns = 0

    def known(self, key: Key) -> Found | None:
        """Return what goes with a key, None if it would have to be read."""
        with self._lock:
            return self._fresh(key)

    def _fresh(self, key: Key) -> Found | None:
        kept, now = self._kept.get(key), time.monotonic()
        if kept is None or now - kept.read >= self._seconds:
            return None
        kept.asked = now
        return kept.found

    def get(self, key: Key) -> Found | None:
        """Return what goes with a key, read anew if that was too long ago."""
        with self._lock:
            known = self._fresh(key)
            if known is not None:
                return known
            turn, wanted, moment = self._turns, self._grown_old(key), time.monotonic()
        found = self._read(wanted)
        with self._lock:
            if turn == self._turns:
                self._keep(key, wanted, found, moment)
        return found.get(key)

    def _grown_old(self, key: Key) -> list[Key]:
        """Return a key, and those that are in use and have half their time behind them."""
        now = time.monotonic()
        others = (
            other
            for other, kept in self._kept.items()
            if now - kept.read >= self._seconds / 2 and now - kept.asked < IN_USE and other != key
        )
        return [key, *others]

    def _keep(
        self, key: Key, wanted: Sequence[Key], found: Mapping[Key, Found], moment: float
    ) -> None:
        """Keep what was found for all that was wanted; a key was asked for just now."""
        for each in wanted:
            before = self._kept.pop(each, None)
            if each in found:
                asked = moment if before is None or each == key else before.asked
                self._kept[each] = _Kept(found[each], moment, asked)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def forget(self) -> None:
        """Read everything anew, also what is being read just now."""
        with self._lock:
            self._turns += 1
            self._kept.clear()

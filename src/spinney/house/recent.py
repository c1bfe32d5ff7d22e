"""What was read a moment ago, and will do for a moment more."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Found = TypeVar("Found")


class Recent(Generic[Found]):
    """Keeps what was found for some seconds, or until it is to be forgotten. For any thread.

    That nothing was found is not kept.
    """

    def __init__(self, seconds: float, most: int) -> None:
        """``most``: how many findings are kept."""
        self._seconds, self._most = seconds, most
        self._kept: OrderedDict[Hashable, tuple[float, Found]] = OrderedDict()
        self._lock = threading.Lock()
        self._turns = 0

    def known(self, key: Hashable) -> Found | None:
        """Return what goes with a key, None if it would have to be read."""
        with self._lock:
            return self._fresh(key)

    def _fresh(self, key: Hashable) -> Found | None:
        read_at, kept = self._kept.get(key, (0.0, None))
        return kept if time.monotonic() - read_at < self._seconds else None

    def get(self, key: Hashable, read: Callable[[], Found | None]) -> Found | None:
        """Return what goes with a key, read anew if that was too long ago."""
        with self._lock:
            kept = self._fresh(key)
            if kept is not None:
                return kept
            turn = self._turns
        moment, found = time.monotonic(), read()
        with self._lock:
            if found is not None and turn == self._turns:
                self._kept[key] = (moment, found)
                self._kept.move_to_end(key)
                if len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return found

    def forget(self) -> None:
        """Read everything anew, also what is being read just now."""
        with self._lock:
            self._turns += 1
            self._kept.clear()

"""Limits of a search: playouts, seconds, threads."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

Progress = Callable[[int], object]
"""Called now and then with the number of playouts so far; an exception that it raises ends the
search."""


@dataclass(frozen=True)
class Budget:
    """Playouts, seconds, or both, whichever is used up first.

    With playouts alone the answer is the same on every machine and for every number of threads.

    Attributes:
        playouts: how many, over all trees together.
        seconds: how long.
        trees: how many trees share the playouts. This changes the answer.
        threads: how many trees are grown at once. This does not.
    """

    playouts: int | None = None
    seconds: float | None = None
    trees: int = 1
    threads: int = 1

    def __post_init__(self) -> None:
        if self.playouts is None and self.seconds is None:
            raise ValueError("a budget has playouts, seconds, or both")
        if self.playouts is not None and self.playouts < self.trees:
            raise ValueError("a budget has at least one playout for each tree")
        if self.trees < 1 or self.threads < 1:
            raise ValueError("a budget has one tree and one thread or more")
        if self.seconds is not None and not 0.0 <= self.seconds < inf:
            raise ValueError("a budget has a finite time, 0 seconds or more")

    def shares(self, part: int = 1) -> list[int | None]:
        """Return how many playouts each tree has of one ``part``-th of the budget, at least 1."""
        if self.playouts is None:
            return [None] * self.trees
        whole, rest = divmod(max(self.playouts // part, self.trees), self.trees)
        return [whole + (1 if tree < rest else 0) for tree in range(self.trees)]


class Deadline:
    """Tells a search when to stop: when time is up, or the caller asks."""

    def __init__(
        self,
        seconds: float | None,
        progress: Progress | None = None,
        stop: Callable[[], bool] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock, self._end = clock, None if seconds is None else clock() + seconds
        self._progress, self._stop = progress, stop

    @property
    def idle(self) -> bool:
        """Is there no time limit and no callback, so that playouts need no slices?"""
        return self._end is None and self._progress is None and self._stop is None

    def go_on(self, playouts: int) -> bool:
        """Report the number of playouts so far; return whether to do more."""
        if self._progress is not None:
            self._progress(playouts)
        if self._stop is not None and self._stop():
            return False
        return self._end is None or self._clock() < self._end

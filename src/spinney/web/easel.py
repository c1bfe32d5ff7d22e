"""Where pictures are made: apart, so that none keeps a move waiting for a thread.

They are made one after another, for Python makes no two at once: two would only take turns, and
both be late. So would a picture and a move: while something is being said no picture is begun.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import PriorityQueue
from typing import NamedTuple

GRACE = 0.1
"""Seconds by which who knows already what has happened is asked to wait for others."""
PAUSE = 0.02
"""Seconds for which pictures wait at most while something is being said: a disk may be slow."""


class _Order(NamedTuple):
    """A picture that is asked for. Those come first that are due first."""

    due: float
    number: int
    made: Future[str]
    make: Callable[[], str]


class Easel:
    """Makes pictures in a thread of its own. May be used from any thread."""

    def __init__(self) -> None:
        self._orders: PriorityQueue[_Order] = PriorityQueue()
        self._numbers = itertools.count()
        self._begun = threading.Lock()
        self._saying = 0
        self._lock, self._quiet = threading.Lock(), threading.Event()
        self._quiet.set()

    def draw(self, make: Callable[[], str], patient: bool = False) -> Future[str]:
        """Have a picture made.

        Args:
            make: makes it.
            patient: can it wait for others a moment?
        """
        if self._begun.acquire(blocking=False):  # with the first: copies have no threads
            threading.Thread(target=self._work, name="draw", daemon=True).start()
        due = time.monotonic() + (GRACE if patient else 0.0)
        order = _Order(due, next(self._numbers), Future(), make)
        self._orders.put(order)
        return order.made

    @contextmanager
    def kept_back(self) -> Iterator[None]:
        """Begin no picture for a moment: something is being said."""
        with self._lock:
            self._saying += 1
            self._quiet.clear()
        try:
            yield
        finally:
            with self._lock:
                self._saying -= 1
                if not self._saying:
                    self._quiet.set()

    def _work(self) -> None:
        while True:
            order = self._orders.get()
            if not self._quiet.is_set():
                self._orders.put(order)  # another may be due first by then
                self._quiet.wait(PAUSE)
                order = self._orders.get()
            if order.made.set_running_or_notify_cancel():
                try:
                    order.made.set_result(order.make())
                except BaseException as problem:  # noqa: BLE001 - whoever asked deals with it
                    order.made.set_exception(problem)
            del order  # while nothing is asked for, nothing is kept


EASEL = Easel()
"""That of this process."""

"""The queue of pages to render: first for viewers who wait for a change.

Page models are built in a thread of its own, so that none of it keeps a move waiting for a thread;
the pages are rendered in other processes where there are any (`pool`).
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import PriorityQueue
from typing import NamedTuple

from spinney.server.rendering.pool import RenderPool
from spinney.server.rendering.render import Rendered

PATIENT_DELAY = 0.1
"""Seconds by which who knows already what has happened is asked to wait for others."""
LATE, CROWD = 0.02, 4
"""A page that has waited for so many seconds, while so many others wait behind it, is late: what
it needn't show is left out."""
ROOM = 2
"""How many pages are begun at once for each process: while one is rendered the next is built."""

Build = Callable[[bool], Future[Rendered]]
"""Builds a page model and has it rendered; told whether that is late already."""


class _Request(NamedTuple):
    """A page that is to be rendered. Those come first that are due first."""

    due: float
    number: int
    done: Future[Rendered]
    build: Build | None


class RenderQueue:
    """Has pages rendered in order. May be used from any thread.

    Attributes:
        pool: renders them.
    """

    def __init__(self, pool: RenderPool | None = None) -> None:
        self.pool = pool or RenderPool()
        self._waiting: PriorityQueue[_Request] = PriorityQueue()
        self._numbers = itertools.count()
        self._begun = threading.Lock()
        self._room = threading.Semaphore(ROOM * self.pool.size)

    def submit(self, build: Build, patient: bool = False) -> Future[Rendered]:
        """Have a page rendered.

        Args:
            build: builds the page model, and has it rendered.
            patient: can it wait for others a moment?
        """
        if self._begun.acquire(blocking=False):
            threading.Thread(target=self._work, name="render", daemon=True).start()
        due = time.monotonic() + (PATIENT_DELAY if patient else 0.0)
        request = _Request(due, next(self._numbers), Future(), build)
        self._waiting.put(request)
        return request.done

    def close(self) -> None:
        """End; nothing is asked for any more."""
        self._waiting.put(_Request(0.0, 0, Future(), None))

    def _work(self) -> None:
        while True:
            self._room.acquire()
            request = self._waiting.get()
            if request.build is None:
                return
            if request.done.set_running_or_notify_cancel():
                self._begin(request.build, request.done, self._is_late(request.due))
            else:
                self._room.release()
            del request  # while nothing is asked for, nothing is kept

    def _is_late(self, due: float) -> bool:
        return time.monotonic() > due + LATE and self._waiting.qsize() >= CROWD

    def _begin(self, build: Build, done: Future[Rendered], late: bool) -> None:
        try:
            rendering = build(late)
        except BaseException as problem:  # noqa: BLE001 - whoever asked deals with it
            rendering = Future()
            rendering.set_exception(problem)
        rendering.add_done_callback(partial(self._finish, done))

    def _finish(self, done: Future[Rendered], rendering: Future[Rendered]) -> None:
        self._room.release()
        problem = rendering.exception()
        if problem is None:
            done.set_result(rendering.result())
        else:
            done.set_exception(problem)

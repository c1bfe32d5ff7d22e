"""The order in which pictures are made: first for those who wait for news.

What there is to see is gathered in a thread of its own, so that none of it keeps a move waiting for
a thread; the picture itself is made in another process where there is one (`studio`).
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from queue import PriorityQueue
from typing import NamedTuple

from spinney.server.rendering.process import RenderProcess
from spinney.server.rendering.renderer import LocalRenderer, SocketRenderer
from spinney.server.site import environment

GRACE = 0.1
"""Seconds by which who knows already what has happened is asked to wait for others."""
LATE, CROWD = 0.02, 4
"""A picture that has waited for so many seconds, while so many others wait behind it, is late: what
it needn't show is left out."""
ROOM = 2
"""How many pictures are begun at once for each studio: while one is made the next is gathered."""

Look = Callable[[bool], Future[bytes]]
"""Gathers what there is to see, and has a picture made of it; told whether that is late already."""


class _Wanted(NamedTuple):
    """A picture that is asked for. Those come first that are due first."""

    due: float
    number: int
    made: Future[bytes]
    look: Look | None


class RenderQueue:
    """Has pictures made. May be used from any thread."""

    def __init__(self, studios: Sequence[RenderProcess] = ()) -> None:
        """``studios``: where they are made; none: in the easel's own thread."""
        self._studios = itertools.cycle(studios) if studios else None
        self._environment = environment()
        self._wanted: PriorityQueue[_Wanted] = PriorityQueue()
        self._numbers = itertools.count()
        self._begun = threading.Lock()
        self._room = threading.Semaphore(ROOM * max(1, len(studios)))

    def painter(self) -> SocketRenderer:
        """Return what makes the pictures of one socket."""
        return next(self._studios).painter() if self._studios else LocalRenderer(self._environment)

    def draw(self, look: Look, patient: bool = False) -> Future[bytes]:
        """Have a picture made.

        Args:
            look: gathers what there is to see.
            patient: can it wait for others a moment?
        """
        if self._begun.acquire(blocking=False):
            threading.Thread(target=self._work, name="draw", daemon=True).start()
        due = time.monotonic() + (GRACE if patient else 0.0)
        wanted = _Wanted(due, next(self._numbers), Future(), look)
        self._wanted.put(wanted)
        return wanted.made

    def close(self) -> None:
        """End; nothing is asked for any more."""
        self._wanted.put(_Wanted(0.0, 0, Future(), None))

    def _work(self) -> None:
        while True:
            self._room.acquire()
            wanted = self._wanted.get()
            if wanted.look is None:
                return
            if wanted.made.set_running_or_notify_cancel():
                self._begin(wanted.look, wanted.made, self._is_late(wanted.due))
            else:
                self._room.release()
            del wanted  # while nothing is asked for, nothing is kept

    def _is_late(self, due: float) -> bool:
        return time.monotonic() > due + LATE and self._wanted.qsize() >= CROWD

    def _begin(self, look: Look, made: Future[bytes], late: bool) -> None:
        try:
            picture = look(late)
        except BaseException as problem:  # noqa: BLE001 - whoever asked deals with it
            picture = Future()
            picture.set_exception(problem)
        picture.add_done_callback(partial(self._finish, made))

    def _finish(self, made: Future[bytes], picture: Future[bytes]) -> None:
        self._room.release()
        problem = picture.exception()
        if problem is None:
            made.set_result(picture.result())
        else:
            made.set_exception(problem)

"""A process that makes pictures, beside the one that serves: Python does one thing at a time.

It is told what there is to see of a view, and of nothing else. Should it end, pictures are made
where they are asked for.
"""

from __future__ import annotations

import itertools
import logging
import threading
import traceback
from collections import defaultdict, deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property, partial
from multiprocessing.connection import Connection
from typing import cast

from jinja2 import Environment

from spinney.core import compilation
from spinney.core.game import Game
from spinney.server.rendering.renderer import LocalRenderer, Renderer, RenderRequest, ready
from spinney.server.site import environment

_log = logging.getLogger(__name__)

Said = tuple[int, RenderRequest | None] | Game | None
"""What that process is told: for which socket to make a picture, or to forget it; which game it
should compile, because that has been done here and is quick now; nothing: that it may end."""


class RenderFailed(Exception):  # noqa: N818 - it is what happened to the picture
    """A picture could not be made."""


class RenderProcessEnded(RenderFailed):
    """A picture was not made because the process that makes them has ended."""


class RenderProcess:
    """That process, as the one that serves sees it. May be used from any thread."""

    def __init__(self, line: Connection) -> None:
        """``line`` leads to it (`attend`)."""
        self.open = True
        self._line = line
        self._numbers = itertools.count(1)
        self._sockets: set[int] = set()
        self._asked: deque[Future[bytes]] = deque()
        self._compiled: set[tuple[str, ...]] = set()
        self._lock = threading.Lock()
        self._environment = environment()
        threading.Thread(target=self._hear, name="studio", daemon=True).start()

    def painter(self) -> RemoteRenderer:
        """Return what has the pictures of one socket made."""
        socket = next(self._numbers)
        self._sockets.add(socket)
        return RemoteRenderer(self, socket, self._environment)

    def paint(self, socket: int, order: RenderRequest) -> Future[bytes]:
        """Have a picture made. Answers come in the order of what was asked."""
        made, game = Future[bytes](), order.scene.game
        with self._lock:
            if socket not in self._sockets:  # they have left while this was gathered
                return ready(b"")
            if compilation.is_compiled(game) and game.link_key not in self._compiled:
                self._compiled.add(game.link_key)
                self._say(game)
            self._asked.append(made)
            self._say((socket, order))
        return made

    def forget(self, socket: int) -> None:
        """Forget a socket."""
        with self._lock:
            self._sockets.discard(socket)
            self._say((socket, None))

    def _say(self, said: Said) -> None:
        try:
            self._line.send(said)
        except OSError:
            self._end()

    def _hear(self) -> None:
        try:
            while True:
                answer = self._line.recv()
                made = self._asked.popleft()
                if isinstance(answer, RenderFailed):
                    made.set_exception(answer)
                else:
                    made.set_result(answer)
        except (EOFError, OSError):
            with self._lock:
                self._end()

    def _end(self) -> None:
        """Make do without it: what was asked of it won't come."""
        if self.open:
            _log.warning("the process that makes pictures is gone; they are made here")
        self.open = False
        while self._asked:
            self._asked.popleft().set_exception(
                RenderProcessEnded("the process that makes pictures is gone")
            )

    def close(self) -> None:
        """Let it end."""
        with self._lock:
            self.open = False
            self._say(None)


class RemoteRenderer:
    """Has the pictures of one socket made in a studio."""

    def __init__(self, studio: RenderProcess, socket: int, environment: Environment) -> None:
        self._studio, self._socket, self._environment = studio, socket, environment
        self._knows = False

    @property
    def fresh(self) -> bool:
        """Does whoever would paint now know nothing of what has been sent?"""
        return not self._knows if self._studio.open else self._here.fresh

    @cached_property
    def _here(self) -> LocalRenderer:
        """Makes them where the studio has ended."""
        return LocalRenderer(self._environment)

    def paint(self, order: RenderRequest) -> Future[bytes]:
        """Have one made."""
        if not self._studio.open:
            return self._here.paint(order)
        made = self._studio.paint(self._socket, order)
        self._knows = True
        made.add_done_callback(self._note)
        return made

    def _note(self, made: Future[bytes]) -> None:
        """A painter that has failed has been forgotten."""
        self._knows = self._knows and not made.cancelled() and made.exception() is None

    def close(self) -> None:
        """Forget the socket."""
        if self._studio.open:
            self._studio.forget(self._socket)


def attend(line: Connection) -> None:
    """Be that process until the other end of the line is closed."""
    painters = defaultdict[int, Renderer](partial(Renderer, environment()))
    compiling = ThreadPoolExecutor(1, "warm")
    with suppress(EOFError, OSError):
        while (said := cast("Said", line.recv())) is not None:
            if isinstance(said, Game):
                compiling.submit(compilation.precompile, said)
            elif said[1] is None:
                painters.pop(said[0], None)
            else:
                line.send(_picture(painters, said[0], said[1]))


def _picture(
    painters: dict[int, Renderer], socket: int, order: RenderRequest
) -> bytes | RenderFailed:
    try:
        return painters[socket].paint(order)
    except Exception:  # noqa: BLE001 - whatever it is, the other process is to tell
        del painters[socket]  # what it remembers to have sent it may not have
        return RenderFailed(traceback.format_exc())

"""A pool of processes that render pages beside the worker.

A process is sent what a viewer may see, and nothing else. It keeps nothing about sockets, so any
process can take any request. Should all of them end, pages are rendered in the serving process.
"""

from __future__ import annotations

import logging
import threading
import traceback
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import cast
from zlib import crc32

from spinney.core import compilation
from spinney.core.game import Game
from spinney.server.rendering.page_diff import BrowserState
from spinney.server.rendering.render import Rendered, RenderRequest, render
from spinney.server.template_environment import environment

_log = logging.getLogger(__name__)

Sent = tuple[RenderRequest, BrowserState] | Game | None
"""What a process is sent: what to render; a game to compile, because it has been compiled here and
the cache is filled; None: that it may end."""


class RenderFailed(Exception):
    """A page could not be rendered."""


class RenderProcessEnded(RenderFailed):
    """A page was not rendered because the process that was to do it has ended."""


class RenderPool:
    """Renders pages. May be used from any thread."""

    def __init__(self, lines: Sequence[Connection] = ()) -> None:
        """``lines`` lead to the processes (`serve_renders`); none: pages are rendered here."""
        self._processes = [RenderProcess(line) for line in lines]
        self._templates = environment()
        self.size = max(1, len(lines))

    def render(self, request: RenderRequest, browser: BrowserState) -> Future[Rendered]:
        """Render a page. It fails with `RenderFailed`, or as `render` does where that runs here.

        Requests about one match go to one process as long as it lives: its cache has their boards.
        """
        open_ = [process for process in self._processes if process.open]
        if open_:
            return open_[crc32(request.page.id.encode()) % len(open_)].render(request, browser)
        return done(render(request, browser, self._templates))

    def close(self) -> None:
        """Let all processes end."""
        for process in self._processes:
            process.close()


def done(rendered: Rendered) -> Future[Rendered]:
    """Return a result for which nobody has to wait."""
    future = Future[Rendered]()
    future.set_result(rendered)
    return future


class RenderProcess:
    """A process of the pool, as the one that serves sees it. May be used from any thread.

    Attributes:
        open: can it be used?
    """

    def __init__(self, line: Connection) -> None:
        """``line`` leads to it (`serve_renders`)."""
        self.open = True
        self._line = line
        self._waiting: deque[Future[Rendered]] = deque()
        self._compiled: set[tuple[str, ...]] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._receive, name="render-results", daemon=True).start()

    def render(self, request: RenderRequest, browser: BrowserState) -> Future[Rendered]:
        """Have a page rendered. Answers come in the order of the requests."""
        future, game = Future[Rendered](), request.page.game
        with self._lock:
            if compilation.is_compiled(game) and game.code_key not in self._compiled:
                self._compiled.add(game.code_key)
                self._send(game)
            self._waiting.append(future)
            try:
                self._send((request, browser))
            except BaseException:  # it can't be pickled: no answer comes that is another's
                self._waiting.pop()
                raise
        return future

    def _send(self, sent: Sent) -> None:
        try:
            self._line.send(sent)
        except OSError:
            self._end()

    def _receive(self) -> None:
        try:
            self._hand_out()
        finally:
            with self._lock:
                self._end()

    def _hand_out(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                answer = self._line.recv()
                with self._lock:
                    if not self._waiting:  # nobody waits for it: the process counts as ended
                        return
                    future = self._waiting.popleft()
                if isinstance(answer, RenderFailed):
                    future.set_exception(answer)
                else:
                    future.set_result(Rendered(answer.message, answer.browser.interned()))

    def _end(self) -> None:
        """Make do without it: what was asked of it won't come."""
        if self.open:
            _log.warning("a render process has ended; its pages are rendered elsewhere")
        self.open = False
        while self._waiting:
            self._waiting.popleft().set_exception(
                RenderProcessEnded("the render process has ended")
            )

    def close(self) -> None:
        """Let it end."""
        with self._lock:
            self.open = False
            self._send(None)


def serve_renders(line: Connection) -> None:
    """Be a process of the pool until the other end of the line is closed."""
    templates = environment()
    compiling = ThreadPoolExecutor(1, "compile")
    with suppress(EOFError, OSError):
        while (sent := cast("Sent", line.recv())) is not None:
            if isinstance(sent, Game):
                compiling.submit(compilation.precompile, sent)
                continue
            try:
                answer: Rendered | RenderFailed = render(*sent, templates)
            except Exception:  # noqa: BLE001 - whatever it is, the other process is to tell
                answer = RenderFailed(traceback.format_exc())
            line.send(answer)

"""Getting games ready: compiling them in the background, one after another.

A process of its own compiles and keeps the code in the cache; this one loads it from there. Here
the compiler would hold the interpreter's lock again and again while people wait, and leave the
server with a gigabyte of memory that it never uses again.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from subprocess import DEVNULL

from spinney.core import compilation
from spinney.core.game import Game
from spinney.i18n import N_, _

log = logging.getLogger(__name__)
WAITING = N_("waiting")
NICENESS = 5
"""How far the compiler stands back for those who play."""


class Precompiler:
    """Compiles games in the background."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "precompile")
        self._begun: dict[str, Future[None]] = {}
        self._doing: dict[str, str] = {}
        self._lock = threading.Lock()
        self._compiler: subprocess.Popen[bytes] | None = None
        self._closed = False

    def begin(self, game: Game, then: Callable[[], None] = lambda: None) -> None:
        """Get a game ready, if nobody has begun to; call ``then`` when something is done."""
        with self._lock:
            if game.package not in self._begun:
                self._doing[game.package] = N_("learning the rules (step 1 of 2)")
                self._begun[game.package] = self._pool.submit(self._precompile, game)
        self._begun[game.package].add_done_callback(lambda _future: then())

    def _precompile(self, game: Game) -> None:
        try:
            self._compile_rules(game)
            self._doing[game.package] = N_("learning to look ahead (step 2 of 2)")
            self._compile_search(game)
        except Exception:
            if not self._closed:  # else the process ends, and all that it would begin is refused
                log.exception("%s can't be compiled", game.name)
            raise

    def _compile_rules(self, game: Game) -> None:
        if not compilation.is_cached(game):
            self._compile_apart(game, "--rules")
        if not self._closed:
            compilation.precompile(game)

    def _compile_search(self, game: Game) -> None:
        from spinney import search

        if not self._closed and not search.is_cached(game):
            self._compile_apart(game)
        if not self._closed:
            search.precompile(game)

    def _compile_apart(self, game: Game, *options: str) -> None:
        """Have a process compile a game. If it can't, all is compiled here when it is loaded."""
        command = [sys.executable, "-m", "spinney", "precompile", game.name, *options]
        with self._lock:
            if self._closed:
                return
            self._compiler = subprocess.Popen(  # noqa: S603 (our own module)
                command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
            )
        with suppress(OSError):  # it may have ended
            os.setpriority(os.PRIO_PROCESS, self._compiler.pid, NICENESS)
        self._compiler.wait()

    def ready(self, game: Game) -> bool:
        """Can every level choose in this game?"""
        begun = self._begun.get(game.package)
        return begun is not None and begun.done() and begun.exception() is None

    def doing(self, game: Game) -> str:
        """Return what is being done, in words; empty when all is ready."""
        return "" if self.ready(game) else _(self._doing.get(game.package, WAITING))

    def close(self) -> None:
        """Begin nothing more, and end what compiles."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._closed = True
            if self._compiler is not None:
                self._compiler.terminate()

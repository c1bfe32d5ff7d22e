"""Getting games ready: compiling them in the background, one after another."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from spinney.core import compilation
from spinney.core.game import Game
from spinney.i18n import N_, _

WAITING = N_("waiting")


class Precompiler:
    """Compiles games in the background."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "warm")
        self._begun: dict[str, Future[None]] = {}
        self._doing: dict[str, str] = {}
        self._lock = threading.Lock()

    def begin(self, game: Game, then: Callable[[], None] = lambda: None) -> None:
        """Get a game ready, if nobody has begun to; call ``then`` when something is done."""
        with self._lock:
            if game.package not in self._begun:
                self._doing[game.package] = N_("learning the rules (step 1 of 2)")
                self._begun[game.package] = self._pool.submit(self._precompile, game)
        self._begun[game.package].add_done_callback(lambda _future: then())

    def _precompile(self, game: Game) -> None:
        from spinney import search

        if not compilation.is_compiled(game):
            compilation.precompile(game)
        self._doing[game.package] = N_("learning to look ahead (step 2 of 2)")
        search.precompile(game)

    def ready(self, game: Game) -> bool:
        """Can every level choose in this game?"""
        begun = self._begun.get(game.package)
        return begun is not None and begun.done()

    def doing(self, game: Game) -> str:
        """Return what is being done, in words; empty when all is ready."""
        return "" if self.ready(game) else _(self._doing.get(game.package, WAITING))

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

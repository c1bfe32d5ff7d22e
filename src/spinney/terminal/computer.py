"""The computer at a terminal: it searches in a thread, so that ctrl-C works meanwhile."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Generic, TypeVar

from spinney import search
from spinney.core import compilation
from spinney.i18n import _, grouped
from spinney.players import choose
from spinney.search.budget import Progress

if TYPE_CHECKING:
    from rich.console import Console

    from spinney.core.game import Game
    from spinney.core.state import Observation

Answer = TypeVar("Answer")


def precompile(game: Game, seats: Sequence[str]) -> None:
    """Compile, or load, the code for a match of these seats."""
    compilation.precompile(game)
    if any(seat.startswith("level:") for seat in seats):
        search.precompile(game)


def hint(out: Console, view: Observation, level: str) -> search.SearchResult:
    """Return a level's choice for a viewer. Raises Refused."""
    seed = secrets.randbits(62)
    return ask(out, _("thinking"), lambda progress: choose(view, level, seed, progress))


def ask(out: Console, label: str, think: Callable[[Progress], Answer]) -> Answer:
    """Return the result of `think`, showing its progress; ctrl-C ends it."""
    return PendingAnswer(think).wait(out, label)


class PendingAnswer(Generic[Answer]):
    """An answer that a thread works out."""

    def __init__(self, think: Callable[[Progress], Answer]) -> None:
        self._games = 0
        self._answer: Future[Answer] = Future()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, args=(think,), daemon=True)
        self._thread.start()

    def _work(self, think: Callable[[Progress], Answer]) -> None:
        try:
            self._answer.set_result(think(self._note))
        except BaseException as problem:  # noqa: BLE001 - raised again by `result`
            self._answer.set_exception(problem)

    def _note(self, games: int) -> None:
        if self._stopped.is_set():
            raise InterruptedError
        self._games = games

    @property
    def ready(self) -> bool:
        """Is there an answer, or has the thread failed?"""
        return self._answer.done()

    @property
    def succeeded(self) -> bool:
        """Is there an answer?"""
        return self.ready and self._answer.exception() is None

    def result(self) -> Answer:
        """Return the answer once it is there. Raises what the thread has raised."""
        return self._answer.result()

    def wait(self, out: Console, label: str) -> Answer:
        """Return the answer once it is there, and show the progress until then.

        Ctrl-C ends the thread, too.
        """
        with out.status(label) as status:
            try:
                while not self._joined():
                    if self._games:
                        games = grouped(self._games)
                        status.update(_("{label}, {count} games tried", label=label, count=games))
            except BaseException:
                self.stop()
                raise
        return self.result()

    def _joined(self) -> bool:
        self._thread.join(0.1)
        return not self._thread.is_alive()

    def stop(self) -> None:
        """End the thread as soon as it reports its progress; there will be no answer."""
        self._stopped.set()

"""The computer at a terminal: it searches in a thread, so that ctrl-C works meanwhile."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from spinney import search
from spinney.core import compilation
from spinney.i18n import _, grouped
from spinney.players import choose
from spinney.players.player_specs import Progress

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
    answer: Future[Answer] = Future()
    stopped = threading.Event()
    with out.status(label) as status:

        def progress(done: int) -> None:
            if stopped.is_set():
                raise InterruptedError
            status.update(_("{label}, {count} games tried", label=label, count=grouped(done)))

        thread = threading.Thread(target=_answer, args=(answer, think, progress), daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.1)
        finally:
            stopped.set()
    return answer.result()


def _answer(
    answer: Future[Answer], think: Callable[[Progress], Answer], progress: Progress
) -> None:
    try:
        answer.set_result(think(progress))
    except BaseException as problem:  # noqa: BLE001 - raised again where the result is awaited
        answer.set_exception(problem)

"""A level's search in a process of its own.

Loading or compiling the search can hold up all threads of a process for some tenths of a second.
A bot that must answer within 100 ms runs the search in another process and watches the time in its
own. Little is imported here, so that the bot can start this process first.
"""

from __future__ import annotations

import gc
import os
import queue
import subprocess
import sys
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation
    from spinney.players.levels import Level
    from spinney.search import Memory


class SearchTask(NamedTuple):
    """A search to run.

    Attributes:
        number: identifies the answer.
        view: the player's.
        level: the most that it searches.
        end: when to answer, by `time.monotonic`, which all processes share.
        seed: any whole number.
    """

    number: int
    view: Observation
    level: Level
    end: float
    seed: int


class SearchAnswer(NamedTuple):
    """The result of a search; number 0 means that everything is loaded."""

    number: int
    move: str = ""
    value: float = 0.0
    playouts: int = 0


CODE = (
    "import sys; from spinney.players.search_worker import main; "
    "main(sys.argv[1], int(sys.argv[2]))"
)
"""Python's arguments, before the game's name and the number of the pipe."""


class SearchProcess:
    """The process, seen from the one that started it. It ends with its context."""

    def __init__(self, game: str) -> None:
        """Let a process load the search for the game of this name; if there is none, it ends."""
        self._pipe, there = Pipe()
        self._process = subprocess.Popen(  # noqa: S603 (our own module)
            [sys.executable, "-c", CODE, game, str(there.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=(there.fileno(),),
        )
        there.close()

    def __enter__(self) -> SearchProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pipe.close()
        self.kill()

    def kill(self) -> None:
        """End it now."""
        self._process.kill()
        self._process.wait()

    def ask(self, task: SearchTask) -> bool:
        """Send it a search to run; return False if it has died."""
        try:
            self._pipe.send(task)
        except OSError:
            return False
        return True

    def answer(self, number: int, end: float) -> SearchAnswer | None:
        """Return the answer of that number if it comes in time; older ones are forgotten."""
        try:
            while self._pipe.poll(max(0.0, end - time.monotonic())):
                answer: SearchAnswer = self._pipe.recv()
                if answer.number == number:
                    return answer
        except (EOFError, OSError):
            pass
        return None


# In the process.


def main(name: str, number: int) -> None:
    """Load a game, say so, and do search tasks until the other side of the pipe is gone."""
    pipe = Connection(number)
    tasks: queue.Queue[SearchTask] = queue.Queue()
    threading.Thread(target=_listen, args=(pipe, tasks), daemon=True).start()
    _load(name)
    with suppress(BrokenPipeError):  # the other side has ended
        pipe.send(SearchAnswer(0))
    from spinney.search import Memory

    memory = Memory()
    gc.freeze()
    gc.disable()  # collecting garbage would take some of the time for an answer
    while True:
        pipe.send(search(tasks.get(), memory))
        gc.collect()


def _listen(pipe: Connection, tasks: queue.Queue[SearchTask]) -> None:
    try:
        while True:
            tasks.put(pipe.recv())
    except (EOFError, OSError):
        os._exit(0)  # the other side has ended; so must whatever runs here, the compiler too


def _load(name: str) -> None:
    """Load, or compile, the functions of a search, and then the few other rules that it needs."""
    from spinney import Refused, search
    from spinney import game as find

    try:
        game = find(name)
        search.precompile(game, learned=not _is_by_hand(game))
    except Refused:  # no such game; the parent process reports it
        sys.exit()


def _is_by_hand(game: Game) -> bool:
    """Does every level use hand-written advice? In a contest, because it loads sooner."""
    return game.part("protocol") is not None


def search(task: SearchTask, memory: Memory | None = None) -> SearchAnswer:
    """Search until the time is up, or as much as the level does.

    In one tree: several trees on one thread would learn less from as many playouts.
    """
    from spinney.players.level_choice import choose_as

    result = choose_as(
        task.view,
        task.level,
        task.seed,
        seconds=task.end - time.monotonic(),
        memory=memory,
        learned=not _is_by_hand(task.view.game),
    )
    return SearchAnswer(task.number, result.move, result.value, result.playouts)

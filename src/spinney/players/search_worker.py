"""A level's search in a process of its own.

Loading or compiling the search can hold up all threads of a process for some tenths of a second.
A bot that must answer within 100 ms keeps it in another one, and the time in its own.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from spinney.core.state import Observation
    from spinney.players.levels import Level
    from spinney.search import Memory


class SearchTask(NamedTuple):
    """What is to be thought about.

    Attributes:
        number: to tell answers apart.
        view: what the player sees.
        level: how hard to think at most.
        end: when to answer, by `time.monotonic`, which all processes share.
        seed: any whole number.
    """

    number: int
    view: Observation
    level: Level
    end: float
    seed: int


class SearchAnswer(NamedTuple):
    """What came of it; number 0 says that all is loaded."""

    number: int
    move: str = ""
    value: float = 0.0
    playouts: int = 0


CODE = (
    "import sys; from spinney.players.search_worker import main; "
    "main(sys.argv[1], int(sys.argv[2]))"
)
"""What Python is started with, before the game's name and the number of the pipe."""


def main(name: str, number: int) -> None:
    """Load a game, say so, and solve problems until the other side of the pipe is gone."""
    pipe = Connection(number)
    problems: queue.Queue[SearchTask] = queue.Queue()
    threading.Thread(target=_listen, args=(pipe, problems), daemon=True).start()
    loading = threading.Thread(target=_load, args=(name,))
    loading.start()
    loading.join()
    pipe.send(SearchAnswer(0))
    from spinney.search import Memory

    memory = Memory()
    while True:
        pipe.send(search(problems.get(), memory))


def _listen(pipe: Connection, problems: queue.Queue[SearchTask]) -> None:
    try:
        while True:
            problems.put(pipe.recv())
    except (EOFError, OSError):
        os._exit(0)  # the other side has ended; so must whatever runs here, the compiler too


def _load(name: str) -> None:
    from spinney import game as find
    from spinney import search
    from spinney.core import compilation

    if sys.platform == "linux":  # there a thread may stand back behind the one that must answer
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 5)
    game = find(name)
    compilation.precompile(game)
    search.precompile(game)


def search(problem: SearchTask, memory: Memory | None = None) -> SearchAnswer:
    """Think until the time is up, or as much as the level does."""
    from spinney import search

    level, seconds = problem.level, problem.end - time.monotonic()
    if level.playouts == 0 or seconds <= 0:
        thought = search.one_ply(problem.view, problem.seed)
    else:
        budget = search.Budget(level.playouts, seconds, trees=level.trees)
        thought = search.think(problem.view, budget, problem.seed, memory=memory)
    return SearchAnswer(problem.number, thought.move, thought.value, thought.playouts)

"""A pool of processes that play games.

The result of a game depends on its number alone, and on what all of them are part of, so it is the
same however many processes there are; only the order in which games end is not.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Generic, NamedTuple, TypeVar

from spinney.arena.game_result import GameResult
from spinney.arena.series import Series
from spinney.core.errors import Refused
from spinney.core.process_privacy import hide_process

T = TypeVar("T")
SPAWN = multiprocessing.get_context("spawn")  # a process with threads can't be forked safely


class Played(NamedTuple):
    """A game that was played: what it came to, and its record."""

    result: GameResult
    record: str


def play_games(series: Series, numbers: Iterable[int], jobs: int = 1) -> Generator[Played]:
    """Play some games of a series and yield each as it ends.

    Args:
        series: what is played.
        numbers: which games of it, from 0.
        jobs: how many at once. With 1 they are played in this process.

    Raises:
        Refused: a process that plays was ended from outside.
    """
    return map_games(partial(one, series), numbers, jobs)


def one(series: Series, number: int) -> Played:
    """Play one game."""
    finished = series.play(number)
    return Played(finished.result, finished.match.record())


def map_games(task: Callable[[int], T], numbers: Iterable[int], jobs: int) -> Generator[T]:
    """Yield what a task makes of each number, in any order, by so many processes at once.

    Raises:
        Refused: a process was ended from outside.
    """
    left = list(numbers)
    if jobs == 1 or len(left) < 2:
        for number in left:
            yield task(number)
        return
    with WorkerPool(task, min(jobs, len(left))) as crew:
        yield from crew.play(left)


class WorkerPool(Generic[T]):
    """Processes that do one task for many numbers. Use it as a context: they end with it."""

    def __init__(self, task: Callable[[int], T], jobs: int) -> None:
        self._lines: list[Connection] = []
        self._workers = []
        with _ignore_interrupts():
            for _ in range(jobs):
                here, there = SPAWN.Pipe()
                worker = SPAWN.Process(target=_work, args=(there, task), daemon=True)
                worker.start()
                there.close()
                self._lines.append(here)
                self._workers.append(worker)
        for line in self._lines:  # no bot runs before all of them have hidden what they know
            line.recv()

    def __enter__(self) -> WorkerPool[T]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self._workers:
            worker.kill()  # their programs have wardens, who notice
        for worker, line in zip(self._workers, self._lines, strict=True):
            worker.join()
            line.close()

    def play(self, numbers: list[int]) -> Iterator[T]:
        """Yield what becomes of the numbers, as it is done."""
        left = list(reversed(numbers))
        for line in self._lines:
            line.send(left.pop())
        for _ in numbers:
            ready = wait(self._lines)[0]
            line = next(line for line in self._lines if line is ready)
            found: T = _received(line)
            if left:
                line.send(left.pop())
            yield found


def _received(line: Connection) -> Any:
    try:
        found = line.recv()
    except (EOFError, OSError):
        raise Refused(
            "a process that plays was ended from outside; is there enough memory?"
        ) from None
    if isinstance(found, BaseException):
        raise found
    return found


def _work(line: Connection, task: Callable[[int], T]) -> None:
    """Say that one is there, then do what is asked for until nobody asks any more."""
    hide_process()
    line.send(None)
    while True:
        try:
            number = line.recv()
        except EOFError:
            return
        try:
            found: T | Exception = task(number)
        except Exception as problem:  # noqa: BLE001 - raised again where it is waited for
            found = problem
        line.send(found)


@contextmanager
def _ignore_interrupts() -> Iterator[None]:
    """Whoever is started meanwhile ignores ctrl-C: it is for the one who started them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

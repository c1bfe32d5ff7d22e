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

from spinney import search
from spinney.arena.game_result import GameResult
from spinney.arena.ray_pool import map_on_cluster
from spinney.arena.series import Series
from spinney.core import compilation
from spinney.core.errors import Refused
from spinney.core.process_privacy import hide_process
from spinney.players.player_specs import LevelSpec
from spinney.players.referee import check_start

T = TypeVar("T")
CORES = 2
"""The cores of a game whose choices are timed: one for a player, one for all else."""
SPAWN = multiprocessing.get_context("spawn")  # a process with threads can't be forked safely


class Played(NamedTuple):
    """A game that was played: what it came to, and its record."""

    result: GameResult
    record: str


def play_games(
    series: Series, numbers: Iterable[int], jobs: int = 1, cluster: str | None = None
) -> Generator[Played]:
    """Play some games of a series and yield each as it ends.

    Args:
        series: what is played.
        numbers: which games of it, from 0, in rising order.
        jobs: how many at once. With 1 they are played in this process; on a cluster, 0 stands for
            as many as it has room for.
        cluster: the address of a Ray cluster that plays them, a deal at a time: see
            `spinney.arena.ray_pool`.

    Raises:
        Refused: a process that plays was ended from outside; the cluster can't play them.
    """
    return map_games(
        partial(one, series),
        numbers,
        jobs,
        cluster=cluster,
        group=len(series.players),
        cores=CORES,
        prepare=partial(prepare, series),
    )


def prepare(series: Series) -> None:
    """Compile what a series needs, and see whether its programs start here. Raises Refused."""
    compilation.precompile(series.game)
    if any(isinstance(player, LevelSpec) for player in series.players):
        search.precompile(series.game)
    for player in dict.fromkeys(series.players):
        check_start(player, series.limits)


def one(series: Series, number: int) -> Played:
    """Play one game."""
    finished = series.play(number)
    return Played(finished.result, finished.match.record())


def map_games(
    task: Callable[[int], T],
    numbers: Iterable[int],
    jobs: int,
    *,
    cluster: str | None = None,
    group: int = 1,
    cores: int = 1,
    prepare: Callable[[], object] = bool,
) -> Generator[T]:
    """Yield what a task makes of each number, in any order, by so many processes at once.

    Args:
        task: what is done.
        numbers: of the games, or of what else is done.
        jobs: how many processes there are.
        cluster: the address of a Ray cluster that does it in place of this machine.
        group: on a cluster, how many numbers in a row are one task.
        cores: on a cluster, how many each task has.
        prepare: on a cluster, what is called first in each process.

    Raises:
        Refused: a process was ended from outside; the cluster can't do it.
    """
    if cluster is not None:
        yield from map_on_cluster(
            task, numbers, cluster, jobs=jobs, group=group, cores=cores, prepare=prepare
        )
        return
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

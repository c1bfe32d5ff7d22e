"""A pool of processes that play games.

The result of a game depends only on its number and the series. So it is the same for any number of
processes; only the order in which games end differs.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from spinney import search
from spinney.arena.cores import divide_cores, pin_process
from spinney.arena.deal_group import ScheduledGame, group_size
from spinney.arena.game_result import GameResult
from spinney.arena.ray_pool import RayPool, map_on_cluster
from spinney.arena.series import Series
from spinney.core import compilation
from spinney.core.errors import Refused
from spinney.players.player_specs import LevelSpec, SearchSpec
from spinney.players.referee import check_start
from spinney.players.tuned_level import TunedSpec
from spinney.system.process_privacy import hide_process

Item = TypeVar("Item")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
CORES = 2
"""The cores of a game whose choices are timed: one for a player, one for everything else."""
SPAWN = multiprocessing.get_context("spawn")  # a process with threads can't be forked safely


class Played(NamedTuple):
    """A game that was played: its result and its record."""

    result: GameResult
    record: str


def play_games(
    series: Series,
    games: Iterable[int | ScheduledGame],
    jobs: int = 1,
    cluster: str | None = None,
) -> Generator[Played]:
    """Play some games of a series and yield each as it ends.

    Args:
        series: what is played.
        games: which games of it: numbers from 0, or games as they are scheduled; in rising order.
        jobs: how many at once. With 1 they are played in this process; on a cluster, 0 stands for
            as many as it has room for.
        cluster: the address of a Ray cluster that plays them, a deal group at a time: see
            `spinney.arena.ray_pool`.

    Raises:
        Refused: a process that plays was ended from outside; the cluster can't play them.
    """
    return map_games(
        partial(play_one, series),
        games,
        jobs,
        cluster=cluster,
        group=partial(_deal_group, group_size(series.game.num_players)),
        cores=CORES,
        prepare=partial(prepare, series),
    )


def _deal_group(size: int, game: int | ScheduledGame) -> int:
    return (game if isinstance(game, int) else game.number) // size


def prepare(series: Series) -> None:
    """Compile what a series needs, and see whether its programs start here. Raises Refused."""
    compilation.precompile(series.game)
    if _searches(series):
        search.precompile(series.game)
    for number, player in enumerate(series.players):
        if player not in series.players[:number]:
            check_start(player, series.limits_of(number))


def is_cached(series: Series) -> bool:
    """Is all that `prepare` compiles in the cache already?"""
    cached = compilation.is_cached(series.game)
    return cached and (not _searches(series) or search.is_cached(series.game))


def _searches(series: Series) -> bool:
    return any(isinstance(player, LevelSpec | SearchSpec | TunedSpec) for player in series.players)


def play_one(series: Series, game: int | ScheduledGame) -> Played:
    """Play a game of a series."""
    finished = series.play(game)
    return Played(finished.result, finished.match.record())


def map_games(
    task: Callable[[Item], T],
    items: Iterable[Item],
    jobs: int,
    *,
    cluster: str | None = None,
    group: Callable[[Item], object] | None = None,
    cores: int = 1,
    prepare: Callable[[], object] = bool,
) -> Generator[T]:
    """Yield a task's result for each item, in any order, by several processes at once.

    Args:
        task: the function to call; it and the items can be pickled.
        items: an item is taken when a process is free for it. So an iterator may skip items that
            results have made unnecessary, or end early.
        jobs: how many at once. With 1 all is done in this process.
        cluster: the address of a Ray cluster that does it in place of this machine.
        group: on a cluster, consecutive items with an equal value of this function are one task;
            None: each is one.
        cores: on a cluster, how many each task has.
        prepare: on a cluster, what is called first in each process.

    Raises:
        Refused: a process was ended from outside; the cluster can't do it.
    """
    if cluster is not None:
        yield from map_on_cluster(
            task, items, cluster, jobs=jobs, group=group, cores=cores, prepare=prepare
        )
        return
    left = iter(items)
    begun = list(islice(left, jobs))
    if len(begun) < 2:
        for item in chain(begun, left):
            yield task(item)
        return
    with WorkerPool(task, len(begun)) as pool:
        yield from pool.play(chain(begun, left))


class GamePool(Protocol[T_co]):
    """A pool that does one task for many items, in this process or in others."""

    def play(self, items: Iterable[Any]) -> Iterator[T_co]:
        """Yield the results of the items, in any order."""


class ThisProcess(Generic[T]):
    """Does a task here, one after another."""

    def __init__(self, task: Callable[[Any], T]) -> None:
        self._task = task

    def play(self, items: Iterable[Any]) -> Iterator[T]:
        """Yield the results of the items, in their order."""
        return map(self._task, items)


@contextmanager
def open_pool(
    task: Callable[[Any], T],
    jobs: int,
    *,
    cluster: str | None = None,
    cores: int = 1,
    prepare: Callable[[], object] = bool,
) -> Iterator[GamePool[T]]:
    """Provide a pool that does a task again and again; it ends with the context.

    Args:
        task: the function to call.
        jobs: how many processes there are. With 1 it is done in this one; on a cluster, 0 stands
            for as many as it has room for.
        cluster: the address of a Ray cluster that does it: see `spinney.arena.ray_pool`.
        cores: on a cluster, how many each process has.
        prepare: on a cluster, what is called first in each process.

    Raises:
        Refused: the cluster can't do it.
    """
    if cluster is not None:
        with RayPool(task, cluster, jobs=jobs, cores=cores, prepare=prepare) as tasks:
            yield tasks
    elif jobs == 1:
        yield ThisProcess(task)
    else:
        with WorkerPool(task, jobs) as pool:
            yield pool


class WorkerPool(Generic[Item, T]):
    """Processes that do one task for many items. Use it as a context: they end with it.

    Where there are enough cores, each process and the programs that it starts have their own.
    """

    def __init__(self, task: Callable[[Item], T], jobs: int) -> None:
        """Start the processes.

        Raises:
            Refused: one of them ended at once.
        """
        self._lines: list[Connection] = []
        self._busy: list[Connection] = []
        self._workers: list[SpawnProcess] = []
        try:
            with _ignore_interrupts():
                for cores in divide_cores(jobs):
                    self._start(task, cores)
            for line in self._lines:  # no bot runs before all of them have hidden their secrets
                _receive(line)
        except BaseException:
            self.close()
            raise

    def _start(self, task: Callable[[Item], T], cores: tuple[int, ...]) -> None:
        ours, theirs = SPAWN.Pipe()
        worker = SPAWN.Process(target=_work, args=(theirs, task, cores), daemon=True)
        worker.start()
        theirs.close()
        self._lines.append(ours)
        self._workers.append(worker)

    def __enter__(self) -> WorkerPool[Item, T]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.kill()  # their programs have supervisors, which notice
        for worker, line in zip(self._workers, self._lines, strict=True):
            worker.join()
            line.close()

    def play(self, items: Iterable[Item]) -> Generator[T]:
        """Yield the results of the items, as they are done.

        A call that is left early leaves items behind; the next one waits until they are done.
        """
        while self._busy:
            _receive(self._busy.pop())
        left, idle = iter(items), list(self._lines)
        while True:
            for line, item in zip(idle, left, strict=False):
                _send(line, item)
                self._busy.append(line)
            if not self._busy:
                return
            ready = wait(self._busy)[0]
            idle = [next(line for line in self._busy if line is ready)]
            self._busy.remove(idle[0])
            result: T | BaseException = _receive(idle[0])
            if isinstance(result, BaseException):
                raise result
            yield result


ENDED = "a process that plays was ended from outside; is there enough memory?"


def _send(line: Connection, item: object) -> None:
    try:
        line.send(item)
    except OSError:
        raise Refused(ENDED) from None


def _receive(line: Connection) -> Any:
    """Return what a process sends: a result, or the exception in its place."""
    try:
        return line.recv()
    except (EOFError, OSError):
        raise Refused(ENDED) from None


def _work(line: Connection, task: Callable[[Item], T], cores: tuple[int, ...]) -> None:
    """Report that the process is ready, then do tasks until there are no more."""
    hide_process()
    pin_process(cores)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    line.send(None)
    while True:
        try:
            item = line.recv()
        except EOFError:
            return
        try:
            result: T | Exception = task(item)
        except Exception as problem:  # noqa: BLE001 - raised again where the result is awaited
            result = _sendable(problem)
        line.send(result)


def _sendable(problem: Exception) -> Exception:
    """Return an exception that the parent can read: itself, or else one that tells of it."""
    try:
        pickle.loads(pickle.dumps(problem))  # noqa: S301 - from this process
    except Exception:  # noqa: BLE001 - a class of somebody else's, which may raise anything
        return RuntimeError("".join(traceback.format_exception(problem)))
    return problem


def _end_with_parent() -> None:
    """End this process with the one that started it, even in the middle of a game."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)  # its programs have supervisors, which notice


@contextmanager
def _ignore_interrupts() -> Iterator[None]:
    """Let processes that are started meanwhile ignore ctrl-C: their parent handles it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

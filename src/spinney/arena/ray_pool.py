"""A pool of processes on a Ray cluster, beside that of this machine (`worker_pool`).

Each task is a deal group: the games of a deal from every seat. Results come back in any order.
Tasks that are lost with a process or a machine are repeated elsewhere. A result depends only on its
number, so a series has the same results on a cluster as here.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import groupby, islice
from types import TracebackType
from typing import Any, Generic, TypeVar

from spinney.arena.ray_worker import TOKEN, SharedTask, share
from spinney.core.errors import Refused
from spinney.system.interrupts import keep_sigterm

Item = TypeVar("Item")
T = TypeVar("T")

LOCAL, AUTO, CLIENT = "local", "auto", "ray://"
"""Addresses: a cluster of its own on this machine, the one that runs here, a cluster's client
server. Else HOST:PORT of a cluster that this machine is part of."""
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # Ray reports to its authors otherwise
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",  # it would copy the current folder to all machines
    "RAY_IGNORE_UNHANDLED_ERRORS": "1",  # of tasks that were cancelled
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # it warns that this will become the default
}
"""The environment in which Ray connects only to its cluster, and prints nothing by itself."""
MODE = "RAY_AUTH_MODE"
"""The environment variable that says whether a cluster takes a token."""
STORE = 100 << 20
"""Bytes of shared memory for results in a cluster of our own; there is more than enough."""
RETRIES = 10
"""How often a task is repeated if its process or machine is lost."""
QUEUED = 2
"""Tasks submitted for each that can run, so that no process waits for the next."""
LOOK = 10.0
"""Seconds between checks that a machine is left that can do the tasks."""
ENDING = 1.0
"""Seconds in which a task that is about to end may do so before it is cancelled."""
TO_CONNECT = 5.0
"""Seconds that a cluster's port may take to answer."""


def map_on_cluster(
    task: Callable[[Item], T],
    items: Iterable[Item],
    address: str,
    *,
    jobs: int = 0,
    group: Callable[[Item], object] | None = None,
    cores: int = 1,
    prepare: Callable[[], object] = bool,
) -> Generator[T]:
    """Yield a task's result for each item, in any order, by the processes of a cluster.

    Closing the iterator cancels running tasks.

    Args:
        task: the function to call; it and its results can be pickled.
        items: any values that can be pickled; taken when the cluster has room for them.
        address: ``local``, ``auto``, ``HOST:PORT`` or ``ray://HOST:PORT``.
        jobs: how many groups are played at once; 0: as many as the cluster has room for.
        group: consecutive items with an equal value of this function are one task of the cluster,
            which is done or lost whole; None: each item is one.
        cores: how many each task has for itself.
        prepare: called once in each process, and on each machine before anything else is done.

    Raises:
        Refused: there is no such cluster; a machine lacks a requirement; a task was lost again and
            again, or no machine is left that can do it.
    """
    with RayPool(task, address, jobs=jobs, cores=cores, prepare=prepare) as pool:
        if group is None:
            yield from pool.play(items)
        else:
            yield from pool.play_groups(tuple(some) for _, some in groupby(items, group))


class RayPool(Generic[T]):
    """The processes of a cluster, for one task. Use it as a context: running tasks end with it."""

    def __init__(
        self,
        task: Callable[[Any], T],
        address: str,
        *,
        jobs: int = 0,
        cores: int = 1,
        prepare: Callable[[], object] = bool,
    ) -> None:
        """Connect to a cluster, and prepare all its machines. For arguments see `map_on_cluster`.

        Raises:
            Refused: there is no cluster, or a machine lacks a requirement.
        """
        self._ray, self._own = connect(address)
        self._jobs, self._shared, self._running = jobs, share(task, prepare), dict[Any, None]()
        try:
            self._cores = self._most_cores(cores)
            run = self._ray.remote(_entry())
            self._run = run.options(num_cpus=self._cores, max_retries=RETRIES)
            self._prepare(run)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> RayPool[T]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Cancel running tasks, and leave the cluster; a cluster that was started here ends."""
        self._cancel()
        if self._own:
            self._ray.shutdown()

    def _cancel(self) -> None:
        """Cancel running tasks."""
        for running in self._not_ending():
            with suppress(Exception):  # it may have ended, and its machine too
                self._ray.cancel(running, force=True)
        self._running.clear()

    def _not_ending(self) -> list[Any]:
        """Return the tasks that still run after a moment.

        Ray ends this process if a task is cancelled just as it ends, so tasks that are about to end
        do so first.
        """
        running = list(self._running)
        if running:
            with suppress(Exception):  # the cluster may be gone
                _, running = self._ray.wait(running, num_returns=len(running), timeout=ENDING)
        return running

    def play(self, numbers: Iterable[Any]) -> Generator[T]:
        """Yield the results of the numbers, as they are done; each is a task of its own."""
        return self.play_groups((number,) for number in numbers)

    def play_groups(self, groups: Iterable[Sequence[Any]]) -> Generator[T]:
        """Yield the results of the numbers in each group, as a group is done.

        Tasks that an earlier call left behind, because it was left early, are cancelled.
        """
        self._cancel()
        left = iter(groups)
        while True:
            for numbers in islice(left, max(0, self._room() - len(self._running))):
                self._running[self._run.remote(self._shared, numbers)] = None
            if not self._running:
                return
            done, _ = self._ray.wait(list(self._running), timeout=LOOK)
            if not done:
                self._most_cores(self._cores)
            for one in done:
                del self._running[one]
                yield from self._received(one)

    def _received(self, done: Any) -> list[T]:
        try:
            return self._result(done)
        except self._ray.exceptions.RayError as problem:
            words = str(problem).strip().partition("\n")[0]
            raise Refused(f"a game was lost on the cluster again and again: {words}") from None

    def _result(self, done: Any) -> list[T]:
        """Return the result of a task that has ended; raise its exception if it failed."""
        try:
            results: list[T] | Exception = self._ray.get(done)
        except self._ray.exceptions.RayTaskError as problem:
            raise Refused(str(problem.cause)) from None
        if isinstance(results, Exception):
            raise results
        return results

    # Which machines are there.

    def _machines(self) -> list[dict[str, Any]]:
        return [node for node in self._ray.nodes() if node["Alive"]]

    def _most_cores(self, cores: int) -> int:
        """Return that many cores, or as many as any machine has.

        Raises Refused if there are none.
        """
        most = max((_cores(machine) for machine in self._machines()), default=0)
        if not most:
            raise Refused("no machine of the cluster has cores for tasks; start one by: ray start")
        return min(cores, most)

    def _room(self) -> int:
        """Return how many tasks may be submitted."""
        room = sum(_cores(machine) // self._cores for machine in self._machines())
        return self._jobs or max(1, QUEUED * room)

    def _prepare(self, run: Any) -> None:
        """Let each machine compile what it needs, and say whether it can do the task."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        for machine in self._machines():
            where = NodeAffinitySchedulingStrategy(machine["NodeID"], soft=False)
            task = run.options(num_cpus=0, scheduling_strategy=where, max_retries=RETRIES)
            self._running[task.remote(self._shared, ())] = None
        for answer in list(self._running):
            with suppress(self._ray.exceptions.RayError):  # a machine that has left the cluster
                self._result(answer)
            del self._running[answer]


def _cores(machine: dict[str, Any]) -> int:
    return int(machine["Resources"].get("CPU", 0))


def _entry() -> Callable[[SharedTask, Sequence[Any]], Any]:
    """Return the task for Ray: an inner function is sent whole, and not by its name.

    So a machine without Spinney can report that.
    """

    def play_deal_group(shared: SharedTask, numbers: Sequence[Any]) -> Any:
        try:
            from spinney.arena.ray_worker import work
        except ImportError as missing:
            import platform

            machine = platform.node()
            raise RuntimeError(
                f"{machine}: install the same spinney there, too: {missing}"
            ) from None
        return work(shared, numbers)

    return play_deal_group


# The cluster.


def connect(address: str) -> tuple[Any, bool]:
    """Return Ray, connected to a cluster, and whether this call connected it.

    Args:
        address: as for `map_on_cluster`; where this process is connected already, that is kept.

    Raises:
        Refused: Ray is not installed; there is no such cluster, or it can't be joined.
    """
    place = _place(address)
    os.environ.update(QUIET)
    if address == LOCAL:
        close_to_others()
    ray = _import_ray()
    if ray.is_initialized():
        return ray, False
    if place:
        _check_port(*place)
    own = {"include_dashboard": False, "object_store_memory": STORE} if address == LOCAL else {}
    try:
        with keep_sigterm():
            ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
    except (ConnectionError, RuntimeError, ValueError, OSError) as problem:
        words = " ".join(str(problem).split())
        raise Refused(f"the Ray cluster {address!r} can't be joined: {words}") from None
    ray._private.worker._worker_logs_enabled = False  # it would print on stdout that a node is lost
    return ray, True


def close_to_others() -> None:
    """Protect the clusters that this process and its children start from now on by a token.

    This works only if Ray has not been imported yet. Settings of the environment for signing in are
    kept.
    """
    if MODE not in os.environ:
        os.environ.update({MODE: "token", TOKEN: secrets.token_hex(32)})


def _import_ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError:
        raise Refused(
            "a series on several machines needs Ray, which is not installed; it comes with: "
            "pip install -e '.[ray]' in the folder of Spinney"
        ) from None
    return ray


def _place(address: str) -> tuple[str, int] | None:
    """Return the host and the port of an address that has them. Raises Refused if it is none."""
    if address in (LOCAL, AUTO):
        return None
    host, colon, port = address.removeprefix(CLIENT).rpartition(":")
    if not (colon and host and port.isdecimal() and int(port) < 1 << 16):
        raise Refused(
            f"{address!r} is not an address of a Ray cluster; say local, auto, HOST:PORT or "
            "ray://HOST:PORT"
        )
    if address.startswith(CLIENT) and not find_spec("grpc"):
        raise Refused("ray:// needs Ray's client; it comes with: pip install 'ray[client]'")
    return host, int(port)


def _check_port(host: str, port: int) -> None:
    """Refuse an address that doesn't answer: Ray would try for minutes."""
    try:
        socket.create_connection((host, port), TO_CONNECT).close()
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise Refused(f"no Ray cluster answers at {host}:{port}: {reason.lower()}") from None

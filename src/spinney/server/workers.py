"""Serving a shared server: one process, or several that share a port and a database.

The processes know nothing of each other. When one ends another is begun in its place; when the one
that began them is gone, they end too.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

import uvicorn

from spinney.core.errors import Refused
from spinney.server.addresses import start_messages
from spinney.server.client_address import is_loopback
from spinney.server.db.database import Database, usable
from spinney.server.db.migrate import prepare
from spinney.server.middleware.connections import PROXIES, ConnectionLimits, listen
from spinney.server.services import Services
from spinney.system.process_privacy import hide_process

if TYPE_CHECKING:
    from spinney.server.rendering.pool import RenderPool

_log = logging.getLogger(__name__)

SHUTDOWN_SECONDS = 2
"""Seconds to wait for answers that are on their way when a worker ends."""
RESTART_INTERVAL = 1.0
"""Seconds between two attempts to begin a worker in the place of one that ended at once."""
GC_THRESHOLDS = (2_000, 10, 1_000)
"""How much must have come up before Python looks for garbage in circles: among what is young, what
is older, and what is old. The last takes a quarter of a second where there are a hundred tables, so
it is to be rare; the others are short if they are frequent."""


@dataclass(frozen=True)
class WorkerSettings:
    """How a server is to be served.

    Attributes:
        database: its address.
        searches: how many levels a worker lets search at once.
        render_processes: how many processes render a worker's pages.
        move_interval: seconds from one move to the computer's next.
        precompile: compile all games from the start.
        log: what the log is for: ``text`` for people, or ``json``; empty: there is none.
        level: the least that is logged.
        proxies: the addresses whose word is taken for where requests come from.
        limits: those that the operator has chosen, as `RateLimits.change` takes them.
        lifetimes: likewise, as `Expiry.lifetimes` has them.
        link_key: what friends' links are made from; empty: what a file beside a SQLite file has.
        metrics_key: lets someone elsewhere read the metrics; empty: nobody.
        connections: how many there may be, and how long they may keep silent.
    """

    database: str
    searches: int = 1
    render_processes: int = 1
    move_interval: float = 0.9
    precompile: bool = True
    log: str = ""
    level: str = "info"
    proxies: str = PROXIES
    limits: Mapping[str, int] = field(default_factory=dict)
    lifetimes: Mapping[str, int | None] = field(default_factory=dict)
    link_key: str = field(default="", repr=False)
    metrics_key: str = field(default="", repr=False)
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)


def default_searches(workers: int) -> int:
    """Return how many searches should run at once in each of so many workers of this machine."""
    return max(1, ((os.cpu_count() or 2) - 1) // workers)


def default_render_processes(workers: int) -> int:
    """Return how many processes should render pages for each of so many workers.

    A worker keeps no more than two of them busy, and needs a core of its own. Two that share one
    only keep from each other what they have drawn.
    """
    return max(1, min(2, (os.cpu_count() or 2) // workers - 1))


def serve(settings: WorkerSettings, host: str, port: int, workers: int) -> None:
    """Serve a shared server until interrupted.

    Args:
        settings: how.
        host: the address of this machine to listen at.
        port: 0 finds a free one.
        workers: how many processes.

    Raises:
        Refused: the port is taken, or the database can't be used.
    """
    _check(settings, workers)
    listening = listen(host, port)
    try:
        if workers == 1:
            _prepare()
        for line in start_messages(*listening.getsockname()[:2]):
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
        if workers == 1:
            _work(settings, listening)
        else:
            WorkerGroup(settings, listening, workers).run()
    finally:
        listening.close()


def _check(settings: WorkerSettings, workers: int) -> None:
    """Refuse what can't work, before anything is begun."""
    database = Database(settings.database)
    try:
        if workers > 1 and not database.shared:
            raise Refused("several workers need a database they can share: PostgreSQL")
        with usable(database):
            prepare(database)
    finally:
        database.close()


def _prepare() -> None:
    """Make what nobody should wait for, if the process this is a copy of has not."""
    from spinney.server import preload  # noqa: F401 - it is made by being imported


def _collect_seldom() -> None:
    """Have Python look for garbage seldom: while it does, nobody is served.

    What is there from the start stays, and is not looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


@contextlib.contextmanager
def _render_pool(count: int, listening: socket.socket) -> Iterator[RenderPool]:
    """Have processes that render this one's pages, as copies of it, where there are copies.

    They end when this one has. Signals are for this one, also those that reach all.
    """
    from spinney.server.rendering.pool import RenderPool, serve_renders

    lines: list[Connection] = []

    def work(line: Connection) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        listening.close()
        for other in lines:
            other.close()
        _collect_seldom()
        serve_renders(line)

    for _ in range(count if "fork" in multiprocessing.get_all_start_methods() else 0):
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        lines.append(ours)
        context.Process(target=work, args=(theirs,), name="render", daemon=True).start()
        theirs.close()
    pool = RenderPool(lines)
    try:
        yield pool
    finally:
        pool.close()


def _work(
    settings: WorkerSettings, listening: socket.socket, life: Connection | None = None
) -> None:
    """Serve in this process, as long as ``life`` is held open."""
    _prepare()
    with _render_pool(
        settings.render_processes, listening
    ) as pool:  # copied while there is but one thread
        if life is not None:
            threading.Thread(target=_end_with, args=(life,), daemon=True).start()
        _serve(settings, listening, pool)


def _serve(settings: WorkerSettings, listening: socket.socket, pool: RenderPool) -> None:
    from spinney.server import logs
    from spinney.server.app import create_shared
    from spinney.server.middleware import connections

    if settings.log:
        logs.begin(settings.log, settings.level)

    database = Database(settings.database)
    with usable(database):
        services = Services.open(database, settings.link_key)
    services.metrics.key = settings.metrics_key
    services.limits.change(settings.limits)
    services.expiry.lifetimes.update(settings.lifetimes)
    app = create_shared(
        services,
        move_interval=settings.move_interval,
        precompile=settings.precompile,
        searches=settings.searches,
        pool=pool,
        only_here=is_loopback(listening.getsockname()[0]),
    )
    _collect_seldom()
    config = connections.server_config(
        app, settings.connections, settings.proxies, SHUTDOWN_SECONDS
    )
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(connections.run(uvicorn.Server(config), [listening]))


# Several.


class WorkerGroup:
    """Workers, begun again when they end."""

    def __init__(self, settings: WorkerSettings, listening: socket.socket, count: int) -> None:
        self._settings, self._listening = settings, listening
        self._context = _process_context()
        self._life, self._theirs = self._context.Pipe(duplex=False)
        self._ending = threading.Event()
        self._workers: list[BaseProcess] = []
        self._count = count

    def run(self) -> None:
        """See to it that there are as many as there should be, until interrupted."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._ending.set())
        try:
            while not self._ending.is_set():
                self._workers = [worker for worker in self._workers if worker.is_alive()]
                while len(self._workers) < self._count:
                    self._workers.append(self._begin())
                wait([worker.sentinel for worker in self._workers], timeout=0.2)
        finally:
            self._end()

    def _begin(self) -> BaseProcess:
        worker = self._context.Process(
            target=_member, args=(self._settings, self._listening, self._life), daemon=False
        )
        worker.start()
        return worker

    def _end(self) -> None:
        for worker in self._workers:
            worker.terminate()
        for worker in self._workers:
            worker.join(5)
            if worker.is_alive():
                worker.kill()


def _process_context() -> ForkServerContext | SpawnContext:
    """Return how workers are begun: as copies of a process that has imported all, if possible.

    So a new one is there in a moment, and shares that memory with the others.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["spinney.server.preload"])
    return context


def _member(settings: WorkerSettings, listening: socket.socket, life: Connection) -> None:
    """Be one of several workers."""
    hide_process()
    begun = time.monotonic()
    try:
        _work(settings, listening, life)
    except Exception as problem:  # noqa: BLE001 - whatever it is, another is begun
        trace = None if isinstance(problem, Refused) else problem
        _log.error("a worker could not start, or ended: %s", problem, exc_info=trace)
        time.sleep(max(0.0, RESTART_INTERVAL - (time.monotonic() - begun)))


def _end_with(life: Connection) -> None:
    """End this process when the one that began it is gone: then nobody holds the other end."""
    with contextlib.suppress(EOFError, OSError):
        life.recv()
    os.kill(os.getpid(), signal.SIGTERM)

"""Servers under test, with their processor time and memory.

What belongs to whom is read from Linux's /proc; nothing else is known to tell.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from tests.server.cluster import Cluster, programs

from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.rate_limits.limits import ATTEMPT_OPTIONS, QUOTAS, UNLIMITED
from spinney.server.services import Services

TICK = 1 / os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class DatabaseSetup:
    """A database to put a server on.

    Attributes:
        name: of what runs there.
        url: where it is.
        workers: how many shall share it.
        server: the first process of the database's own, if it has any.
    """

    name: str
    url: str
    workers: int
    server: int = 0


@contextmanager
def sqlite() -> Iterator[DatabaseSetup]:
    """A fresh file."""
    with tempfile.TemporaryDirectory(prefix="spinney-load-") as folder:
        yield DatabaseSetup("SQLite, one worker", f"sqlite:///{Path(folder) / 'server.sqlite'}", 1)


@contextmanager
def postgresql(workers: int) -> Iterator[DatabaseSetup]:
    """A fresh server."""
    binaries = programs()
    if binaries is None:
        raise SystemExit(
            "there is no PostgreSQL server here: neither PATH nor pg_config leads to it"
        )
    folder = Path(tempfile.mkdtemp(prefix="spinney-load-"))
    cluster = Cluster(folder, binaries)
    try:
        yield DatabaseSetup(f"PostgreSQL, {workers} workers", cluster.url(), workers, cluster.pid)
    finally:
        cluster.stop("immediate")
        shutil.rmtree(folder)


@dataclass(frozen=True)
class ServerUnderLoad:
    """A server that is open.

    Attributes:
        setup: its database.
        services: the same server's services, as one more worker would have them.
        address: where it is served.
        process: the process that serves, or has others serve.
    """

    setup: DatabaseSetup
    services: Services
    address: str
    process: int

    def pids(self) -> dict[str, list[int]]:
        """Return who takes part, by what they are: workers, the database."""
        return {"workers": family(self.process), "database": family(self.setup.server)}


@contextmanager
def serving(setup: DatabaseSetup) -> Iterator[ServerUnderLoad]:
    """Start a server as `spinney serve` does, and wait until it is ready."""
    database = Database(setup.url)
    migrate(database)
    services = Services.open(database)
    services.limits.change(dict.fromkeys((*ATTEMPT_OPTIONS, *QUOTAS), UNLIMITED))
    command = [sys.executable, "-m", "spinney", "serve", "--log-level", "warning"]
    command += ["--database", setup.url, "--workers", str(setup.workers), "--port", _free_port()]
    command += [
        f"--limit={name}=off" for name in (*ATTEMPT_OPTIONS, *QUOTAS)
    ]  # all come from one address
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[4].rstrip("/")
            _wait_until_compiled(address, setup.workers)
            yield ServerUnderLoad(setup, services, address, process.pid)
        finally:
            process.terminate()
            process.wait(20)
            services.close()


def _wait_until_compiled(address: str, workers: int) -> None:
    """Wait until each worker says so; which of them answers is chance."""
    ready = 0
    while ready < 9 * workers:
        try:
            with urlopen(f"{address}/health", timeout=60) as answer:  # noqa: S310 - it is ours
                ready = ready + 1 if json.load(answer)["compiled"] else 0
        except OSError:
            ready = 0
        if not ready:
            time.sleep(0.5)


def _free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return str(free.getsockname()[1])


# What processes use.


def family(first: int) -> list[int]:
    """Return a process and all that descend from it; none for 0."""
    if not first:
        return []
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        fields = _stat(int(folder.name))
        if fields:
            parents[int(folder.name)] = int(fields[1])
    pids = [first]
    for pid in pids:  # it grows on the way
        pids += [child for child, parent in parents.items() if parent == pid]
    return pids


def busy(pids: Sequence[int]) -> float:
    """Return the seconds of processor time that processes have used, those of ended ones not."""
    fields = filter(None, map(_stat, pids))
    return sum(TICK * (int(one[11]) + int(one[12])) for one in fields)


def busy_in_all() -> float:
    """Return the seconds of processor time that the whole machine has used."""
    user, nice, system, _, _, *rest = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
    return TICK * sum(map(int, (user, nice, system, *rest)))


def resident(pids: Sequence[int]) -> int:
    """Return the bytes of memory that processes have for themselves."""
    return sum(_private(pid) for pid in pids)


def _private(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except PermissionError:  # the processes hide their memory; how much there is, anybody may know
        _, whole, shared, *_ = map(int, Path(f"/proc/{pid}/statm").read_text().split())
        return (whole - shared) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private"))


def _stat(pid: int) -> list[str]:
    """Return the fields of a process in /proc, from its state on; nothing for one that is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []

"""A server served by real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx2
from sqlalchemy import select
from tests.patient_server import CONNECTIONS
from tests.processes import runs
from tests.server.playing import until
from tests.waiting import PATIENCE

from spinney.players.supervisor import descendants
from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.db.schema import workers as rows
from spinney.server.services import Services

CODE = """
import sys
{more}
from spinney.server.middleware.connections import ConnectionLimits
from spinney.server.workers import WorkerGroup, WorkerSettings, listen
settings = WorkerSettings(
    sys.argv[1],
    move_interval={interval},
    precompile=False,
    connections={connections},
)
listening = listen("127.0.0.1", 0)
print(listening.getsockname()[1], flush=True)
WorkerGroup(settings, listening, int(sys.argv[2])).run()
"""
"""Workers in processes of their own, also where there is only one.

``more`` comes before, ``interval`` is in seconds, ``connections`` are limits.
"""
ALONE = CODE.replace("WorkerGroup, WorkerSettings", "_work, WorkerSettings").replace(
    "WorkerGroup(settings, listening, int(sys.argv[2])).run()", "_work(settings, listening)"
)
"""A worker in the very process that is begun."""


@dataclass
class Served:
    """A server served by processes of its own.

    Attributes:
        address: where.
        services: the same server, as one more worker would have it, that serves nobody.
        process: the one that began the others, or serves itself.
    """

    address: str
    services: Services
    process: subprocess.Popen[str]

    def workers(self) -> list[int]:
        """The processes that serve here, by the mark each left.

        Marks outlive who left them, and numbers of processes are given again, to anybody.
        """
        with self.services.store.database.reading() as connection:
            names = connection.execute(select(rows.c.name)).scalars().all()
        found = [int(name.split()[-1]) for name in names]
        ours = {self.process.pid, *descendants(self.process.pid)}
        return [pid for pid in found if pid in ours and runs(pid)]

    def kill(self, pid: int) -> None:
        """End a process as if the power had failed, and wait until it is gone."""
        os.kill(pid, signal.SIGKILL)
        until(lambda: not runs(pid))


@contextmanager
def served(
    url: str, workers: int = 1, code: str = CODE, more: str = "", interval: float = 0
) -> Iterator[Served]:
    """Serve a server, and wait until it answers."""
    database = Database(url)
    migrate(database)
    services = Services.open(database)
    program = code.format(more=more, interval=interval, connections=CONNECTIONS)
    command = [sys.executable, "-c", program, url, str(workers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = f"http://127.0.0.1:{process.stdout.readline().strip()}"
            server = Served(address, services, process)
            until(lambda: len(server.workers()) == workers and answers(address))
            yield server
        finally:
            process.terminate()
            process.wait(PATIENCE)
            services.close()


def answers(address: str) -> bool:
    try:
        return httpx2.get(f"{address}/about", timeout=5).status_code == 200
    except httpx2.HTTPError:
        return False

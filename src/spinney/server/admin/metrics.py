"""Metrics of a server in Prometheus's text format.

What the database knows is the same whichever worker is asked. What a worker counts for itself
carries its name; behind one address a different one may answer each time.
"""

from __future__ import annotations

import sys
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, distinct, func, select

from spinney import __version__
from spinney.server.db.database import DatabaseCorrupt, DatabaseUnavailable, now
from spinney.server.db.schema import accounts, events, jobs, matches, presence, server_clock, tables
from spinney.server.server_time import living_workers

if TYPE_CHECKING:
    from spinney.server.jobs.liveness import Liveness
    from spinney.server.play.match_service import MatchService
    from spinney.server.server_time import ServerTime

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The upper bounds, in seconds, by which answers are sorted."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Labels = Mapping[str, object]
Sample = tuple[Labels, float]


@dataclass
class ConnectionCounts:
    """The connections of one worker.

    Attributes:
        open: how many are held now.
        refused: how many were refused, by the limit they exceeded: ``address`` or ``total``.
        ended: how many silent ones were ended to make room.
    """

    open: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    ended: int = 0


class Metrics:
    """What one worker counts. May be used from any thread.

    Attributes:
        key: lets someone elsewhere read it; empty: nobody.
        connections: counts of connections; only the thread that accepts them writes.
    """

    def __init__(self) -> None:
        self.key = ""
        self.connections = ConnectionCounts()
        self._lock = threading.Lock()
        self._answers: Counter[tuple[str, str, int]] = Counter()
        self._times = [0] * (len(BOUNDS) + 1)
        self._spent = 0.0
        self._open: Counter[str] = Counter()
        self._job_failures: Counter[str] = Counter()

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer.

        Args:
            method: as ``GET``.
            route: which page, without what is particular to one: as ``/match/{match_id}``.
            status: of HTTP.
            seconds: how long it took; a stream or a socket takes as long as it is open.
        """
        with self._lock:
            self._answers[method, route, status] += 1
            self._times[bisect_left(BOUNDS, seconds)] += 1
            self._spent += seconds

    def opened(self, kind: str, change: int = 1) -> None:
        """Count a socket or a stream that is opened, or with -1 closed."""
        with self._lock:
            self._open[kind] += change

    def job_failed(self, kind: str) -> None:
        """Count a failure of a job."""
        with self._lock:
            self._job_failures[kind] += 1

    def lines(
        self, match_service: MatchService, server_time: ServerTime, liveness: Liveness
    ) -> Iterator[str]:
        """Yield all that is known, line by line."""
        yield from family("spinney_info", "gauge", "This Spinney.", [({"version": __version__}, 1)])
        yield from self._of_store(match_service)
        yield from self._counted({"worker": server_time.worker}, match_service)
        yield from _of_connections({"worker": server_time.worker}, self.connections)
        yield from self._jobs({"worker": server_time.worker}, liveness)

    def _of_store(self, match_service: MatchService) -> Iterator[str]:
        """Yield what the database knows."""
        try:
            with match_service.store.database.reading() as connection:
                families = list(_of_database(connection))
        except (DatabaseUnavailable, DatabaseCorrupt):
            families = []
        reached: list[Sample] = [({}, float(bool(families)))]
        yield from family("spinney_database_up", "gauge", "Can the database be reached?", reached)
        yield from families

    def _counted(self, me: Labels, match_service: MatchService) -> Iterator[str]:
        """Yield what this worker has counted."""
        with self._lock:
            answers, times, spent = dict(self._answers), list(self._times), self._spent
            opened = dict(self._open)
        yield from family(
            "spinney_requests_total",
            "counter",
            "Requests answered.",
            [
                ({**me, "method": method, "route": route, "status": status}, count)
                for (method, route, status), count in sorted(answers.items())
            ],
        )
        yield from _histogram(me, times, spent)
        kinds = [({**me, "kind": kind}, count) for kind, count in sorted(opened.items())]
        yield from family("spinney_open", "gauge", "Sockets and streams that are open.", kinds)
        at_hand = [(me, len(match_service.in_memory()))]
        yield from family("spinney_tables_at_hand", "gauge", "Matches kept at hand.", at_hand)
        yield from _process(me)

    def _jobs(self, me: Labels, liveness: Liveness) -> Iterator[str]:
        """Yield how this worker does what is due."""
        with self._lock:
            failures = sorted(self._job_failures.items())
        counted = [({**me, "kind": kind}, count) for kind, count in failures]
        yield from family("spinney_job_failures_total", "counter", "Jobs that failed.", counted)
        yield from family(
            "spinney_jobs_round_age_seconds",
            "gauge",
            "Since the thread that does what is due last completed a round.",
            [(me, liveness.age)],
        )


def _of_connections(me: Labels, counts: ConnectionCounts) -> Iterator[str]:
    """Yield how many connections this worker holds, and has refused or ended."""
    yield from family("spinney_connections", "gauge", "Connections held.", [(me, counts.open)])
    yield from family(
        "spinney_connections_refused_total",
        "counter",
        "Connections refused, by the limit they exceeded.",
        [({**me, "limit": limit}, counts.refused[limit]) for limit in ("address", "total")],
    )
    about = "Silent connections ended to make room."
    yield from family("spinney_connections_ended_total", "counter", about, [(me, counts.ended)])


def family(name: str, kind: str, about: str, samples: Iterable[Sample]) -> Iterator[str]:
    """Yield the lines of one metric."""
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
    for labels, value in samples:
        yield f"{name}{_written(labels)} {value:.15g}"


def _written(labels: Labels) -> str:
    parts = (f'{name}="{_escaped(str(value))}"' for name, value in labels.items())
    return "{" + ",".join(parts) + "}" if labels else ""


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _histogram(me: Labels, times: list[int], spent: float) -> Iterator[str]:
    name, below, samples = "spinney_request_seconds", 0, []
    for bound, count in zip((*BOUNDS, "+Inf"), times, strict=True):
        below += count
        samples.append(({**me, "le": bound}, below))
    yield f"# HELP {name} How long answers took."
    yield f"# TYPE {name} histogram"
    for labels, count in samples:
        yield f"{name}_bucket{_written(labels)} {count}"
    yield f"{name}_sum{_written(me)} {spent:.6f}"
    yield f"{name}_count{_written(me)} {below}"


def _of_database(connection: Connection) -> Iterator[str]:
    """Yield how much there is of what, and how the server's time stands."""
    by_status = connection.execute(select(tables.c.status, func.count()).group_by(tables.c.status))
    samples = [({"status": status}, count) for status, count in sorted(map(tuple, by_status))]
    yield from family("spinney_tables", "gauge", "Tables, by how they stand.", samples)
    counts = {
        "spinney_accounts": (
            "People who have been here.",
            select(func.count()).select_from(accounts),
        ),
        "spinney_matches": ("Matches.", select(func.count()).select_from(matches)),
        "spinney_events": ("Events accepted.", select(func.count()).select_from(events)),
        "spinney_workers": (
            "Workers that live.",
            select(func.count()).select_from(living_workers().subquery()),
        ),
        "spinney_people_present": (
            "People who have a table open.",
            select(func.count(distinct(presence.c.person))).where(
                presence.c.person != "", presence.c.worker.in_(living_workers())
            ),
        ),
    }
    failed = select(func.count()).select_from(jobs).where(jobs.c.attempts > 0)
    quarantined = jobs.c.quarantined
    counts |= {
        "spinney_jobs_retried": (
            "Jobs that failed and are tried again.",
            failed.where(quarantined.is_(None)),
        ),
        "spinney_jobs_quarantined": (
            "Jobs that failed and wait for an operator.",
            failed.where(quarantined.is_not(None)),
        ),
    }
    for name, (about, query) in counts.items():
        yield from family(name, "gauge", about, [({}, connection.execute(query).scalar_one())])
    yield from _hours(connection)


def _hours(connection: Connection) -> Iterator[str]:
    clock, heartbeat, lost = connection.execute(
        select(now(), server_clock.c.heartbeat, server_clock.c.lost)
    ).one()
    tried = select(func.min(jobs.c.at)).where(jobs.c.quarantined.is_(None))
    first = connection.execute(tried).scalar()
    late = max(0, clock - lost - first) if first is not None else 0
    for name, kind, about, ms in (
        ("heartbeat_age", "gauge", "Since a worker last lived.", clock - heartbeat),
        ("lost", "counter", "How far the server’s time is behind the clock.", lost),
        ("late", "gauge", "By how much what should happen by itself is late.", late),
    ):
        yield from family(f"spinney_{name}_seconds", kind, about, [({}, ms / 1000)])


def _process(me: Labels) -> Iterator[str]:
    """Yield what the process uses, by the names that are usual for it."""
    yield from family(
        "process_cpu_seconds_total", "counter", "Processor time used.", [(me, time.process_time())]
    )
    memory = _memory()
    if memory:
        yield from family(
            "process_resident_memory_bytes", "gauge", "Memory in use.", [(me, memory)]
        )


def _memory() -> int:
    """Return the bytes of memory this process uses; 0 where the system doesn't say."""
    if not sys.platform.startswith("linux"):
        return 0
    import os

    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

"""Processor cores: the number of games that can run at once with undisturbed times."""

from __future__ import annotations

import os
from contextlib import suppress

from spinney.core.errors import Refused

IDLE = 0.5
"""The load of an idle machine, which runs a shell and its services."""


def available_cores() -> tuple[int, ...]:
    """Return the numbers of the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return tuple(sorted(os.sched_getaffinity(0)))
    return tuple(range(os.cpu_count() or 1))


def choose_jobs(jobs: int | None, force: bool = False, cluster: str | None = None) -> int:
    """Return how many games to play at once: by default, one core for a bot and one for Spinney.

    On a cluster, 0 stands for as many as it has room for; the cores of this machine don't matter.

    Raises:
        Refused: there are more games than cores, without ``force``.
    """
    if cluster is not None:
        return jobs or 0
    cores = len(available_cores())
    jobs = jobs or max(1, cores // 2)
    if jobs > cores and not force:
        raise Refused(
            f"{jobs} games at once are more than this process has cores ({cores}), so their times "
            f"would not be fair: use --jobs {cores} or fewer, or --force"
        )
    return jobs


def busy_warning(jobs: int) -> str:
    """Return a warning if the machine's load leaves too few cores for that many games.

    Empty if all is well, or if the system has no load average.
    """
    cores = len(available_cores())
    load = _load()
    if load <= cores - jobs + IDLE:
        return ""
    games = "this game" if jobs == 1 else f"these {jobs} games at once"
    return (
        f"this machine is busy: a load of {load:.1f} on {cores} cores even without {games}; "
        "times will be longer than they should be"
    )


def _load() -> float:
    """Return how many processes ran or waited to in the last minute, on average."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return 0.0


def divide_cores(jobs: int) -> list[tuple[int, ...]]:
    """Return cores for each of some jobs, no core twice; none if there are too few."""
    cores = available_cores()
    each = len(cores) // jobs
    return [cores[each * job : each * (job + 1)] for job in range(jobs)]


def pin_process(cores: tuple[int, ...]) -> None:
    """Let this process, and all that it starts from now on, use these cores only.

    Where none are given, or the system can't or won't, nothing changes.
    """
    if cores and hasattr(os, "sched_setaffinity"):
        with suppress(OSError):
            os.sched_setaffinity(0, cores)

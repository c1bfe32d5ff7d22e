"""The supervisor of one program: starts it, watches its memory, and leaves nothing of it behind.

Run as a process of its own, between Spinney and the program, by path and without the rest of
Spinney: ``python -I -S supervisor.py CONTROL STATUS MEMORY COMMAND…``. The first two are numbers of
open pipes. When the other side closes CONTROL, on purpose or because it died, the program ends with
everything it has started. To STATUS a line is written for each thing that happens: ``started`` ·
``failed REASON`` · ``exited CODE`` · ``memory`` · ``forked``. MEMORY is the most bytes that the
program and its children may have at once; 0: as many as they like.

On Linux orphans of the program become children of the supervisor (it is their *subreaper*), so that
none escapes, whatever session it has made for itself. Elsewhere an orphan in a session of its own
is found only as long as its parent lives.

It starts with every program of every game, so it imports little: no `pathlib`, no `typing`.
"""

# ruff: noqa: PTH112, PTH123, PTH208

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

PROC = "/proc"
CHECK_SECONDS = 0.05 if os.path.isdir(PROC) else 0.5
"""Seconds between two looks at the memory of the processes known; ``ps`` takes longer to ask."""
ROUND = 0.5
"""Seconds between two searches for new ones."""
MOST_PROCESSES = 100
PR_SET_CHILD_SUBREAPER = 36


class ProcessUsage:
    """A process.

    Attributes:
        parent: its parent's number.
        memory: how many bytes it uses.
    """

    def __init__(self, parent: int, memory: int) -> None:
        self.parent, self.memory = parent, memory


def main(control: int, status: int, memory: int, command: list[str]) -> None:
    """Start a program, watch it until it or the other side ends, and clear up."""
    adopt_orphans()
    child_exits = child_exit_pipe()
    try:
        program = subprocess.Popen(command, start_new_session=True)  # noqa: S603 (that is the job)
    except OSError as problem:
        report(status, f"failed {(problem.strerror or str(problem)).lower()}")
        return
    close_streams()
    report(status, "started")
    verdict = watch(control, child_exits, memory, program)
    if verdict:
        report(status, verdict)
    end_all()


def adopt_orphans() -> None:
    """Become the parent of processes that the program leaves behind, if possible."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def child_exit_pipe() -> int:
    """Return a pipe that can be read whenever a child has ended."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return reading


def close_streams() -> None:
    """Close the program's pipes on this side: its reader must notice when it closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for own in (0, 1, 2):
        os.dup2(nothing, own)


def report(status: int, line: str) -> None:
    """Write a line to the other side, if it is still there."""
    with suppress(OSError):
        os.write(status, f"{line}\n".encode())


def watch(control: int, child_exits: int, memory: int, program: subprocess.Popen[bytes]) -> str:
    """Return how the program ended, or empty if it is to be ended."""
    pids, search_at = [program.pid], time.monotonic() + ROUND
    while True:
        ready, _, _ = select.select(
            [control, child_exits], [], [], CHECK_SECONDS if memory else ROUND
        )
        if control in ready:
            return ""
        if child_exits in ready:
            os.read(child_exits, 4096)
        code = reap().get(program.pid)
        if code is not None:
            program.returncode = code
            return f"exited {code}"
        if time.monotonic() >= search_at:
            pids, search_at = descendants(os.getpid()), time.monotonic() + ROUND
        if len(pids) > MOST_PROCESSES:
            return "forked"
        if memory and used(pids) > memory:
            return "memory"


def reap() -> dict[int, int]:
    """Reap all children that have ended, adopted ones too; return their exit codes by number."""
    codes = {}
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            codes[pid] = os.waitstatus_to_exitcode(status)
    return codes


def end_all() -> None:
    """Kill all descendants. They are stopped first, so that none makes more meanwhile."""
    stopped: set[int] = set()
    while alive := set(descendants(os.getpid())):
        if alive <= stopped:
            for pid in alive:
                send(pid, signal.SIGKILL)
            time.sleep(0.001)
            reap()
        for pid in alive - stopped:
            send(pid, signal.SIGSTOP)
        stopped |= alive
        reap()


def send(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process that may be gone already."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)


# Which processes run.


def descendants(of: int) -> list[int]:
    """Return the processes that descend from one."""
    children: dict[int, list[int]] = {}
    for pid, process in processes().items():
        children.setdefault(process.parent, []).append(pid)
    found, left = [], [of]
    while left:
        offspring = children.get(left.pop(), [])
        found += offspring
        left += offspring
    return found


def used(pids: list[int]) -> int:
    """Return the memory that these processes use, in bytes."""
    if os.path.isdir(PROC):
        return sum(seen.memory for pid in pids if (seen := on_linux(pid)))
    everybody = processes()
    return sum(everybody[pid].memory for pid in pids if pid in everybody)


def processes() -> dict[int, ProcessUsage]:
    """Return all processes that can be seen, by number."""
    if not os.path.isdir(PROC):
        return dict(by_ps())
    pids = (int(entry) for entry in os.listdir(PROC) if entry.isdigit())
    return {pid: seen for pid in pids if (seen := on_linux(pid))}


def on_linux(pid: int) -> ProcessUsage | None:
    """Return two fields of ``/proc/…/stat``: after the name the 2nd, and the 22nd (in pages)."""
    try:
        with open(f"{PROC}/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    return ProcessUsage(int(fields[1]), int(fields[21]) * PAGE)


def by_ps() -> Iterator[tuple[int, ProcessUsage]]:
    """Yield the output of the command ``ps``."""
    command = ["ps", "-A", "-o", "pid=", "-o", "ppid=", "-o", "rss="]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    for line in listed.stdout.splitlines():
        pid, parent, kilobytes = map(int, line.split())
        yield pid, ProcessUsage(parent, 1024 * kilobytes)


PAGE = os.sysconf("SC_PAGE_SIZE")

if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])

"""A private run folder for tests, and the resident processes in it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.processes import PROC, runs
from tests.waiting import wait_until


def residents(folder: Path) -> list[int]:
    """The processes whose socket is in a run folder."""
    found = []
    for process in PROC.glob("[0-9]*"):
        with suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"spinney.referee.resident" in words and str(folder).encode() in words[-2]:
                found.append(int(process.name))
    return found


@contextmanager
def private_run_folder() -> Iterator[Path]:
    """A run folder with a short path, as the paths of sockets must be; at the end it is empty."""
    before = os.environ.get("XDG_RUNTIME_DIR")
    with TemporaryDirectory(prefix="sp-") as folder:
        os.environ["XDG_RUNTIME_DIR"] = folder
        try:
            yield Path(folder)
        finally:
            for pid in residents(Path(folder)):
                with suppress(ProcessLookupError):  # a fork that has played ends by itself
                    os.kill(pid, signal.SIGKILL)
            wait_until(lambda: not any(map(runs, residents(Path(folder)))))
            if before is None:
                del os.environ["XDG_RUNTIME_DIR"]
            else:
                os.environ["XDG_RUNTIME_DIR"] = before

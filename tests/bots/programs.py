"""Little programs to ask."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.processes import runs

from spinney.bots.entrants import Program

BROKEN = Path(__file__).parent / "broken"
ECHO = "import sys\nfor line in sys.stdin: print('heard', line.strip(), flush=True)"


def python(code: str) -> tuple[str, ...]:
    """The command that runs a piece of Python, quickly."""
    return (sys.executable, "-I", "-S", "-c", code)


def broken(name: str, *more: str) -> tuple[str, ...]:
    """The command of a program that fails."""
    return (sys.executable, "-I", "-S", str(BROKEN / f"{name}.py"), *more)


def program(command: tuple[str, ...], protocol: str = "json") -> Program:
    return Program(f"{protocol}:test", command, protocol)


def gone(pids: list[int], seconds: float = 5.0) -> bool:
    """Do all of these processes end within some time?"""
    end = time.monotonic() + seconds
    while any(map(runs, pids)) and time.monotonic() < end:
        time.sleep(0.01)
    return not any(map(runs, pids))

"""Bots of a few lines for tests."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.processes import runs
from tests.waiting import wait_until

from spinney.players.player_specs import ProgramSpec

BROKEN = Path(__file__).parent / "broken"
ECHO = "import sys\nfor line in sys.stdin: print('heard', line.strip(), flush=True)"


def python(code: str) -> tuple[str, ...]:
    """The command that runs a piece of Python, quickly."""
    return (sys.executable, "-I", "-S", "-c", code)


def broken(name: str, *more: str) -> tuple[str, ...]:
    """The command of a program that fails."""
    return (sys.executable, "-I", "-S", str(BROKEN / f"{name}.py"), *more)


def program(command: tuple[str, ...], protocol: str = "json") -> ProgramSpec:
    return ProgramSpec(f"{protocol}:test", command, protocol)


def have_ended(pids: list[int]) -> bool:
    """Wait until all of these processes have ended."""
    return wait_until(lambda: not any(map(runs, pids)))

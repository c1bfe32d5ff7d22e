"""Other processes: do they run?"""

from __future__ import annotations

import subprocess
from pathlib import Path

PROC = Path("/proc")


def runs(pid: int) -> bool:
    """Is there such a process, and is it more than a zombie that waits to be buried?"""
    state = _on_linux(pid) if PROC.is_dir() else _by_ps(pid)
    return state not in ("", "Z", "X")


def _on_linux(pid: int) -> str:
    try:
        stat = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[0]


def _by_ps(pid: int) -> str:
    command = ["ps", "-o", "state=", "-p", str(pid)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()[:1]


def family(first: int) -> list[int]:
    """Return a process and all that descend from it, on Linux."""
    parents = {int(folder.name): _parent(folder) for folder in PROC.glob("[0-9]*")}
    found = [first]
    for pid in found:  # it grows on the way
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def _parent(folder: Path) -> int:
    try:
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0

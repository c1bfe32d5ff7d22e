"""The lock of a folder of results: two processes in one folder would spoil each other's files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from spinney.core.errors import Refused
from spinney.system.files import folder

LOCK = ".lock"
"""The file that the process that uses the folder keeps locked."""


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Lock a folder, made if there is none, so that no other process uses it meanwhile.

    If the system, or the file system, has no locks, nothing is locked.

    Raises:
        Refused: another process has the lock, or the folder can't be made.
    """
    with _opened(folder(path) / LOCK) as file:
        try:
            _lock(file.fileno())
        except BlockingIOError:
            raise Refused(f"{path}: another process is using this folder") from None
        yield


def _opened(path: Path) -> TextIO:
    try:
        return path.open("a")
    except OSError as problem:
        raise Refused(f"can't write {path}: {str(problem.strerror).lower()}") from None


def _lock(handle: int) -> None:
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            if isinstance(problem, BlockingIOError):
                raise

"""The private folder with the sockets of resident processes: find one, or start it."""

from __future__ import annotations

import fcntl
import os
import re
import socket
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from spinney import __version__

MODULE = "spinney.referee.resident"
VARIABLES = ("PYTHONPATH", "SPINNEY_GAMES", "SPINNEY_CACHE", "SPINNEY_REFEREE_IDLE")
"""The environment variables that change what a resident process does."""
PATHS = ("PYTHONPATH", "SPINNEY_CACHE")
"""Those that are paths. A resident process works in another folder, so it gets them absolute."""
WAITING_CLIENTS = 128
LONGEST_NAME = 30
"""The most characters of a game's name in the name of a socket, which must be short."""


def run_folder() -> Path:
    """Return the folder, made if need be. Raises OSError if others have access to it."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and Path(runtime).is_dir():
        folder = Path(runtime) / "spinney"
    else:
        folder = Path(os.environ.get("TMPDIR") or "/tmp") / f"spinney-{os.getuid()}"  # noqa: S108
    with suppress(FileExistsError):
        folder.mkdir(0o700)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise PermissionError(f"{folder} is open to others")
    return folder


def address(game: str) -> Path:
    """Return the socket of the resident process of a game, for this program and environment."""
    parts = [__version__, sys.executable, sys.version, __file__, game]
    environment = _environment()
    parts += [environment.get(name, "") for name in VARIABLES]
    plain = re.sub(r"[^a-z0-9-]", "_", game)[:LONGEST_NAME]
    return run_folder() / f"{plain}-{zlib.crc32(repr(parts).encode()):08x}.sock"


@contextmanager
def locked(socket_path: Path) -> Iterator[None]:
    """Lock the folder: no other process starts or withdraws a resident process meanwhile."""
    lock = os.open(socket_path.with_suffix(".lock"), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def connect(game: str) -> socket.socket:
    """Return a connection to the resident process of a game, which is started if there is none.

    Raises:
        OSError: no resident process is possible.
    """
    path = address(game)
    if connected := _connected(path):
        return connected
    with locked(path):  # of many clients at once, one starts it
        return _connected(path) or _start(game, path)


def _connected(path: Path) -> socket.socket | None:
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(str(path))
    except (FileNotFoundError, ConnectionRefusedError):  # never started, or killed
        connection.close()
        return None
    except BaseException:
        connection.close()
        raise
    return connection


def _start(game: str, path: Path) -> socket.socket:
    """Start a resident process. Its socket exists first: clients that connect wait for it."""
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(WAITING_CLIENTS)
        listener.set_inheritable(True)
        log = os.fspath(path.with_suffix(".log"))
        command = [sys.executable, "-P", "-m", MODULE, str(listener.fileno()), game, str(path)]
        os.posix_spawn(  # it outlives this process
            sys.executable,
            command,
            _environment(),
            file_actions=(
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ),
            setsid=True,
        )
        connection = _connected(path)
    if connection is None:
        raise ConnectionRefusedError("the resident process could not be started")
    return connection


def _environment() -> dict[str, str]:
    """Return the environment of a resident process: absolute paths, and one thread, for forks."""
    found = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    for name in PATHS:
        if value := found.get(name):
            places = value.split(os.pathsep) if name == "PYTHONPATH" else [value]
            found[name] = os.pathsep.join(str(Path(place).absolute()) for place in places)
    return found

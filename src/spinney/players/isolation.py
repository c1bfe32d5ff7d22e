"""Isolation of a program from this machine: its files, its processes and the network.

Bubblewrap does it where it is installed and works, else a sandbox of Linux namespaces of our own
(`sandbox`). An isolated program sees the system's programs and libraries, Python and Spinney, the
compiled games, its own folder and the one it starts in, all read-only; an empty home and a ``/tmp``
of its own. It sees no other process and has no network.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from os import environ
from pathlib import Path

from spinney.core.errors import Refused
from spinney.system.process_privacy import secret_files

SANDBOX = Path(__file__).with_name("sandbox.py")
BUBBLEWRAP, NAMESPACES = "bubblewrap", "namespaces"
SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"),
    *("/etc/localtime", "/etc/mime.types", "/etc/ssl/openssl.cnf"),
)
"""The parts of a system that programs in any language need; no user's files, and nothing that
changes."""
BINARIES = ("bin", "shims")
"""What folders of programs are called, beside which lies what they need; the second one has
launchers of version managers, such as pyenv, instead."""
ROOM = str(64 << 20)
"""The bytes that a program can keep in files, in ``/tmp`` and in shared memory."""
TO_TRY = 20.0
"""Seconds that an attempt may take to find out whether something works."""


@dataclass(frozen=True)
class Isolation:
    """How programs are isolated.

    Attributes:
        method: `BUBBLEWRAP` or `NAMESPACES`.
        hidden: files and folders that no program sees, wherever they lie.
    """

    method: str
    hidden: tuple[Path, ...] = ()

    def wrap(self, command: Sequence[str]) -> tuple[str, ...]:
        """Return the command that runs a command in isolation.

        Raises:
            Refused: it would start in the user's home, or above, where nothing could be hidden.
        """
        home, folder = Path.home().resolve(), Path.cwd()
        if home.is_relative_to(folder):
            raise Refused(
                "an isolated bot sees the folder that Spinney is started in: start it in a folder "
                "of the bot's own, not in your home folder or above"
            )
        paths = {*map(str, _readable_paths(command[0], home)), str(folder)}
        readable = sorted(paths)  # outer ones first
        hide = sorted({name for path in self.hidden for name in _names_inside(path, readable)})
        wrapped = _bubblewrap if self.method == BUBBLEWRAP else _namespaces
        return (*wrapped(readable, hide, str(home), str(folder)), *command)


def _names_inside(path: Path, readable: Sequence[str]) -> Iterator[str]:
    """Yield the names under which programs would see a file, by whatever links it was named."""
    real = path.resolve()
    for shown in readable:
        outer = Path(shown).resolve()
        if real.exists() and real.is_relative_to(outer):
            yield str(Path(shown) / real.relative_to(outer))


def isolation(*hidden: Path) -> Isolation:
    """Return how programs are isolated on this machine.

    Args:
        hidden: files and folders that they must not see, besides the matches that are kept and
            the files that secrets were read from.

    Raises:
        Refused: nothing here can isolate them.
    """
    kept = [Path(environ["SPINNEY_DATA"])] if "SPINNEY_DATA" in environ else []
    return Isolation(_method(), (*hidden, *kept, *secret_files()))


@cache
def _method() -> str:
    reasons = []
    for method in (BUBBLEWRAP, NAMESPACES):
        reason = why_not(method)
        if not reason:
            return method
        reasons.append(f"{method}: {reason}")
    raise Refused(
        f"bots can't be isolated here ({'; '.join(reasons)}); install bubblewrap, or let users "
        "make namespaces; without --isolate bots can read whatever you can"
    )


def why_not(method: str) -> str:
    """Return why a method of isolation does not work here; empty: it does."""
    if sys.platform != "linux":
        return "only Linux has it"
    if method == BUBBLEWRAP and not shutil.which("bwrap"):
        return "it is not installed"
    wrapped = _bubblewrap if method == BUBBLEWRAP else _namespaces
    readable = [str(path) for path in _system()]
    command = [*wrapped(readable, [], "/home", "/"), "true"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=TO_TRY, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as problem:
        return str(problem)
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return "" if not done.returncode else lines[-1] if lines else "it does not work"


# The files that a program sees.


def _readable_paths(program: str, home: Path) -> Iterator[Path]:
    """Yield what a program may read besides the folder it starts in."""
    from spinney.kernel.compiler import cache_root

    own = [Path(sys.prefix), Path(sys.base_prefix), Path(__file__).parents[1], cache_root()]
    own += map(Path, filter(None, environ.get("PYTHONPATH", "").split(":")))
    if executable := shutil.which(program):
        own += [_room(Path(executable), home), _room(Path(executable).resolve(), home)]
    yield from _system()
    for path in own:
        if path.exists() and not home.is_relative_to(path.absolute()):
            yield path.absolute()


def _system() -> Iterator[Path]:
    return filter(Path.exists, map(Path, SYSTEM))


def _room(program: Path, home: Path) -> Path:
    """Return the folder that a program needs, but no home; then the program alone."""
    folder = program.parent.parent if program.parent.name in BINARIES else program.parent
    return program if home.is_relative_to(folder.absolute()) else folder


# The two methods.


def _bubblewrap(shown: list[str], hidden: list[str], home: str, folder: str) -> tuple[str, ...]:
    files = [part for path in shown for part in ("--ro-bind", path, path)]
    for path in hidden:
        files += ["--tmpfs", path] if Path(path).is_dir() else ["--ro-bind", "/dev/null", path]
    return (
        *("bwrap", "--unshare-all", "--unshare-user", "--die-with-parent", "--new-session"),
        *("--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev"),
        *("--size", ROOM, "--tmpfs", "/dev/shm", "--size", ROOM, "--tmpfs", "/tmp"),  # noqa: S108
        *("--tmpfs", home, *files, "--remount-ro", home),
        *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", folder, "--"),
    )


def _namespaces(shown: list[str], hidden: list[str], home: str, folder: str) -> tuple[str, ...]:
    layout = {
        "shown": shown,
        "hidden": hidden,
        "home": [home],
        "folder": [folder],
        "room": [ROOM],
    }
    return (sys.executable, "-I", "-S", str(SANDBOX), json.dumps(layout))

"""Hide the secrets of this process from other processes of the same user, bots above all.

On Linux every process can read ``/proc/PID/environ`` and ``/proc/PID/cmdline`` of the others of its
user, and their memory too. These files show the data with which a process was started: changing
``os.environ`` doesn't change them. So `hide_process` copies the environment elsewhere and wipes the
original, masks secrets on the command line, and makes the kernel close ``/proc/PID`` of this
process to all but root. Root still reads memory: where bots run as root, they must be isolated.

Elsewhere than on Linux this does nothing; there secrets come in files.
"""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from spinney.core.errors import Refused

SECRETS = ("SPINNEY_DATABASE", "SPINNEY_LINK_KEY", "SPINNEY_METRICS_KEY", "SPINNEY_TOKEN")
"""The environment variables that are secret: no process that this one starts inherits them."""
SECRET_OPTIONS = (b"--seed", b"-seed", b"-d", b"--token", b"--database")
"""The options whose values are masked on the command line."""
PR_SET_DUMPABLE = 4
FIRST_ADDRESS = 45
"""Where ``/proc/self/stat``, from its third field on, has ``arg_start``, ``arg_end``, ``env_start``
and ``env_end``."""

_taken: dict[str, str] = {}
_files: set[Path] = set()


@cache
def hide_process() -> None:
    """Hide this process's environment, secret arguments and memory. Once is enough."""
    for name in SECRETS:
        if name in os.environ:
            _taken[name] = os.environ.pop(name)
    if sys.platform == "linux":
        deny_inspection()
        _wipe_start()


def deny_inspection() -> None:
    """Let nobody but root read this process's memory, nor its ``/proc/PID/environ``, on Linux.

    It counts for copies of this process, and ends when another program is run in its place.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def secret(name: str) -> str:
    """Return a secret that was given by an environment variable, or by the file ``NAME_FILE`` says.

    Raises:
        Refused: both were given; the file can't be read.
    """
    given, file = _taken.get(name) or os.environ.get(name, ""), os.environ.get(f"{name}_FILE")
    if not file:
        return given
    if given:
        raise Refused(f"both {name} and {name}_FILE are set; set one of them")
    return secret_file(file)


def secret_file(file: str | Path) -> str:
    """Return what a file holds, without space about it. Raises Refused."""
    _files.add(Path(file).absolute())
    try:
        text = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as problem:
        reason = (getattr(problem, "strerror", None) or "it is not text").lower()
        raise Refused(f"the file {file} can't be read: {reason}") from None
    if not text:
        raise Refused(f"the file {file} is empty")
    return text


def secret_files() -> frozenset[Path]:
    """Return the files that secrets were read from."""
    return frozenset(_files)


# What a process was started with, in its own memory.


def _wipe_start() -> None:
    """Wipe the environment, and secrets among the arguments, where the kernel shows them."""
    with suppress(OSError, ValueError, IndexError):  # a system without this file shows nothing
        fields = Path("/proc/self/stat").read_bytes().rpartition(b")")[2].split()
        arguments, end, environment, last = map(int, fields[FIRST_ADDRESS : FIRST_ADDRESS + 4])
        for name, value in list(os.environ.items()):
            os.environ[name] = value  # the C library copies it and no longer uses the old place
        if 0 < environment < last:
            ctypes.memset(environment, 0, last - environment)
        if 0 < arguments < end:
            masked = mask(ctypes.string_at(arguments, end - arguments))
            ctypes.memmove(arguments, masked, len(masked))


def mask(arguments: bytes) -> bytes:
    """Return a command line, its arguments ended by zeros, with ``*`` in place of secrets."""
    shown: list[bytes] = []
    for word in arguments.split(b"\0"):
        option, equals, value = word.partition(b"=")
        if shown and shown[-1] in SECRET_OPTIONS:
            shown.append(b"*" * len(word))
        elif equals and option in SECRET_OPTIONS:
            shown.append(option + equals + b"*" * len(value))
        else:
            shown.append(word)
    return b"\0".join(shown)

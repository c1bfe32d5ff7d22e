"""A sandbox of Linux namespaces for one program, where there is no bubblewrap.

Run as a process of its own, by path and without the rest of Spinney:
``python -I -S sandbox.py LAYOUT COMMAND…``. LAYOUT is JSON: ``shown``, files and folders that the
program can read; ``hidden``, those among them that it can't; ``home``, an empty folder; ``folder``,
where it starts; ``room``, how many bytes it can keep. It sees no other process, no network and no
other file, and can write to ``/tmp`` and ``/dev/shm`` alone, which are its own.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

NAMESPACES = 0x00020000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
"""Of mounts, host names, messages between processes, users, processes, and the network."""
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1 << 5, 1 << 12, 1 << 14, 1 << 18
MNT_DETACH = 2
AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY = -100, 0x8000, 1
SYS_MOUNT_SETATTR = 442
SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41, "riscv64": 41}
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 24, 38
LAST_CAPABILITY = 63
DEVICES = ("full", "null", "random", "urandom", "zero")
OLD = Path("/old")
"""Where all files of the machine are while the sandbox is put together."""
LIBC = ctypes.CDLL(None, use_errno=True)


def main(layout: dict[str, list[str]], command: list[str]) -> NoReturn:
    """Run a command in a sandbox, and end as it does."""
    user, group = os.geteuid(), os.getegid()
    _call("unshare", NAMESPACES)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    first = os.fork()
    if first:  # the creator of a namespace of processes is not in it; its first child is
        _end_as(first)
    _call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    program = os.fork()
    if program:  # the first process of a namespace gets no signals that it doesn't handle
        _end_as(program)
    arrange(layout)
    drop_rights()
    os.execvp(command[0], command)  # noqa: S606 (that is the job)


def arrange(layout: dict[str, list[str]]) -> None:
    """Put together all the files that the program shall see, and nothing else."""
    real = {path: os.path.realpath(path) for path in layout["shown"]}
    _mount("none", "/", "", MS_REC | MS_PRIVATE)
    root = _empty_root()
    for name in ("proc", "dev/shm", "tmp"):
        (root / name).mkdir(parents=True)
    _mount("proc", f"{root}/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    for name in DEVICES:
        _bind(OLD / "dev" / name, root / "dev" / name)
    (root / "dev/fd").symlink_to("/proc/self/fd")
    for name in ("tmp", "dev/shm"):
        room = f"size={layout['room'][0]}"
        _mount("tmpfs", f"{root}/{name}", "tmpfs", MS_NOSUID | MS_NODEV, room)
    [home] = layout["home"]
    _under(root, home).mkdir(parents=True, exist_ok=True)
    _mount("tmpfs", str(_under(root, home)), "tmpfs", MS_NOSUID | MS_NODEV)
    for path in layout["shown"]:
        _bind(_under(OLD, real[path]), _under(root, path))
        _read_only(_under(root, path))
    for path in layout["hidden"]:
        if _under(root, path).is_dir():
            _mount("tmpfs", str(_under(root, path)), "tmpfs", MS_RDONLY)
        elif _under(root, path).exists():
            _bind(OLD / "dev/null", _under(root, path))
    os.chdir(root)
    _pivot_root(".", ".")
    _call("umount2", b".", MNT_DETACH)
    for path in (home, "/"):
        _mount("none", path, "", MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)
    os.chdir(layout["folder"][0])


def _empty_root() -> Path:
    """Return an empty folder that becomes the root; the old root is then at `OLD`."""
    _mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV)  # noqa: S108 (nobody else sees it)
    for name in ("old", "new"):
        Path("/tmp", name).mkdir()  # noqa: S108
    _pivot_root("/tmp", "/tmp/old")  # noqa: S108
    os.chdir("/")
    _mount("tmpfs", "/new", "tmpfs", MS_NOSUID | MS_NODEV)
    return Path("/new")


def _pivot_root(new: str, old: str) -> None:
    _call_number(SYS_PIVOT_ROOT[os.uname().machine], new.encode(), old.encode())


def drop_rights() -> None:
    """Drop the rights that the creator of namespaces has within them."""
    _call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    for capability in range(LAST_CAPABILITY + 1):
        LIBC.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # those that don't exist are refused


def _end_as(child: int) -> NoReturn:
    """Wait for a child, and for orphans that became one, and end as it did."""
    while True:
        pid, status = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            if code < 0 and os.getpid() != 1:
                signal.signal(-code, signal.SIG_DFL)
                os.kill(os.getpid(), -code)
            os._exit(code if code >= 0 else 128 - code)


def _under(root: Path, path: str) -> Path:
    return root / path.lstrip("/")


def _bind(path: Path, place: Path) -> None:
    """Show a file or folder at a place too."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        place.mkdir(exist_ok=True)
    elif not place.exists():
        place.touch()
    _mount(str(path), str(place), "", MS_BIND | MS_REC)


def _read_only(place: Path) -> None:
    attributes = (ctypes.c_uint64 * 4)(MOUNT_ATTR_RDONLY, 0, 0, 0)
    size = ctypes.sizeof(attributes)
    _call_number(SYS_MOUNT_SETATTR, AT_FDCWD, str(place).encode(), AT_RECURSIVE, attributes, size)


def _mount(what: str, where: str, kind: str, flags: int, options: str = "") -> None:
    names = (what.encode(), where.encode(), kind.encode())
    _call("mount", *names, ctypes.c_ulong(flags), options.encode() or None)


def _call(name: str, *given: object) -> None:
    """Call a function of the system. Raises OSError."""
    if getattr(LIBC, name)(*given) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number).lower()}")


def _call_number(number: int, *given: object) -> None:
    """Make a system call for which the C library has no function. Raises OSError."""
    _call("syscall", ctypes.c_long(number), *given)


if __name__ == "__main__":
    try:
        main(json.loads(sys.argv[1]), sys.argv[2:])
    except OSError as problem:
        sys.stderr.write(f"{problem.strerror or problem}\n")
        os._exit(126)

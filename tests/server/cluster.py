"""A PostgreSQL server of one's own: made in a folder, begun, stopped, begun again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

from tests.free_port import free_port

USER = "spinney"
CARELESS = "-c fsync=off -c full_page_writes=off -c autovacuum=off"
"""Nothing here outlives a power cut. What was committed outlives the server's end all the same."""


def programs() -> Path | None:
    """The folder of the server's programs, as PATH, pg_config or Debian's folders tell it."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    if shutil.which("pg_config"):
        result = subprocess.run(
            ["pg_config", "--bindir"], capture_output=True, text=True, check=True
        )
        folder = Path(result.stdout.strip())
        if (folder / "initdb").exists():
            return folder
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


class Cluster:
    """A server in a folder, which listens at a port of its own."""

    def __init__(self, folder: Path, bin_folder: Path) -> None:
        self._data, self._bin = folder / "data", bin_folder
        self._log = folder / "log"
        self.port = free_port()
        folder.chmod(0o755)
        self._data.mkdir()
        # The server refuses to run as root, as which containers run tests.
        self._who = _somebody() if os.geteuid() == 0 else None
        if self._who is not None:
            os.chown(folder, self._who, -1)
            os.chown(self._data, self._who, -1)
        self._run("initdb", "--auth=trust", f"--username={USER}", "--no-sync", "--encoding=UTF8")
        self.start()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int:
        """The server's first process."""
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        options += f" {CARELESS}"
        self._run("pg_ctl", "start", "-w", "-s", "-o", options, "-l", str(self._log))

    def stop(self, how: str = "immediate") -> None:
        """``fast`` ends it in order; ``immediate`` as if the power had failed."""
        self._run("pg_ctl", "stop", "-w", "-s", "-m", how)

    def freeze(self) -> None:
        """Let it hang: it neither answers nor hangs up."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        first = self.pid
        result = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(first)], capture_output=True, text=True, check=False
        )
        for pid in (first, *map(int, result.stdout.split())):
            with suppress(ProcessLookupError):  # a session has ended meanwhile
                os.kill(pid, number)

    def _run(self, program: str, *more: str) -> None:
        subprocess.run(
            [self._bin / program, "-D", self._data, *more],
            check=True,
            user=self._who,
            cwd=self._data.parent,
            stdout=subprocess.DEVNULL,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
        )


def _somebody() -> int:
    import pwd

    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise RuntimeError("there is nobody but root to run PostgreSQL as")

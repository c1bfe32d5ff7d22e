"""Running `spinney` as people do: as a process of its own, with pipes or at a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from types import TracebackType

import pytest
from tests.waiting import PATIENCE

from spinney.cli import main

SPINNEY = [sys.executable, "-m", "spinney"]
CODE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|[()].|[=>])")
UNWANTED = "NO_COLOR", "COLUMNS"
"""What the environment may say that changes what is written."""
WHERE = b"\x1b[6n"
"""Where is the cursor? Each prompt asks that as it begins."""


def environment(data: Path, **more: str) -> dict[str, str]:
    """An environment in which nothing of the user's is touched."""
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return {**kept, "SPINNEY_DATA": str(data), "TERM": "xterm-256color", **more}


def run(
    data: Path, *arguments: str | Path, said: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a command with pipes for everything; ``said`` is typed."""
    return subprocess.run(
        [*SPINNEY, *map(str, arguments)],
        input=said,
        capture_output=True,
        text=True,
        env=environment(data, **more),
        check=False,
        timeout=PATIENCE,
    )


def call(
    data: Path, *arguments: str | Path, said: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a command as `run` does, but in this process: that takes a tenth of the time."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        wanted = environment(data, **more)
        for name in UNWANTED:
            patch.delenv(name, raising=False)
        for name, value in wanted.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", StringIO(said))
        status = main([*map(str, arguments)])
    return subprocess.CompletedProcess([], status, out.getvalue(), err.getvalue())


def run_unread(data: Path, *arguments: str | Path, **more: str) -> None:
    """Run a command whose output nobody reads any more."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        subprocess.run(
            [*SPINNEY, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.DEVNULL,
            env=environment(data, **more),
            check=False,
            timeout=PATIENCE,
        )
    finally:
        os.close(writing)


class Terminal:
    """A command at a terminal of 80 columns and 50 rows.

    Attributes:
        text: all it has written, without codes for colours and places.
        codes: those codes.
    """

    def __init__(self, data: Path, *arguments: str | Path, **more: str) -> None:
        self.text, self.codes = "", ""
        self._at = self._asked = self._answered = 0
        self._main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
        self._process = subprocess.Popen(
            [*SPINNEY, *map(str, arguments)],
            stdin=side,
            stdout=side,
            stderr=side,
            env=environment(data, **more),
            start_new_session=True,
        )
        os.close(side)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._main)

    def say(self, line: str) -> None:
        """Answer the next question with a line."""
        self.answer(f"{line}\r")

    def answer(self, keys: str) -> None:
        """Wait for the next question and press keys. Pressed too early they might be lost."""
        end = time.monotonic() + PATIENCE
        while self._asked <= self._answered:
            assert self._read(end - time.monotonic()), f"no question after: {self.text[-2000:]}"
        self._answered += 1
        self.type(keys)

    def type(self, keys: str) -> None:
        """Press keys now."""
        os.write(self._main, keys.encode())

    def interrupt(self) -> None:
        """Do what ctrl-C does to a program that asks nothing."""
        self._process.send_signal(signal.SIGINT)

    def terminate(self) -> None:
        """Do what ``timeout`` does: send SIGTERM to the command, then to all its processes."""
        self._process.send_signal(signal.SIGTERM)
        os.killpg(self._process.pid, signal.SIGTERM)

    def until(self, *words: str) -> str:
        """Read until one of these has come, and return it: plain text, without its colours."""
        end = time.monotonic() + PATIENCE
        while True:
            found = [(at, word) for word in words if (at := self.text.find(word, self._at)) >= 0]
            if found:
                at, word = min(found)
                self._at = at + len(word)
                return word
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"none of {words} came after: {self.text[-2000:]}")

    def _read(self, seconds: float) -> bool:
        """Take in what is there; False when nothing more comes, or not in time."""
        ready, _, _ = select.select([self._main], [], [], max(0.0, seconds))
        try:
            data = os.read(self._main, 65536) if ready else b""
        except OSError:  # Linux says so where the other side was closed
            data = b""
        if WHERE in data:
            self._asked += 1
            self.type("\x1b[1;1R")
        written = data.decode("utf-8", "replace")
        self.codes += "".join(CODE.findall(written))
        self.text += CODE.sub("", written).replace("\r\n", "\n")
        return bool(data)

    def end(self) -> int:
        """Read the rest and return the exit status."""
        end = time.monotonic() + PATIENCE
        while self._read(end - time.monotonic()):
            pass
        return self._process.wait(PATIENCE)

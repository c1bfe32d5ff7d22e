"""A program that answers line by line, started under a supervisor.

Nothing here waits without end, whatever the program does: what it writes is read as it comes, what
it does not read is kept for it, and of both there is only so much.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from spinney.core.process_privacy import hide_process
from spinney.players.answer import ProgramFailed

SUPERVISOR = Path(__file__).with_name("supervisor.py")
CHUNK = 1 << 16
LONGEST_LINE = 1 << 14
"""The most bytes of a line, and of lines said ahead: more is a flood."""
MOST_STDERR = 1 << 20
"""The most bytes of error output while one answer is awaited."""
KEPT_STDERR = 2_000
"""The most characters kept of it, the last ones."""
TO_START, TO_END, TO_EXPLAIN = 10.0, 5.0, 1.5
"""Seconds it may take to start, to be gone, and to learn why it has stopped talking."""
ENVIRONMENT = (
    *("HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "PYTHONPATH", "TMPDIR", "TZ", "USER"),
    *("SPINNEY_CACHE", "SPINNEY_GAMES"),
)
"""All that a program gets of this one's environment."""


class Process:
    """A running program. Use it as a context, or `end` it.

    Raises:
        Failed: it can't be started.
    """

    def __init__(self, command: Sequence[str], memory: int = 0) -> None:
        """Start a command, found as a shell would find it; ``memory`` in bytes, 0: no limit."""
        hide_process()
        self._output, self._unsent, self._error_output, self._supervisor_output = b"", b"", b"", b""
        status_read, status_write = os.pipe()
        held_there, self._held = os.pipe()
        numbers = (str(held_there), str(status_write), str(memory))
        self._supervisor = subprocess.Popen(  # noqa: S603 (the command is the user's own)
            [sys.executable, "-I", "-S", str(SUPERVISOR), *numbers, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(held_there, status_write),
            env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
            start_new_session=True,  # ctrl-C is for us
        )
        os.close(held_there)
        os.close(status_write)
        self._status_pipe = status_read
        self._listen_for_start()
        try:
            self._await_start()
        except BaseException:
            self.end()
            raise

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    def _listen_for_start(self) -> None:
        pipes = (self._supervisor.stdin, self._supervisor.stdout, self._supervisor.stderr)
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in pipes if pipe)
        self._ready = selectors.DefaultSelector()
        for pipe in (self._stdout, self._stderr, self._status_pipe):
            os.set_blocking(pipe, False)
            self._ready.register(pipe, selectors.EVENT_READ)
        os.set_blocking(self._stdin, False)

    def _await_start(self) -> None:
        end = time.monotonic() + TO_START
        while b"\n" not in self._supervisor_output:
            if not self._exchange(end) or self._status_pipe not in self._ready.get_map():
                raise ProgramFailed("crashed", "it could not be started")
        word, _, reason = self._status().partition(" ")
        if word == "failed":
            raise ProgramFailed("crashed", f"it can't be started: {reason}")

    @property
    def running(self) -> bool:
        """Has it not been ended?"""
        return self._held >= 0

    # Asking.

    def ask(self, lines: str, seconds: float) -> str:
        """Send lines, each with its end, and return the next line the program says, without it.

        Raises:
            Failed: there is none within this time; the program is then of no use any more.
        """
        end = time.monotonic() + seconds
        self._send(lines)
        while (line := self._line()) is None:
            if self._stdout not in self._ready.get_map():
                raise self._why_silent()
            if not self._exchange(end):
                raise ProgramFailed("late")
        return line

    def send(self, lines: str, seconds: float) -> None:
        """Send lines that want no answer, as far as they are read within this time."""
        end = time.monotonic() + seconds
        with suppress(ProgramFailed):
            self._send(lines)
            while self._unsent and self._exchange(end):
                pass

    def _send(self, lines: str) -> None:
        self._unsent += lines.encode()
        self._error_output = self._error_output[-KEPT_STDERR:]
        if self._stdin not in self._ready.get_map():
            self._ready.register(self._stdin, selectors.EVENT_WRITE)

    def _line(self) -> str | None:
        """Take the next line from what was said, if there is a whole one."""
        line, ended, rest = self._output.partition(b"\n")
        if len(line) > LONGEST_LINE or len(rest) > LONGEST_LINE:
            raise ProgramFailed("flooded", f"more than {LONGEST_LINE:,} bytes for one answer")
        if not ended:
            return None
        self._output = rest
        return line.decode(errors="replace").rstrip("\r")

    def _exchange(self, end: float) -> bool:
        """Read and write what can be read and written; False: nothing could before the end."""
        ready = self._ready.select(max(0.0, end - time.monotonic()))
        for key, _ in ready:
            if key.fd == self._stdin:
                self._write()
            else:
                self._read(key.fd)
        return bool(ready) and time.monotonic() < end

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._stdin, self._unsent[:CHUNK]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._unsent = b""  # it reads no more; it may still have something to say
        if not self._unsent:
            self._ready.unregister(self._stdin)

    def _read(self, pipe: int) -> None:
        try:
            data = os.read(pipe, CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._ready.unregister(pipe)
        elif pipe == self._stdout:
            self._output += data
        elif pipe == self._status_pipe:
            self._supervisor_output += data
        else:
            self._receive(data)

    def _receive(self, data: bytes) -> None:
        self._error_output += data
        if len(self._error_output) > MOST_STDERR:
            raise ProgramFailed("flooded", f"more than {MOST_STDERR:,} bytes of error output")

    # What became of it.

    def _status(self) -> str:
        """Take the next line the supervisor told; empty if there is none."""
        line, _, self._supervisor_output = self._supervisor_output.partition(b"\n")
        return line.decode(errors="replace")

    def _why_silent(self) -> ProgramFailed:
        """Find out why nothing more will be said."""
        end = time.monotonic() + TO_EXPLAIN
        while b"\n" not in self._supervisor_output and self._exchange(end):
            pass
        word, _, code = self._status().partition(" ")
        if word == "exited":
            return ProgramFailed("crashed", _exit(int(code)))
        if word == "memory":
            return ProgramFailed("memory", "it took more memory than it may have")
        if word == "forked":
            return ProgramFailed("forked", "it started more processes than it may")
        return ProgramFailed("closed", "it closed its output and ran on")

    def stderr(self, seconds: float = 0.0) -> tuple[str, ...]:
        """Take the last lines of error output, waiting so long for more if the program ends."""
        end = time.monotonic() + seconds
        with suppress(ProgramFailed):
            while self._stderr in self._ready.get_map() and self._exchange(end):
                pass
        noise, self._error_output = self._error_output, b""
        return clean(noise.decode(errors="replace"))

    def end(self, patience: float = 0.0) -> None:
        """End the program and all it has started; first give it some time to end by itself."""
        if not self.running:
            return
        if self._supervisor.stdin:
            self._ready.close()
            self._supervisor.stdin.close()
        if patience:
            with suppress(subprocess.TimeoutExpired):
                self._supervisor.wait(patience)
        os.close(self._held)
        os.close(self._status_pipe)
        self._held = -1
        with suppress(subprocess.TimeoutExpired):
            self._supervisor.wait(TO_END)
        for pipe in (self._supervisor.stdout, self._supervisor.stderr):
            if pipe:
                pipe.close()


def _exit(code: int) -> str:
    return f"exit status {code}" if code >= 0 else f"ended by signal {-code}"


def clean(text: str) -> tuple[str, ...]:
    """Return the last lines of a text, printable, not empty, and not too many."""
    kept: list[str] = []
    room = KEPT_STDERR
    for line in reversed(text.expandtabs(4).splitlines()):
        plain = "".join(c if c.isprintable() else "\ufffd" for c in line.rstrip())[:500].rstrip()
        room -= len(plain)
        if room < 0:
            break
        kept += [plain] if plain else []
    return tuple(reversed(kept))

"""A program that answers line by line, started under a supervisor.

Nothing here waits without a limit, whatever the program does: its output is read as it comes, its
unread input is kept, and both are bounded.
"""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from types import TracebackType

from spinney.players.answer import ProgramFailed
from spinney.players.launch import Launch, LaunchedProgram

CHUNK = 1 << 16
LONGEST_LINE = 1 << 14
"""The most bytes of a line, and of lines sent ahead: more counts as a flood."""
MOST_STDERR = 1 << 20
"""The most bytes of error output during one answer."""
KEPT_STDERR = 2_000
"""The most characters of error output that are kept, the last ones."""
TO_START, TO_EXPLAIN = 10.0, 1.5
"""Seconds that the start may take, and to find out why a program stopped answering."""


class Process:
    """A running program. Use it as a context, or `end` it.

    Raises:
        ProgramFailed: it can't be started.
    """

    def __init__(
        self, command: Sequence[str], memory: int = 0, launch: Launch = LaunchedProgram
    ) -> None:
        """Start a command, found as a shell would find it.

        Args:
            command: the program and its arguments.
            memory: in bytes; 0: no limit.
            launch: starts it.
        """
        self._output, self._unsent, self._error_output, self._supervisor_output = b"", b"", b"", b""
        with ExitStack() as if_it_fails:
            self._ready = if_it_fails.enter_context(selectors.DefaultSelector())
            self._program, self._memory = launch(command, memory), memory
            self._pipes = self._program.pipes
            self._stdin, self._stdout, self._stderr, self._status_pipe = self._pipes
            self._running = True
            if_it_fails.callback(self.end)
            self._listen_for_start()
            self._await_start()
            if_it_fails.pop_all()

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
        for pipe in (self._stdout, self._stderr, self._status_pipe):
            os.set_blocking(pipe, False)
            self._ready.register(pipe, selectors.EVENT_READ)
        os.set_blocking(self._stdin, False)

    def _await_start(self) -> None:
        end = time.monotonic() + TO_START
        while b"\n" not in self._supervisor_output:
            if not self._exchange(end) or not self._hears_supervisor:
                raise ProgramFailed("crashed", "it could not be started")
        word, _, reason = self._status().partition(" ")
        if word == "failed":
            raise ProgramFailed("crashed", f"it can't be started: {reason}")

    @property
    def running(self) -> bool:
        """Has it not been ended?"""
        return self._running

    # Asking.

    def ask(self, lines: str, seconds: float) -> str:
        """Send lines, each with its line end, and return the next line of the program, without it.

        Raises:
            ProgramFailed: there is none within this time; the program can't be used any more.
        """
        end = time.monotonic() + seconds
        self._send(lines)
        while (line := self._line()) is None:
            if self._stdout not in self._ready.get_map():
                raise self._why_silent()
            if not self._exchange(end):
                raise ProgramFailed("late", "no line end after its answer" if self._output else "")
        return line

    def send(self, lines: str, seconds: float) -> None:
        """Send lines that need no answer, as far as they are read within this time."""
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
        """Take the next line from the program's output, if there is a whole one."""
        line, ended, rest = self._output.partition(b"\n")
        if len(line) > LONGEST_LINE or len(rest) > LONGEST_LINE:
            raise ProgramFailed("flooded", f"more than {LONGEST_LINE:,} bytes for one answer")
        if not ended:
            return None
        self._output = rest
        return line.decode(errors="replace").rstrip("\r")

    def _exchange(self, end: float) -> bool:
        """Read and write as much as possible; False: nothing was possible before the deadline."""
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
            self._unsent = b""  # it reads no more, but may still write
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

    # Its end.

    @property
    def _hears_supervisor(self) -> bool:
        """Can the supervisor still send something? Without pipes a selector waits its full time."""
        return self._status_pipe in self._ready.get_map()

    def _status(self) -> str:
        """Take the next line of the supervisor; empty if there is none."""
        line, _, self._supervisor_output = self._supervisor_output.partition(b"\n")
        return line.decode(errors="replace")

    def _why_silent(self) -> ProgramFailed:
        """Find out why the program will write nothing more."""
        end = time.monotonic() + TO_EXPLAIN
        while (
            b"\n" not in self._supervisor_output and self._hears_supervisor and self._exchange(end)
        ):
            pass
        word, _, code = self._status().partition(" ")
        if word == "exited":
            return ProgramFailed("crashed", _exit(int(code)))
        if word == "memory":
            return ProgramFailed("memory", f"it took more memory than {self._memory >> 20:,} MiB")
        if word == "forked":
            return ProgramFailed("forked", "it started more processes than it may")
        return ProgramFailed("closed", "it closed its output and ran on")

    def stderr(self, seconds: float = 0.0) -> tuple[str, ...]:
        """Take the last lines of error output; wait for more if the program is ending."""
        end = time.monotonic() + seconds
        with suppress(ProgramFailed):
            while self._stderr in self._ready.get_map() and self._exchange(end):
                pass
        noise, self._error_output = self._error_output, b""
        return clean(noise.decode(errors="replace"))

    def end(self, patience: float = 0.0) -> None:
        """End the program and all it has started; first give it some time to end by itself."""
        if not self._running:
            return
        self._running = False
        self._ready.close()
        os.close(self._stdin)
        try:
            self._program.end(patience)
        finally:
            for pipe in self._pipes[1:]:
                os.close(pipe)


def _exit(code: int) -> str:
    return f"exit status {code}" if code >= 0 else f"ended by signal {-code}"


def clean(text: str) -> tuple[str, ...]:
    """Return the last lines of a text, printable, not empty, and not too many."""
    lines: list[str] = []
    room = KEPT_STDERR
    for line in reversed(text.expandtabs(4).splitlines()):
        plain = "".join(c if c.isprintable() else "\ufffd" for c in line.rstrip())[:500].rstrip()
        room -= len(plain)
        if room < 0:
            break
        lines += [plain] if plain else []
    return tuple(reversed(lines))

"""Start a program under its supervisor. `process` exchanges messages with it.

Nothing heavy is imported here, so that a caller that only starts programs is ready at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from spinney.system.process_privacy import hide_process

SUPERVISOR = Path(__file__).with_name("supervisor.py")
TO_END = 5.0
"""Seconds that the end of a program may take."""
ENVIRONMENT = (
    *("HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "PYTHONPATH", "TMPDIR", "TZ", "USER"),
    *("SPINNEY_CACHE", "SPINNEY_GAMES"),
)
"""The environment variables that a program inherits by default."""


class ProgramPipes(NamedTuple):
    """Our ends of a program's pipes, by the numbers of open files.

    Attributes:
        stdin: its input.
        stdout: its answers.
        stderr: its error output.
        status: the supervisor's messages about it.
    """

    stdin: int
    stdout: int
    stderr: int
    status: int

    def close(self) -> None:
        """Close them all."""
        for pipe in self:
            os.close(pipe)


class RunningProgram(Protocol):
    """A program that was started, here or by another process."""

    @property
    def pipes(self) -> ProgramPipes:
        """Its pipes, which the process that started it closes."""

    def end(self, patience: float = 0.0) -> None:
        """End it and all it has started; first give it some seconds to end by itself.

        Another thread may call this while one waits for an answer: that finds the output closed.
        """


Launch = Callable[[Sequence[str], int], RunningProgram]
"""Starts a command with the most bytes of memory that it may have; 0: no limit."""


class LaunchedProgram:
    """A program that this process has started. If this process dies, the program ends, too.

    Attributes:
        pipes: our ends of its pipes.
    """

    def __init__(
        self, command: Sequence[str], memory: int = 0, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start a command, found as a shell would find it.

        Args:
            command: the program and its arguments.
            memory: in bytes; 0: no limit.
            environment: its environment variables; None: `ENVIRONMENT`.
        """
        hide_process()
        with ExitStack() as theirs, ExitStack() as ours:
            stdin, stdin_here = _open_pipe(theirs, ours)
            stdout_here, stdout = _open_pipe(ours, theirs)
            stderr_here, stderr = _open_pipe(ours, theirs)
            status_here, status = _open_pipe(ours, theirs)
            control, self._control = _open_pipe(theirs, ours)
            numbers = (str(control), str(status), str(memory))
            self._supervisor = subprocess.Popen(  # noqa: S603 (the command is the user's own)
                [sys.executable, "-I", "-S", str(SUPERVISOR), *numbers, *command],
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                pass_fds=(control, status),
                env=usual_environment() if environment is None else environment,
                start_new_session=True,  # ctrl-C is for us
            )
            ours.pop_all()  # they stay open
        self._ending = threading.Lock()
        self.pipes = ProgramPipes(stdin_here, stdout_here, stderr_here, status_here)

    def end(self, patience: float = 0.0) -> None:
        """End it and all it has started; first give it some seconds to end by itself."""
        with self._ending:
            if self._control < 0:
                return
            if patience:
                with suppress(subprocess.TimeoutExpired):
                    self._supervisor.wait(patience)
            os.close(self._control)
            self._control = -1
        with suppress(subprocess.TimeoutExpired):
            self._supervisor.wait(TO_END)


def _open_pipe(reader: ExitStack, writer: ExitStack) -> tuple[int, int]:
    """Open a pipe; return the ends to read and to write, which these stacks close."""
    ends = os.pipe()
    for stack, end in zip((reader, writer), ends, strict=True):
        stack.callback(os.close, end)
    return ends


def usual_environment() -> dict[str, str]:
    """Return the environment of a program."""
    return {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}

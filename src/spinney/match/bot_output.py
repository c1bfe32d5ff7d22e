"""Output of a program besides its moves: messages, faults, error output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spinney.core.errors import Refused, some

LONGEST = 500
"""The most characters of a line: a move, a name, a message."""
MOST_STDERR = 5_000
"""The most characters of a program's error output that are kept with one event."""


def check_line(text: Any, what: str) -> None:
    """Refuse what isn't one line of printable text of a sensible length."""
    if not isinstance(text, str) or not text.isprintable() or len(text) > LONGEST:
        raise Refused(
            f"{what} is one line of at most {LONGEST} characters, not {some([repr(text)])}"
        )


@dataclass(frozen=True)
class BotOutput:
    """The output of a program besides its move.

    Attributes:
        message: a line for spectators.
        fault: the kind of fault behind a forfeit, and after a colon the detail.
        stderr: the lines of its error output, without empty ones.
    """

    message: str = ""
    fault: str = ""
    stderr: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "stderr", tuple(self.stderr))
        for line in (self.message, self.fault, *self.stderr):
            check_line(line, "a remark")
            if line != line.rstrip():
                raise Refused(f"a remark does not end with a space: {line!r}")
        if not all(self.stderr):
            raise Refused("error output is kept without its empty lines")
        if sum(map(len, self.stderr)) > MOST_STDERR:
            raise Refused(f"of error output at most {MOST_STDERR:,} characters are kept")

    @property
    def kind(self) -> str:
        """The kind of fault, empty if there was none."""
        return self.fault.partition(":")[0]

    def __bool__(self) -> bool:
        return self != NOTHING


NOTHING = BotOutput()

"""The answer of a player to a request: a move, or a fault."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from spinney.core.interface import ILLEGAL, LATE, MALFORMED

FAULTS = MappingProxyType(
    {
        "late": LATE,  # no answer in time
        "crashed": LATE,  # it ended, or could not be started
        "closed": LATE,  # it runs on, but has closed its pipes
        "flooded": LATE,  # far too much output
        "memory": LATE,  # more memory than it may have
        "forked": LATE,  # more processes than it may have
        "malformed": MALFORMED,  # an answer that can't be read
        "illegal": ILLEGAL,  # a move that can't be played now
    }
)
"""The kinds of faults, with the number of their reason in `spinney.core.interface`."""
GONE = "gone"
"""In place of a kind: the program was ended for an earlier fault, which counts once."""


@dataclass(frozen=True)
class Answer:
    """The answer of a seat.

    Attributes:
        move: in the game's notation; empty if there is no valid one.
        fault: one of `FAULTS`, or `GONE`; empty where there is a move.
        detail: more about the fault, for the record, which the others see at the end only.
        message: its message.
        stderr: what it wrote to its error output, the last lines of it.
        seconds: how long it took, in real time.
    """

    move: str = ""
    fault: str = ""
    detail: str = ""
    message: str = ""
    stderr: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def reason(self) -> int:
        """The reason of the forfeit, by its number in `spinney.core.interface`; 0: none."""
        return FAULTS.get(self.fault, LATE) if self.fault else 0


class ProgramFailed(Exception):
    """A program failed to answer.

    Attributes:
        kind: one of `FAULTS`.
        detail: more about it.
    """

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind, self.detail = kind, detail

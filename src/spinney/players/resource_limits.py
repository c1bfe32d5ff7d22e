"""Resource limits of programs: answer time and memory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.core.errors import Refused

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.players.isolation import Isolation

FIRST, EACH = 10.0, 1.0
"""Seconds for the first and for each later answer, if the game has no times of a contest."""
MEMORY = 1 << 30
"""Bytes that a program and its children may have by default."""


@dataclass(frozen=True)
class ResourceLimits:
    """The limits of programs. The computer's levels have none: they count playouts.

    Attributes:
        first: seconds for the first answer, in which a program also gets ready.
        each: seconds for every later one.
        grace: further seconds before an answer is late, for a busy machine.
        memory: bytes for a program and all it has started; 0: no limit.
        isolation: how programs are isolated from this machine; None: not at all.
    """

    first: float = FIRST
    each: float = EACH
    grace: float = 0.0
    memory: int = MEMORY
    isolation: Isolation | None = None

    @classmethod
    def of(
        cls,
        game: Game,
        move_time: float | None = None,
        grace: float = 0.0,
        memory: int = MEMORY,
        isolation: Isolation | None = None,
    ) -> ResourceLimits:
        """Return the limits of a game: those of its contest, if it has one, or ``move_time``.

        Even with ``move_time`` the first answer has at least its usual time.
        """
        contest = game.part("protocol")
        first = contest.FIRST_ANSWER_MS / 1000 if contest else FIRST
        each = contest.ANSWER_MS / 1000 if contest else EACH
        if move_time is not None:
            first, each = max(first, move_time), move_time
        return cls(first, each, grace, memory, isolation)


def read_duration(text: str) -> float:
    """Return the seconds of ``100ms`` or ``1.5s``. Raises Refused if it is not a time."""
    found = re.fullmatch(r"([0-9]{1,7}(?:\.[0-9]{1,3})?)(ms|s)", text)
    if not found:
        raise Refused(f"{text!r} is not a time; write it as 100ms or 1.5s")
    return float(found[1]) / (1000 if found[2] == "ms" else 1)


LEAST_BYTES = 1 << 20
"""The least size without a unit: a smaller number is probably a mistake."""


def read_size(text: str) -> int:
    """Return the bytes of ``512M`` or ``2G``. Raises Refused if it is not a size."""
    parts = re.fullmatch(r"([0-9]{1,15})([KMG]?)", text)
    if not parts:
        raise Refused(f"{text!r} is not a size; write it as 512M or 2G")
    if not parts[2] and 0 < int(parts[1]) < LEAST_BYTES:
        raise Refused(
            f"{text} would be bytes, too few for any program; write it as {text}M or {text}G"
        )
    return int(parts[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[parts[2]]

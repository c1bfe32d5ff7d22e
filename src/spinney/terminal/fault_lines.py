"""The first fault of each kind, in lines below the table of a series or a league."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spinney.arena.fault_samples import FaultSample

MOST_FAULTS, MOST_LINES = 8, 3
"""How many faults are shown, and with each the last lines of the bot's error output."""


def fault_lines(samples: Iterable[FaultSample], names: Sequence[str]) -> Iterator[str]:
    """Yield lines on the first faults, with the end of the bot's error output.

    Args:
        samples: a fault of each kind of each entrant.
        names: of the entrants.
    """
    ordered = sorted(samples)
    for sample in islice(ordered, MOST_FAULTS):
        detail = f": {sample.detail}" if sample.detail else ""
        yield f"{names[sample.entrant]}: {sample.kind} in game {sample.game + 1}{detail}"
        for line in sample.stderr.splitlines()[-MOST_LINES:]:
            yield f"    | {line}"
    if len(ordered) > MOST_FAULTS:
        yield f"and {len(ordered) - MOST_FAULTS} more kinds of faults"

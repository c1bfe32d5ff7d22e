"""Growing pauses between attempts: exponential backoff."""

from __future__ import annotations

FIRST = 1.0
"""Seconds from the first failure to the next attempt."""
LONGEST = 300.0
"""Seconds from one attempt to the next at most."""


def pause(failures: int, first: float = FIRST, longest: float = LONGEST) -> float:
    """Return the seconds to wait after so many failures in a row, from 1 on: twice as many each."""
    return min(longest, first * 2.0 ** min(failures - 1, 60))

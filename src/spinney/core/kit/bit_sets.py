"""Sets of up to 63 places as the bits of one number, beside `ones` and `lowest` of the kernel."""

from __future__ import annotations

from spinney.kernel.rule import lowest, rule


@rule
def nth(places: int, n: int) -> int:
    """Return the member of a set that has ``n`` smaller ones."""
    for _ in range(n):
        places &= places - 1
    return lowest(places)

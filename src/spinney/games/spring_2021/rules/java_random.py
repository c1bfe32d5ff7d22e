"""The generator of ``java.util.Random``: deals must be those of the contest's referee.

A linear congruential generator of 48 bits, of which the upper 31 are drawn from. Used as
`spinney.kernel.rng` is: a state goes in and comes back, and a number is read off it.
"""

from __future__ import annotations

from spinney.kernel.rule import churn, rule

FACTOR, PLUS, MASK = 0x5DEECE66D, 0xB, (1 << 48) - 1


@rule
def java_seeded(seed: int) -> int:
    """Return the state of a new generator for any signed 64-bit seed."""
    return (seed ^ FACTOR) & MASK


@rule
def java_random(r: int, n: int) -> int:
    """Return the state after drawing one of ``n``, 0 < n < 2**31; `java_below` reads it off.

    Draws that would favour small numbers are thrown away: those from the last, incomplete run of
    ``n`` below 2**31. For a power of 2 there is none.
    """
    while True:
        r = churn(r, FACTOR, PLUS) & MASK
        if (r >> 17) - (r >> 17) % n + n <= 1 << 31:
            return r


@rule
def java_below(r: int, n: int) -> int:
    """Return the number 0 <= x < n that was drawn: of a power of 2 the high bits count."""
    if n & (n - 1) == 0:
        return (r >> 17) * n >> 31
    return (r >> 17) % n

"""Random numbers and hashes in plain ints, the same interpreted and compiled.

A random state is a 63-bit int that is passed in and returned: nothing here keeps a state of its
own, so every shuffle can be repeated. The generator is Knuth's MMIX linear congruential one
(constants from D. E. Knuth, TAOCP 2, 3.3.4) kept to 63 bits, of which only the high ones are used.
"""

from __future__ import annotations

from spinney.kernel.rule import churn, rule


@rule
def random(r: int) -> int:
    """Return the next random state, 0 <= r < 2**63. Draw from it with `below` or `unit`."""
    return churn(r, 6364136223846793005, 1442695040888963407)


@rule
def below(r: int, n: int) -> int:
    """Return a number 0 <= x < n drawn from the high bits of ``r``, for 0 < n < 2**31."""
    return (r >> 31) * n >> 32


@rule
def unit(r: int) -> float:
    """Return a number 0 <= x < 1 drawn from the high bits of ``r``."""
    return (r >> 11) / 4503599627370496.0


@rule
def mix(key: int, x: int) -> int:
    """Fold ``x`` into a 63-bit hash: multiply, then fold the high bits down, twice."""
    key = churn(key ^ x, 0x2545F4914F6CDD1D, 0x5851F42D4C957F2D)
    key = churn(key ^ key >> 29, 0x1B03738712FAD5C9, 0)
    return key ^ (key >> 32)


@rule
def seeded(seed: int) -> int:
    """Return a well mixed random state for any seed, so that seeds 1 and 2 share nothing."""
    return mix(mix(0x1F0D3A5C7B2E4961, seed & 0x7FFFFFFFFFFFFFFF), seed >> 63 & 1)

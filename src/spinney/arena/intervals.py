"""95 % intervals around means, by the normal distribution and by Student's t."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import stdev

Z = 1.959964
"""Standard deviations either side of the mean that hold 95 of 100 of a normal distribution."""
STUDENT = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912)
"""Student's t for 95 % with 1, 2, … degrees of freedom; from 7 on its series errs by 0.03 %."""


def margin(shares: Sequence[float]) -> float | None:
    """Return the `margin_of_spread` of some shares; None for fewer than two."""
    return None if len(shares) < 2 else margin_of_spread(stdev(shares), len(shares))


def margin_of_spread(spread: float, count: int) -> float:
    """Return half the width of the 95 % interval around the mean of some shares from 0 to 1.

    Where all are alike they show no spread to judge by: then the rule of three holds, by which
    what never happened in n cases happens in less than 3/n of them.

    Args:
        spread: their standard deviation.
        count: how many they are, at least 2.
    """
    if not spread:
        return min(1.0, 3 / count)
    return min(1.0, student(count - 1) * spread / math.sqrt(count))


def student(freedom: int) -> float:
    """Return Student's t for 95 %.

    Where it is not tabulated, it is that of its series in 1/freedom (Abramowitz and Stegun,
    26.7.5).
    """
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3

"""The likeliest distribution of some values under a condition on its mean, for sequential tests.

Which distribution makes values most likely that were seen so and so often is a problem of empirical
likelihood (A. B. Owen, "Empirical Likelihood", 2001): a share ``w`` becomes ``w / (1 + x * g)``,
where ``g`` is what has the mean 0 under the condition, and ``x`` is found by Newton's steps.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

ROUNDS = 12
"""The most iterations to find a distribution; four or five suffice, unless they find none."""
PRECISION = 1e-9
"""The error at which numbers count as found."""
MISSED = 1e-6
"""The error of a condition from which on it is not met."""
STEPS = 100
"""The most steps of a search."""
ROUNDING = 1e-15
"""The error of sums of logarithms."""
RIDGE = 1e-12
"""What keeps two conditions apart where nearly all shares are one."""
GOLDEN = (math.sqrt(5) - 1) / 2
"""The part of an interval that a golden section keeps."""


def with_mean_0(values: Sequence[float], shares: Sequence[float]) -> list[float]:
    """Return the distribution nearest to ``shares`` under which the mean of the values is 0."""
    tilt = _tilt(values, shares)
    return [share / (1 + tilt * value) for value, share in zip(values, shares, strict=True)]


def with_t_value(values: Sequence[float], shares: Sequence[float], t_value: float) -> list[float]:
    """Return the distribution nearest to ``shares`` whose mean is ``t_value`` deviations.

    The condition is replaced by a linear one around the distribution found before, again and again.
    Where nearly all shares are of one value and the mean must be far from it, that can fail: then
    all possible means are searched, which takes a hundred times as long.
    """
    distribution = with_mean_0(values, [1 / len(values)] * len(values))
    for _ in range(ROUNDS):
        mean, spread = _moments(values, distribution)
        bent = [v - t_value * spread * (1 + ((v - mean) / spread) ** 2) / 2 for v in values]
        if not min(bent) < 0 < max(bent):
            break
        before, distribution = distribution, with_mean_0(bent, shares)
        if max(abs(a - b) for a, b in zip(before, distribution, strict=True)) < PRECISION:
            break
    mean, spread = _moments(values, distribution)
    if abs(mean - t_value * spread) < MISSED and abs(sum(distribution) - 1) < MISSED:
        return distribution
    return _of_all_means(values, shares, t_value)


def _moments(values: Sequence[float], shares: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the standard deviation."""
    mean = math.fsum(p * v for p, v in zip(shares, values, strict=True))
    square = math.fsum(p * (v - mean) ** 2 for p, v in zip(shares, values, strict=True))
    return mean, math.sqrt(square)


def _tilt(values: Sequence[float], shares: Sequence[float]) -> float:
    """Return the only x at which the sum of shares * values / (1 + x * values) is 0.

    The sum falls as x grows: Newton's steps, and halving where one would leave the bounds.
    """
    low, high, x = -1 / max(values), -1 / min(values), 0.0
    for _ in range(2 * STEPS):
        parts = [value / (1 + x * value) for value in values]
        height = sum(share * part for share, part in zip(shares, parts, strict=True))
        slope = sum(share * part * part for share, part in zip(shares, parts, strict=True))
        low, high = (x, high) if height > 0 else (low, x)
        following = x + height / slope
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - x) <= PRECISION * (high - low + abs(x)):
            return following
        x = following
    return x


# Where linear conditions fail: a search over all possible means.


class _Found(NamedTuple):
    """A distribution, and by how much it makes what was seen less likely than the shares do."""

    loss: float
    distribution: list[float]


def _of_all_means(values: Sequence[float], shares: Sequence[float], t_value: float) -> list[float]:
    """Return what `with_t_value` does: of all means the likeliest, each with its deviation.

    Golden sections find it: the likelihood has one peak over the means that are possible.
    """
    ratio = 1 + 1 / t_value**2

    def found(mean: float) -> _Found:
        return _with_moments(values, shares, mean, ratio * mean * mean)

    low, high = sorted(_possible_means(values, t_value))
    a, b = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    first, second = found(a), found(b)
    for _ in range(STEPS):
        if high - low < PRECISION:
            break
        if first.loss < second.loss:
            high, b, second = b, a, first
            a = high - GOLDEN * (high - low)
            first = found(a)
        else:
            low, a, first = a, b, second
            b = low + GOLDEN * (high - low)
            second = found(b)
    return min(first, second).distribution


def _possible_means(values: Sequence[float], t_value: float) -> tuple[float, float]:
    """Return between which means one can be ``t_value`` deviations of a distribution of values.

    The mean square is then (1 + 1 / t²) m². At most it is that of a distribution of the two outer
    values, at least that of the two values around 0.
    """
    positive = [value for value in values if value > 0]
    others = [value for value in values if value <= 0]
    inner, outer = (max(others), min(positive)), (min(values), max(values))
    if t_value < 0:
        inner = max(v for v in values if v < 0), min(v for v in values if v >= 0)
    return _mean_of_two(*inner, t_value), _mean_of_two(*outer, t_value)


def _mean_of_two(low: float, high: float, t_value: float) -> float:
    """Return the mean of a distribution of two values that is ``t_value`` deviations.

    Its mean square is (low + high) m - low * high.
    """
    middle, ratio = (low + high) / 2, 1 + 1 / t_value**2
    return (middle + math.copysign(math.sqrt(middle**2 - ratio * low * high), t_value)) / ratio


def _with_moments(
    values: Sequence[float], shares: Sequence[float], mean: float, square: float
) -> _Found:
    """Return the distribution nearest to ``shares`` of a mean and a mean square.

    Newton's steps in two dimensions, each halved until it is none backwards.
    """
    pairs = [(value - mean, value * value - square) for value in values]
    x = y = loss = 0.0
    for _ in range(STEPS):
        dx, dy, gain = _newton_step(pairs, shares, x, y)
        if gain < PRECISION**2:
            break
        part = 1.0
        while (
            _loss(pairs, shares, x + part * dx, y + part * dy) < loss - ROUNDING and part > ROUNDING
        ):
            part /= 2
        x, y = x + part * dx, y + part * dy
        loss = _loss(pairs, shares, x, y)
    weights = zip(pairs, shares, strict=True)
    return _Found(loss, [share / (1 + x * a + y * b) for (a, b), share in weights])


def _loss(
    pairs: Sequence[tuple[float, float]], shares: Sequence[float], x: float, y: float
) -> float:
    """Return by how much the logarithm of the likelihood falls; minus infinity: it can't be."""
    parts = [1 + x * a + y * b for a, b in pairs]
    if min(parts) <= 0:
        return -math.inf
    return sum(share * math.log(part) for share, part in zip(shares, parts, strict=True))


def _newton_step(
    pairs: Sequence[tuple[float, float]], shares: Sequence[float], x: float, y: float
) -> tuple[float, float, float]:
    """Return a step towards the largest loss, and twice the gain to be expected of it."""
    u = v = uu = uv = vv = 0.0
    for share, (a, b) in zip(shares, pairs, strict=True):
        part = 1 + x * a + y * b
        weight, square = share / part, share / part**2
        u, v = u + weight * a, v + weight * b
        uu, uv, vv = uu + square * a * a, uv + square * a * b, vv + square * b * b
    uu, vv = uu * (1 + RIDGE), vv * (1 + RIDGE)
    scale = uu * vv - uv * uv
    dx, dy = (vv * u - uv * v) / scale, (uu * v - uv * u) / scale
    return dx, dy, u * dx + v * dy

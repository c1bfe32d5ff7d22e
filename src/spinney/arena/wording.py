"""Figures in words, for terminals and reports."""

from __future__ import annotations

import math
from collections.abc import Sequence

from spinney.arena.elo import Interval

MOST_DECIMALS = 4
"""The most decimals of a figure."""


def elo_text(interval: Interval, digits: int = 1) -> str:
    """Return an Elo difference with its margin, its open interval, or the end that is known."""
    value = f"{interval.value:+.{digits}f}"
    if math.isfinite(interval.margin):
        return f"{value} ± {interval.margin:.{digits}f}"
    if math.isfinite(interval.value):
        low, high = (f"{end:+.0f}".replace("inf", "∞") for end in interval[1:])
        return f"{value} ({low} to {high})"
    if math.isfinite(interval.low):
        return f"over {interval.low:+.0f}"
    return f"under {interval.high:+.0f}" if math.isfinite(interval.high) else "unknown"


def decimals(margin: float) -> int:
    """Return how many decimals a figure has: one, or as many as tell its margin from others.

    So the margin shows two digits if it begins with 1, else one or two.
    """
    if not 0 < margin < 0.2:
        return 1
    return min(MOST_DECIMALS, 1 + math.ceil(-math.log10(5 * margin)))


def estimate_text(value: float, margin: float, unit: str = "", sign: str = "") -> str:
    """Return a figure with its margin, as ``12.3 ± 0.4 %``; a dash where it is unknown.

    Args:
        value: the figure; NaN: it is unknown.
        margin: half the width of its interval; not finite: that is unknown.
        unit: what it counts.
        sign: ``+`` tells the sign of figures above 0, too.
    """
    if math.isnan(value):
        return "–"
    digits = decimals(margin)
    sure = f" ± {margin:.{digits}f}" if math.isfinite(margin) else ""
    return f"{value:{sign}.{digits}f}{sure} {unit}".rstrip()


def share_text(share: float, margin: float | None) -> str:
    """Return a share of points, given from 0 to 1, in % with its 95 % interval.

    It is ``62.5 ± 9.1 %``, or ``97.5 % (90.1 to 100)`` where a margin would leave 0 to 100.

    Args:
        share: the share.
        margin: half the width of the interval; None: it is unknown.
    """
    if margin is None:
        return f"{100 * share:.1f} %"
    low, high = share - margin, share + margin
    if low < 0 or high > 1:
        ends = (f"{100 * end:.1f}".removesuffix(".0") for end in (max(0.0, low), min(1.0, high)))
        return f"{100 * share:.1f} % ({' to '.join(ends)})"
    return f"{100 * share:.1f} ± {100 * margin:.1f} %"


def duration(ms: float) -> str:
    """Return a time, given in ms, in words."""
    if ms >= 1000:
        return f"{ms / 1000:.1f} s"
    return f"{ms:.0f} ms" if ms >= 10 else f"{ms:.1f} ms"


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Return names with a number after each that occurs more than once."""
    return tuple(
        f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    )


def no_elo_text(names: Sequence[str], test: bool = False) -> str:
    """Return why there is no Elo, and no verdict of a test.

    Args:
        names: of those who made mostly faults.
        test: was there a test?
    """
    none = "no Elo and no verdict" if test else "no Elo"
    return f"{none}: {' and '.join(names)} made mostly faults"


def entrant_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of entrants without their kinds, if these are obvious."""
    return numbered([_without_kind(name) for name in names])


def _without_kind(name: str) -> str:
    kind, colon, rest = name.partition(":")
    return rest if colon and kind in ("level", "contest", "json") else name

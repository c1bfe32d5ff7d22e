"""Figures in words, for terminals and reports."""

from __future__ import annotations

import math
from collections.abc import Sequence

from spinney.arena.elo import Interval

MOST_DECIMALS = 4
"""The most decimals of a figure."""


def elo_text(interval: Interval, digits: int = 1) -> str:
    """Return an Elo difference with its margin, or the end that is known."""
    if math.isfinite(interval.margin):
        return f"{interval.value:+.{digits}f} ± {interval.margin:.{digits}f}"
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


def display_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of entrants without their kinds, if these are obvious."""
    return numbered([_without_kind(name) for name in names])


def _without_kind(name: str) -> str:
    kind, colon, rest = name.partition(":")
    return rest if colon and kind in ("level", "contest", "json") else name

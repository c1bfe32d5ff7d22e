"""Figures in words, for terminals and reports."""

from __future__ import annotations

import math
from collections.abc import Sequence

from spinney.arena.elo import Interval


def elo_text(found: Interval, digits: int = 1) -> str:
    """Return an Elo difference with its margin, or the end that is known."""
    if math.isfinite(found.margin):
        return f"{found.value:+.{digits}f} ± {found.margin:.{digits}f}"
    if math.isfinite(found.low):
        return f"over {found.low:+.0f}"
    return f"under {found.high:+.0f}" if math.isfinite(found.high) else "unknown"


def duration(ms: float) -> str:
    """Return a time, given in ms, in words."""
    if ms >= 1000:
        return f"{ms / 1000:.1f} s"
    return f"{ms:.0f} ms" if ms >= 10 else f"{ms:.1f} ms"


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Return names with a number behind each that several have."""
    return tuple(
        f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    )


def display_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of entrants without their kinds, where these go without saying."""
    return numbered([_without_kind(name) for name in names])


def _without_kind(name: str) -> str:
    kind, colon, rest = name.partition(":")
    return rest if colon and kind in ("level", "contest", "json") else name

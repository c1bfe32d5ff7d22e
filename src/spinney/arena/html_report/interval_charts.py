"""Charts of figures with their 95 % intervals, as SVG for a page: lying bars, upright bars.

Colours come from the page's style by class: ``bar``, ``minus``, ``whisker``, ``bound``, ``rule``,
``name``, ``figure``, ``tick``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from spinney.arena.elo import Interval
from spinney.arena.html_report.figures import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    line,
    picture,
    round_step,
)
from spinney.arena.statistics import Estimate
from spinney.arena.wording import elo_text, estimate_text
from spinney.drawing.svg import element, escape, number, text

ROW, THICK, WORDS = 38.0, 11.0, 13.0
"""Of a horizontal bar: the distance to the next, the thickness, the baseline of its text."""
LETTER = 7.5
"""The room for a letter under an upright bar."""
TICKS = 4
"""The approximate number of figures along an upright axis."""


class IntervalBar(NamedTuple):
    """A bar: its label, its value, the ends of its interval (NaN: unknown), and its text."""

    label: str
    value: float
    low: float
    high: float
    figure: str

    @property
    def whisker(self) -> tuple[float, ...]:
        """The ends of its interval; none where they are unknown."""
        return (self.low, self.high) if math.isfinite(self.high - self.low) else ()


def estimate_bar(label: str, estimate: Estimate, unit: str = "") -> IntervalBar:
    """Return a bar of a figure with a margin."""
    value, margin = estimate
    return IntervalBar(label, value, value - margin, value + margin, figure(estimate, unit))


def elo_bar(label: str, elo: Interval) -> IntervalBar:
    """Return a bar of an Elo difference, as long as its nearer end where one level won all."""
    value = elo.value if math.isfinite(elo.value) else elo.low if elo.value > 0 else elo.high
    return IntervalBar(label, value, elo.low, elo.high, elo_text(elo))


def figure(estimate: Estimate, unit: str = "") -> str:
    """Return a figure with its margin in words: ``12.3 ± 0.4 %``; a dash where it is unknown."""
    return estimate_text(*estimate, unit)


def lying_bars(label: str, bars: Sequence[IntervalBar], mark: float | None = None) -> str:
    """Return bars below each other, to the right and left of 0, with their figures above them.

    Args:
        label: what is shown, in words.
        bars: at least one, their values known.
        mark: a value to compare all with, marked by a line.
    """
    held = [] if mark is None else [mark]
    low = min(0.0, *held, *(end for bar in bars for end in (bar.value, *bar.whisker)))
    high = max(0.0, *held, *(end for bar in bars for end in (bar.value, *bar.whisker)))
    unit = (WIDTH - 2) / ((high - low) or 1.0)

    def x(value: float) -> float:
        return 1 + (value - low) * unit

    drawn = [part for k, bar in enumerate(bars) for part in _lying(bar, ROW * k, x(0.0), x)]
    tops = [ROW * k + WORDS + 3 for k, _ in enumerate(bars)]
    lines = [
        line(x(value), top, x(value), top + THICK + 6, class_)
        for class_, values in (("rule", [0.0]), ("bound", held))
        for value in values
        for top in tops
    ]
    description = "; ".join(f"{bar.label} {bar.figure}" for bar in bars)
    return picture(f"{label}: {description}", *drawn, *lines, height=ROW * len(bars))


def _lying(bar: IntervalBar, y: float, zero: float, x: Callable[[float], float]) -> list[str]:
    end, top = x(bar.value), y + WORDS + 6
    return [
        text(bar.label, 4, y + WORDS, "name"),
        text(bar.figure, WIDTH - 2, y + WORDS, "figure"),
        element(
            "rect",
            class_="bar" if bar.value >= 0 else "bar minus",
            x=min(zero, end),
            y=top,
            width=abs(end - zero),
            height=THICK,
        ),
        *_whisker([(x(value), top + THICK / 2) for value in bar.whisker], (0, 4)),
    ]


def upright_bars(label: str, bars: Sequence[IntervalBar]) -> str:
    """Return upright bars with an axis; some have their label below.

    Args:
        label: what is shown, in words.
        bars: at least one, their values known and not below 0.
    """
    high = max(end for bar in bars for end in (bar.value, *bar.whisker)) or 1.0
    wide, below = (WIDTH - LEFT - RIGHT) / len(bars), HEIGHT - BOTTOM
    unit = (below - TOP) / high
    step = round_step(high / TICKS)
    heights = [step * k for k in range(int(high / step) + 1)]
    every = math.ceil(max(len(bar.label) for bar in bars) * LETTER / wide)
    drawn = []
    for k, bar in enumerate(bars):
        middle = LEFT + wide * (k + 0.5)
        drawn += _upright(bar, middle, wide, below, unit)
        if k % every == 0:
            drawn.append(text(bar.label, middle, below + 17, "tick"))
    description = "; ".join(f"{bar.label}: {bar.figure}" for bar in bars)
    return picture(
        f"{label}: {description}",
        *(text(f"{at:g}", LEFT - 6, below - at * unit + 4, "tick end") for at in heights),
        *drawn,
        line(LEFT, below, WIDTH - RIGHT, below, "rule"),
    )


def _upright(bar: IntervalBar, middle: float, wide: float, below: float, unit: float) -> list[str]:
    inner = max(0.5, min(0.84 * wide, 34.0))
    high = bar.value * unit
    ends = [(middle, below - max(0.0, value) * unit) for value in bar.whisker]
    return [
        element(
            "rect",
            element("title", escape(f"{bar.label}: {bar.figure}")),
            class_="bar",
            x=middle - inner / 2,
            y=below - high,
            width=inner,
            height=high,
        ),
        *_whisker(ends, (min(4.0, inner / 3), 0)),
    ]


def _whisker(ends: Sequence[tuple[float, float]], half: tuple[float, float]) -> list[str]:
    """Return the line of an interval, with a cross line of twice this size at both ends."""
    if not ends:
        return []
    (x, y), (to_x, to_y) = ends
    dx, dy = half
    strokes = ((x, y, to_x, to_y), *((a - dx, b - dy, a + dx, b + dy) for a, b in ends))
    path = "".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for a, b, c, d in strokes)
    return [element("path", class_="whisker", d=path)]

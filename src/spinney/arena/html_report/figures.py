"""The charts of the report, as SVG for a page: histograms, bars, and lines over the games.

Colours come from the page's style by class: `bar`, `band`, `way`, `rule`, `bound`, `tick`. On a
phone a chart is about as wide as its units, so that what stands in it can be read.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from spinney.drawing.svg import element, escape, group, number, text

WIDTH, HEIGHT = 320.0, 170.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 12.0, 14.0, 26.0
"""The room around what is plotted."""
MOST_BINS = 24
TICKS = 5
"""The approximate number of figures along an axis."""


class IntervalPoint(NamedTuple):
    """The estimate after a number of games: a value and its interval."""

    games: int
    value: float
    low: float
    high: float


def linear_edges(values: Sequence[float]) -> list[float]:
    """Return the edges of bins of equal, round width that hold all values."""
    low, high = math.floor(min(values)), math.floor(max(values)) + 1
    step = max(1.0, round_step((high - low) / MOST_BINS))
    first = math.floor(low / step)
    return [step * at for at in range(first, math.ceil(high / step) + 1)]


def log_edges(values: Sequence[float]) -> list[float]:
    """Return the edges of bins, three a decade, that hold all values above 0."""
    positive = [value for value in values if value > 0] or [1.0]
    low, high = math.floor(3 * math.log10(min(positive))), math.floor(3 * math.log10(max(positive)))
    return [10 ** (at / 3) for at in range(low, high + 2)]


def round_step(least: float) -> float:
    """Return the least of 1, 2, 5, 10, 20, 50, … (and 0.5, 0.2, …) that is not below ``least``."""
    if least <= 0:
        return 1.0
    decade = 10.0 ** math.floor(math.log10(least))
    return next(size * decade for size in (1, 2, 5, 10) if size * decade >= least * (1 - 1e-9))


def count_in(values: Sequence[float], edges: Sequence[float]) -> list[int]:
    """Return how many values are in each bin; those outside count in the nearest."""
    counts = [0] * (len(edges) - 1)
    for value in values:
        counts[min(max(bisect_right(edges, value) - 1, 0), len(counts) - 1)] += 1
    return counts


def histogram(
    label: str,
    values: Sequence[float],
    edges: Sequence[float],
    say: Callable[[float], str],
    tick_edges: Sequence[int],
) -> str:
    """Return a histogram of values between edges, with their median.

    Args:
        label: what is shown, in words.
        values: at least one.
        edges: of the bins, rising.
        say: a value in words.
        tick_edges: the edges, by place, under which their value stands.
    """
    counts = count_in(values, edges)
    wide, below = (WIDTH - LEFT - RIGHT) / len(counts), HEIGHT - BOTTOM
    unit, middle = (below - TOP) / max(counts), median(values)
    ranges = [f"{say(low)} to {say(high)}" for low, high in pairwise(edges)]
    drawn = [
        _bar(LEFT + wide * at, wide, unit * count, count, ranges[at])
        for at, count in enumerate(counts)
    ]
    ticks = [text(say(edges[at]), LEFT + wide * at, below + 17, "tick") for at in tick_edges]
    return picture(
        f"{label}: median {say(middle)}, from {say(min(values))} to {say(max(values))}",
        *_count_axis(max(counts)),
        *drawn,
        line(LEFT, below, WIDTH - RIGHT, below, "rule"),
        *_median(LEFT + wide * _place(middle, edges), f"median {say(middle)}"),
        *ticks,
    )


def _median(x: float, label: str) -> tuple[str, str]:
    """Return a line at the median, and its label, anchored so that it stays in the picture."""
    anchor = " start" if x < LEFT + 50 else " end" if x > WIDTH - 60 else ""
    drawn = line(x, TOP, x, HEIGHT - BOTTOM, "median")
    return drawn, text(label, x, TOP - 4, f"tick{anchor}")


def bars(label: str, names: Sequence[str], counts: Sequence[int]) -> str:
    """Return a bar for each count, with its name below and the count above."""
    wide = (WIDTH - LEFT - RIGHT) / len(counts)
    high, below = HEIGHT - TOP - BOTTOM - 6, HEIGHT - BOTTOM
    drawn = []
    for at, (name, count) in enumerate(zip(names, counts, strict=True)):
        size, x = high * count / max(1, *counts), LEFT + wide * at
        drawn += [
            _bar(x + wide * 0.1, wide * 0.8, size, count, name),
            text(count, x + wide / 2, below - size - 4, "tick"),
            text(name, x + wide / 2, below + 17, "tick"),
        ]
    counted = ", ".join(f"{name}: {count}" for name, count in zip(names, counts, strict=True))
    return picture(f"{label}: {counted}", *drawn, line(LEFT, below, WIDTH - RIGHT, below, "rule"))


def line_chart(
    label: str,
    points: Sequence[IntervalPoint],
    levels: Sequence[tuple[float, str]],
    say: Callable[[float], str],
) -> str:
    """Return a line chart of a value and its interval over the games.

    Args:
        label: what is shown, in words.
        points: at least one; ends that are not finite are drawn as far as the picture goes.
        levels: heights that are marked by a line, with their labels.
        say: a value in words.
    """
    low, high = _range(points, [height for height, _ in levels])
    scale = _LineScale(max(1, points[-1].games), low, high)
    ends = [*((p.games, p.high) for p in points), *((p.games, p.low) for p in reversed(points))]
    marks = [part for level in levels for part in scale.level(*level)]
    step = round_step(points[-1].games / TICKS)
    at = [step * k for k in range(int(points[-1].games / step) + 1)]
    ticks = (text(f"{games:,.0f}", scale.x(games), HEIGHT - BOTTOM + 17, "tick") for games in at)
    return picture(
        f"{label}, after {points[-1].games} games: {say(points[-1].value)}",
        element("path", class_="band", d=f"M{scale.path(ends)}Z"),
        *marks,
        *scale.figures(say),
        element("path", class_="way", d=f"M{scale.path([(p.games, p.value) for p in points])}"),
        *ticks,
    )


class _LineScale(NamedTuple):
    """Where games and values lie."""

    games: int
    low: float
    high: float

    def x(self, games: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * games / self.games

    def y(self, value: float) -> float:
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - part)

    def path(self, points: Sequence[tuple[int, float]]) -> str:
        return "L".join(
            f"{number(self.x(games))} {number(self.y(value))}" for games, value in points
        )

    def level(self, height: float, label: str) -> tuple[str, str]:
        y = self.y(height)
        return (
            line(LEFT, y, WIDTH - RIGHT, y, "bound" if label else "rule"),
            text(label, WIDTH - RIGHT - 4, y - 4 if y > TOP + 12 else y + 13, "tick end"),
        )

    def figures(self, say: Callable[[float], str]) -> list[str]:
        step = round_step((self.high - self.low) / 4)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        heights = [step * at for at in range(first, last + 1)]
        return [text(say(height), LEFT - 6, self.y(height) + 4, "tick end") for height in heights]


def _range(points: Sequence[IntervalPoint], levels: Sequence[float]) -> tuple[float, float]:
    """Return the heights between which to draw: the later half of the intervals fits in."""
    later = points[len(points) // 2 :]
    ends = [v for p in later for v in (p.low, p.high)] + [
        p.value for p in points[len(points) // 4 :]
    ]
    finite = [value for value in (*ends, *levels) if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    room = 0.06 * (high - low) or 1.0
    return low - room, high + room


def _place(value: float, edges: Sequence[float]) -> float:
    """Return where a value lies among edges, in bins from the first."""
    for at in range(len(edges) - 1):
        if value < edges[at + 1]:
            return at + max(0.0, (value - edges[at]) / (edges[at + 1] - edges[at]))
    return len(edges) - 1.0


def _count_axis(most: int) -> list[str]:
    y = HEIGHT - BOTTOM
    return [text(0, LEFT - 6, y + 4, "tick end"), text(f"{most:,}", LEFT - 6, TOP + 4, "tick end")]


def _bar(x: float, wide: float, high: float, count: int, label: str) -> str:
    y = HEIGHT - BOTTOM - high
    title = element("title", escape(f"{label}: {count}"))
    inner = max(wide - 1.5, 0.5)
    return element(
        "rect", title, class_="bar", x=x + (wide - inner) / 2, y=y, width=inner, height=high
    )


def line(x: float, y: float, to_x: float, to_y: float, class_: str) -> str:
    """Return a line from one place to another."""
    ends = " ".join(map(number, (x, y))), " ".join(map(number, (to_x, to_y)))
    return element("path", class_=class_, d=f"M{ends[0]}L{ends[1]}")


def picture(description: str, *parts: str, height: float = HEIGHT) -> str:
    """Return a chart of ``height`` units; ``description`` says in words what it shows."""
    return element(
        "svg",
        group(*parts),
        class_="chart",
        viewBox=f"0 0 {number(WIDTH)} {number(height)}",
        role="img",
        aria_label=description,
    )

"""Timing: medians of several runs, and comparisons with a baseline in turns.

Machines are shared and their speed drifts, so only ratios within one run mean something from one
day to the next.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

RUNS = 7


@dataclass(frozen=True)
class Figure:
    """A line of the table.

    Attributes:
        name: what was measured.
        value: the median of the runs.
        unit: of the value.
        ratio: to the baseline, the median over pairs; None where there is none.
    """

    name: str
    value: float
    unit: str
    ratio: float | None = None

    def __str__(self) -> str:
        against = "" if self.ratio is None else f"{self.ratio:8.2f} x the baseline"
        return f"{self.name:<52}{self.value:>12,.4g} {self.unit:<14}{against}"


def seconds(action: Callable[[], object]) -> float:
    """Return how long one call takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def each(name: str, unit: str, scale: float, count: int, action: Callable[[], object]) -> Figure:
    """Return the time of one, where one call does ``count``; ``scale`` is units per second."""
    action()
    times = [seconds(action) / count * scale for _ in range(RUNS)]
    return Figure(name, statistics.median(times), unit)


def against(name: str, unit: str, ours: Callable[[], int], theirs: Callable[[], int]) -> Figure:
    """Return our rate and its ratio to theirs, the two run in turn. Each returns its count."""
    ours(), theirs()
    rates, ratios = [], []
    for _ in range(RUNS):
        mine, other = _rate(ours), _rate(theirs)
        rates.append(mine)
        ratios.append(mine / other)
    return Figure(name, statistics.median(rates), unit, statistics.median(ratios))


def rate(name: str, unit: str, action: Callable[[], int]) -> Figure:
    """Return how many there are a second; one call returns its count."""
    action()
    return Figure(name, statistics.median(_rate(action) for _ in range(RUNS)), unit)


def _rate(action: Callable[[], int]) -> float:
    start = time.perf_counter()
    count = action()
    return count / (time.perf_counter() - start)

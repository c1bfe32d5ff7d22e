"""Bar charts: bars to the right and left of a zero line, with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from spinney.drawing.board import Board
from spinney.drawing.svg import element, group, text

STEP, THICK = 26.0, 16.0
"""From one bar to the next; how thick they are."""
LABELS, FIGURES = 230.0, 110.0
"""The room for the labels of bars, and for their figures."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar.

    Attributes:
        label: what is measured.
        value: how long it is; negative ones reach to the left.
        margin: half the width of its interval, 0 or NaN for none.
        figure: the figure in words.
    """

    label: str
    value: float
    margin: float
    figure: str


def chart(
    name: str, title: str, bars: Sequence[Bar], width: float = 760, mark: float | None = None
) -> Board:
    """Return bars below each other; ``mark`` draws a line at a value to compare them with."""
    scale = _Scale(bars, mark, LABELS, width - FIGURES)
    height = STEP * len(bars) + 8
    drawn = [_bar(bar, scale, STEP * k + 4, width) for k, bar in enumerate(bars)]
    lines = [_upright(scale.at(0.0), height, "panel")]
    if mark is not None:
        lines.append(_upright(scale.at(mark), height, "strike"))
    description = "; ".join(f"{bar.label} {bar.figure}" for bar in bars)
    return Board(name, title, width, height, group(*lines, *drawn), description)


class _Scale:
    """Where values lie between two x."""

    def __init__(self, bars: Sequence[Bar], mark: float | None, left: float, right: float) -> None:
        ends = [0.0, mark or 0.0]
        for bar in bars:
            reach = 0.0 if math.isnan(bar.margin) else bar.margin
            ends += [bar.value - reach, bar.value + reach]
        self._low, high = min(ends), max(ends)
        self._left, self._unit = left, (right - left) / ((high - self._low) or 1.0)

    def at(self, value: float) -> float:
        return self._left + (value - self._low) * self._unit


def _bar(bar: Bar, scale: _Scale, y: float, width: float) -> str:
    zero, end = scale.at(0.0), scale.at(bar.value)
    words = y + THICK / 2 + 5
    return group(
        text(bar.label, LABELS - 12, words, "note end"),
        element(
            "rect",
            class_="fill-poplar" if bar.value >= 0 else "fill-poinciana",
            x=min(zero, end),
            y=y,
            width=abs(end - zero),
            height=THICK,
        ),
        _whisker(bar, scale, y + THICK / 2),
        text(bar.figure, width, words, "note end"),
    )


def _whisker(bar: Bar, scale: _Scale, y: float) -> str:
    if not bar.margin > 0:  # also NaN
        return ""
    left, right = scale.at(bar.value - bar.margin), scale.at(bar.value + bar.margin)
    return element("path", class_="strike", d=f"M{left:.1f} {y:.1f}H{right:.1f}")


def _upright(x: float, height: float, class_: str) -> str:
    return element("path", class_=class_, d=f"M{x:.1f} 0V{height:.1f}")

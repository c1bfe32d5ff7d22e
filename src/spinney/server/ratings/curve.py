"""The curve of somebody's rating, drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from spinney.drawing.svg import element, escape, number, text

SIZES = {"wide": (736.0, 260.0), "narrow": (340.0, 220.0)}
"""Width and height by layout; a page shows the one that fits."""
LEFT, RIGHT, TOP, BOTTOM = 46.0, 10.0, 12.0, 14.0
"""The room around the curve; the left is for figures."""
STEPS = 25, 50, 100, 200, 500
"""How far apart the ruled lines can be, in points."""
MOST_LINES = 6
LEAST_SPAN = 100.0
"""How many points a curve spans at least: a change of two is not a cliff."""


class CurvePoint(NamedTuple):
    """A rating after a match.

    Attributes:
        rating: in points.
        deviation: its standard deviation.
    """

    rating: float
    deviation: float


def curve(label: str, points: Sequence[CurvePoint], layout: str) -> str:
    """Return a rating match by match, with a band of one deviation around it.

    Args:
        label: what it shows, in words.
        points: from the first match to the last.
        layout: ``wide`` or ``narrow``.
    """
    width, height = SIZES[layout]
    plot = _CurvePlot.around(points, width, height)
    return element(
        "svg",
        f"<title>{escape(label)}</title>",
        *map(plot.rule, plot.lines),
        element("path", class_="band", d=plot.band(points)),
        element("path", class_="way", d=plot.line(points)),
        plot.end(points),
        class_=f"rating-curve {layout}",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        role="img",
        aria_label=label,
    )


class _CurvePlot(NamedTuple):
    """Where matches and ratings lie."""

    low: float
    high: float
    step: int
    last: int
    width: float
    height: float

    @staticmethod
    def around(points: Sequence[CurvePoint], width: float, height: float) -> _CurvePlot:
        low = min(point.rating - point.deviation for point in points)
        high = max(point.rating + point.deviation for point in points)
        padding = max(LEAST_SPAN - (high - low), 0) / 2
        low, high = low - padding, high + padding
        step = next((s for s in STEPS if (high - low) / s < MOST_LINES - 1), STEPS[-1])
        low, high = step * (low // step), step * -(-high // step)
        return _CurvePlot(low, high, step, max(1, len(points) - 1), width, height)

    @property
    def lines(self) -> range:
        return range(int(self.low), int(self.high) + 1, self.step)

    def x(self, match: int) -> float:
        return LEFT + (self.width - LEFT - RIGHT) * match / self.last

    def y(self, rating: float) -> float:
        share = (rating - self.low) / (self.high - self.low)
        return TOP + (self.height - TOP - BOTTOM) * (1 - share)

    def rule(self, rating: int) -> str:
        """A line across, with its figure."""
        y = self.y(rating)
        across = f"M{number(LEFT)} {number(y)}H{number(self.width - RIGHT)}"
        figure = text(rating, LEFT - 8, y + 4.5, "note small end")
        return figure + element("path", class_="rule", d=across)

    def line(self, points: Sequence[CurvePoint]) -> str:
        return self._through([(at, point.rating) for at, point in enumerate(points)])

    def band(self, points: Sequence[CurvePoint]) -> str:
        above = [(at, point.rating + point.deviation) for at, point in enumerate(points)]
        below = [(at, point.rating - point.deviation) for at, point in enumerate(points)]
        return self._through([*above, *reversed(below)]) + "Z"

    def _through(self, places: Sequence[tuple[int, float]]) -> str:
        return "M" + "L".join(f"{number(self.x(at))} {number(self.y(to))}" for at, to in places)

    def end(self, points: Sequence[CurvePoint]) -> str:
        """A dot where the rating is now."""
        at = len(points) - 1
        return element("circle", class_="dot", cx=self.x(at), cy=self.y(points[-1].rating), r=4.0)


def thinned(points: Sequence[CurvePoint], most: int = 300) -> list[CurvePoint]:
    """Return at most so many points of a curve, evenly spread, with the first and the last."""
    if len(points) <= most:
        return list(points)
    bounds = [round(number * (len(points) - 1) / (most - 1)) for number in range(most)]
    return [points[at] for at in (bounds[0], *(b for a, b in pairwise(bounds) if b != a))]

"""Line charts: the expected result of each player, position by position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spinney.drawing.marks import token
from spinney.drawing.svg import element, escape, group, number, place, text

LEFT, RIGHT, TOP, BOTTOM = 34.0, 14.0, 12.0, 12.0
"""The room around the lines; the left is for figures."""
APART = 84.0
"""How far apart a player's tokens lie on their line, at least."""
SIZE = 13.0
"""How large they are."""
RING = 19.0
"""How wide the ring around a number is."""


class Way(NamedTuple):
    """A player's line.

    Attributes:
        colour: the player's, of the palette.
        points: moment and height from 0 to 1, in the order of the moments.
    """

    colour: str
    points: Sequence[tuple[int, float]]


class Mark(NamedTuple):
    """A mark on a line: a number in a ring.

    Attributes:
        label: the number.
        at: the moment.
        height: from 0 to 1.
    """

    label: str
    at: int
    height: float


def course(
    label: str,
    ways: Sequence[Way],
    marks: Sequence[Mark],
    span: tuple[int, int],
    size: tuple[float, float],
) -> str:
    """Return the lines of all players as one labelled image for a page.

    Args:
        label: its contents, in words.
        ways: the lines.
        marks: on the lines.
        span: the moment that is shown now, and the last one there is.
        size: width and height.
    """
    width, height = size
    plot = _Plot(span[1], LEFT, TOP, width - LEFT - RIGHT, height - TOP - BOTTOM)
    return element(
        "svg",
        f"<title>{escape(label)}</title>",
        *map(plot.rule, (0.0, 0.5, 1.0)),
        group(plot.upright(), id="course-now", transform=place(plot.x(span[0]), 0)),
        *map(plot.way, ways),
        *(plot.tokens(way, later) for later, way in enumerate(ways)),
        *plot.marks(marks),
        id="course",
        class_="board course",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        role="img",
        aria_label=label,
        data_left=plot.left,
        data_across=plot.across,
        data_last=plot.last,
    )


class _Plot(NamedTuple):
    """Where moments and heights lie."""

    last: int
    left: float
    top: float
    across: float
    down: float

    def x(self, transition: float) -> float:
        return self.left + self.across * transition / max(1, self.last)

    def y(self, height: float) -> float:
        return self.top + self.down * (1 - height)

    def rule(self, height: float) -> str:
        """A line across, with its figure."""
        y = self.y(height)
        figure = text(round(100 * height), self.left - 8, y + 4.5, "note small end")
        across = f"M{number(self.left)} {number(y)}h{number(self.across)}"
        return figure + element("path", class_="rule", d=across)

    def upright(self) -> str:
        """The line that stands at the moment shown."""
        return element("path", class_="now", d=f"M0 {number(self.top - 8)}V{self.bottom}")

    @property
    def bottom(self) -> str:
        return number(self.top + self.down + 8)

    def way(self, way: Way) -> str:
        """A player's line, twice: a casing keeps it apart from the others and the paper."""
        points = "L".join(f"{number(self.x(m))} {number(self.y(h))}" for m, h in way.points)
        lines = (element("path", class_=kind, d=f"M{points}") for kind in ("casing", "way"))
        return group(*lines, class_=f"tone-{way.colour}") if points else ""

    def tokens(self, way: Way, later: int) -> str:
        """Some of a line's points as tokens: shapes tell the players apart, too."""
        return group(*(token(way.colour, *at, SIZE) for at in self._spread(way, later)))

    def _spread(self, way: Way, later: int) -> Iterator[tuple[float, float]]:
        """Yield points far enough apart; each player's begin a little later than the last one's."""
        free = self.left + later * APART / 7
        for transition, height in way.points:
            if self.x(transition) >= free:
                yield self.x(transition), self.y(height)
                free = self.x(transition) + APART

    def marks(self, marks: Sequence[Mark]) -> Iterator[str]:
        """Numbers in rings; where one would cover another it moves towards the middle."""
        taken: list[tuple[float, float]] = []
        for mark in marks:
            x, y = self.x(mark.at), self.y(mark.height)
            aside = RING if mark.height > 0.5 else -RING
            while any(abs(x - other[0]) < RING and abs(y - other[1]) < RING for other in taken):
                y += aside
            taken.append((x, y))
            yield _ring(mark, place(x, y))


def _ring(mark: Mark, at: str) -> str:
    ring = element("circle", class_="ring", r=RING / 2)
    figure = text(mark.label, 0, 4.5, "figure")
    return group(ring, figure, class_="turn", transform=at, data_at=mark.at)

"""Justified layout: boxes of given shapes in nested rows and columns, all edges flush.

Whatever is laid out keeps its shape, so its height depends on its width w as a*w + b: for a
box a is height over width and b its caption; stacks and rows of such things are such again.
That gives every box its size without trying.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

Area = str | Sequence["Area"]
"""A box by name, or things above each other; what is inside those stands side by side, and so
on in turn: ``[["garden", ["rival", "hand"]], ["offer"]]`` has the garden at the left of a
column of two, and the offer below them across the whole width."""


def names(area: Area) -> Iterator[str]:
    """The names of the boxes of an area, in the order named."""
    if isinstance(area, str):
        yield area
    else:
        for part in area:
            yield from names(part)


def without(area: Area, boxes: Collection[str]) -> Area:
    """An area less some boxes; what becomes empty goes with them."""
    if isinstance(area, str):
        return [] if area in boxes else area
    return [part for part in (without(part, boxes) for part in area) if part]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a box lies, caption excluded."""

    name: str
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Shapes (height over width, by name), the gap between boxes, heights of captions by name."""

    shapes: Mapping[str, float]
    gap: float
    captions: Mapping[str, float]

    def height(self, area: Area, width: float, across: bool = False) -> float:
        """How high the area gets at this width; `across`: its parts stand side by side."""
        a, b = self._line(area, across)
        return a * width + b

    def places(
        self, area: Area, x: float, y: float, width: float, across: bool = False
    ) -> Iterator[Place]:
        """The place of every box, in the order named."""
        if isinstance(area, str):
            yield Place(area, x, y + self.captions[area], width)
            return
        high = self.height(area, width, across)
        for part in area:
            a, b = self._line(part, not across)
            wide = (high - b) / a if across else width
            yield from self.places(part, x, y, wide, not across)
            x, y = (x + wide + self.gap, y) if across else (x, y + a * wide + b + self.gap)

    def _line(self, area: Area, across: bool) -> tuple[float, float]:
        """The numbers a and b of height = a * width + b."""
        if isinstance(area, str):
            return self.shapes[area], self.captions[area]
        lines = [self._line(part, not across) for part in area]
        gaps = self.gap * (len(lines) - 1)
        if not across:
            return sum(a for a, _ in lines), sum(b for _, b in lines) + gaps
        share = sum(1 / a for a, _ in lines)
        return 1 / share, (sum(b / a for a, b in lines) - gaps) / share

"""Numbers at the pieces of a drawn picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple
from xml.etree import ElementTree

from spinney.core.errors import Refused

RADIUS = 17
"""Of a number's disc, in the units of the whole picture."""
TRANSFORM = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
SVG = "http://www.w3.org/2000/svg"
Element = ElementTree.Element


class PictureFrame(NamedTuple):
    """Where the coordinates of an element lie in those of the whole picture."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0

    def moved(self, x: float, y: float, scale: float = 1.0) -> PictureFrame:
        """Return the frame of something that is placed inside this one."""
        return PictureFrame(self.x + self.scale * x, self.y + self.scale * y, self.scale * scale)


def with_badges(svg: str, points: Sequence[str]) -> str:
    """Return a picture with the numbers 1, 2, 3 … at the first piece that fits each pattern.

    Raises:
        Refused: no piece fits a pattern.
    """
    if not points:
        return svg
    places = dict(_places(ElementTree.fromstring(svg), PictureFrame()))  # noqa: S314 - drawn by us
    drawn = ""
    for number, pattern in enumerate(points, 1):
        place = next((at for name, at in places.items() if fnmatchcase(name, pattern)), None)
        if place is None:
            raise Refused(f"no piece in the picture fits {pattern!r}")
        drawn += _badge(number, place)
    return svg.removesuffix("</svg>") + drawn + "</svg>"


def _places(element: Element, frame: PictureFrame) -> Iterator[tuple[str, PictureFrame]]:
    """Yield each piece inside an element, by its id and by its word, and its frame."""
    for child in element:
        inner = _frame(child, frame)
        for name in (child.get("id"), child.get("data-word")):
            if name:
                yield name, _corner(child, inner)
        yield from _places(child, inner)


def _frame(element: Element, frame: PictureFrame) -> PictureFrame:
    if element.tag.endswith("}svg") and element.get("viewBox"):
        left, top, width, _ = map(float, element.get("viewBox", "").split())
        scale = float(element.get("width", width)) / width
        placed = frame.moved(float(element.get("x", 0)), float(element.get("y", 0)), scale)
        frame = placed.moved(-left, -top)
    for kind, given in TRANSFORM.findall(element.get("transform", "")):
        values = [float(value) for value in re.split(r"[\s,]+", given.strip())]
        if kind == "translate":
            frame = frame.moved(*values[:2])
        elif kind == "scale":
            frame = frame.moved(0, 0, values[0])
    return frame


def _corner(element: Element, frame: PictureFrame) -> PictureFrame:
    """Return the upper left corner of a piece, which may lie where its first rectangle does."""
    box = None if element.get("transform") else element.find(f".//{{{SVG}}}rect")
    return frame if box is None else frame.moved(float(box.get("x", 0)), float(box.get("y", 0)))


def _badge(number: int, at: PictureFrame) -> str:
    x, y = round(max(at.x, RADIUS), 1), round(max(at.y, RADIUS), 1)
    return (
        f'<g transform="translate({x} {y})"><circle r="{RADIUS}" fill="#b3261e" stroke="#fff" '
        f'stroke-width="2.5"/><text y="6.5" fill="#fff" text-anchor="middle" '
        f'style="font:700 19px system-ui,sans-serif;fill:#fff">{number}</text></g>'
    )

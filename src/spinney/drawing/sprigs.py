"""Leaves, flowers and fruit, drawn over a habit: marks and dabs, each a bit of path.

A form says how one of them is drawn from a point, as short strokes with round ends: coarse for
small pictures, fine for large ones. Colours are those of the class around.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from spinney.drawing.foliage import Point, short


@dataclass(frozen=True, slots=True)
class Form:
    """How one flower or fruit is drawn.

    Attributes:
        count: how many a plant shows.
        width: of the strokes.
        coarse: a path from its point.
        fine: likewise, in detail.
        thin: the width of the strokes of that; 0 for the same.
    """

    count: int
    width: float
    coarse: str = "h0"
    fine: str = ""
    thin: float = 0


_PETALS: Final = "m0-1.3h0m1.2.9h0m-.5 1.5h0m-1.5 0h0m-.5-1.5h0"

BLOOMS: Final[dict[str, Form]] = {
    "bell": Form(9, 2.3, "h0", "q-1.5 1.7-.9 2.7h1.8q.6-1-.9-2.7", 1.2),
    "bunch": Form(9, 1.9, "h0m1.8.4h0m-.9 1.4h0", "h0m1.8.2h0m.2 1.6h0m-1.9.5h0m-.9-1.3h0", 1.7),
    "catkin": Form(10, 1.7, "q.8 2.4 0 4.8"),
    "cup": Form(8, 4, "h0", "q-2.2 1.4-1.2 3h2.4q1-1.6-1.2-3", 1.9),
    "dot": Form(14, 2),
    "puff": Form(8, 3.6, "h0", "m-2 0l2 1.6l2-1.6m-3.3-1.4l1.3 3l1.3-3m-1.3-.6v3.6", 0.8),
    "raceme": Form(9, 2.1, "v4", "h0m.9 1.2h0m-1.6.4h0m1.3 1h0m-.9 1.1h0m.4 1.2h0", 1.7),
    "spike": Form(8, 2.2, "v-4", "m-1 0h0m2 0h0m-.4-1.4h0m-1.2 0h0m.6-1.4h0m0-1.5h0", 1.7),
    "star": Form(13, 2.8, "h0", _PETALS, 1.6),
    "tassel": Form(12, 1.3, "v2.2", "v2.4m-1.3-2.2l.7 2.2m1.2 0l.7-2.2", 0.9),
    "umbel": Form(
        8, 2.2, "h3.4", "h0m1.3-.7h0m1.4-.2h0m1.3.3h0m1.1.7h0m-3.9.7h0m1.4-.1h0m1.3.1h0", 1.5
    ),
}
"""The forms of flowers, by name."""

FRUITS: Final[dict[str, Form]] = {
    "pome": Form(8, 3.2),
    "follicle": Form(8, 2, "q.4 1.6 1.8 2.2"),
    "berry": Form(8, 1.9, "h0m1.8.3h0m-1 1.5h0"),
    "multiple": Form(8, 2.8, "v1", "h0m1.1.4h0m-1.7.5h0m1.2.6h0m-.7.8h0", 1.6),
    "legume": Form(8, 1.6, "q1.2 2 .4 4.4"),
    "capsule": Form(8, 2.6, "v.4"),
    "nut": Form(7, 2.3, "h0m2 .6h0"),
    "seed": Form(10, 2.2),
    "aggregate": Form(9, 2.6, "h0", "h0m1.2 0h0m-1.7.9h0m1.2.3h0m1-.2h0m-1.1.9h0", 1.4),
    "samara": Form(9, 1.2, "l1.7 1.7m-1.7-1.7l-1.7 1.7"),
    "drupe": Form(9, 2.5),
    "cone": Form(7, 2.6, "v2"),
}
"""The forms of fruit, by type."""

LEAVES: Final[dict[str, str]] = {
    "blade": "",
    "fan": "l-1.5-2q1.5-1.4 3 0z",
    "heart": "q-2.4-.8-1.4-2.2q.9-.6 1.4.3q.5-.9 1.4-.3q1 1.4-1.4 2.2",
    "large": "q1-2.6 4.6-2.6q-1.2 2.6-4.6 2.6",
    "lobed": "q.2-1.6 1.5-.9q1-1.6 1.8 0q1.3-.5 1.3.9",
    "narrow": "q.6-1.9 3.2-2.4",
    "needle": "l-.6-1.5m1.2 1.5v-1.6m1.2 1.6l.6-1.5",
    "notched": "",
    "oval": "q1-2 3.2-1.9q-.8 1.9-3.2 1.9",
    "palmate": "l-1.4-1.4m1.4 1.4v-2m0 2l1.4-1.4",
    "pinnate": "l3-1.5m-2.2.1v1.5m1.4-2.2v1.5",
    "rod": "",
    "round": "a1.3 1.3 0 1 1 1.8 0",
}
"""A leaf of each form, as it is drawn on a crown."""


def marks(leaf: str, points: Iterable[Point]) -> str:
    """The path of leaves at some points of a crown; nothing for those a habit itself shows."""
    form = LEAVES[leaf]
    return "".join(f"M{short(*point)}{form}" for point in points) if form else ""


def dabs(form: Form, points: Iterable[Point], fine: bool) -> str:
    """The path of flowers or fruit at some points."""
    one = (form.fine if fine else "") or form.coarse
    return "".join(f"M{short(*point)}{one}" for point in points)


def stroke(form: Form, fine: bool) -> float:
    """How wide the strokes of that path are."""
    return (form.thin if fine and form.fine else 0) or form.width

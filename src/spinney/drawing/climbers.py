"""Climbers on their trellises."""

from __future__ import annotations

from random import Random
from typing import Final

from spinney.drawing.foliage import scattered, short
from spinney.drawing.growth import Habit, habit, path

HEART: Final = "q-3.4-2.6-4.4.4q-.8 3 4.4 6q5.2-3 4.4-6q-1-3-4.4-.4z"
"""A heart-shaped leaf, from its stalk."""
VINE: Final = (
    "q-2.4-2-3.6.2q-2 .2-1.6 2.6q-1 1.6.8 2.4q.6 2 2.6 1.2q1.8 1.6 3.6 0"
    "q2 .8 2.6-1.2q1.8-.8.8-2.4q.4-2.4-1.6-2.6q-1.2-2.2-3.6-.2z"
)
"""A vine leaf with its lobes."""
FINGERS: Final = (
    "q-3.5-3.5-6-2.5q2 3 6 2.5q-5 0-5.5 3q3.5.5 5.5-3q-2 3.5 0 5.5q2-2 0-5.5"
    "q2 3.5 5.5 3q-.5-3-5.5-3q4 .5 6-2.5q-2.5-1-6 2.5z"
)
"""A leaf of five fingers."""

_FRAME: Final = "M13 60V14M32 60V10M51 60V14M9 22H55M9 36H55M9 50H55"
_STEMS: Final = (
    "M32 60q-12-10-2-20q9-8 0-18q-6-6 2-11M33 58q14-6 12-18q-3-9 3-19M31 57q-15-5-13-17q3-9-3-18"
)


def trellis(name: str, leaf: str) -> Habit:
    """A climber: a trellis, winding stems, large leaves of a shape."""
    points = scattered(((32, 31, 24, 21),), 19, Random(name), 1.0)
    body = (
        path("trellis", _FRAME)
        + path("limbs", _STEMS)
        + path("leafage", "".join(f"M{short(x, y - 2)}{leaf}" for x, y in points))
        + path("shade", "".join(f"M{short(x, y - 1)}v3" for x, y in points))
    )
    return habit(name, body, ((32, 31, 22, 20),), edge=3)

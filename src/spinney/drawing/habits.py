"""Every habit, by its name: see `growth` for what a habit is."""

from __future__ import annotations

from functools import cache

from spinney.drawing.climbers import FINGERS, HEART, VINE, trellis
from spinney.drawing.conifers import creeping, spire
from spinney.drawing.crowns import crowns
from spinney.drawing.growth import Habit
from spinney.drawing.tufts import antler, broom, canes, fern, rosette, sprays, twigs


@cache
def habits() -> dict[str, Habit]:
    """Every habit by its name."""
    drawn = [
        *crowns(),
        spire("spire-1", 6, 42, 2.6),
        spire("spire-2", 7, 34, 1.2),
        creeping("creeping-1"),
        rosette("rosette-1"),
        antler("antler-1", ((15, 26), (31, 16), (49, 24)), (32, 42), 13),
        antler("antler-2", ((14, 30), (26, 17), (42, 15), (51, 30)), (32, 44), 11),
        antler("whorl-1", ((17, 40), (32, 32), (48, 39)), (32, 54), 11),
        broom("broom-1"),
        fern("fern-1"),
        sprays("sprays-1", 52, (8.5, 3)),
        sprays("sprays-2", 46, (7, 4.6)),
        canes("canes-1", 38),
        canes("canes-2", 32),
        twigs("twigs-1"),
        trellis("vine-1", VINE),
        trellis("vine-2", HEART),
        trellis("vine-3", FINGERS),
    ]
    return {habit.name: habit for habit in drawn}

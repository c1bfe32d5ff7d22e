"""Light and shade: the shaded cells of a day, the size of the trees that shade them, in words."""

from __future__ import annotations

from functools import lru_cache

from spinney.games.spring_2021.rules.geometry import CELLS, DIRECTIONS, SHADOW, members
from spinney.games.spring_2021.rules.record import DAYS, direction
from spinney.i18n import N_, _, cached_text

NO_WAY = -1
"""Where shadows fall in leagues that have none."""
FULL_SUN, SHADE, SPOOKY = range(3)
"""How the light is on a cell: the last where a tree yields nothing for it."""

PerCell = tuple[int, ...]
"""A number for each cell."""


SHADED: list[list[list[list[int]]]] = [
    [[members(cells) for cells in of_size] for of_size in of_way] for of_way in SHADOW.tolist()
]
"""`SHADOW` as lists: the cells that a tree shades, ``SHADED[way][size][cell]``."""


@lru_cache(maxsize=256)  # trees grow slowly, and all who look on see the same
def shaders(sizes: PerCell, way: int) -> PerCell:
    """Return for each cell the size of the largest tree that shades it from a direction; 0: none.

    Args:
        sizes: of the trees, by cell; -1: none.
        way: in which shadows fall; `NO_WAY`: there are none.
    """
    largest = [0] * CELLS
    if way != NO_WAY:
        for cell, size in enumerate(sizes):
            for shaded in SHADED[way][size][cell] if size > 0 else ():
                largest[shaded] = max(largest[shaded], size)
    return tuple(largest)


@lru_cache(maxsize=256)
def lights(sizes: PerCell, way: int) -> PerCell:
    """Return for each cell how the light is on it."""
    found = [FULL_SUN] * CELLS
    for cell, shader in enumerate(shaders(sizes, way)):
        if shader:
            found[cell] = SPOOKY if 0 < sizes[cell] <= shader else SHADE
    return tuple(found)


@cached_text(maxsize=64)
def shadow_texts(sizes: PerCell, today: int) -> tuple[str, ...]:
    """Return for each cell the shadows that fall on it from a day on, in lines."""
    lines_of: list[list[str]] = [[] for _cell in range(CELLS)]
    for day in range(today, min(today + DIRECTIONS, DAYS - 1) + 1):
        words = _words(day, day == today)
        for cell, size in enumerate(shaders(sizes, direction(day))):
            if size:
                lines_of[cell].append(words[size])
    none = _("No shadow falls here in the days to come")
    return tuple(["\n".join(lines) or none for lines in lines_of])


_TODAY = (
    N_("Today: in the shadow of a small tree"),
    N_("Today: in the shadow of a medium tree"),
    N_("Today: in the shadow of a large tree"),
)
_LATER = (
    N_("Day {day}: in the shadow of a small tree"),
    N_("Day {day}: in the shadow of a medium tree"),
    N_("Day {day}: in the shadow of a large tree"),
)
"""By the size of a tree, from small ones on."""


@cached_text(maxsize=64)
def _words(day: int, today: bool) -> tuple[str, ...]:
    """A shadow on a day in words, by the size of the tree."""
    return ("", *(_(text, day=day + 1) for text in (_TODAY if today else _LATER)))

"""The silhouettes, drawn as ``<symbol>`` elements: ten trees and four icons, trees of a forest.

The first are in `plate.svg`, those that grow in four heights in `forest.svg`; the signs
of plants in `signs.svg`; plants of many habits are drawn by `habits`.

A page carries once, in a hidden `sprite`, those that it uses (`used`) and those that may come
(`symbols_of`); a picture saved as a file carries the ones it uses (`defs`). Everywhere else they
are a ``<use href="#tree-willow">``, coloured by the class around it: ``color`` is the ink,
``fill`` and ``stroke`` are what shows through.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Final

from spinney.drawing.habits import habits
from spinney.drawing.palette import FILLS

TREES: Final = tuple(FILLS)
"""The trees by name: ``"cassia"`` to ``"willow"``."""

ICONS: Final = ("parrot", "seedling", "notice", "sun")
"""The icons by name; their ids are ``"icon-parrot"`` and so on."""


def _plate(name: str) -> dict[str, str]:
    """The symbols of a plate by id, without the blanks between elements."""
    plate = files(__package__).joinpath(name).read_text(encoding="utf-8")
    found = re.finditer(r'<symbol id="([\w-]+)".*?</symbol>', plate, re.DOTALL)
    return {symbol[1]: re.sub(r">\s+<", "><", symbol[0]) for symbol in found}


_PLATES: Final = {
    "trees": _plate("plate.svg"),
    "forest": _plate("forest.svg"),
    "signs": _plate("signs.svg"),
    "plants": {habit.id: habit.symbol for habit in habits().values()},
}
SYMBOLS: Final = {name: drawn for plate in _PLATES.values() for name, drawn in plate.items()}
"""Every symbol by its id: ``"tree-cassia"``, ``"icon-parrot"``, ``"plant-dome-1"``."""


def symbols_of(name: str) -> frozenset[str]:
    """The ids of a plate: ``trees`` with the icons, ``forest``, ``signs`` or ``plants``."""
    return frozenset(_PLATES[name])


def symbol(name: str) -> str:
    """The ``<symbol>`` of a tree; its id is ``tree-`` and the name. KeyError if there is none."""
    return SYMBOLS[f"tree-{name}"]


def defs(ids: Iterable[str]) -> str:
    """A ``<defs>`` of these symbols in the plate's order; nothing where there are none."""
    wanted = set(ids)
    drawn = "".join(part for name, part in SYMBOLS.items() if name in wanted)
    return f"<defs>{drawn}</defs>" if drawn else ""


def symbols(names: Iterable[str]) -> str:
    """A ``<defs>`` of these trees."""
    return defs(f"tree-{name}" for name in names)


def used(body: str) -> tuple[str, ...]:
    """The ids of the symbols that a piece of SVG uses, in the plate's order."""
    named = set(re.findall(r'href="#([\w-]+)"', body))
    return tuple(name for name in SYMBOLS if name in named)


@lru_cache(maxsize=256)
def sprite(ids: frozenset[str] = frozenset(SYMBOLS)) -> str:
    """The hidden ``<svg>`` with the symbols that a page carries once; all, if none are named."""
    return (
        '<svg class="sprite" xmlns="http://www.w3.org/2000/svg" width="0" height="0"'
        f' aria-hidden="true" focusable="false">{defs(ids)}</svg>'
    )

"""Symbols: drawings that pictures use by their ids, and the sprite that a page carries.

The trees on cards and the icons are here, drawn in `plate.svg`. A game registers those that it
alone uses when its ``view`` is imported. Everywhere they are a ``<use href="#tree-willow">``,
coloured by the class around it: ``color`` is the ink, ``fill`` and ``stroke`` are what shows
through.

A page carries once, in a hidden `sprite`, the symbols that it uses (`used`) and those that may
come; a picture saved as a file carries the ones it uses (`defs`).
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final

from spinney.drawing.palette import FILLS

TREES: Final = tuple(FILLS)
"""The trees by name: ``"cassia"`` to ``"willow"``."""

ICONS: Final = ("parrot", "seedling", "notice", "sun")
"""The icons by name; their ids are ``"icon-parrot"`` and so on."""

SYMBOLS: Final[dict[str, str]] = {}
"""Every symbol registered so far, by its id: ``"tree-cassia"``, ``"icon-parrot"``."""


def register(symbols: Mapping[str, str]) -> frozenset[str]:
    """Let pictures use these ``<symbol>`` elements, and return their ids.

    Raises:
        ValueError: another symbol has one of these ids.
    """
    for id_, drawn in symbols.items():
        if SYMBOLS.setdefault(id_, drawn) != drawn:
            raise ValueError(f"there is another symbol {id_!r}")
    return frozenset(symbols)


def read_symbols(package: str, name: str) -> dict[str, str]:
    """Return the symbols of an SVG file of a package by id, without blanks between elements."""
    drawn = files(package).joinpath(name).read_text(encoding="utf-8")
    found = re.finditer(r'<symbol id="([\w-]+)".*?</symbol>', drawn, re.DOTALL)
    return {symbol[1]: re.sub(r">\s+<", "><", symbol[0]) for symbol in found}


TREE_SYMBOLS: Final = register(read_symbols(__package__, "plate.svg"))
"""The ids of the trees on cards and of the icons."""


def symbol(name: str) -> str:
    """The ``<symbol>`` of a tree; its id is ``tree-`` and the name. KeyError if there is none."""
    return SYMBOLS[f"tree-{name}"]


def defs(ids: Iterable[str]) -> str:
    """A ``<defs>`` of these symbols in the order registered; nothing where there are none."""
    names = set(ids)
    drawn = "".join(part for name, part in SYMBOLS.items() if name in names)
    return f"<defs>{drawn}</defs>" if drawn else ""


def symbols(names: Iterable[str]) -> str:
    """A ``<defs>`` of these trees."""
    return defs(f"tree-{name}" for name in names)


def used(body: str) -> tuple[str, ...]:
    """The ids of the symbols that a piece of SVG uses, in the order registered."""
    named = set(re.findall(r'href="#([\w-]+)"', body))
    return tuple(name for name in SYMBOLS if name in named)


def sprite(ids: frozenset[str] | None = None) -> str:
    """The hidden ``<svg>`` with the symbols that a page carries once; all, if none are named."""
    return _sprite(frozenset(SYMBOLS) if ids is None else ids.intersection(SYMBOLS))


@lru_cache(maxsize=256)
def _sprite(ids: frozenset[str]) -> str:
    return (
        '<svg class="sprite" xmlns="http://www.w3.org/2000/svg" width="0" height="0"'
        f' aria-hidden="true" focusable="false">{defs(ids)}</svg>'
    )

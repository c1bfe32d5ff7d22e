"""Playing cards and the places where they lie.

Everything here is drawn on a card of 80 by 100 units and scaled to `size`, its width in the
units of the board: a card is ``size`` wide and ``size * RATIO`` high, (x, y) its upper left
corner. Leave a tenth of the size between cards for the glow of what can be named.
"""

from functools import lru_cache
from typing import Final, Unpack

from spinney.drawing.colour import contrast
from spinney.drawing.fitting import text_width
from spinney.drawing.palette import FILLS
from spinney.drawing.pieces import Named, piece
from spinney.drawing.svg import group, text, use

WIDTH: Final = 80
HEIGHT: Final = 100
RATIO: Final = HEIGHT / WIDTH
"""A card's height over its width."""

_FACE: Final = f'<rect class="face" width="{WIDTH}" height="{HEIGHT}" rx="9"/>'
_RIM: Final = '<rect class="rim" x="4" y="4" width="72" height="92" rx="6"/>'
_TAB: Final = '<path class="tab" d="M4 10a6 6 0 0 1 6-6H{0}V38a8 8 0 0 1-8 8H4z"/>'
_HALO: Final = '<rect class="halo" x="-6" y="-6" width="92" height="112" rx="14"/>'


_INKS: Final = ("#22251F", "#FFFFFF")
"""Of a card in any colour."""
_EYE: Final = (
    '<g class="eye"><circle class="lid" cx="64" cy="86" r="11"/>'
    '<path class="line" stroke-width="1.8" d="M56 86q8-9 16 0q-8 9-16 0z"/>'
    '<circle class="ink" cx="64" cy="86" r="2.6"/></g>'
)


@lru_cache(maxsize=1024)
def _front(tree: str, value: str, letter: str, note: str, covered: bool, seen: bool) -> str:
    if tree not in FILLS:
        raise KeyError(f"no tree called {tree!r}")
    wide = len(value) > 1
    narrow = " narrow" if wide or covered else ""
    long = ("", " longer" if covered else " long", " longer")[min(len(letter), 3) - 1]
    # In a fan the next card may cover all but the left edge, so the left edge identifies the card.
    where = (7, 65, f"suit left{long}") if covered else (73, 26, f"suit{long}")
    x, y, size = (26, 46, 50) if covered else (11, 36, 61) if letter else (9, 30, 67)
    grown = use(f"tree-{tree}", x, y, size, class_=f"specimen crown-{tree}")
    tab = _TAB.format(48 if wide else 32 if covered else 38)
    number = text(value, 8, 36 if covered else 39.5, f"value{narrow}")
    name = text(letter, *where) if letter else ""
    promise = "" if covered else _promise(note)
    return f"{_FACE}{_RIM}{grown}{tab}{number}{name}{promise}{_EYE if seen else ''}"


def _promise(note: str) -> str:
    """A few letters between the tab and the rim: smaller where there are more of them."""
    room, sizes = 34, (("promise", 12.5), ("promise snug", 11))
    fitting = (name for name, size in sizes if text_width(note, size) <= room)
    return text(note, 73.5, 42, next(fitting, sizes[-1][0])) if note else ""


def card(
    id_: str,
    tree: str,
    number: int | str,
    letter: str,
    x: float,
    y: float,
    size: float,
    *,
    note: str = "",
    lean: float = 0,
    covered: bool = False,
    seen: bool = False,
    **named: Unpack[Named],
) -> str:
    """One playing card, a plate on paper.

    Its number stands on a tab in the tree's colour, the letter or short name, if there is one, at
    the right, the tree below.

    `note`: a few letters below the name, on a card that is not covered.
    `lean`: in degrees, of a card in a fan.
    `covered`: all but its left edge may be covered, so that edge alone identifies it.
    `seen`: an eye in the corner of a hidden card says that others know it.
    """
    return piece(
        id_,
        f"piece card treecard fill-{tree}",
        _front(tree, str(number), letter, note, covered, seen),
        (x, y, size / WIDTH, lean),
        halo=_HALO,
        **named,
    )


@lru_cache(maxsize=1024)
def _plain_front(value: str, note: str, colour: str) -> str:
    ink = max(_INKS, key=lambda ink: contrast(ink, colour))
    large = f"value{' narrow' if len(value) > 1 else ''}"
    shown = text(value, 9, 40, large) if len(value) < 4 else text(value, 40, 34, "tally")
    below = text(note, 40, 86, "tally") if note else ""
    return group(_FACE, _RIM, shown, below, color=ink, fill=colour, stroke=colour, stroke_width=0)


def plain_card(
    id_: str,
    value: int | str,
    x: float,
    y: float,
    size: float,
    *,
    colour: str = "#FCFCF6",
    note: str = "",
    **named: Unpack[Named],
) -> str:
    """A playing card in any colour, ``"#RRGGBB"``; its ink is dark or light, as reads better.

    `value`: large at the top, smaller where it is longer than three letters. `note`: a word at
    the bottom.
    """
    front = _plain_front(str(value), note, colour)
    return piece(id_, "piece card", front, (x, y, size / WIDTH), halo=_HALO, **named)


_LEAVES: Final = (
    '<path class="weave" d="M40 10 63 42 40 74 17 42zM40 19 56.5 42 40 65 23.5 42z"/>'
    '<use href="#icon-seedling" x="25" y="26" width="30" height="30"/>'
)


def back(
    id_: str,
    x: float,
    y: float,
    size: float,
    *,
    count: int | None = None,
    **named: Unpack[Named],
) -> str:
    """A card face down; with a `count`, a pile of that many, the number in a corner."""
    tally = "" if count is None else text(count, 40, 91, "tally")
    body = f"{_FACE}{_RIM}{_LEAVES}{tally}"
    kind, at = "piece card back", (x, y, size / WIDTH)
    return piece(id_, kind, body, at, halo=_HALO, **named)


_SLOT: Final = '<rect class="face" x="1.5" y="1.5" width="77" height="97" rx="8"/>'
_EARTH: Final = (
    '<rect class="face" width="80" height="100" rx="9"/>'
    '<path class="soil" d="M31 53q2-5 9-5t9 5q-9 3.4-18 0z"/>'
)
_SEEDLING: Final = (
    '<rect class="face" x="1.5" y="1.5" width="77" height="97" rx="8"/>'
    '<use href="#icon-seedling" x="20" y="30" width="40" height="40"/>'
)


def slot(
    id_: str,
    x: float,
    y: float,
    size: float,
    **named: Unpack[Named],
) -> str:
    """An empty outlined slot of an offering, a hand or a pile."""
    kind, at = "cell slot", (x, y, size / WIDTH)
    return piece(id_, kind, _SLOT, at, halo=_HALO, **named)


def earth(
    id_: str,
    x: float,
    y: float,
    size: float,
    **named: Unpack[Named],
) -> str:
    """An empty cell of a garden: a faint dot of earth."""
    kind, at = "cell earth", (x, y, size / WIDTH)
    return piece(id_, kind, _EARTH, at, halo=_HALO, **named)


def seedling(
    id_: str,
    x: float,
    y: float,
    size: float,
    *,
    note: str = "",
    **named: Unpack[Named],
) -> str:
    """A cell that can be planted now; a `note` gives its name if nothing else does."""
    kind, at = "cell seedling", (x, y, size / WIDTH)
    body = _SEEDLING + (text(note, 40, 90, "label") if note else "")
    return piece(id_, kind, body, at, halo=_HALO, **named)

"""The small signs of plant cards: fruits, blossoms, sexes, cubes, arrows.

Each is ``size`` across with its upper left corner at (x, y). With a ``title`` it says in words
what it is, to whoever rests a pointer on it. Their colours are the same in light and dark; the
lines of sexes and of fertilization have the ink of what they lie on.
"""

from __future__ import annotations

from spinney.drawing.svg import element, escape, group, number, use
from spinney.i18n import cached_text

SIGNS = ("male", "female", "both", "leaf", "nitrogen", "self", "cross", "eaten")
"""What `sign` draws."""


def blossom(colour: str, x: float, y: float, size: float, title: str = "") -> str:
    """A flower of one of the seven colours, each of a shape of its own.

    That of inconspicuous ones is a mere outline.
    """
    return _titled(f"blossom-{colour}", x, y, size, title)


def fruit(kind: str, x: float, y: float, size: float, title: str = "") -> str:
    """A fruit of one of the twelve types."""
    return _titled(f"fruit-{kind}", x, y, size, title)


def sign(name: str, x: float, y: float, size: float, title: str = "") -> str:
    """One of `SIGNS`: sexes, an edible leaf, nitrogen, self- and cross-pollination, a bowl."""
    return _titled(f"sign-{name}", x, y, size, title)


def cube(value: int, x: float, y: float, size: float, title: str = "") -> str:
    """A wooden cube: light brown (``value`` 1), or dark brown with two pips (2)."""
    return _titled(f"cube-{value}", x, y, size, title)


@cached_text(maxsize=64)
def field(crossed: bool, x: float, y: float, size: float, title: str = "") -> str:
    """The field for a plant's cube; its border is dashed where the plant needs a partner."""
    kind = "cube-field crossed" if crossed else "cube-field"
    box = element("rect", class_=kind, x=x, y=y, width=size, height=size, rx=round(size / 6, 2))
    return _named(box, title)


_ARROWS = {
    "W": "M{l} {m}l{s} -{s}v{d}z",
    "E": "M{r} {m}l-{s} -{s}v{d}z",
    "NW": "M{w} {t}l{s} {s}h-{d}z",
    "NE": "M{e} {t}l{s} {s}h-{d}z",
    "SW": "M{w} {b}l{s} -{s}h-{d}z",
    "SE": "M{e} {b}l{s} -{s}h-{d}z",
}


@cached_text(maxsize=256)
def arrows(ways: tuple[str, ...], width: float, height: float, size: float) -> str:
    """Arrows at the edges of a card, toward the plants beside it: W, E, NW, NE, SW, SE."""
    if not ways:
        return ""
    inset = size / 3
    spots = {
        "l": inset,
        "r": width - inset,
        "w": width / 4,
        "e": width * 3 / 4,
        "m": height / 2,
        "t": inset,
        "b": height - inset,
        "s": size,
        "d": 2 * size,
    }
    written = {name: number(float(value)) for name, value in spots.items()}
    path = "".join(_ARROWS[way].format(**written) for way in ways)
    return element("path", class_="toward", d=path)


def _titled(symbol: str, x: float, y: float, size: float, title: str) -> str:
    return _named(use(symbol, x, y, size), title)


def _named(drawn: str, title: str) -> str:
    return group(element("title", escape(title)), drawn) if title else drawn

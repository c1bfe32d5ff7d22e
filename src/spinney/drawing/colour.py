"""Colour measures: contrast and difference, for normal and colour-blind sight.

Small pure functions on ``"#RRGGBB"`` strings. The tests of the palette stand on them.
Sources: OKLab by B. Ottosson (2020); colour blindness by Machado, Oliveira and Fernandes
(2009), severity 1.0; contrast by WCAG 2.2.
"""

from functools import lru_cache
from math import cbrt, dist
from typing import Final

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

SIGHTS: Final[dict[str, Matrix]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Kinds of sight, each a matrix on linear RGB."""

_TO_CONE: Final[Matrix] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB: Final[Matrix] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def _times(matrix: Matrix, vector: Triple) -> Triple:
    a, b, c = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return a, b, c


def linear(colour: str) -> Triple:
    """The linear RGB of ``"#RRGGBB"``, each channel from 0 to 1."""

    def channel(at: int) -> float:
        value = int(colour[at : at + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    return channel(1), channel(3), channel(5)


def perceived(colour: str, sight: str = "normal") -> Triple:
    """The linear RGB that somebody with this sight (a key of `SIGHTS`) sees, clamped to 0..1."""
    r, g, b = (min(1.0, max(0.0, v)) for v in _times(SIGHTS[sight], linear(colour)))
    return r, g, b


@lru_cache(maxsize=1024)
def oklab(colour: str, sight: str = "normal") -> Triple:
    """The OKLab coordinates (lightness 0..1, a, b) of a colour as seen with this sight."""
    long, middle, short = _times(_TO_CONE, perceived(colour, sight))
    return _times(_TO_LAB, (cbrt(long), cbrt(middle), cbrt(short)))


def difference(one: str, other: str, sight: str = "normal") -> float:
    """How far apart two colours look: their distance in OKLab; black to white is 1."""
    return dist(oklab(one, sight), oklab(other, sight))


def contrast(one: str, other: str) -> float:
    """The WCAG contrast of two colours, from 1 (the same) to 21 (black and white)."""
    dark, light = sorted(_luminance(colour) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

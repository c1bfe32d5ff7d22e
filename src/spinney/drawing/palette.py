"""Colours: fills of the ten trees, the seven players, and the light and dark themes.

`pictures.css` holds the same figures; a test keeps the two alike, and keeps the distances and
contrasts that `colour` measures.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Fill:
    """A card's colour and the ink printed on it, as ``"#RRGGBB"``."""

    fill: str
    ink: str


@dataclass(frozen=True, slots=True)
class PlayerColour:
    """A player's colour and shape: SVG path data around (0, 0), about 20 units across."""

    colour: str
    shape: str
    path: str


@dataclass(frozen=True, slots=True)
class TablePalette:
    """The colours of the ground under the cards, and of lines and text on it, as ``"#RRGGBB"``."""

    paper: str
    ink: str
    soft: str  # quieter words, still 4.5:1
    edge: str  # outlines of cards and slots, at least 3:1
    accent: str  # pieces that can be named now: no tree's colour and no player's


FILLS: Final[dict[str, Fill]] = {
    "cassia": Fill("#FEDE83", "#3A2C00"),
    "crabapple": Fill("#FCFEFA", "#2A2F22"),
    "dogwood": Fill("#8A7C85", "#0B0709"),
    "jacaranda": Fill("#67518F", "#FFFFFF"),
    "lilac": Fill("#8392E9", "#0F1338"),
    "magnolia": Fill("#E799B2", "#3B0F24"),
    "myrtle": Fill("#A0443B", "#FFFFFF"),
    "poinciana": Fill("#CB7B38", "#1E0C00"),
    "poplar": Fill("#B1C150", "#1E2806"),
    "willow": Fill("#1D351D", "#F3F7DC"),
}
"""The ten trees by name."""

PLAYERS: Final[dict[str, PlayerColour]] = {
    "blue": PlayerColour("#2F6FD0", "circle", "M-10 0a10 10 0 1 1 20 0a10 10 0 1 1-20 0z"),
    "red": PlayerColour("#C8324A", "diamond", "M0-11.5 11.5 0 0 11.5-11.5 0z"),
    "yellow": PlayerColour("#FFD23F", "triangle", "M0-10.5 11.5 9.5H-11.5z"),
    "green": PlayerColour("#5DBB3F", "square", "M-9-9H9V9H-9z"),
    "pink": PlayerColour(
        "#F48FB8",
        "flower",
        "M-4-4a5.6 5.6 0 1 1 8 0a5.6 5.6 0 1 1 0 8a5.6 5.6 0 1 1-8 0a5.6 5.6 0 1 1 0-8z",
    ),
    "purple": PlayerColour("#6A2C91", "hexagon", "M-5.6-9.7H5.6L11.2 0 5.6 9.7H-5.6L-11.2 0z"),
    "white": PlayerColour("#FFFFFF", "cross", "M-4-10.5H4V-4H10.5V4H4V10.5H-4V4H-10.5V-4H-4z"),
}
"""The players' colours by name, each with a shape of its own."""

LIGHT: Final = TablePalette("#F6F2E7", "#22251F", "#5F6257", "#85877A", "#007C73")
DARK: Final = TablePalette("#141B16", "#E9E6DA", "#A9B0A0", "#7F8878", "#45C4D6")

"""The pictures of the guide: the table, shadows, the reach of seeds, and the four sizes."""

from __future__ import annotations

from spinney.core.guide_picture import GuidePicture
from spinney.core.state import State
from spinney.games.spring_2021 import GAME

SOIL = ["3"] * 7 + ["2"] * 12 + ["1"] * 18
"""Of a forest in which every cell can be used."""


def _forest(red: str, blue: str) -> State:
    return GAME.new(soil=SOIL, red=red.split(), blue=blue.split())


def _sizes() -> State:
    return _forest("25/0 26/1 12/2 4/3", "34/0 35/1 18/2 1/3")


def _shadows() -> State:
    """On the first day shadows fall to the right: of large, medium and small trees."""
    return _forest("13/3 0/2 28/1", "4/1 7/3 1/2")


PICTURES = {
    "table": GuidePicture(
        points=("tree-5", "cell-1", "sun", "rank-red-0", "day-20"),
    ),
    "sizes": GuidePicture(_sizes, boards=("forest",)),
    "shadows": GuidePicture(_shadows, boards=("forest",)),
}

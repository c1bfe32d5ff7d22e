"""The pictures of the guide: the table, the rows of a garden, partners and collectors."""

from __future__ import annotations

from spinney.core.guide_picture import GuidePicture
from spinney.core.state import State
from spinney.games.forest_garden import GAME
from spinney.games.forest_garden.deck.plant import card_number
from spinney.games.forest_garden.rules.record import PLACE_NAMES


def _garden(planted: str, cubes: str = "", dark: str = "") -> State:
    """Return a position: a garden as ``"EU50 1.1, EU37 2.1"``; cubes and dark ones by place."""
    record = GAME.with_options(continents="EU").new(seed=1).record
    for card, place in (words.split() for words in planted.split(", ")):
        record.garden[0, PLACE_NAMES.index(place)] = card_number(card)
    for place in cubes.split():
        record.cubes[0, PLACE_NAMES.index(place)] = 1
    for place in dark.split():
        record.dark[0, PLACE_NAMES.index(place)] = 2
    return State(GAME.with_options(continents="EU"), bytes(record))


def _rows() -> State:
    return _garden(
        "EU49 1.1, EU60 1.2, EU56 1.3, EU42 2.1, EU37 2.2, EU24 3.1, EU11 4.1, EU03 5.1",
        cubes="1.1 2.2 4.1",
    )


def _partners() -> State:
    return _garden("EU35 2.1, EU36 2.2, EU13 4.1, EU33 2.3, EU34 2.4", cubes="2.1 2.3 2.4")


def _collector() -> State:
    return _garden("EU54 1.2, EU50 1.1, EU37 2.2", dark="1.1 1.3 2.1 2.2")


PICTURES = {
    "table": GuidePicture(
        points=("year", "deck-1", "card-EU49", "card-EU08", "store-1"),
    ),
    "rows": GuidePicture(_rows, boards=("near-garden",)),
    "partners": GuidePicture(_partners, boards=("near-garden",)),
    "collector": GuidePicture(_collector, boards=("near-garden",)),
}

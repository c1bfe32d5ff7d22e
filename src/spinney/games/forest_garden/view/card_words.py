"""All that a plant card shows, in words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from spinney.games.forest_garden.deck.plants import SEASONS

if TYPE_CHECKING:
    from spinney.games.forest_garden.deck.plants import Plant

CONTINENT = {"AS": "Asia", "EU": "Europe", "NA": "North America"}
"""The continents by their letters."""
FRUIT = {"multiple": "multiple fruit", "aggregate": "aggregate fruit"}
"""Types of fruit that need two words."""
DIRECTION = {
    "W": "west",
    "E": "east",
    "NW": "north-west",
    "NE": "north-east",
    "SW": "south-west",
    "SE": "south-east",
}
"""The directions of arrows; north is the next row."""
_LEAVES = 3
WARNING = (
    "Don't eat by this card: often only parts are edible or only processed, some are poisonous"
)
"""What stands in each plant's description: all of them are real."""


@lru_cache(maxsize=1024)
def told(plant: Plant, lines: bool = False) -> str:
    """All that a card shows; in ``lines`` a page shows it as a story beside the board."""
    said = [
        f"{plant.english}, {plant.id}",
        f"{plant.scientific}, {plant.german}",
        stature(plant),
        sex(plant),
        flowers(plant),
        fruits(plant),
        leaves(plant),
        fertilization(plant),
        nitrogen(plant),
        WARNING,
        points(plant),
    ]
    return ("\n" if lines else "; ").join(filter(None, said))


def stature(plant: Plant) -> str:
    """Its size, its height and where it is from: ``Large shrub, 5 m, from Europe``."""
    height = f", {plant.height_m:g} m" if plant.height_m else ""
    return f"{size(plant).capitalize()}{height}, from {CONTINENT[plant.continent]}"


def size(plant: Plant) -> str:
    """Its size: ``large shrub``."""
    return plant.size.replace("_", " ")


def sex(plant: Plant) -> str:
    """Its sex, and what follows from it."""
    return {
        "both": "Flowers of both sexes",
        "female": "Female",
        "male": "Male: it pollinates and bears no fruit",
    }[plant.sex]


def flowers(plant: Plant) -> str:
    """Its flowers, and when they open."""
    eaten = ", when they are eaten" if plant.flower_eaten else ""
    return f"{plant.flower_colour.capitalize()} flowers in {_when(plant.flowering)}{eaten}"


def fruits(plant: Plant) -> str:
    """Its fruit, and when it is ripe."""
    kind = FRUIT.get(plant.fruit_type, plant.fruit_type)
    if plant.male:
        return f"Fruit type of its kind: {kind}"
    if plant.flower_eaten:
        return f"Fruit: {kind}"
    return f"Fruit: {kind}, harvest in {_when(plant.harvest)}"


def leaves(plant: Plant) -> str:
    """Its leaves, if they are eaten."""
    return f"Edible leaves, harvest in {_when(_LEAVES)}" if plant.leaf else ""


def fertilization(plant: Plant) -> str:
    """How it is pollinated, and by what."""
    partners = " or ".join(plant.partners)
    if plant.fertilization == "cross":
        return f"Cross-pollinator, needs {partners}"
    return f"Self-pollinator, partner {partners}" if partners else "Self-pollinator"


def nitrogen(plant: Plant) -> str:
    """Where its nitrogen goes, if it collects any."""
    if not plant.nitrogen:
        return ""
    return f"Nitrogen collector, {', '.join(DIRECTION[way] for way in plant.arrows)}"


def points(plant: Plant) -> str:
    """Its yield, what a partner adds to it, and what it is made up of."""
    extra = f", {plant.partner_bonus} more with a partner" if plant.partner_bonus else ""
    return f"Yield {plant.yield_}{extra}{marks(plant)}"


def marks(plant: Plant) -> str:
    """The four marks that its yield is the sum of, if it has them."""
    if plant.plant_size is None:
        return ""
    return (
        f" (plant size {plant.plant_size}, fruit size {plant.fruit_size},"
        f" usability {plant.usability}, taste {plant.taste})"
    )


def _when(season: int) -> str:
    return f"{SEASONS[season]} ({season})"

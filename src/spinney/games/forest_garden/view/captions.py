"""Captions: what cards, gardens and stores show, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from spinney.games.forest_garden.deck.plants import SEASONS, Plant
from spinney.games.forest_garden.rules.garden import LEAF_PHASE
from spinney.games.forest_garden.rules.record import PHASES, PLACE_NAMES, ROUNDS
from spinney.games.forest_garden.view.garden_view import GardenView
from spinney.games.forest_garden.view.view_model import ForestGardenView
from spinney.i18n import _

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


def planted_caption(garden: GardenView, place: int, whose: str) -> str:
    """The story of a planted card: all it shows, and how it stands in its garden."""
    where = f"On {PLACE_NAMES[place]} in {whose} garden."
    return "\n".join([told(garden.grown[place], lines=True), where, *standing(garden, place)])


def standing(garden: GardenView, place: int) -> list[str]:
    """How a plant stands: its partner, its cube, cubes that wait."""
    plant, growth = garden.grown[place], garden.growth[place]
    lines = []
    if plant.fertilization == "cross":
        missing = "Its partner is missing: it flowers in vain."
        lines.append("Its partner is there." if growth.partnered else missing)
    if plant.male:
        lines.append("A male: it bears nothing.")
    if growth.cube:
        kind = "A dark cube" if growth.cube > 1 else "A cube"
        lines.append(f"{kind} lies on it until {SEASONS[plant.ripe]}.")
    if growth.waiting:
        wait = "1 dark cube waits" if growth.waiting == 1 else f"{growth.waiting} dark cubes wait"
        lines.append(f"{wait} for its next flowers.")
    return lines


def garden_caption(model: ForestGardenView, p: int) -> str:
    """A garden in words: store, hand, plants by place."""
    return f"{model.storage[p]} in store. {_hand_told(model, p)}{_grown_told(model.garden(p))}"


@lru_cache(maxsize=256)
def _grown_told(garden: GardenView) -> str:
    grown = (
        f"{PLACE_NAMES[k]} {plant.english}{_ON[garden.cubes[k]]}"
        for k, plant in garden.grown.items()
    )
    wait = ", ".join(PLACE_NAMES[k] for k in garden.free(additional=True) if garden.dark[k])
    waiting = f" Dark cubes wait on {wait}." if wait else ""
    return f"Planted: {'; '.join(grown) or 'nothing yet'}.{waiting}"


_ON = ("", " with a cube", " with a dark cube")


def _hand_told(model: ForestGardenView, p: int) -> str:
    cards = model.hand(p)
    if p == model.me or not cards:
        return ""
    return f"In hand: {', '.join(map(model.name, cards))}. "


# Cards in the offer, in hands, on the pile.


def offer_caption(model: ForestGardenView, card: int, where: str) -> str:
    """The story of a card not planted: all it shows, where it lies, what the viewer has for it."""
    plant = model.plant(card)
    lines = [told(plant, lines=True), where]
    if plant.partners and model.me >= 0:
        there = model.garden(model.me).serves(plant)
        lines.append(f"A partner {'grows' if there else 'is missing'} in your garden.")
    return "\n".join(filter(None, [*lines, _first_year(model, card), _why_not(model, card)]))


def _first_year(model: ForestGardenView, card: int) -> str:
    """When a card would bear, if it were planted now."""
    if model.me < 0 or model.over or model.plant(card).male:
        return ""
    flowers, ripe = model.first_year(card)
    if ripe > ROUNDS:
        return _("Planted now, it is not ripe before the game ends.")
    return _(
        "Planted now, it flowers in round {flowers} and is ripe in round {ripe}.",
        flowers=flowers,
        ripe=ripe,
    )


def _why_not(model: ForestGardenView, card: int) -> str:
    """Why nothing can be done with a card now, in a sentence; empty where something can."""
    if model.me < 0 or model.over or model.can(card):
        return ""
    if model.me not in model.view.to_act:
        if model.choosing:
            return _("You have chosen; what all have chosen is shown together.")
        return _("It can’t be taken now: others have to decide first.")
    if model.choosing:
        return _("Only the open card on a deck can be chosen.")
    return _("It can’t be taken now: first decide what you are asked.")


# The year.


@dataclass(frozen=True, slots=True)
class Agenda:
    """What a garden does in one season.

    Attributes:
        flowers: the colours of the plants in flower, each once.
        harvest: how many plants can be harvested.
        told: both in words; empty where there is nothing.
    """

    flowers: tuple[str, ...] = ()
    harvest: int = 0
    told: str = ""


def agenda(model: ForestGardenView) -> tuple[Agenda, ...]:
    """What the garden in front does in each season of the year."""
    return _agendas(tuple(model.garden(model.near).grown.values()))


@lru_cache(maxsize=64)
def _agendas(plants: tuple[Plant, ...]) -> tuple[Agenda, ...]:
    return tuple(_agenda(plants, season) for season in range(PHASES))


def _agenda(plants: Sequence[Plant], season: int) -> Agenda:
    blooming = [plant for plant in plants if plant.flowering == season]
    ripe = [plant for plant in plants if plant.ripe == season and not plant.male]
    leafy = [plant for plant in plants if plant.leaf and season == LEAF_PHASE]
    told_ = [
        f"{verb}: {', '.join(plant.english for plant in some)}."
        for verb, some in (("Flowering", blooming), ("Ripe", ripe), ("Leaves", leafy))
        if some
    ]
    colours = tuple(dict.fromkeys(plant.flower_colour for plant in blooming))
    return Agenda(colours, len(ripe) + len(leafy), "\n".join(told_))


# What a player has besides.


def store_caption(model: ForestGardenView, p: int) -> str:
    """What is in a player's store."""
    count = model.storage[p]
    return f"{'1 cube' if count == 1 else f'{count} cubes'} in store"


def variety_caption(model: ForestGardenView, p: int) -> str:
    """How far a player is with the two bonuses."""
    garden = model.garden(p)
    found = (("Flower colours", garden.colours), ("Types of fruit", garden.fruits))
    lines = []
    for bonus, (what, names) in enumerate(found):
        aim = "the bonus is had" if model.had(p, bonus) else f"{model.wanted(bonus)} are a bonus"
        lines.append(f"{what}: {', '.join(names) or 'none'}; {len(names)}, {aim}.")
    return "\n".join(lines)

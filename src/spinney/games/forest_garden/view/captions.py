"""What the things on the table tell of themselves, in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from spinney.games.forest_garden.deck.plants import SEASONS, Plant
from spinney.games.forest_garden.rules.record import PHASES, PLACE_NAMES
from spinney.games.forest_garden.rules.year import LEAF_PHASE
from spinney.games.forest_garden.view.card import told
from spinney.games.forest_garden.view.garden_view import GardenView
from spinney.games.forest_garden.view.view_model import ForestGardenView
from spinney.games.forest_garden.view.year import Agenda


def planted_told(patch: GardenView, place: int, whose: str) -> str:
    """The story of a planted card: all it shows, and how it stands in its garden."""
    where = f"On {PLACE_NAMES[place]} in {whose} garden."
    return "\n".join([told(patch.grown[place], lines=True), where, *standing(patch, place)])


def standing(patch: GardenView, place: int) -> list[str]:
    """How a plant stands: its partner, its cube, cubes that wait."""
    plant, growth = patch.grown[place], patch.growth[place]
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


def garden_told(scene: ForestGardenView, p: int) -> str:
    """A garden in words: store, hand, plants by place."""
    return f"{scene.storage[p]} in store. {_hand_told(scene, p)}{_grown_told(scene.garden(p))}"


@lru_cache(maxsize=256)
def _grown_told(patch: GardenView) -> str:
    grown = (
        f"{PLACE_NAMES[k]} {plant.english}{_ON[patch.cubes[k]]}" for k, plant in patch.grown.items()
    )
    wait = ", ".join(PLACE_NAMES[k] for k in patch.free(additional=True) if patch.dark[k])
    waiting = f" Dark cubes wait on {wait}." if wait else ""
    return f"Planted: {'; '.join(grown) or 'nothing yet'}.{waiting}"


_ON = ("", " with a cube", " with a dark cube")


def _hand_told(scene: ForestGardenView, p: int) -> str:
    cards = scene.hand(p)
    if p == scene.me or not cards:
        return ""
    return f"In hand: {', '.join(map(scene.name, cards))}. "


# Cards in the offer, in hands, on the pile.


def offer_told(scene: ForestGardenView, card: int, where: str) -> str:
    """The story of a card not planted: all it shows, where it lies, what the viewer has for it."""
    plant = scene.plant(card)
    lines = [told(plant, lines=True), where]
    if plant.partners and scene.me >= 0:
        there = scene.garden(scene.me).serves(plant)
        lines.append(f"A partner {'grows' if there else 'is missing'} in your garden.")
    return "\n".join(lines)


# The year.


def agenda(scene: ForestGardenView) -> tuple[Agenda, ...]:
    """What the garden in front does in each season of the year."""
    return _agendas(tuple(scene.garden(scene.near).grown.values()))


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


def store_told(scene: ForestGardenView, p: int) -> str:
    """What is in a player's store."""
    count = scene.storage[p]
    return f"{'1 cube' if count == 1 else f'{count} cubes'} in store"


def variety_told(scene: ForestGardenView, p: int) -> str:
    """How far a player is with the two bonuses."""
    garden = scene.garden(p)
    found = (("Flower colours", garden.colours), ("Types of fruit", garden.fruits))
    lines = []
    for bonus, (what, names) in enumerate(found):
        aim = "the bonus is had" if scene.had(p, bonus) else f"{scene.wanted(bonus)} are a bonus"
        lines.append(f"{what}: {', '.join(names) or 'none'}; {len(names)}, {aim}.")
    return "\n".join(lines)

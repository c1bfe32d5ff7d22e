"""Captions: cards, gardens and storages in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.games.forest_garden.deck.plant import (
    Plant,
    colour_name,
    continent_name,
    fruit_name,
    season_name,
    size_name,
)
from spinney.games.forest_garden.rules.garden import LEAF_PHASE
from spinney.games.forest_garden.rules.record import PHASES, PLACE_NAMES, ROUNDS
from spinney.games.forest_garden.view_model import ForestGardenView
from spinney.games.forest_garden.view_model.garden import GardenView
from spinney.i18n import N_, _, cached_text, ngettext, pgettext
from spinney.i18n.lists import or_list

if TYPE_CHECKING:
    from spinney.games.forest_garden.deck.plant import Plant


DIRECTION = {
    "W": N_("west"),
    "E": N_("east"),
    "NW": N_("north-west"),
    "NE": N_("north-east"),
    "SW": N_("south-west"),
    "SE": N_("south-east"),
}
"""The directions of arrows; north is the next row."""
WARNING = N_(
    "Don’t rely on this card for what you can eat: often only parts are edible, or only "
    "processed, and some plants are poisonous"
)
"""What stands in each plant's description: all of them are real."""


@cached_text(maxsize=1024)
def plant_caption(plant: Plant, lines: bool = False) -> str:
    """All that a card shows; in ``lines`` a page shows it as a story beside the board."""
    parts = [
        f"{plant.name}, {plant.id}",
        f"{plant.scientific}, {plant.other_name}",
        stature(plant),
        sex(plant),
        flowers(plant),
        fruits(plant),
        leaves(plant),
        fertilization(plant),
        nitrogen(plant),
        _(WARNING),
        points(plant),
    ]
    return ("\n" if lines else "; ").join(filter(None, parts))


def stature(plant: Plant) -> str:
    """Its size, its height and where it is from: ``Large shrub, 5 m, from Europe``."""
    where = continent_name(plant.continent)
    kind = _capital(size(plant))
    if not plant.height_m:
        return _("{size}, from {continent}", size=kind, continent=where)
    return _(
        "{size}, {metres} m, from {continent}", size=kind, metres=metres(plant), continent=where
    )


def metres(plant: Plant) -> str:
    """Its height in metres, as the reader writes numbers."""
    return f"{plant.height_m or 0:g}".replace(".", pgettext("before tenths", "."))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def size(plant: Plant) -> str:
    """Its size: ``large shrub``."""
    return size_name(plant.size)


def sex(plant: Plant) -> str:
    """Its sex, and what follows from it."""
    return {
        "both": _("Flowers of both sexes"),
        "female": _("Female"),
        "male": _("Male: it pollinates and bears no fruit"),
    }[plant.sex]


def flowers(plant: Plant) -> str:
    """Its flowers, and when they open."""
    colour, when = colour_name(plant.flower_colour), _when(plant.flowering)
    if plant.flower_eaten:
        return _("Flowers: {colour}, {season}, eaten then", colour=colour, season=when)
    return _("Flowers: {colour}, {season}", colour=colour, season=when)


def fruits(plant: Plant) -> str:
    """Its fruit, and when it is ripe."""
    kind = fruit_name(plant.fruit_type)
    if plant.male:
        return _("Fruit of its kind: {fruit}", fruit=kind)
    if plant.flower_eaten:
        return _("Fruit: {fruit}", fruit=kind)
    return _("Fruit: {fruit}, harvest: {season}", fruit=kind, season=_when(plant.harvest))


def leaves(plant: Plant) -> str:
    """Its leaves, if they are eaten."""
    return _("Edible leaves, harvest: {season}", season=_when(LEAF_PHASE)) if plant.leaf else ""


def fertilization(plant: Plant) -> str:
    """How it is pollinated, and by what."""
    partners = or_list(plant.partners)
    if plant.fertilization == "cross":
        return _("Cross-pollinator, needs {partners}", partners=partners)
    return _("Self-pollinator")


def nitrogen(plant: Plant) -> str:
    """Where its nitrogen goes, if it collects any."""
    if not plant.nitrogen:
        return ""
    return _(
        "Nitrogen collector, {directions}",
        directions=", ".join(_(DIRECTION[way]) for way in plant.arrows),
    )


def points(plant: Plant) -> str:
    """Its yield, what a partner adds to it, and what it is made up of."""
    if plant.partner_bonus:
        worth = _(
            "Yield {points}, {bonus} more with a partner",
            points=plant.yield_,
            bonus=plant.partner_bonus,
        )
    else:
        worth = _("Yield {points}", points=plant.yield_)
    return " ".join(filter(None, (worth, marks(plant))))


def marks(plant: Plant) -> str:
    """The four marks that its yield is the sum of, if it has them."""
    if plant.plant_size is None:
        return ""
    return _(
        "(plant size {size}, fruit size {fruit}, usability {use}, taste {taste})",
        size=plant.plant_size,
        fruit=plant.fruit_size,
        use=plant.usability,
        taste=plant.taste,
    )


def _when(season: int) -> str:
    return f"{season_name(season)} ({season})"


def planted_caption(garden: GardenView, place: int, name: str) -> str:
    """The story of a planted card: all it shows, and how it stands in its garden.

    ``name``: the garden's owner; empty: the viewer.
    """
    spot = PLACE_NAMES[place]
    where = _("On {place} in {name}’s garden.", place=spot, name=name)
    if not name:
        where = _("On {place} in your garden.", place=spot)
    return "\n".join(
        [plant_caption(garden.grown[place], lines=True), where, *standing(garden, place)]
    )


def standing(garden: GardenView, place: int) -> list[str]:
    """How a plant stands: its partner, its cube, cubes that wait."""
    plant, growth = garden.grown[place], garden.growth[place]
    lines = []
    if plant.fertilization == "cross":
        missing = _("Its partner is missing: it flowers in vain.")
        lines.append(_("Its partner is there.") if growth.partnered else missing)
    if plant.male:
        lines.append(_("A male: it bears nothing."))
    if growth.cube:
        lies = N_("A cube lies on it until {season}.")
        if growth.cube > 1:
            lies = N_("A dark cube lies on it until {season}.")
        lines.append(_(lies, season=season_name(plant.ripe)))
    if growth.waiting:
        lines.append(
            ngettext(
                "{count} dark cube waits for its next flowers.",
                "{count} dark cubes wait for its next flowers.",
                growth.waiting,
            )
        )
    return lines


def garden_caption(model: ForestGardenView, p: int) -> str:
    """A garden in words: storage, hand, plants by place."""
    storage = _("{count} in storage.", count=model.storage[p])
    return " ".join(
        filter(None, (storage, _hand_description(model, p), _plants_description(model.garden(p))))
    )


@cached_text(maxsize=256)
def _plants_description(garden: GardenView) -> str:
    grown = (
        _(_ON[garden.cubes[k]], plant=f"{PLACE_NAMES[k]} {plant.name}")
        for k, plant in garden.grown.items()
    )
    wait = ", ".join(PLACE_NAMES[k] for k in garden.free(additional=True) if garden.dark[k])
    planted = _("Planted: {plants}.", plants="; ".join(grown) or _("nothing yet"))
    waiting = _("Dark cubes wait on {places}.", places=wait) if wait else ""
    return " ".join(filter(None, (planted, waiting)))


_ON = (N_("{plant}"), N_("{plant} with a cube"), N_("{plant} with a dark cube"))


def _hand_description(model: ForestGardenView, p: int) -> str:
    cards = model.hand(p)
    if p == model.me or not cards:
        return ""
    return _("In hand: {cards}.", cards=", ".join(map(model.name, cards)))


# Cards in the offer, in hands, on the pile.


def offer_caption(model: ForestGardenView, card: int, where: str) -> str:
    """The story of a card not planted: all it shows, where it lies, what the viewer has for it."""
    plant = model.plant(card)
    lines = [plant_caption(plant, lines=True), where]
    if plant.partners and model.me >= 0:
        there = model.garden(model.me).serves(plant)
        lines.append(
            _("A partner grows in your garden.")
            if there
            else _("A partner is missing in your garden.")
        )
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
    return _("It can’t be taken now: first answer what you are asked.")


# The year.


@dataclass(frozen=True, slots=True)
class SeasonSummary:
    """What a garden does in one season.

    Attributes:
        flowers: the colours of the plants in flower, each once.
        harvest: how many plants can be harvested.
        text: both in words; empty where there is nothing.
    """

    flowers: tuple[str, ...] = ()
    harvest: int = 0
    text: str = ""


def agenda(model: ForestGardenView) -> tuple[SeasonSummary, ...]:
    """What the garden in front does in each season of the year."""
    return _agendas(tuple(model.garden(model.near).grown.values()))


@cached_text(maxsize=64)
def _agendas(plants: tuple[Plant, ...]) -> tuple[SeasonSummary, ...]:
    return tuple(_agenda(plants, season) for season in range(PHASES))


def _agenda(plants: Sequence[Plant], season: int) -> SeasonSummary:
    blooming = [plant for plant in plants if plant.flowering == season]
    ripe = [plant for plant in plants if plant.ripe == season and not plant.male]
    leafy = [plant for plant in plants if plant.leaf and season == LEAF_PHASE]
    sentences = [
        _(what, plants=", ".join(plant.name for plant in some))
        for what, some in (
            (N_("Flowering: {plants}."), blooming),
            (N_("Ripe: {plants}."), ripe),
            (N_("Leaves: {plants}."), leafy),
        )
        if some
    ]
    colours = tuple(dict.fromkeys(plant.flower_colour for plant in blooming))
    return SeasonSummary(colours, len(ripe) + len(leafy), "\n".join(sentences))


# What a player has besides.


def storage_caption(model: ForestGardenView, p: int) -> str:
    """What is in a player's storage."""
    count = model.storage[p]
    return ngettext("{count} cube in storage", "{count} cubes in storage", count)


def variety_caption(model: ForestGardenView, p: int) -> str:
    """How far a player is with the two bonuses."""
    garden = model.garden(p)
    varieties = (
        (N_("Flower colours: {names}; {count}, {aim}."), [*map(colour_name, garden.colours)]),
        (N_("Types of fruit: {names}; {count}, {aim}."), [*map(fruit_name, garden.fruits)]),
    )
    lines = []
    for bonus, (what, names) in enumerate(varieties):
        aim = _("bonus earned")
        if not model.had(p, bonus):
            aim = _("{count} are a bonus", count=model.aim(bonus))
        listed = ", ".join(names) or _("none")
        lines.append(_(what, names=listed, count=len(names), aim=aim))
    return "\n".join(lines)

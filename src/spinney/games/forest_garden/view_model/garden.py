"""A garden decoded for pictures: the plant of each place, and its condition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from spinney.games.forest_garden.deck.plant import COLOURS, FRUITS, WORD_BITS, Plant
from spinney.games.forest_garden.deck.plants import Plants
from spinney.games.forest_garden.rules.garden import LEAF_PHASE, additional_fee
from spinney.games.forest_garden.rules.record import (
    ADDITIONAL,
    FAILURES,
    FIRST,
    HARVEST,
    LEAVES,
    NONE,
    OFFERS,
    PLACES,
    ROW,
)

STAGES = (FAILURES, HARVEST, LEAVES, OFFERS)
"""What is due after the stages of a year that plants show: flowers, failures, fruit, leaves."""
_ADDITIONAL = frozenset(map(int, ADDITIONAL[1:]))


@dataclass(frozen=True, slots=True)
class Growth:
    """How a planted card stands.

    Attributes:
        cube: what lies on its cube field: 0 nothing, 1 a light cube, 2 a dark one.
        waiting: how many dark cubes wait on its area for the next flowering.
        season: the present season (0 to 9), in which the plant is green, in flower, bare; None
            for a picture of it at its best.
        partnered: does it have the partner in the garden that it needs?
        leafy: are its leaves about to be harvested?
    """

    cube: int = 0
    waiting: int = 0
    season: int | None = None
    partnered: bool = False
    leafy: bool = False


@dataclass(frozen=True)
class GardenView:
    """A garden. Equal ones look alike, so what is drawn of one can be kept.

    Attributes:
        plants: the deck that is played with.
        cards: by place; `NONE` where nothing grows.
        cubes: by place, the value that lies on the plant.
        dark: by place, the dark cubes that wait there.
        season: the phase of the year, 0 to 9.
        due: what is due in the round, if it is one of `STAGES`; else 0.
    """

    plants: Plants
    cards: tuple[int, ...]
    cubes: tuple[int, ...]
    dark: tuple[int, ...]
    season: int
    due: int

    @cached_property
    def grown(self) -> dict[int, Plant]:
        """The plants by place, from the south."""
        cards = enumerate(self.cards)
        return {place: self.plants[card] for place, card in cards if card != NONE}

    @cached_property
    def growth(self) -> dict[int, Growth]:
        """How the plants stand, by place."""
        return {
            place: Growth(
                self.cubes[place],
                self.dark[place],
                self.season,
                self.serves(plant),
                self.due == LEAVES and self._bears_leaves(plant),
            )
            for place, plant in self.grown.items()
        }

    def _bears_leaves(self, plant: Plant) -> bool:
        return plant.leaf and self.season == LEAF_PHASE

    def serves(self, plant: Plant) -> bool:
        """Does a partner of this plant, which may stand here or elsewhere, grow here?"""
        if not plant.partners:
            return False
        partners = self.plants.tables()["PARTNERS"][plant.number]
        return any(
            card != NONE and partners[card // WORD_BITS] >> card % WORD_BITS & 1
            for card in self.cards
        )

    def stirring(self, place: int) -> str:
        """What has just happened to a plant: ``fresh`` where it yields, ``vain``, or nothing.

        Pictures of the stages of a year show it; in a round nothing is planted before them.
        """
        plant = self.grown[place]
        flowers = plant.flowering == self.season and not plant.male
        fertile = plant.fertilization == "self" or self.growth[place].partnered
        if self.due == FAILURES and flowers and fertile:
            return "fresh"
        if self.due == HARVEST and flowers and not fertile:
            return "vain"
        return "fresh" if self.due == OFFERS and self._bears_leaves(plant) else ""

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The flower colours that there are, in the order of `plants.COLOURS`."""
        found = {plant.flower_colour for plant in self.grown.values()}
        return tuple(colour for colour in COLOURS if colour in found)

    @cached_property
    def fruits(self) -> tuple[str, ...]:
        """The types of fruit that there are, in the order of `plants.FRUITS`."""
        found = {plant.fruit_type for plant in self.grown.values() if not plant.male}
        return tuple(fruit for fruit in FRUITS if fruit in found)

    def free(self, additional: bool) -> list[int]:
        """The places where nothing grows; the additional ones too, if they are asked for."""
        places = (k for k in range(PLACES) if self.cards[k] == NONE)
        return [k for k in places if additional or k not in _ADDITIONAL]

    def fee(self, place: int) -> int:
        """What it costs to plant on a place."""
        return fee_of(place, self.grown)


def fee_of(place: int, grown: Mapping[int, Plant]) -> int:
    """Return what it costs to plant on a place: as the rule `fee`, which knows one deck only.

    ``grown`` is what grows in the garden, by place.
    """
    row = int(ROW[place])
    if place != ADDITIONAL[row]:
        return 0
    here = range(FIRST[row], FIRST[row + 1])
    return additional_fee(row, any(plant.male for k, plant in grown.items() if k in here))

"""Plant cards in gardens: how one stands, and what one looks for from round to round."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from spinney.drawing.svg import group, text
from spinney.games.forest_garden.view.card_faces import more
from spinney.games.forest_garden.view.paper import DEEP_GROUND, GROUND
from spinney.games.forest_garden.view.plant import SMALL, TINY
from spinney.games.forest_garden.view.plant import plant as drawn
from spinney.games.forest_garden.view.signs import arrows, blossom, cube, field, fruit, sign

if TYPE_CHECKING:
    from spinney.games.forest_garden.deck.plants import Plant


@dataclass(frozen=True, slots=True)
class Growth:
    """How a planted card stands.

    Attributes:
        cube: what lies on its cube field: 0 nothing, 1 a light cube, 2 a dark one.
        waiting: how many dark cubes wait on its area for the next flowering.
        season: the present season (0 to 9), in which the plant is green, in flower, bare; None
            for a picture of it at its best.
        partnered: does it have the partner in the garden that it needs?
    """

    cube: int = 0
    waiting: int = 0
    season: int | None = None
    partnered: bool = False


@lru_cache(maxsize=4096)
def planted_face(plant: Plant, growth: Growth) -> str:
    """The face in one's garden."""
    season, bearing = growth.season, growth.cube > 0
    return (
        GROUND
        + drawn(plant, 10, 19, 60, season=season, bearing=bearing, detail=SMALL)
        + _times(plant)
        + _figures(plant, growth)
        + _waiting(growth, 40, 66, 14)
        + arrows(plant.arrows, 80, 100, 5.5)
    )


def _times(plant: Plant) -> str:
    """At the top: flowers and fruit with their seasons, leaves, the sex if it is but one."""
    ripe = "" if plant.male or plant.flower_eaten else text(plant.harvest, 70, 18, "phase")
    borne = fruit(plant.fruit_type, 47, 5, 15)
    return (
        blossom(plant.flower_colour, 5, 5, 15)
        + text(plant.flowering, 26, 18, "phase")
        + (group(borne, class_="unborne") if plant.male else borne)
        + ripe
        + (sign("eaten", 32, 8, 11) if plant.flower_eaten else "")
        + (sign("leaf", 62, 23, 12) if plant.leaf else "")
        + ("" if plant.sex == "both" else sign(plant.sex, 5, 23, 13))
    )


def _figures(plant: Plant, growth: Growth) -> str:
    """Below: the yield, what a partner adds or would add, the cube on its field."""
    met = "disk small" if growth.partnered else "disk small crossed"
    return (
        more(plant, 14, 65, 9.5, "plus", met)
        + '<circle class="disk" cx="14" cy="86" r="11"/>'
        + text(plant.yield_, 14, 91, "phase less")
        + ("" if plant.male else field(plant.fertilization == "cross", 57, 78, 18))
        + (cube(growth.cube, 57, 77, 19) if growth.cube else "")
    )


def _waiting(growth: Growth, x: float, y: float, size: float) -> str:
    """Dark cubes that wait for the next flowering, side by side around x."""
    left = x - growth.waiting * size / 2
    return "".join(cube(2, left + k * size, y, size) for k in range(growth.waiting))


@lru_cache(maxsize=4096)
def tiny_face(plant: Plant, growth: Growth) -> str:
    """The face in a garden far away."""
    season, bearing = growth.season, growth.cube > 0
    return (
        DEEP_GROUND
        + drawn(plant, 3, -3, 74, season=season, bearing=bearing, detail=TINY)
        + '<circle class="disk" cx="20" cy="82" r="15.5"/>'
        + text(plant.yield_, 20, 90, "grown")
        + (cube(growth.cube, 45, 66, 31) if growth.cube else "")
        + _waiting(growth, 60, 43, 22)
    )

"""The nine additional tasks: own strictly the most plants of a kind at the end.

They are our own, as the printed game's are not public. Each kind is named by what a card shows,
and makes up between a seventh and a half of every continent's plants, so that each task is won
about equally often; two kinds may overlap. A task about fruit does not count males.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.i18n import N_, _

if TYPE_CHECKING:
    from spinney.games.forest_garden.deck.plants import Plant

FEWEST = 8
"""A task is dealt only if the decks in play hold at least so many plants of its kind."""

DRY_FRUITS = frozenset({"nut", "seed", "samara", "cone"})
SOFT_FRUITS = frozenset({"berry", "aggregate", "multiple"})
ORCHARD_FRUITS = frozenset({"pome", "drupe"})
PLAIN_COLOURS = frozenset({"green", "inconspicuous"})
BRIGHT_COLOURS = frozenset({"yellow", "pink", "red", "purple"})


@dataclass(frozen=True)
class Task:
    """An additional task.

    Attributes:
        name: a short name, as options and moves say it.
        kind: the plants that count, in words: "plants with white flowers".
        counts: does a plant count?
    """

    name: str
    kind: str
    counts: Callable[[Plant], bool]

    @property
    def words(self) -> str:
        """The task in one line."""
        return _("Own more {plants} than anybody else.", plants=_(self.kind))

    def can_be_won(self, plants: Iterable[Plant]) -> bool:
        """Are there plants enough of the kind among those in play?"""
        return sum(map(self.counts, plants)) >= FEWEST


def _bears(fruits: frozenset[str]) -> Callable[[Plant], bool]:
    return lambda plant: not plant.male and plant.fruit_type in fruits


def _blooms(first: int, last: int) -> Callable[[Plant], bool]:
    return lambda plant: first <= plant.flowering <= last


def _of_colour(colours: frozenset[str]) -> Callable[[Plant], bool]:
    return lambda plant: plant.flower_colour in colours


TASKS = (
    Task("white", N_("plants with white flowers"), _of_colour(frozenset({"white"}))),
    Task("plain", N_("plants with green or inconspicuous flowers"), _of_colour(PLAIN_COLOURS)),
    Task(
        "bright", N_("plants with yellow, pink, red or purple flowers"), _of_colour(BRIGHT_COLOURS)
    ),
    Task("early", N_("plants that flower before late spring"), _blooms(0, 2)),
    Task("late", N_("plants that flower after late spring"), _blooms(4, 9)),
    Task("dry", N_("plants with nuts, seeds, samaras or cones"), _bears(DRY_FRUITS)),
    Task("soft", N_("plants with berries, aggregate or multiple fruits"), _bears(SOFT_FRUITS)),
    Task("orchard", N_("plants with pomes or drupes"), _bears(ORCHARD_FRUITS)),
    Task("cross", N_("plants that need a partner"), lambda plant: plant.fertilization == "cross"),
)
"""The tasks, in the order of their numbers."""

"""The names of players, cards and plants in texts, for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.games.forest_garden.deck.plant import Plant, plant_name, with_id
from spinney.games.forest_garden.deck.plants import TASKS, plants_of
from spinney.games.forest_garden.rules.cards import top_of
from spinney.games.forest_garden.rules.offers import in_garden
from spinney.games.forest_garden.rules.record import (
    MOST_HELD,
    NONE,
    PLACE_NAMES,
    PLACES,
    ForestGarden,
)
from spinney.games.forest_garden.view_model.garden import fee_of

if TYPE_CHECKING:
    from spinney.core.state import Observation


def listed(words: Sequence[str]) -> str:
    """Return words as a list: ``a, b and c``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


class TableWords:
    """The names of things, for one viewer.

    Attributes:
        view: what the viewer sees.
        s: its record.
        plants: the deck that is played with.
    """

    def __init__(self, view: Observation) -> None:
        self.view = view
        self.s: ForestGarden = view.record
        self.plants = plants_of(view.game)

    def player(self, p: int) -> str:
        """Return a player's name."""
        return self.view.game.player_names[p]

    def players(self, players: Sequence[int]) -> str:
        """Return the names of some players, as a list."""
        return listed([self.player(p) for p in players])

    def card(self, card: int) -> str:
        """Return a card's name and id."""
        return with_id(self.plants[card])

    def cards(self, cards: Sequence[int]) -> str:
        """Return the names and ids of cards, one after another."""
        return ", ".join(map(self.card, cards))

    def plant(self, p: int, place: int) -> Plant:
        """Return what grows on a place of a garden."""
        return self.plants[self.s.garden[p, place]]

    def grown(self, p: int, place: int) -> str:
        """Return the name and the place of what grows there: ``Common hazel 2.1``."""
        return f"{plant_name(self.plant(p, place))} {PLACE_NAMES[place]}"

    def garden(self, p: int) -> list[Plant]:
        """Return all that grows in a garden."""
        return [self.plant(p, place) for place in range(PLACES) if self.s.garden[p, place] != NONE]

    def standing(self) -> dict[int, int]:
        """Return the decks that show an offer, and what it is."""
        return {d: top_of(self.s, d, 0) for d in range(self.s.players) if self.s.open[d]}

    def contenders(self, d: int) -> list[int]:
        """Return who chose a deck, the richest first."""
        chosen = [p for p in range(self.s.players) if self.s.choice[p] == d]
        return sorted(chosen, key=self.inventory, reverse=True)

    def inventory(self, p: int) -> tuple[int, int]:
        """Return what a player has in storage and in the garden."""
        return int(self.s.storage[p]), in_garden(self.s, p)

    def owned(self, p: int, task: int) -> tuple[int, int]:
        """Return what a player has of a task's plants, and the most that any other has."""
        return TASKS[task].owned(map(self.garden, range(self.s.players)), p)

    def fee(self, p: int, place: int) -> int:
        """Return what it costs to plant on a place."""
        there = (k for k in range(PLACES) if self.s.garden[p, k] != NONE)
        return fee_of(place, {k: self.plant(p, k) for k in there})


def hand(view: Observation) -> list[int]:
    """Return the viewer's own cards."""
    s: ForestGarden = view.record
    slots = range(MOST_HELD) if view.player >= 0 else ()
    return [s.hand[view.player, k] for k in slots if s.hand[view.player, k] != NONE]

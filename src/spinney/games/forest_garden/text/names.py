"""The names of players, cards and plants in texts, for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.games.forest_garden.deck.plant import called, with_id
from spinney.games.forest_garden.deck.plants import Plant, plants_of
from spinney.games.forest_garden.rules.record import (
    ADDITIONAL,
    FIRST,
    MOST_HELD,
    NONE,
    PLACE_NAMES,
    PLACES,
    ROW,
    ROWS,
    ForestGarden,
)
from spinney.i18n import _, ngettext

if TYPE_CHECKING:
    from spinney.core.state import Observation


def listed(words: Sequence[str]) -> str:
    """Return words as a list: ``a, b and c``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def cubes(number: int) -> str:
    """Return a number of cubes in words."""
    if not number:
        return _("no cubes")
    return ngettext("{count} cube", "{count} cubes", number)


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
        return f"{called(self.plant(p, place))} {PLACE_NAMES[place]}"

    def garden(self, p: int) -> list[Plant]:
        """Return all that grows in a garden."""
        return [self.plant(p, place) for place in range(PLACES) if self.s.garden[p, place] != NONE]

    def fee(self, p: int, place: int) -> int:
        """Return what it costs to plant on a place: as `garden.fee`, for any deck."""
        row = int(ROW[place])
        if place != ADDITIONAL[row]:
            return 0
        there = [k for k in range(FIRST[row], FIRST[row + 1]) if self.s.garden[p, k] != NONE]
        free = row < ROWS and any(self.plant(p, k).male for k in there)
        return 0 if free else row


def hand(view: Observation) -> list[int]:
    """Return the viewer's own cards."""
    s: ForestGarden = view.record
    slots = range(MOST_HELD) if view.player >= 0 else ()
    return [s.hand[view.player, k] for k in slots if s.hand[view.player, k] != NONE]

"""The mini game: so few cards, places and choices that its whole tree can be searched.

The deck has the 1, 2 and 8 of two colours. Two players hold a card each; a turn draws one from the
deck and plays one, to the right of the last: with two cards, where they lie makes no difference.
Nothing is discarded. All else is as in the full game. A record tells by the number of its cards
which of them it is.
"""

from __future__ import annotations

from spinney.core.kit.shuffles import lay_order
from spinney.games.arboretum import MINI_ORDERS
from spinney.games.arboretum.rules.record import (
    HAND_SIZE,
    MINI_CARDS,
    MINI_HAND_SIZE,
    Arboretum,
)
from spinney.kernel.rng import random, seeded
from spinney.kernel.rule import rule


@rule
def is_mini(s: Arboretum) -> bool:
    """Is this the mini game?"""
    return s.cards == MINI_CARDS


@rule
def hand_size(s: Arboretum) -> int:
    """Return how many cards are in a hand between turns."""
    return MINI_HAND_SIZE if is_mini(s) else HAND_SIZE


@rule
def in_mini(c: int) -> bool:
    """Is this one of the numbers that the mini game has?"""
    return c % 8 in (0, 1, 7)


@rule
def deal_mini(s: Arboretum, number: int) -> int:
    """Lay the cards in one of their orders; return a random state.

    The numbers from 0 on give each deal once, and then again.
    """
    s.first = number // MINI_ORDERS % s.players if s.lot == 1 else 0
    lay_order(s.deck, 0, MINI_CARDS, number % MINI_ORDERS)
    return random(seeded(number))

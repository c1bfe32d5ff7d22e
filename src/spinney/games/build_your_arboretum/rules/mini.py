"""The mini game: so few cards, rounds and parrots that its whole tree can be searched.

The deck has the 1 and the 8 of two suits. In each of two rounds two of them come into the offering;
each player has one parrot. So a garden has two trees at most, which stand side by side: where makes
no difference. All else is as in the full game. A record tells by the number of its cards which of
them it is.
"""

from __future__ import annotations

from spinney.games.build_your_arboretum import MINI_DEALS
from spinney.games.build_your_arboretum.rules.record import (
    CARDS,
    COMING,
    MINI_CARDS,
    MINI_COMING,
    MINI_DECKS,
    MINI_PARROTS,
    MINI_ROUNDS,
    PARROTS,
    ROUNDS,
    Arboreta,
)
from spinney.kernel.rng import random, seeded
from spinney.kernel.rule import rule


@rule
def is_mini(s: Arboreta) -> bool:
    """Is this the mini game?"""
    return s.cards == MINI_CARDS


@rule
def in_game(s: Arboreta, c: int) -> bool:
    """Is this card in the game?"""
    return s.cards == CARDS or (c < 16 and c % 8 in (0, 7))


@rule
def rounds(s: Arboreta) -> int:
    """Return how many rounds there are."""
    return MINI_ROUNDS if is_mini(s) else ROUNDS


@rule
def coming(s: Arboreta, number: int) -> int:
    """Return how many cards come into the offering in a round."""
    return MINI_COMING if is_mini(s) else COMING[number]


@rule
def first_parrots(s: Arboreta) -> int:
    """Return how many parrots a player has at the start."""
    return MINI_PARROTS if is_mini(s) else PARROTS


@rule
def deal_mini(s: Arboreta, number: int) -> int:
    """Lay one of the decks; return a random state.

    The numbers from 0 on give each deck once, and then again.
    """
    first = number % MINI_DEALS * MINI_CARDS
    for i in range(MINI_CARDS):
        s.deck[i] = MINI_DECKS[first + i]
    return random(seeded(number))


@rule
def sort_offerings(s: Arboreta) -> None:
    """Sort the cards that come out together in the mini game: their order makes no difference."""
    for i in range(s.dealt, MINI_CARDS, MINI_COMING):
        c = s.deck[i]
        if c > s.deck[i + 1]:
            s.deck[i] = s.deck[i + 1]
            s.deck[i + 1] = c

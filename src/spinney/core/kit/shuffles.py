"""Shuffles of cards that there is one of each: of a row, and of all cards that lie in a place."""

from __future__ import annotations

from spinney.kernel.records import Ints
from spinney.kernel.rng import below, random
from spinney.kernel.rule import rule


@rule
def shuffle(cards: Ints, first: int, end: int, r: int) -> int:
    """Shuffle the cards from ``first`` to before ``end``; return the next random state."""
    for i in range(end - 1, first, -1):
        r = random(r)
        j = first + below(r, i - first + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    return r


@rule
def lay_order(cards: Ints, first: int, end: int, number: int) -> None:
    """Lay the cards from ``first`` to before ``end`` in one of their orders.

    The numbers from 0 on give each order once: with ``n`` cards there are ``n!``.
    """
    for i in range(end - 1, first, -1):
        j = first + number % (i - first + 1)
        number //= i - first + 1
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@rule
def shuffle_place(where: Ints, place: int, cards: Ints, first: int, r: int) -> int:
    """Write the cards that lie in a place from ``first`` on, shuffled.

    ``where`` has each card's place. Returns the next random state. Each card goes to a random
    place among those before it, inside out: there is nothing to list first.
    """
    end = first
    for card in range(len(where)):
        if where[card] == place:
            r = random(r)
            j = first + below(r, end - first + 1)
            cards[end] = cards[j]
            cards[j] = card
            end += 1
    return r

"""Hands: the cards in them."""

from __future__ import annotations

from spinney.games.arboretum.rules.record import CARDS, SHOWN, Arboretum
from spinney.kernel.rule import rule


@rule
def in_hand(s: Arboretum, p: int, c: int) -> bool:
    """Is the card in the player's hand, as far as this record tells?

    HAND and SHOWN, each with a player added, differ in one bit.
    """
    return s.where[c] | 4 == SHOWN + p


@rule
def lowest_card(s: Arboretum, p: int) -> int:
    """Return the card of the lowest number in the player's hand, the first colour of several."""
    best = -1
    for c in range(CARDS):
        if in_hand(s, p, c) and (best < 0 or c % 8 < best % 8):
            best = c
    return best

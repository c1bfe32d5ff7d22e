"""Observation and determinization of Arboretum."""

from __future__ import annotations

from spinney.core.kit.shuffles import shuffle_place
from spinney.games.arboretum.rules.record import (
    CARDS,
    DECK,
    HAND,
    OVER,
    SHOWN,
    UNSEEN,
    Arboretum,
)
from spinney.kernel.rule import rule


@rule
def observe(s: Arboretum, p: int) -> None:
    """Blank the deck and what the others hide in their hands, which the end reveals.

    Cards taken from a discard pile stay known wherever they are held.
    """
    if s.phase == OVER:
        return
    for i in range(s.cards):
        s.deck[i] = -1
    for c in range(CARDS):
        w = s.where[c]
        if w == DECK or (HAND <= w < SHOWN and w != HAND + p):
            s.where[c] = UNSEEN


@rule
def determinize(s: Arboretum, p: int, r: int) -> int:
    """Shuffle the cards not seen: the first go to the hidden places in hands, the rest is the deck.

    To begin with, the former lie in the deck's last empty places, of which there are enough.
    """
    if s.phase == OVER:
        return r
    first = s.top
    for q in range(s.players):
        if q != p:
            first -= s.hidden[q]
    r = shuffle_place(s.where, UNSEEN, s.deck, first, r)
    for q in range(s.players):
        if q != p:
            for _ in range(s.hidden[q]):
                s.where[s.deck[first]] = HAND + q
                s.deck[first] = -1
                first += 1
    for i in range(s.top, s.cards):
        s.where[s.deck[i]] = DECK
    return r

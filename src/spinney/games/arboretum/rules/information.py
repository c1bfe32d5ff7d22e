"""Observation, determinization and events of Arboretum."""

from __future__ import annotations

from spinney.core.kit.shuffles import shuffle_place
from spinney.games.arboretum.rules.hands import in_hand
from spinney.games.arboretum.rules.record import (
    AT,
    CARD,
    CARDS,
    CELL,
    DECK,
    DRAW2,
    DRAWN,
    FROM_DECK,
    FROM_PILE,
    HAND,
    HELD,
    OVER,
    PLAY,
    SHOWN,
    THROW,
    UNSEEN,
    Arboretum,
)
from spinney.kernel.records import Ints
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


@rule
def events(was: Arboretum, s: Arboretum, observer: int, p: int, action: int, out: Ints) -> int:
    if p < 0:
        return write_hands(s, out)
    n = 1
    if action >= 0:
        out[0] = action
    else:
        n = write_forfeited(was, s, p, out)
    if s.top > was.top and observer == p:
        out[n] = DRAWN + was.deck[was.top]
        n += 1
    return n


@rule
def write_forfeited(was: Arboretum, s: Arboretum, p: int, out: Ints) -> int:
    """Write the actions that a forfeit amounts to; return how many."""
    if was.phase <= DRAW2:
        out[0] = FROM_DECK
        for q in range(s.players):
            if s.piled[q] < was.piled[q]:
                out[0] = FROM_PILE + q
        return 1
    if was.phase > CELL:
        out[0] = THROW + s.pile[p, s.piled[p] - 1]
        return 1
    n = 0
    last = s.placed[p] - 1
    if was.phase == CARD:
        out[0] = PLAY + s.card[p, last]
        n = 1
    out[n] = AT + s.cell[p, last]
    return n + 1


@rule
def write_hands(s: Arboretum, out: Ints) -> int:
    """Write every hand, card by card: the end shows them."""
    n = 0
    for p in range(s.players):
        for c in range(CARDS):
            if in_hand(s, p, c):
                out[n] = HELD + p * CARDS + c
                n += 1
    return n

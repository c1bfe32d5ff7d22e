"""The events of Arboretum: what an observer learns from a transition."""

from __future__ import annotations

from spinney.games.arboretum.rules.hands import in_hand
from spinney.games.arboretum.rules.record import (
    AT,
    CARD,
    CARDS,
    CELL,
    DRAW2,
    DRAWN,
    FROM_DECK,
    FROM_PILE,
    HELD,
    PLAY,
    THROW,
    Arboretum,
)
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule


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

"""Observation and determinization of Build Your Arboretum."""

from __future__ import annotations

from spinney.core.kit.shuffles import shuffle_place
from spinney.games.build_your_arboretum.rules.bids import withdraw
from spinney.games.build_your_arboretum.rules.mini import is_mini, sort_offerings
from spinney.games.build_your_arboretum.rules.record import (
    BID,
    CARDS,
    DECK,
    PLAYERS,
    Arboreta,
)
from spinney.kernel.rule import rule


@rule
def observe(s: Arboreta, p: int) -> None:
    """Blank the order of the deck, and take back bids that are not revealed yet."""
    for i in range(s.dealt, CARDS):
        s.deck[i] = -1
    if s.phase == BID:
        for q in range(PLAYERS):
            if q != p:
                withdraw(s, q)


@rule
def determinize(s: Arboreta, p: int, r: int) -> int:
    """Shuffle the cards that have not come out into the rest of the deck."""
    r = shuffle_place(s.where, DECK, s.deck, s.dealt, r)
    if is_mini(s):
        sort_offerings(s)
    return r

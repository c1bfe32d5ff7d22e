"""Bids and hires that have begun: what belongs to one already."""

from __future__ import annotations

from spinney.games.build_your_arboretum.rules.bids import group_number
from spinney.games.build_your_arboretum.rules.record import BID, CARDS, GIVEN, PLAY, Arboreta


def is_begun(s: Arboreta, p: int) -> bool:
    """Has the player begun a bid, or anybody a hire, which everybody sees?"""
    return bool(sent_groups(s, p) if s.phase == BID else s.given > 0)


def sent_groups(s: Arboreta, p: int) -> list[int]:
    """Return the groups of a bid that has begun, by their numbers among the actions."""
    if s.phase != BID or p < 0 or s.ready[p]:
        return []
    return [group_number(s.bid[p, k]) for k in range(s.groups[p])]


def given_cards(s: Arboreta) -> list[int]:
    """Return the cards that have been given for a hire that has begun."""
    return [c for c in range(CARDS) if s.phase == PLAY and s.where[c] == GIVEN]


def is_paid(s: Arboreta, p: int) -> bool:
    """Do the cards given for a hire suffice?"""
    return bool(s.given > s.parrots[p])

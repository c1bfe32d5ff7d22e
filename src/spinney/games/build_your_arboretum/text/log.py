"""The log in words: rounds, what they offer, and the bids."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.games.build_your_arboretum import PLAYER_NAMES
from spinney.games.build_your_arboretum.rules.record import (
    ENDED,
    GROUPS,
    MOST,
    OFFERED,
    PLAYERS,
    SWEPT,
)
from spinney.games.build_your_arboretum.text.names import card_name, group_name


def tell(facts: Sequence[int]) -> str:
    """Return in words what became known."""
    if facts[0] == SWEPT:
        return "the round is over: what was offered is the refuse pile now"
    if facts[0] == ENDED:
        return "the last round is over"
    if facts[0] < SWEPT:
        return "on offer: " + " ".join(card_name(fact - OFFERED) for fact in facts)
    return "; ".join(_tell_bid(facts, p) for p in range(PLAYERS))


def _tell_bid(facts: Sequence[int], p: int) -> str:
    mine = [(f - GROUPS) % (2 * MOST + 1) for f in facts if (f - GROUPS) // (2 * MOST + 1) == p]
    groups = [group_name(group) for group in mine if group < 2 * MOST]
    return f"{PLAYER_NAMES[p]} bid {' '.join(groups) or 'none'}"

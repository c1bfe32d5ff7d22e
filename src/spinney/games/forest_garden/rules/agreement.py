"""Votes of tied players on who of them performs a special action first.

In `order` they stand in the order drawn by lot. The first of them proposes who is to act first and
each of the others accepts or refuses. When all agree, that player is first and those who are left
vote in the same way; when one refuses, all who are left forfeit their special actions.
"""

from __future__ import annotations

from spinney.games.forest_garden.rules.actions import ACT_FIRST
from spinney.games.forest_garden.rules.record import NONE, PLAYERS, ForestGarden
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule


@rule
def end_of_tie(s: ForestGarden, first: int) -> int:
    """Return the place in `order` after the last player with as much as the one at ``first``."""
    end = first + 1
    while end < PLAYERS and s.order[end] != NONE:
        if s.storage[s.order[end]] != s.storage[s.order[first]]:
            break
        end += 1
    return end


@rule
def next_voter(s: ForestGarden) -> int:
    """Return who is to vote next; NONE: nobody, and the order is final.

    `at` moves on past all players whose places are certain.
    """
    while s.at < PLAYERS and s.order[s.at] != NONE:
        end = end_of_tie(s, s.at)
        if end > s.at + 1:
            return undecided(s, end)
        s.at += 1
    return NONE


@rule
def undecided(s: ForestGarden, end: int) -> int:
    """Return the first of the tied players who has not agreed yet."""
    k = s.at
    while k < end - 1 and s.agreed >> s.order[k] & 1 == 1:
        k += 1
    return int(s.order[k])


@rule
def proposals(s: ForestGarden, out: Ints) -> int:
    """Write the tied players who can be proposed, by seat."""
    n = 0
    end = end_of_tie(s, s.at)
    for p in range(s.players):
        for k in range(s.at, end):
            if s.order[k] == p:
                out[n] = ACT_FIRST + p
                n += 1
    return n


@rule
def propose(s: ForestGarden, p: int, leader: int) -> None:
    """Move the proposed player to the front of those tied; who proposes it agrees."""
    k = s.at
    while s.order[k] != leader:
        k += 1
    while k > s.at:
        s.order[k] = s.order[k - 1]
        k -= 1
    s.order[k] = leader
    s.agreed = 1 << p


@rule
def consent(s: ForestGarden, p: int) -> None:
    """Agree to the proposal; when all do, the proposed player's place is certain."""
    s.agreed |= 1 << p
    end = end_of_tie(s, s.at)
    for k in range(s.at, end):
        if s.agreed >> s.order[k] & 1 == 0:
            return
    s.agreed = 0
    s.at += 1


@rule
def disagree(s: ForestGarden) -> None:
    """Refuse the proposal: all who are still tied leave the order."""
    lost = end_of_tie(s, s.at) - s.at
    for k in range(s.at, PLAYERS):
        s.order[k] = s.order[k + lost] if k + lost < PLAYERS else NONE
    s.agreed = 0

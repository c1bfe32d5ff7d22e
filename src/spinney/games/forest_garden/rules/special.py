"""Special actions: votes of tied players, their order, the alternative offer, and searching.

Tied players vote on who of them performs a special action first. In `order` they stand in the
order drawn by lot. The first of them proposes who is to act first and each of the others accepts
or refuses. When all agree, that player is first and those who are left vote in the same way; when
one refuses, all who are left forfeit their special actions.
"""

from __future__ import annotations

from spinney.games.forest_garden.rules.cards import (
    any_card,
    face_down,
    look,
    receive,
    take_offer,
    throw,
    top_of,
    turn_up,
)
from spinney.games.forest_garden.rules.record import (
    ACT_FIRST,
    ACTIONS_DUE,
    AGREE,
    EVERYBODY,
    FORFEIT,
    NONE,
    PILE,
    PLAYERS,
    SEARCHING,
    SPECIAL,
    SWAPPING,
    USED_LOT,
    ForestGarden,
)
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


# The order.


@rule
def anyone_special(s: ForestGarden) -> bool:
    """Has anybody chosen a special action?"""
    for p in range(s.players):
        if s.choice[p] == SPECIAL:
            return True
    return False


@rule
def fix_order(s: ForestGarden) -> None:
    """Write the players with special actions into `order`, by storage.

    Of equals the lot decides, or they forfeit, or they stand in the order in which they vote. The
    lot is used up.
    """
    unfold_lot(s)
    n = 0
    for i in range(s.players):
        p = s.order[i]  # those already in order take no more places than have been read
        if s.choice[p] == SPECIAL and not (s.special_tie == FORFEIT and tied(s, p)):
            k = n
            while k > 0 and s.storage[p] > s.storage[s.order[k - 1]]:
                s.order[k] = s.order[k - 1]
                k -= 1
            s.order[k] = p
            n += 1
    for i in range(n, PLAYERS):
        s.order[i] = NONE
    s.at = 0
    if s.special_tie != AGREE:
        s.phase = ACTIONS_DUE


@rule
def unfold_lot(s: ForestGarden) -> None:
    """Write this round's order of the seats into `order`, and wipe the lot.

    A lot is a number below n!; its digits, to the bases n, n - 1, …, say which of the seats that
    are left comes next, as in a shuffle by Fisher and Yates.
    """
    lot = s.lot[s.round_number - 1]
    s.lot[s.round_number - 1] = USED_LOT
    for p in range(s.players):
        s.order[p] = p
    for i in range(s.players):
        j = i + lot % (s.players - i)
        lot //= s.players - i
        p = s.order[i]
        s.order[i] = s.order[j]
        s.order[j] = p


@rule
def tied(s: ForestGarden, p: int) -> bool:
    """Has another with a special action just as much in storage?"""
    for q in range(s.players):
        if q != p and s.choice[q] == SPECIAL and s.storage[q] == s.storage[p]:
            return True
    return False


# What is possible.


@rule
def can_swap(s: ForestGarden, p: int) -> bool:
    """Can a player pay for an alternative offer, and is there a card to be turned up?"""
    if s.storage[p] < SWAPPING:
        return False
    for d in range(s.players):
        if face_down(s, d) > 0:
            return True
    return False


@rule
def can_search(s: ForestGarden, p: int) -> bool:
    """Can a player pay for a search, and is there anything to be searched?"""
    return s.storage[p] >= SEARCHING and (s.piled > 0 or any_card(s))


# What is done.


@rule
def swap_offers(s: ForestGarden, p: int) -> None:
    """Pay, throw away all that lies face up, and turn up every deck's top."""
    s.storage[p] -= SWAPPING
    for d in range(s.players):
        if s.open[d] == 1:
            throw(s, take_offer(s, d))
    turn_up(s)


@rule
def take_alternative(s: ForestGarden, p: int, card: int) -> None:
    """Take one of the new offers."""
    d = 0
    while s.left[d] == 0 or top_of(s, d, 0) != card:
        d += 1
    receive(s, p, take_offer(s, d), EVERYBODY)


@rule
def search(s: ForestGarden, p: int, source: int) -> None:
    """Pay, and look at a whole deck, or at the discard pile."""
    s.storage[p] -= SEARCHING
    s.source = source
    s.looks = s.piled if source == PILE else s.left[source]
    if source != PILE:
        look(s, p, source, s.looks)

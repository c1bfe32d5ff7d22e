"""Special actions: their order, the alternative offer, and searching."""

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
from spinney.kernel.rule import rule

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

"""Check that a record is consistent: nothing lost, nothing twice. For tests and loaded states.

Compiled rules check no bounds: what they take as an index is checked here, and that a player to act
has a legal action.
"""

from __future__ import annotations

from spinney.games.build_your_arboretum.rules.bids import unspent_parrots, write_order
from spinney.games.build_your_arboretum.rules.mini import (
    coming,
    first_parrots,
    in_game,
    is_mini,
    rounds,
)
from spinney.games.build_your_arboretum.rules.record import (
    BID,
    BOARD,
    CARDS,
    CELLS,
    CHOOSE,
    DECK,
    FULL,
    GARDEN,
    GIVEN,
    GONE,
    MINI_CARDS,
    MOST,
    OFFER,
    OFFERING,
    OVER,
    PLAY,
    PLAYERS,
    REFUSE,
    SWEEP,
    TURNS,
    Arboreta,
)
from spinney.kernel.rule import rule, scratch


@rule
def is_consistent(s: Arboreta) -> bool:
    if not (is_time_consistent(s) and is_deck_consistent(s)):
        return False
    for p in range(PLAYERS):
        if not is_table_consistent(s, p) or not is_bid_consistent(s, p):
            return False
    if not (are_parrots_consistent(s) and is_track_consistent(s)):
        return False
    return is_move_consistent(s) if s.phase == PLAY else not has_begun(s)


@rule
def is_time_consistent(s: Arboreta) -> bool:
    """Are the phase and the round possible, and who starts, and what was done in the round?"""
    if s.cards not in (CARDS, MINI_CARDS) or not CHOOSE <= s.phase <= OVER:
        return False
    first = 0 if s.phase in (CHOOSE, OFFERING) else 1
    last = 0 if s.phase == CHOOSE else rounds(s) - (1 if s.phase == OFFERING else 0)
    if not first <= s.round_number <= last or (s.phase == OVER and s.round_number < last):
        return False
    if not (0 <= s.start < PLAYERS and 0 <= s.advantage < PLAYERS):
        return False
    most = 1 if s.phase in (PLAY, SWEEP) else 0
    return 0 <= s.dug <= most and 0 <= s.hired <= most and -1 <= s.next_start < PLAYERS * most


# Cards.


@rule
def is_deck_consistent(s: Arboreta) -> bool:
    """Does the deck have each card of the game once, and are those in it that have not come out?"""
    due = 0
    for number in range(1, s.round_number + 1):
        due += coming(s, number)
    if s.dealt != due:
        return False
    seen = scratch(CARDS)
    for i in range(CARDS):
        c = s.deck[i]
        if i >= s.cards:
            if c != -1:
                return False
        elif not 0 <= c < CARDS or seen[c] == 1 or not is_place_consistent(s, c, i >= s.dealt):
            return False
        else:
            seen[c] = 1
    for c in range(CARDS):
        if not in_game(s, c) and (seen[c] == 1 or s.where[c] != GONE):
            return False
    return True


@rule
def is_place_consistent(s: Arboreta, c: int, undealt: bool) -> bool:
    """Is a card in the deck just if it has not come out, and else somewhere?"""
    return s.where[c] == DECK if undealt else OFFER <= s.where[c] <= GIVEN


@rule
def is_table_consistent(s: Arboreta, p: int) -> bool:
    """Are the player's cards just where their piles and counts say?"""
    boarded = 0
    in_garden = 0
    for c in range(CARDS):
        if s.where[c] == BOARD + p:
            boarded += 1
        elif s.where[c] == GARDEN + p:
            in_garden += 1
    seen = scratch(CARDS)
    planted = 0
    for cell in range(CELLS):
        c = s.grid[p, cell]
        if c == -1:
            continue
        if (
            not 0 <= c < CARDS
            or s.where[c] != GARDEN + p
            or seen[c] == 1
            or (is_mini(s) and cell != planted)
        ):
            return False
        seen[c] = 1
        planted += 1
    if planted != s.planted[p] or planted != in_garden:
        return False
    full = FULL + 1 if s.taken >= 0 and acts(s, p) else FULL
    return boarded == s.boarded[p] and boarded <= full


# Bids and turns.


@rule
def is_bid_consistent(s: Arboreta, p: int) -> bool:
    """Are the groups within the player's parrots, and no larger one after a smaller?"""
    bids = s.phase in (BID, PLAY, SWEEP)
    if not 0 <= s.groups[p] <= (MOST if bids else 0):
        return False
    if not (0 <= s.ready[p] <= 1 if s.phase == BID else s.ready[p] == (1 if bids else 0)):
        return False
    for k in range(MOST):
        size = abs(s.bid[p, k])
        if (size > 0) != (k < s.groups[p]) or (k > 0 and size > abs(s.bid[p, k - 1])):
            return False
    return unspent_parrots(s, p) >= 0


@rule
def are_parrots_consistent(s: Arboreta) -> bool:
    """Can the players have hired their parrots: one of them a round? Is somebody still to bid?"""
    if s.phase == BID and s.ready[0] + s.ready[1] == PLAYERS:
        return False
    most = s.round_number
    if s.phase in (BID, PLAY, SWEEP) and s.hired == 0:
        most -= 1
    hired = 0
    for p in range(PLAYERS):
        if s.parrots[p] < first_parrots(s):
            return False
        hired += s.parrots[p] - first_parrots(s)
    return hired <= max(most, 0)


@rule
def is_track_consistent(s: Arboreta) -> bool:
    """Are the turns those that the bids make, and those used and passed over the ones before?"""
    track = scratch(TURNS)
    turns = 0
    if s.phase in (PLAY, SWEEP):
        turns = write_order(s, track)
    if s.turns != turns or not (0 <= s.turn < turns if s.phase == PLAY else s.turn == turns):
        return False
    for i in range(TURNS):
        if s.order[i] != (track[i] if i < turns else -1):
            return False
    for p in range(PLAYERS):
        used = 0
        for i in range(s.turn):
            if track[i] == p:
                used += 1
        if s.used[p] != used or not 0 <= s.skipped[p] <= (1 if used > 0 else 0):
            return False
        if s.skipped[p] == 1 and acts(s, p):
            return False
    return True


@rule
def acts(s: Arboreta, p: int) -> bool:
    """Is it the player's turn?"""
    return s.phase == PLAY and 0 <= s.turn < s.turns <= TURNS and s.order[s.turn] == p


# Inside a move.


@rule
def has_begun(s: Arboreta) -> bool:
    """Is a part of a turn's move taken?"""
    return s.held != -1 or s.taken != -1 or s.given != 0 or s.last != -1 or given_sum(s) > 0


@rule
def given_sum(s: Arboreta) -> int:
    """Return the sum of the cards that are given for a hire."""
    total = 0
    for c in range(CARDS):
        if s.where[c] == GIVEN:
            total += c % 8 + 1
    return total


@rule
def is_move_consistent(s: Arboreta) -> bool:
    """Is nothing of a turn's move taken, or what its group allows, so that it can go on?"""
    if not has_begun(s):
        return True
    p = s.order[s.turn]
    to_board = s.bid[p, s.used[p]] < 0
    if s.held != -1:
        return not to_board and is_held_consistent(s, p)
    if not to_board:
        return False
    return is_taken_consistent(s, p) if s.taken != -1 else is_hire_consistent(s, p)


@rule
def is_held_consistent(s: Arboreta, p: int) -> bool:
    """Can the card that is held be planted now, from the pile where it lies?"""
    if s.taken != -1 or s.given != 0 or s.last != -1 or given_sum(s) > 0:
        return False
    if not 0 <= s.held < CARDS or s.planted[p] == CELLS:
        return False
    return s.where[s.held] == OFFER or (s.where[s.held] == REFUSE and s.dug == 0)


@rule
def is_taken_consistent(s: Arboreta, p: int) -> bool:
    """Is the card just taken one too many on the board?"""
    if s.given != 0 or s.last != -1 or given_sum(s) > 0 or not 0 <= s.taken < CARDS:
        return False
    return s.where[s.taken] == BOARD + p and s.boarded[p] == FULL + 1


@rule
def is_hire_consistent(s: Arboreta, p: int) -> bool:
    """Are the cards given those that the record adds up, and can the hire be paid?"""
    given = 0
    last = -1
    rest = 0
    for c in range(CARDS):
        if s.where[c] == GIVEN:
            given += 1
            last = c
    if s.hired == 1 or s.given != given_sum(s) or s.last != last or given + s.boarded[p] > FULL:
        return False
    for c in range(last + 1, CARDS):
        if s.where[c] == BOARD + p:
            rest += c % 8 + 1
    return given > 0 and s.given + rest > s.parrots[p]

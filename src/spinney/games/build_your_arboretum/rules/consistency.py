"""Check that a record is consistent: nothing lost, nothing twice. For tests and loaded states."""

from __future__ import annotations

from spinney.games.build_your_arboretum.rules.mini import (
    first_parrots,
    in_game,
    is_mini,
    rounds,
)
from spinney.games.build_your_arboretum.rules.record import (
    BOARD,
    CARDS,
    CELLS,
    CHOOSE,
    DECK,
    FULL,
    GARDEN,
    GONE,
    MINI_CARDS,
    MOST,
    OFFER,
    OVER,
    PLAY,
    PLAYERS,
    REFUSE,
    TURNS,
    Arboreta,
)
from spinney.kernel.rule import rule, scratch


@rule
def is_consistent(s: Arboreta) -> bool:
    if not is_deck_consistent(s) or not is_turns_consistent(s):
        return False
    for p in range(PLAYERS):
        if not is_table_consistent(s, p) or not is_bid_consistent(s, p):
            return False
    return s.held == -1 or is_held_consistent(s)


@rule
def is_deck_consistent(s: Arboreta) -> bool:
    """Does the deck have each card of the game once, and are those in it that have not come out?"""
    if s.cards not in (CARDS, MINI_CARDS):
        return False
    undealt = 0
    for c in range(CARDS):
        if s.where[c] == DECK:
            undealt += 1
        if s.where[c] != GONE and not in_game(s, c):
            return False
    if undealt != s.cards - s.dealt:
        return False
    seen = scratch(CARDS)
    for i in range(s.cards):
        c = s.deck[i]
        if c < 0 or c >= CARDS or not in_game(s, c) or (s.where[c] == DECK) != (i >= s.dealt):
            return False
        if seen[c]:
            return False
        seen[c] = 1
    return True


@rule
def is_turns_consistent(s: Arboreta) -> bool:
    """Are the phase, the round and the turn track in order?"""
    if not (CHOOSE <= s.phase <= OVER and 0 <= s.round_number <= rounds(s)):
        return False
    if not (0 <= s.start < PLAYERS and 0 <= s.advantage < PLAYERS):
        return False
    if not (-1 <= s.next_start < PLAYERS and 0 <= s.turn <= s.turns <= TURNS):
        return False
    for i in range(s.turns):
        if s.order[i] < 0 or s.order[i] >= PLAYERS:
            return False
    return s.phase != PLAY or s.turn < s.turns


@rule
def is_held_consistent(s: Arboreta) -> bool:
    """Can the card that is held be planted now, from the pile where it lies?"""
    if not 0 <= s.held < CARDS or s.phase != PLAY or s.taken >= 0 or s.given > 0:
        return False
    p = s.order[s.turn]
    if s.planted[p] == CELLS or s.used[p] == s.groups[p] or s.bid[p, s.used[p]] < 0:
        return False
    return s.where[s.held] == OFFER or (s.where[s.held] == REFUSE and s.dug == 0)


@rule
def is_table_consistent(s: Arboreta, p: int) -> bool:
    """Are the player's cards just where their piles and counts say?"""
    boarded = 0
    planted = 0
    in_garden = 0
    for c in range(CARDS):
        if s.where[c] == BOARD + p:
            boarded += 1
    for cell in range(CELLS):
        c = s.grid[p, cell]
        if c >= 0:
            if c >= CARDS or s.where[c] != GARDEN + p or (is_mini(s) and cell != planted):
                return False
            planted += 1
    for c in range(CARDS):
        if s.where[c] == GARDEN + p:
            in_garden += 1
    if planted != s.planted[p] or in_garden != planted:
        return False
    return boarded == s.boarded[p] and boarded <= FULL + 1


@rule
def is_bid_consistent(s: Arboreta, p: int) -> bool:
    """Are the groups within the player's parrots, and no larger one after a smaller?"""
    if not (first_parrots(s) <= s.parrots[p] <= MOST and 0 <= s.used[p] <= s.groups[p] <= MOST):
        return False
    total = 0
    for k in range(s.groups[p]):
        total += abs(s.bid[p, k])
        if s.bid[p, k] == 0 or (k > 0 and abs(s.bid[p, k]) > abs(s.bid[p, k - 1])):
            return False
    return total <= s.parrots[p]

"""Check that a record is consistent: nothing lost, nothing twice. For tests and loaded states.

Compiled rules check no bounds. That no arboretum and no pile outgrows its place follows from what
is checked here: seven cards in every hand, turns taken in order, a discard a turn.
"""

from __future__ import annotations

from spinney.games.arboretum.rules.mini import hand_size, in_mini, is_mini
from spinney.games.arboretum.rules.record import (
    ABSENT,
    BESIDE,
    CARDS,
    CELL,
    CELLS,
    DECK,
    DECK_SIZE,
    DISCARD,
    DRAW1,
    DRAW2,
    GRID,
    HAND,
    MINI_CARDS,
    MOST,
    ORIGIN,
    OVER,
    PILE,
    PILED,
    PLACES,
    PLAYERS,
    REVEAL,
    SHOWN,
    Arboretum,
)
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule, scratch


@rule
def is_consistent(s: Arboretum) -> bool:
    tally = scratch(PLACES)
    seen = scratch(CARDS)
    if (
        not are_options_consistent(s)
        or not are_counts_consistent(s, tally)
        or not are_colours_whole(s)
        or not is_deck_consistent(s, seen)
    ):
        return False
    for p in range(PLAYERS):
        if not (is_player_consistent(s, p, tally) if p < s.players else is_nobody_consistent(s, p)):
            return False
        if not is_pile_consistent(s, p, seen) or not is_garden_consistent(s, p, seen):
            return False
    return are_turns_consistent(s) and is_phase_consistent(s)


@rule
def are_options_consistent(s: Arboretum) -> bool:
    """Are the options, the phase, and the players who went first and are next possible?"""
    if not (2 <= s.players <= PLAYERS and DRAW1 <= s.phase <= OVER):
        return False
    if not (0 <= s.first < s.players and 0 <= s.to_move < s.players):
        return False
    return 0 <= s.edition <= 1 and 0 <= s.lot <= 1 and s.lot * s.first == s.first


# Where cards are: counted by place, and then looked for there.


@rule
def are_counts_consistent(s: Arboretum, tally: Ints) -> bool:
    """Count the cards in each place. Is each in one that there is, and the deck's number right?"""
    for c in range(CARDS):
        place = s.where[c]
        there = place == ABSENT or in_mini(c) or not is_mini(s)
        known = place in (ABSENT, DECK) or (HAND <= place < PLACES and place % 4 < s.players)
        if not (there and known):
            return False
        tally[place] += 1
    size = MINI_CARDS if is_mini(s) and s.players == 2 else DECK_SIZE[s.players]
    return s.cards == size == CARDS - tally[ABSENT] and s.top == s.cards - tally[DECK]


@rule
def are_colours_whole(s: Arboretum) -> bool:
    """Is each colour in the game whole, or not at all? Their number follows from the cards'."""
    for c in range(CARDS):
        whole = s.where[c - c % 8] != ABSENT and (in_mini(c) or not is_mini(s))
        if (s.where[c] != ABSENT) != whole:
            return False
    return True


@rule
def is_nobody_consistent(s: Arboretum, p: int) -> bool:
    """Is there nothing of a player that there is not? The rows are then found to be empty."""
    return s.hidden[p] == 0 and s.placed[p] == 0 and s.piled[p] == 0


@rule
def is_player_consistent(s: Arboretum, p: int, tally: Ints) -> bool:
    """Are there as many of a player's cards in each place as the record says, or the phase?"""
    if s.hidden[p] != tally[HAND + p] or s.piled[p] != tally[PILE + p]:
        return False
    if s.placed[p] != tally[GRID + p] or s.placed[p] > MOST or s.piled[p] > PILED:
        return False
    return tally[HAND + p] + tally[SHOWN + p] == hand_size(s) + extra(s, p)


@rule
def extra(s: Arboretum, p: int) -> int:
    """Return how many cards more a player holds now than between turns."""
    if p != s.to_move or s.phase == DRAW1 or s.phase >= REVEAL:
        return 0
    return 1 if is_mini(s) or s.phase in (DRAW2, DISCARD) else 2


@rule
def belongs(s: Arboretum, c: int, place: int, seen: Ints) -> bool:
    """Is this a card of that place, and met for the first time?"""
    if c < 0 or c >= CARDS or s.where[c] != place or seen[c] == 1:
        return False
    seen[c] = 1
    return True


@rule
def is_deck_consistent(s: Arboretum, seen: Ints) -> bool:
    """Has the deck just the cards that have not come out?"""
    for i in range(CARDS):
        c = s.deck[i]
        if not (belongs(s, c, DECK, seen) if s.top <= i < s.cards else c == -1):
            return False
    return True


@rule
def is_pile_consistent(s: Arboretum, p: int, seen: Ints) -> bool:
    for k in range(PILED):
        c = s.pile[p, k]
        if not (belongs(s, c, PILE + p, seen) if k < s.piled[p] else c == -1):
            return False
    return True


@rule
def is_garden_consistent(s: Arboretum, p: int, seen: Ints) -> bool:
    """Does an arboretum begin at the origin, and touch it with every card that followed?"""
    for k in range(MOST):
        c = s.card[p, k]
        if k >= s.placed[p]:
            if c != -1 or s.cell[p, k] != -1:
                return False
        elif not belongs(s, c, GRID + p, seen) or not is_cell_consistent(s, p, k):
            return False
    return True


@rule
def is_cell_consistent(s: Arboretum, p: int, k: int) -> bool:
    """Was a card played on a cell that was open then?"""
    cell = s.cell[p, k]
    touches = k == 0 and cell == ORIGIN
    for j in range(k):
        if s.cell[p, j] == cell:
            return False
        for d in range(4):
            if s.cell[p, j] + BESIDE[d] == cell:
                touches = True
    right = cell == ORIGIN + k or not is_mini(s)
    return touches and right and 0 <= cell < CELLS


# Whether the turns and the phase fit.


@rule
def are_turns_consistent(s: Arboretum) -> bool:
    """Has everybody had their turns in order, with at most one discard in each?"""
    turns = 0
    for p in range(s.players):
        turns += turns_taken(s, p)
    for i in range(s.players):
        p = (s.first + i) % s.players
        own = (turns + s.players - 1 - i) // s.players
        starters = 1 if i > 0 and s.edition == 0 else 0
        most = 0 if is_mini(s) else own + starters
        if turns_taken(s, p) != own or s.piled[p] > most:
            return False
    return s.to_move == (s.first + turns) % s.players


@rule
def turns_taken(s: Arboretum, p: int) -> int:
    """Return how many turns a player has finished: a card was played in each."""
    return s.placed[p] - (1 if s.phase == DISCARD and p == s.to_move else 0)


@rule
def is_phase_consistent(s: Arboretum) -> bool:
    """Is a card being played, are there cards to draw, is the deck out, just when it should be?"""
    if s.phase == CELL:
        return 0 <= s.held < CARDS and s.where[s.held] == SHOWN + s.to_move
    left = s.cards - s.top
    for p in range(s.players):
        left += s.piled[p]
    draws = 1 if is_mini(s) else 2 - s.phase
    enough = s.phase > DRAW2 or left >= draws
    skipped = is_mini(s) and s.phase in (DRAW2, DISCARD)
    begun = s.phase != DRAW1 or s.top < s.cards
    ended = s.phase < REVEAL or s.top == s.cards
    return s.held == -1 and enough and begun and ended and not skipped

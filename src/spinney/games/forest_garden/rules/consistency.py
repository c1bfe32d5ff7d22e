"""Check that a record is consistent: nothing lost, nothing twice. For tests and loaded states."""

from __future__ import annotations

from spinney.games.forest_garden.deck.plant import CARDS, CONTINENTS
from spinney.games.forest_garden.rules.card_tables import MALE, SIZE
from spinney.games.forest_garden.rules.cards import hand_size
from spinney.games.forest_garden.rules.deal import MOST_TASKS, ORDERS
from spinney.games.forest_garden.rules.phase_checks import (
    are_choices_consistent,
    is_decision_consistent,
    is_time_consistent,
)
from spinney.games.forest_garden.rules.record import (
    ADDITIONAL,
    AGREE,
    ANSWER,
    ASKING,
    DECK_SIZE,
    DECKS,
    DRAWING,
    LAST,
    LOT,
    MOST_CUBES,
    MOST_DARK,
    MOST_HELD,
    MOST_STORED,
    NO_TASK,
    NONE,
    PLACES,
    PLACING,
    PLAY,
    PLAYERS,
    PLAYS,
    ROUNDS,
    ROW,
    ROWS,
    SHARING,
    USED_LOT,
    ForestGarden,
    bit,
    continent_of,
)
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule, scratch

ORIGIN_COUNT = len(CONTINENTS)


@rule
def is_consistent(s: ForestGarden) -> bool:
    if not (are_options_consistent(s) and are_cards_consistent(s)):
        return False
    for p in range(PLAYERS):
        if p < s.players:
            if not is_player_consistent(s, p):
                return False
        elif not is_nobody_consistent(s, p):
            return False
    return (
        is_deal_consistent(s)
        and are_choices_consistent(s)
        and is_time_consistent(s)
        and is_decision_consistent(s)
    )


@rule
def are_options_consistent(s: ForestGarden) -> bool:
    """Are the settings possible?"""
    if not (2 <= s.players <= PLAYERS and 0 <= s.by_lot <= 3):
        return False
    return (
        0 <= s.nitrogen <= 1
        and LOT <= s.special_tie <= AGREE
        and 0 <= s.tasks <= 1
        and 0 <= s.direct_sale <= 1
    )


# Cards.


@rule
def are_cards_consistent(s: ForestGarden) -> bool:
    """Is every card in exactly one place, and of the continent that belongs there?"""
    there = scratch(CARDS)
    found = 0
    for d in range(DECKS):
        if not is_deck_consistent(s, d, there):
            return False
        found += s.left[d]
    for p in range(s.players):
        found += count_own(s, p, there)
    if not 0 <= s.piled <= CARDS:
        return False
    for i in range(CARDS):
        if i < s.piled:
            found += count(s.pile[i], there)
        elif s.pile[i] != NONE:
            return False
    for i in range(DECK_SIZE):
        if s.players == 6:
            found += count(s.box[i], there)
        elif s.box[i] != NONE:
            return False
    return found == DECK_SIZE * (s.players + (1 if s.players == 6 else 0))


@rule
def count(card: int, there: Ints) -> int:
    """Return 1 for a card that was not counted yet, and count it; less than 0 for one that was."""
    if not 0 <= card < CARDS or there[card] == 1:
        return -CARDS
    there[card] = 1
    return 1


@rule
def is_deck_consistent(s: ForestGarden, d: int, there: Ints) -> bool:
    """Has a deck as many cards as it says, all of its continent?"""
    there_is = 0 <= s.origin[d] < ORIGIN_COUNT if d < s.players else s.origin[d] == NONE
    most = DECK_SIZE if d < s.players else 0
    if not (there_is and 0 <= s.left[d] <= most and 0 <= s.open[d] <= min(1, s.left[d])):
        return False
    for i in range(s.left[d]):
        if not (0 <= s.seen[d, i] < 1 << s.players and count(s.deck[d, i], there) > 0):
            return False
        if continent_of(s.deck[d, i]) != s.origin[d]:
            return False
    for i in range(s.left[d], DECK_SIZE):
        if s.deck[d, i] != NONE or s.seen[d, i] != 0:
            return False
    return True


@rule
def count_own(s: ForestGarden, p: int, there: Ints) -> int:
    """Return how many cards a player holds and grows; less than 0 if one was counted before."""
    found = 0
    for k in range(MOST_HELD):
        if s.hand[p, k] != NONE:
            found += count(s.hand[p, k], there)
    for place in range(PLACES):
        if s.garden[p, place] != NONE:
            found += count(s.garden[p, place], there)
    return found


# Players.


@rule
def is_player_consistent(s: ForestGarden, p: int) -> bool:
    """Are a player's hand, garden, storage and bonuses possible?"""
    if not (0 <= s.storage[p] <= MOST_STORED and 0 <= s.used[p] <= 3):
        return False
    held = hand_size(s, p)
    if held != cards_due(s, p):
        return False
    for k in range(MOST_HELD):
        if k >= held and (s.hand[p, k] != NONE or s.known[p, k] != 0):
            return False
        if k < held and (s.known[p, k] & bit(p) == 0 or s.known[p, k] >> (PLAYERS + 1) != 0):
            return False
        if 0 < k < held and s.hand[p, k] <= s.hand[p, k - 1]:
            return False
    for place in range(PLACES):
        if not is_place_consistent(s, p, place):
            return False
    return True


@rule
def cards_due(s: ForestGarden, p: int) -> int:
    """Return how many cards a player holds now: one, and what is yet to be played."""
    n = 1
    if s.phase == DRAWING:
        n = 1 if p < s.at else 0
    elif s.phase >= LAST:
        n = 1 if s.phase == LAST and p >= s.at else 0
    elif s.phase == SHARING or (s.phase == PLAYS and p >= s.at):
        n += s.received >> p & 1
    plays = s.seller if s.doing == ANSWER else s.who
    if p == plays and s.doing in (PLAY, PLACING, ASKING, ANSWER):
        n += 1
    return n


@rule
def is_place_consistent(s: ForestGarden, p: int, place: int) -> bool:
    """Is what grows on a place of its row, and is what lies there possible?"""
    card = s.garden[p, place]
    if not (0 <= s.cubes[p, place] <= MOST_CUBES and 0 <= s.dark[p, place] <= MOST_DARK):
        return False
    if card == NONE:
        regular = place != ADDITIONAL[ROW[place]]
        return s.cubes[p, place] == 0 and (regular or s.dark[p, place] == 0)
    bears = MALE[card] == 0 or s.cubes[p, place] == 0
    return bears and bool(min(ROW[place], ROWS - 1) == SIZE[card] + 1)


@rule
def is_nobody_consistent(s: ForestGarden, p: int) -> bool:
    """Is nothing left about for a player that there is not?"""
    for k in range(MOST_HELD):
        if s.hand[p, k] != NONE or s.known[p, k] != 0:
            return False
    for place in range(PLACES):
        if s.garden[p, place] != NONE or s.cubes[p, place] != 0 or s.dark[p, place] != 0:
            return False
    if s.storage[p] != 0 or s.used[p] != 0 or s.choice[p] != NONE:
        return False
    return s.task[p] == NO_TASK


# What was dealt besides.


@rule
def is_deal_consistent(s: ForestGarden) -> bool:
    """Are the lots orders of the seats, and the tasks all different?"""
    for n in range(ROUNDS):
        if not USED_LOT <= s.lot[n] < ORDERS[s.players]:
            return False
        if (s.lot[n] == USED_LOT) and n >= s.round_number:
            return False
    tasks = 0
    for p in range(s.players):
        if s.tasks == 0 and s.task[p] != NO_TASK:
            return False
        if s.tasks == 1 and (not 0 <= s.task[p] < MOST_TASKS or tasks >> s.task[p] & 1):
            return False
        tasks |= 1 << max(0, s.task[p])
    return True

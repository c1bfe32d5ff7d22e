"""Gardens: places and fees of plants, the year's flowers and harvests."""

from __future__ import annotations

from spinney.games.forest_garden.deck.plant import ARROWS, WORD_BITS, WORDS
from spinney.games.forest_garden.rules.card_tables import (
    COLOUR,
    CROSS,
    FLOWERING,
    FRUIT,
    LEAF,
    MALE,
    PARTNERS,
    POINTS_TO,
    RIPE,
    SIZE,
)
from spinney.games.forest_garden.rules.record import (
    ADDITIONAL,
    COLOUR_BONUS,
    FIRST,
    FRUIT_BONUS,
    NEAR,
    NONE,
    PLACES,
    ROW,
    ROWS,
    ForestGarden,
    phase_of_year,
)
from spinney.kernel.records import Ints
from spinney.kernel.rule import ones, rule

DIRECTIONS = len(ARROWS)


# Places.


@rule
def empty(s: ForestGarden, p: int, place: int) -> bool:
    """Does nothing grow on a place of the player's garden?"""
    return s.garden[p, place] == NONE


@rule
def full(s: ForestGarden, p: int, row: int) -> bool:
    """Does something grow on every regular place of a row, 1 to 5?"""
    for place in range(FIRST[row], ADDITIONAL[row]):
        if s.garden[p, place] == NONE:
            return False
    return True


@rule
def male_in(s: ForestGarden, p: int, row: int) -> bool:
    """Does a male grow in a row?"""
    for place in range(FIRST[row], FIRST[row + 1]):
        if s.garden[p, place] >= 0 and MALE[s.garden[p, place]] == 1:
            return True
    return False


@rule
def fee(s: ForestGarden, p: int, place: int) -> int:
    """Return what it would cost to plant there: nothing on a regular place."""
    row = ROW[place]
    return additional_fee(row, male_in(s, p, row)) if place == ADDITIONAL[row] else 0


@rule
def additional_fee(row: int, with_male: bool) -> int:
    """Return what the additional place of a row costs: as many cubes as the row's number.

    A male already in the row makes it free, but never that of row 6.
    """
    return 0 if with_male and row < ROWS else int(row)


@rule
def extra_place(s: ForestGarden, p: int, row: int) -> int:
    """Return the additional place that could be planted next from a row's full places; or NONE.

    For row 5 that is its own one, and then the one of row 6.
    """
    if empty(s, p, ADDITIONAL[row]):
        return int(ADDITIONAL[row])
    if row == ROWS - 1 and empty(s, p, ADDITIONAL[ROWS]):
        return int(ADDITIONAL[ROWS])
    return NONE


@rule
def places_for(s: ForestGarden, p: int, card: int, first: int, out: Ints) -> int:
    """Write ``first`` plus each place where a player can grow a card; return how many.

    Additional places only if the row is full and the fee can be paid.
    """
    row = SIZE[card] + 1
    n = 0
    for place in range(FIRST[row], ADDITIONAL[row]):
        out[n] = first + place
        n += 1 if s.garden[p, place] == NONE else 0
    if n == 0:
        place = extra_place(s, p, row)
        if place != NONE and fee(s, p, place) <= s.storage[p]:
            out[0] = first + place
            n = 1
    return n


@rule
def has_place(s: ForestGarden, p: int, card: int) -> bool:
    """Can a player grow a card anywhere?"""
    row = SIZE[card] + 1
    if not full(s, p, row):
        return True
    place = extra_place(s, p, row)
    return place != NONE and fee(s, p, place) <= s.storage[p]


# Pollination.


@rule
def serves(card: int, other: int) -> bool:
    """Can ``card``, in the same garden, pollinate the other?"""
    return bool(PARTNERS[other, card // WORD_BITS] >> card % WORD_BITS & 1)


@rule
def has_partner(s: ForestGarden, p: int, card: int) -> bool:
    """Does a partner of a card grow in the player's garden?"""
    for place in range(PLACES):
        if s.garden[p, place] >= 0 and serves(s.garden[p, place], card):
            return True
    return False


@rule
def fertile(s: ForestGarden, p: int, card: int) -> bool:
    """Would a card that is not male bear fruit in that garden?"""
    return CROSS[card] == 0 or has_partner(s, p, card)


# Planting.


@rule
def grow(s: ForestGarden, p: int, card: int, place: int) -> None:
    """Pay the fee, plant the card, and lay a collector's dark cubes."""
    s.storage[p] -= fee(s, p, place)
    s.garden[p, place] = card
    for direction in range(DIRECTIONS):
        if POINTS_TO[card] >> direction & 1:
            lay_dark(s, p, NEAR[place, direction])


@rule
def lay_dark(s: ForestGarden, p: int, area: int) -> None:
    """Lay a dark cube on an area: a regular place, or an additional one that is planted."""
    if area != NONE and not (area == ADDITIONAL[ROW[area]] and empty(s, p, area)):
        s.dark[p, area] += 1


# Variety.


@rule
def colours(s: ForestGarden, p: int) -> int:
    """Return how many flower colours a garden has."""
    kinds = 0
    for place in range(PLACES):
        if s.garden[p, place] >= 0:
            kinds |= 1 << COLOUR[s.garden[p, place]]
    return ones(kinds)


@rule
def fruits(s: ForestGarden, p: int) -> int:
    """Return how many fruit types a garden has; males have none."""
    kinds = 0
    for place in range(PLACES):
        if s.garden[p, place] >= 0 and MALE[s.garden[p, place]] == 0:
            kinds |= 1 << FRUIT[s.garden[p, place]]
    return ones(kinds)


@rule
def colours_needed(s: ForestGarden) -> int:
    """Return how many flower colours bring a bonus."""
    return 4 if s.players == 2 else 5


@rule
def fruits_needed(s: ForestGarden) -> int:
    """Return how many fruit types bring a bonus."""
    return 5 if s.players == 2 else 6


@rule
def reach_bonuses(s: ForestGarden, p: int) -> None:
    """After a planting: the bonuses reached are due, the one for colours first."""
    if s.used[p] >> FRUIT_BONUS & 1 == 0 and fruits(s, p) >= fruits_needed(s):
        reach(s, p, FRUIT_BONUS)
    if s.used[p] >> COLOUR_BONUS & 1 == 0 and colours(s, p) >= colours_needed(s):
        reach(s, p, COLOUR_BONUS)


@rule
def reach(s: ForestGarden, p: int, bonus: int) -> None:
    """A bonus is due, before all that were due already."""
    s.used[p] |= 1 << bonus
    s.due[s.dues] = 2 * p + bonus
    s.dues += 1


LEAF_PHASE = 3


@rule
def turn_year(s: ForestGarden) -> None:
    """Begin a round; everything can be offered to players anew."""
    s.round_number += 1
    for word in range(WORDS):
        s.offered[word] = 0


@rule
def in_flower(s: ForestGarden, p: int, place: int) -> bool:
    """Does something that could bear flower on a place now, partner or not?"""
    card = s.garden[p, place]
    return card >= 0 and FLOWERING[card] == phase_of_year(s) and MALE[card] == 0


@rule
def flower(s: ForestGarden) -> bool:
    """Lay a cube on every plant that flowers, a dark one if one waits there. False: none does."""
    any_flower = False
    for p in range(s.players):
        for place in range(PLACES):
            if in_flower(s, p, place) and fertile(s, p, s.garden[p, place]):
                any_flower = True
                s.cubes[p, place] = 2 if s.dark[p, place] > 0 else 1
                if s.nitrogen == 0 and s.dark[p, place] > 0:
                    s.dark[p, place] -= 1
    return any_flower


@rule
def in_vain(s: ForestGarden, p: int, place: int) -> bool:
    """Does something flower on a place for want of a partner in vain?"""
    return in_flower(s, p, place) and not fertile(s, p, s.garden[p, place])


@rule
def any_in_vain(s: ForestGarden) -> bool:
    """Does anything flower in vain?"""
    for p in range(s.players):
        for place in range(PLACES):
            if in_vain(s, p, place):
                return True
    return False


@rule
def harvest(s: ForestGarden) -> bool:
    """Take the cubes of all that is ripe into storage. False: nothing is."""
    any_ripe = False
    for p in range(s.players):
        for place in range(PLACES):
            if s.cubes[p, place] > 0 and RIPE[s.garden[p, place]] == phase_of_year(s):
                any_ripe = True
                s.storage[p] += s.cubes[p, place]
                s.cubes[p, place] = 0
    return any_ripe


@rule
def has_leaves(s: ForestGarden, p: int, place: int) -> bool:
    """Does a plant with edible leaves grow on a place?"""
    return s.garden[p, place] >= 0 and LEAF[s.garden[p, place]] == 1


@rule
def pick_leaves(s: ForestGarden) -> bool:
    """In late spring, take a cube from the supply for every leaf plant. False: there is none."""
    if phase_of_year(s) != LEAF_PHASE:
        return False
    any_leaf = False
    for p in range(s.players):
        for place in range(PLACES):
            if has_leaves(s, p, place):
                any_leaf = True
                s.storage[p] += 1
    return any_leaf

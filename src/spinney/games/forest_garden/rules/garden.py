"""Gardens: where a plant can grow and for what fee, what it pollinates, what it brings about."""

from __future__ import annotations

from spinney.games.forest_garden.deck.plants import ARROWS, WORD_BITS
from spinney.games.forest_garden.rules.card_tables import (
    COLOUR,
    CROSS,
    FRUIT,
    MALE,
    PARTNERS,
    POINTS_TO,
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
    """Return what it would cost to plant there: nothing on a regular place.

    A male already in the row makes its additional place free, but never that of row 6.
    """
    row = ROW[place]
    if place != ADDITIONAL[row] or (row < ROWS and male_in(s, p, row)):
        return 0
    return int(row)


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

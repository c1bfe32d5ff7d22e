"""Estimates of what a garden and a card will bring, in points: for `advice`.

The numbers come from games that the search played against itself: what each thing that a player
has when a round begins was worth in the end, fitted by least squares as a straight line in the
number of cards that are still to come.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from spinney.games.forest_garden.rules.card_tables import (
    COLOUR,
    CROSS,
    EXTRA,
    FLOWERING,
    FRUIT,
    LEAF,
    MALE,
    POINTS_TO,
    RIPE,
    SIZE,
    TASKS_OF,
    YIELD,
)
from spinney.games.forest_garden.rules.cards import hand_size
from spinney.games.forest_garden.rules.garden import (
    LEAF_PHASE,
    extra_place,
    fee,
    full,
    has_partner,
    male_in,
    serves,
)
from spinney.games.forest_garden.rules.record import (
    ACTION,
    ACTIONS_DUE,
    ADDITIONAL,
    BONUS,
    CHOOSING,
    COLOUR_BONUS,
    DRAWING,
    FIRST,
    FLOWERS,
    FRUIT_BONUS,
    LOOKING,
    NONE,
    OVER,
    PASS,
    PHASES,
    PLACES,
    ROUNDS,
    ROWS,
    SHARING,
    SPECIAL,
    TAKING,
    TASK_POINTS,
    ForestGarden,
)
from spinney.games.forest_garden.rules.scoring import counted
from spinney.kernel.rule import rule

# Tables asked by the number of cards that are still to come.

MOST = ROUNDS + 3
"""The most cards that can be to come: one a round, the last one, and two bonuses."""


def _lines(*ends: tuple[float, float]) -> np.ndarray:
    """Tabulate straight lines, each from the end of a game to its beginning; a row a number."""
    part = np.arange(MOST + 1)[:, None] / ROUNDS
    last, first = np.transpose(ends)
    worth: np.ndarray = last + part * (first - last)
    return worth


CUBE = _lines((1.75, 2.8))[:, 0]
"""What a cube in storage is worth: it also pays for places and for choices."""
CROP = _lines((1.7, 1.8))[:, 0]
"""What a cube is worth that will be harvested."""
DARK = _lines((0.2, 0.9))[:, 0]
"""What a dark cube on an empty area is worth."""
ROOM = _lines((3.6, 6.2), (5.1, 6.9), (5.5, 7.9), (6.1, 9.6), (4.9, 9.2))
"""What a free regular place is worth, by its row less 1,"""
MORE = _lines((3.0, 4.1), (2.0, 3.1), (1.2, 1.6), (0.0, 0.0), (0.0, 0.0))
"""and a free additional one."""
FREED = 0.6
"""What part counts of the fee that a male saves."""
OPEN = _lines((4.4, 7.3))[:, 0]
"""What it is worth that a bonus can still be reached."""
HAND = _lines((0.35, 0.4))[:, 0]
"""What part counts of what the card in hand will bring."""
CARD = 4.5
"""What one more card to play is worth, besides what it can be expected to fill."""

# Tables asked by the round.


def _comes() -> np.ndarray:
    """Count how often each phase of the year is still to come."""
    later = [(np.arange(now, ROUNDS) % PHASES) for now in range(ROUNDS + 1)]
    return np.array([np.bincount(phases, minlength=PHASES) for phases in later], np.int8)


def _crops() -> np.ndarray:
    """Count the harvests still to come, by phase of flowering and of harvest."""
    found = np.zeros((ROUNDS + 1, PHASES, PHASES), np.int8)
    for now, flowering, ripe in np.ndindex(found.shape):
        lies = False
        for phase in np.arange(now, ROUNDS) % PHASES:
            lies = lies or phase == flowering
            if lies and phase == ripe:
                found[now, flowering, ripe] += 1
                lies = False
    return found


COMES, CROPS = _comes(), _crops()
"""How often a phase is still to come; how often a plant will still be harvested."""


# What a player can expect.


@rule
def worth_of(cubes: int, cards: int) -> float:
    """Return what cubes in storage are worth when so many cards are still to come."""
    return cubes * float(CUBE[cards])


@rule
def expected(s: ForestGarden, p: int) -> float:
    """Return about how many points a player will have in the end."""
    cards = to_come(s, p)
    x = grown(s, p, cards) + task_hopes(s, p)
    left = cards + hand_size(s, p)
    if s.phase == OVER or left == 0:
        return x + s.storage[p]
    x += worth_of(s.storage[p], cards) + CARD * left
    for bonus in (COLOUR_BONUS, FRUIT_BONUS):
        x += OPEN[cards] * (1 - (s.used[p] >> bonus & 1))
    for row in range(1, ROWS):
        x += rooms(s, p, row, cards)
    best = 0.0
    for k in range(hand_size(s, p)):
        best = max(best, gain(s, p, s.hand[p, k], cards))
    return x + float(HAND[cards]) * best


@rule
def grown(s: ForestGarden, p: int, cards: int) -> float:
    """Return what a player's plants are worth: points, and the cubes that they will bring."""
    points = 0
    cubes = 0
    for place in range(PLACES):
        card = s.garden[p, place]
        if card >= 0:
            points += YIELD[card]
            cubes += LEAF[card] * COMES[s.round_number, LEAF_PHASE]
            if COMES[s.round_number, RIPE[card]] > 0:
                cubes += s.cubes[p, place]
            served = needs_partner(card) and has_partner(s, p, card)
            if served:
                points += EXTRA[card]
            if MALE[card] == 0 and (served or CROSS[card] == 0):
                crops = CROPS[s.round_number, FLOWERING[card], RIPE[card]]
                cubes += crops + min(crops, s.dark[p, place])
    return points + float(CROP[cards]) * cubes


@rule
def needs_partner(card: int) -> bool:
    """Does a partner make a difference to a card?"""
    return bool(EXTRA[card] > 0 or CROSS[card] == 1)


@rule
def rooms(s: ForestGarden, p: int, row: int, cards: int) -> float:
    """Return what the free places of a row are worth."""
    x = 0.0
    for place in range(FIRST[row], ADDITIONAL[row]):
        if s.garden[p, place] == NONE:
            x += ROOM[cards, row - 1] + DARK[cards] * s.dark[p, place]
    return x + (additional(s, p, row, cards) if s.garden[p, ADDITIONAL[row]] == NONE else 0.0)


@rule
def additional(s: ForestGarden, p: int, row: int, cards: int) -> float:
    """Return what the free additional place of a row is worth."""
    return float(MORE[cards, row - 1]) + (freed(row, cards) if male_in(s, p, row) else 0.0)


@rule
def freed(row: int, cards: int) -> float:
    """Return what it is worth that a row's additional place costs no fee."""
    return FREED * worth_of(row, cards)


@rule
def task_hopes(s: ForestGarden, p: int) -> float:
    """Return the points to be expected of a player's task, by the lead in its kind."""
    if s.task[p] < 0:
        return 0.0
    most = 0
    for q in range(s.players):
        if q != p:
            most = max(most, counted(s, q, s.task[p]))
    lead = counted(s, p, s.task[p]) - most - 0.5
    reach = 0.1 + 0.15 * (ROUNDS - s.round_number)
    return 0.5 * TASK_POINTS * (1.0 + lead / sqrt(reach * reach + lead * lead))


@rule
def to_come(s: ForestGarden, p: int) -> int:
    """Return how many cards a player will still receive; of bonuses, those that are due."""
    cards = ROUNDS - s.round_number
    for k in range(s.dues):
        cards += 1 if s.due[k] // 2 == p else 0
    return cards + (1 if waits(s, p) else 0)


@rule
def waits(s: ForestGarden, p: int) -> bool:
    """Will a player still receive a card in this round, or is it being decided which?"""
    if s.phase == DRAWING:
        return p >= s.at
    if FLOWERS <= s.phase <= CHOOSING:
        return True
    if s.phase == SHARING:
        return s.choice[p] != PASS and s.received >> p & 1 == 0
    if s.who == p and s.doing in (BONUS, LOOKING, ACTION, TAKING):
        return True
    if s.choice[p] != SPECIAL:
        return False
    if s.phase != ACTIONS_DUE and s.order[0] == NONE:  # it is not fixed who acts
        return True
    for k in range(s.at if s.phase == ACTIONS_DUE else 0, s.players):
        if s.order[k] == p:
            return True
    return False


# What a card promises.

MAYBE = 0.3
"""The part that counts of what a card will bring only with a partner that isn't there yet."""
TASK = 1.5
"""What one more of the kind is worth to a player's task."""
VARIETY = 0.08
"""What a new colour or fruit is worth while its bonus can be reached, for each card to come."""
AREAS = 3
"""The areas that get a collector's dark cubes, about."""


@rule
def gain(s: ForestGarden, p: int, card: int, cards: int) -> float:
    """Return how much better off a player is for growing a card; 0 if that can't be."""
    cost = cost_of_place(s, p, SIZE[card] + 1, cards)
    if cost < 0.0:
        return 0.0
    served = needs_partner(card) and has_partner(s, p, card)
    sure = 1.0 if served or CROSS[card] == 0 else MAYBE
    x = YIELD[card] - cost + EXTRA[card] * (1.0 if served else MAYBE * cards / ROUNDS)
    x += CROP[cards] * LEAF[card] * COMES[s.round_number, LEAF_PHASE]
    if MALE[card] == 0:
        x += CROP[cards] * sure * CROPS[s.round_number, FLOWERING[card], RIPE[card]]
    elif frees(s, p, SIZE[card] + 1):
        x += freed(SIZE[card] + 1, cards)
    if POINTS_TO[card] > 0:
        x += AREAS * DARK[cards]
    if s.task[p] >= 0 and TASKS_OF[card] >> s.task[p] & 1:
        x += TASK
    x += service(s, p, card, cards) + VARIETY * cards * novelty(s, p, card)
    return max(0.0, float(x))


@rule
def cost_of_place(s: ForestGarden, p: int, row: int, cards: int) -> float:
    """Return what the next place of a row is worth, its fee included; -1 if there is none.

    A fee that is one cube too high is taken for one that can be paid before long.
    """
    if not full(s, p, row):
        return float(ROOM[cards, row - 1])
    place = extra_place(s, p, row)
    if place == NONE or fee(s, p, place) > s.storage[p] + 1:
        return -1.0
    kept = additional(s, p, row, cards) if place == ADDITIONAL[row] else 0.0
    return worth_of(fee(s, p, place), cards) + kept


@rule
def frees(s: ForestGarden, p: int, row: int) -> bool:
    """Would a male in a row make its additional place free?"""
    return not full(s, p, row) and not male_in(s, p, row)


@rule
def service(s: ForestGarden, p: int, card: int, cards: int) -> float:
    """Return what a card brings to plants that have no partner yet."""
    x = 0.0
    for place in range(PLACES):
        other = s.garden[p, place]
        if other >= 0 and serves(card, other) and lonely(s, p, other):
            x += EXTRA[other]
            if MALE[other] == 0:
                x += CROP[cards] * CROPS[s.round_number, FLOWERING[other], RIPE[other]]
    return x


@rule
def lonely(s: ForestGarden, p: int, card: int) -> bool:
    """Does a card in the garden lack a partner?"""
    return needs_partner(card) and not has_partner(s, p, card)


@rule
def novelty(s: ForestGarden, p: int, card: int) -> int:
    """Return 1 for a new colour and 1 for a new fruit, as long as its bonus can be reached."""
    colour = s.used[p] >> COLOUR_BONUS & 1 == 0
    fruit = s.used[p] >> FRUIT_BONUS & 1 == 0 and MALE[card] == 0
    for place in range(PLACES):
        other = s.garden[p, place]
        if other >= 0:
            colour = colour and COLOUR[other] != COLOUR[card]
            fruit = fruit and (FRUIT[other] != FRUIT[card] or MALE[other] == 1)
    return (1 if colour else 0) + (1 if fruit else 0)

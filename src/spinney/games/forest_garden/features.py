"""Inputs of a trained network for Forest Garden, garden by garden.

There are two groups, the viewer and the strongest of the others, who share all weights but for
whose garden it is. Numbers stand in a few steps, most of them beside the part of the game that is
left. What a network has learnt corrects the hand-written advice.
"""

from __future__ import annotations

import numpy as np

from spinney.games.forest_garden.evaluation import (
    gain,
    grown,
    lonely,
    rooms,
    to_come,
    worth_of,
)
from spinney.games.forest_garden.rules.card_tables import CROSS, EXTRA, MALE, SIZE, YIELD
from spinney.games.forest_garden.rules.cards import hand_size, top_of
from spinney.games.forest_garden.rules.garden import colours, fruits, has_partner, male_in
from spinney.games.forest_garden.rules.record import (
    ACCEPT,
    ACT_FIRST,
    ADDITIONAL,
    AT,
    CHOOSE,
    COLOUR_BONUS,
    DECKS,
    FIRST,
    FRUIT_BONUS,
    GROW,
    LOOK,
    NONE,
    OFFER,
    PASS,
    PICK,
    PILE,
    PLACES,
    REFUSE,
    ROUNDS,
    ROWS,
    SEARCH,
    SELL,
    SPECIAL,
    SWAP,
    TO,
    ForestGarden,
)
from spinney.games.forest_garden.rules.scoring import counted
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule

CORRECTS_ADVICE = True

TIMES = 8
"""Parts of a game that are told apart, of three rounds each."""
GAINS = 12
"""Steps of what a card promises."""
GAIN_STEPS = GAINS + 1
"""The same, and none."""
GAIN_STEP = 2.5

# A group's inputs: how many steps each has, and whether they are told apart by time.
_STEPS = (
    *((6, True), (5, True), (4, True), (3, True), (2, True)),  # free regular places of rows 1 to 5
    (7, True),  # free additional places
    (6, False),  # rows with a male
    (16, True),  # storage
    (16, True),  # cubes on plants
    (20, True),  # yield values and extras
    (8, True),  # plants that lack a partner
    (8, False),  # colours
    (9, False),  # fruits
    (8, False),  # dark cubes
    (GAINS + 1, True),  # the best card in hand
    (GAINS + 1, False),  # the second best
    (ROUNDS + 4, False),  # cards to come
    (4, False),  # cards in hand
    (9, False),  # the lead for the task
    (GAINS + 3, False),  # what was chosen this round
)
WIDTH = len(_STEPS)
_SIZES = np.array([steps * (TIMES if timed else 1) for steps, timed in _STEPS])
BASE = np.concatenate([[0], np.cumsum(2 * _SIZES)[:-1]]).astype(np.int64)
"""The first row of each input; those of the other's garden come behind the viewer's."""
STEPS = np.array([steps for steps, _ in _STEPS], np.int64)
TIMED = np.array([1 if timed else 0 for _, timed in _STEPS], np.int64)
GROUP_ROWS = int(2 * _SIZES.sum())

# The inputs of the whole.
LEADS = 33
ROUND_ROWS = LEADS * TIMES
PHASE_ROWS = ROUND_ROWS + ROUNDS + 1
DOING_ROWS = PHASE_ROWS + 17
OFFER_ROWS = DOING_ROWS + 3 * 11
OF_WHOLE = 8
WHOLE_ROWS = OFFER_ROWS + 4 * (GAINS + 1)

# Actions: a row for each kind, and inputs of their own.
(
    DRAWS, CHOOSES, CHOOSES_SPECIAL, SELLS, GROWS, OFFERS, PLACES_AT, ASKS, ACCEPTS, REFUSES,
    DECLINES, LETS_FIRST, GOES_FIRST, LOOKS_AT, SWAPS, SEARCHES, SEARCHES_PILE, PICKS,
) = range(18)  # fmt: skip
KINDS = 18
OTHERS_GAIN = KINDS * GAINS
WHEN = OTHERS_GAIN + KINDS * GAINS
SIZE_ROWS = WHEN + KINDS * TIMES
SERVED_ROWS = SIZE_ROWS + KINDS * 5
OWN_ROWS = SERVED_ROWS + 2 * KINDS

NETWORK_SHAPES = {
    players: {
        "groups": 2,
        "width": WIDTH,
        "of_whole": OF_WHOLE,
        "rows": GROUP_ROWS,
        "whole_rows": WHOLE_ROWS,
        "action_rows": KINDS,
        "own_rows": OWN_ROWS,
    }
    for players in range(2, 8)
}
"""The shape of a network for each number of players that there are inputs for."""
SAME_FOR_NETWORK = ("continents", "half", "special_tie", "nitrogen")
"""The options for which a network need not be trained anew."""


@rule
def features(s: ForestGarden, viewer: int, out: Ints) -> None:
    """Write the inputs of both gardens, and of the whole."""
    rival = rival_of(s, viewer)
    time = min(s.round_number // 3, TIMES - 1)
    write_garden(s, viewer, 0, time, out, 0)
    write_garden(s, rival, 1, time, out, WIDTH)
    at = 2 * WIDTH
    lead = (standing(s, viewer) - standing(s, rival)) / 2.0
    step = int(min(max(lead, -16.0), 16.0) + 16.5)
    out[at] = step * TIMES + time
    out[at + 1] = ROUND_ROWS + s.round_number
    out[at + 2] = PHASE_ROWS + s.phase
    whose = 0 if s.who == NONE else 1 if s.who == viewer else 2
    out[at + 3] = DOING_ROWS + 11 * whose + s.doing
    write_tops(s, viewer, out, at + 4, OFFER_ROWS)
    write_tops(s, rival, out, at + 6, OFFER_ROWS + 2 * (GAINS + 1))


@rule
def rival_of(s: ForestGarden, viewer: int) -> int:
    """Return the strongest of the others."""
    rival = 1 if viewer == 0 else 0
    if s.players > 2:
        most = standing(s, rival)
        for p in range(s.players):
            if p != viewer:
                points = standing(s, p)
                if points > most:
                    most = points
                    rival = p
    return rival


@rule
def standing(s: ForestGarden, p: int) -> float:
    """Return about how many points a player's garden and storage will come to."""
    cards = to_come(s, p)
    x = grown(s, p, cards) + worth_of(s.storage[p], cards)
    for row in range(1, ROWS):
        x += rooms(s, p, row, cards)
    return x


@rule
def gain_step(s: ForestGarden, p: int, card: int, cards: int) -> int:
    """Return which of `GAINS` steps a card promises a player; 0 also for a card not seen."""
    if card < 0:
        return 0
    return int(min(gain(s, p, card, cards) / GAIN_STEP, GAINS - 1.0))


# Gardens.


@rule
def put(out: Ints, at: int, k: int, whose: int, time: int, step: int) -> None:
    """Write the ``k``-th input of a garden."""
    x = min(max(step, 0), STEPS[k] - 1)
    if TIMED[k] == 1:
        out[at + k] = BASE[k] + (whose * STEPS[k] + x) * TIMES + time
    else:
        out[at + k] = BASE[k] + whose * STEPS[k] + x


@rule
def write_garden(s: ForestGarden, p: int, whose: int, time: int, out: Ints, at: int) -> None:
    """Write the inputs of a player's garden, storage and hand."""
    cards = to_come(s, p)
    males = 0
    more = 0
    for row in range(1, ROWS):
        empty = 0
        for place in range(FIRST[row], ADDITIONAL[row]):
            empty += 1 if s.garden[p, place] == NONE else 0
        put(out, at, row - 1, whose, time, empty)
        males += 1 if male_in(s, p, row) else 0
        more += 1 if s.garden[p, ADDITIONAL[row]] == NONE else 0
    more += 1 if s.garden[p, ADDITIONAL[ROWS]] == NONE else 0
    put(out, at, 5, whose, time, more)
    put(out, at, 6, whose, time, males)
    put(out, at, 7, whose, time, s.storage[p] // 2)
    write_plants(s, p, whose, time, out, at)
    colour = 7 if s.used[p] >> COLOUR_BONUS & 1 == 1 else colours(s, p)
    fruit = 8 if s.used[p] >> FRUIT_BONUS & 1 == 1 else fruits(s, p)
    put(out, at, 11, whose, time, colour)
    put(out, at, 12, whose, time, fruit)
    write_hand(s, p, whose, time, cards, out, at)
    put(out, at, 16, whose, time, cards)
    put(out, at, 17, whose, time, hand_size(s, p))
    put(out, at, 18, whose, time, task_step(s, p))
    put(out, at, 19, whose, time, choice_step(s, p, cards))


@rule
def write_plants(s: ForestGarden, p: int, whose: int, time: int, out: Ints, at: int) -> None:
    """Write what the plants of a garden bear, are worth and lack."""
    cubes = 0
    points = 0
    alone = 0
    dark = 0
    for place in range(PLACES):
        card = s.garden[p, place]
        dark += s.dark[p, place]
        if card >= 0:
            cubes += s.cubes[p, place]
            points += YIELD[card]
            if lonely(s, p, card):
                alone += 1
            elif EXTRA[card] > 0:
                points += EXTRA[card]
    put(out, at, 8, whose, time, cubes)
    put(out, at, 9, whose, time, points // 10)
    put(out, at, 10, whose, time, alone)
    put(out, at, 13, whose, time, dark)


@rule
def write_hand(
    s: ForestGarden, p: int, whose: int, time: int, cards: int, out: Ints, at: int
) -> None:
    """Write what the two best cards in a hand promise; 0: there is none, or it is not seen."""
    found = 0
    for k in range(hand_size(s, p)):
        if s.hand[p, k] >= 0:
            found = best_two(found, 1 + gain_step(s, p, s.hand[p, k], cards))
    put(out, at, 14, whose, time, found // GAIN_STEPS)
    put(out, at, 15, whose, time, found % GAIN_STEPS)


@rule
def task_step(s: ForestGarden, p: int) -> int:
    """Return by how much a player leads in the kind of their task, from 1; 0: no task is seen."""
    if s.task[p] < 0:
        return 0
    most = 0
    for q in range(s.players):
        if q != p:
            most = max(most, counted(s, q, s.task[p]))
    return min(max(counted(s, p, s.task[p]) - most, -3), 3) + 5


@rule
def choice_step(s: ForestGarden, p: int, cards: int) -> int:
    """Return what a player has chosen this round: nothing, special, to pass, or a card's step."""
    choice = s.choice[p]
    if choice == NONE:
        return 0
    if choice == SPECIAL:
        return 1
    if choice == PASS or s.left[choice] == 0:
        return 2
    return min(3 + gain_step(s, p, top_of(s, choice, 0), cards), GAINS + 2)


# Offers.


@rule
def write_tops(s: ForestGarden, p: int, out: Ints, at: int, base: int) -> None:
    """Write what the two best offers promise a player; 0: there is none."""
    cards = to_come(s, p)
    found = 0
    for d in range(s.players):
        if s.open[d] == 1 and s.left[d] > 0:
            found = best_two(found, 1 + gain_step(s, p, top_of(s, d, 0), cards))
    out[at] = base + found // GAIN_STEPS
    out[at + 1] = base + GAIN_STEPS + found % GAIN_STEPS


@rule
def best_two(found: int, step: int) -> int:
    """Return the two best steps so far, as digits to base `GAIN_STEPS`, with one step more."""
    best = found // GAIN_STEPS
    second = found % GAIN_STEPS
    if step > best:
        return step * GAIN_STEPS + best
    return best * GAIN_STEPS + max(second, step)


# Actions.


@rule
def action_features(s: ForestGarden, player: int, action: int, out: Ints) -> int:
    """Write the kind of an action, and what the card that it is about promises to whom."""
    kind = kind_of(player, action)
    out[0] = kind
    out[1] = 0
    time = min(s.round_number // 3, TIMES - 1)
    out[2] = WHEN + kind * TIMES + time
    card = card_of(s, action)
    if card < 0:
        return 3
    rival = rival_of(s, player)
    out[3] = kind * GAINS + gain_step(s, player, card, to_come(s, player))
    out[4] = OTHERS_GAIN + kind * GAINS + gain_step(s, rival, card, to_come(s, rival))
    out[5] = SIZE_ROWS + kind * 5 + SIZE[card]
    served = CROSS[card] == 0 or has_partner(s, player, card)
    out[6] = SERVED_ROWS + 2 * kind + (1 if served and MALE[card] == 0 else 0)
    return 7


@rule
def kind_of(player: int, action: int) -> int:
    """Return the kind of an action."""
    if action >= PICK:
        return PICKS
    if action >= SWAP:
        return SWAPS if action == SWAP else SEARCHES_PILE if action == SEARCH + PILE else SEARCHES
    if action >= LOOK:
        return LOOKS_AT
    if action >= ACT_FIRST:
        return GOES_FIRST if action == ACT_FIRST + player else LETS_FIRST
    if action >= ACCEPT:
        return ACCEPTS if action == ACCEPT else REFUSES if action == REFUSE else DECLINES
    if action >= AT:
        return PLACES_AT if action < TO else ASKS
    if action >= SELL:
        return SELLS if action < GROW else GROWS if action < OFFER else OFFERS
    if action >= CHOOSE:
        return CHOOSES_SPECIAL if action == CHOOSE + SPECIAL else CHOOSES
    return DRAWS


@rule
def card_of(s: ForestGarden, action: int) -> int:
    """Return the card that an action is about; NONE: it is about none, or not seen."""
    if action >= PICK:
        return action - PICK
    if action in (ACCEPT, REFUSE):
        return s.held
    if SELL <= action < AT:
        return (action - SELL) % (GROW - SELL)
    if CHOOSE <= action < CHOOSE + DECKS and s.left[action - CHOOSE] > 0:
        return top_of(s, action - CHOOSE, 0)
    return NONE

"""Inputs of a trained network for Build Your Arboretum, suit by suit.

The suits are the groups: what is learnt of one holds for all. A card is told by its number and
where it is; a suit by what its paths are worth, by who leads on the boards, and by how far the game
is. Of the whole it is told who has which turns left this round, parrots, and cards.
"""

from __future__ import annotations

import numpy as np

from spinney.core.kit.path_features import (
    NEIGHBOUR_ROWS,
    PATH_NUMBERS,
    neighbour_row,
    write_paths,
)
from spinney.core.kit.paths import in_order
from spinney.games.build_your_arboretum.rules.mini import rounds
from spinney.games.build_your_arboretum.rules.record import (
    AT,
    BID,
    BOARD,
    CARDS,
    CELLS,
    FIRST,
    GARDEN,
    GROUP,
    NEAR,
    PLAY,
    SKIP,
    START,
    SUITS,
    TAKE,
    Arboreta,
)
from spinney.games.build_your_arboretum.rules.scoring import advertised
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule, scratch

CORRECTS_ADVICE = True
"""A network begins as the advice written by hand, and learns by how much that is wrong."""
TRAINING = {
    "epochs": 4,
    "value_learning_rate": 2e-4,
    "value_weight_decay": 1.0,
    "lead_weight": 1.0,
    "td_lambda": 0.8,
}
"""How a network is trained: chance decides so much here that a value must learn slowly."""
SAME_FOR_NETWORK = ("dm_advantage",)
"""The option for which a network need not be trained anew."""

PLACES = 9
"""Where a card can be, for the network."""
TIMES, LEADS, WORTHS, WORTH_MOST = 5, 9, 8, 16
"""How many times of the game, leads on the boards and worths of a path it tells apart; and how
many worths of a path alone."""
LEAD_MOST = 15
"""The greatest lead that it tells from others."""
GARDEN_TURNS, BOARD_TURNS = 4, 3
"""How many turns of each kind it tells apart with a suit."""

# The rows of a group's inputs. Of two, one's own come first, then the other's.
WORTH_AND_LEAD = 8 * PLACES
WORTH = WORTH_AND_LEAD + 2 * WORTHS * LEADS * TIMES
CHAIN = WORTH + 2 * WORTH_MOST
RUN = CHAIN + 2 * 64
LEAD = RUN + 2 * 9
TURNS_AND_TIME = LEAD + 2 * LEAD_MOST + 1
ROWS = TURNS_AND_TIME + 2 * TIMES * GARDEN_TURNS * BOARD_TURNS
WIDTH = 19
"""The inputs of a group."""

# The rows of the inputs of the whole.
STAGE = 0  # the rounds left, and whether bids are made, known or spent
GARDEN_LEFT = STAGE + 3 * 12
BOARD_LEFT = GARDEN_LEFT + 2 * 10
NEXT_TURNS = BOARD_LEFT + 2 * 10
LARGEST = NEXT_TURNS + 27
PARROTS = LARGEST + 2 * 9
PARROTS_AHEAD = PARROTS + 2 * 13
STARTS = PARROTS_AHEAD + 13
TAKEN = STARTS + 6
BOARDED = TAKEN + 4
PLANTED = BOARDED + 2 * 9
WHOLE_ROWS = PLANTED + 2 * 13
OF_WHOLE = 16

# The rows of actions, and of their own inputs.
GROUPS, OF_CARDS = 6, 22
ACTION_ROWS = OF_CARDS + 5 * 8
SIDE_BY_SIDE, NEIGHBOURS, FREE_SIDES, NUMBER = 0, NEIGHBOUR_ROWS, 35, 40
OWN_ROWS = 48
NETWORK_SHAPES = {
    2: {
        "groups": SUITS,
        "width": WIDTH,
        "of_whole": OF_WHOLE,
        "rows": ROWS,
        "whole_rows": WHOLE_ROWS,
        "action_rows": ACTION_ROWS,
        "own_rows": OWN_ROWS,
    }
}
"""The shape of a network for each number of players that there are inputs for."""

WORTH_STEPS = np.array([0, 1, 2, 3, 4, 4, 5, 5, 6, 6] + [7] * 12, np.int64)
"""Paths by what they are worth, few kinds of them; 1: there are trees, but no path."""
TIME_STEPS = np.array([0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4], np.int64)
"""Times by the rounds to come after this one."""


@rule
def features(s: Arboreta, viewer: int, out: Ints) -> None:
    """Write the inputs of each suit, and those of the whole."""
    mine = scratch(PATH_NUMBERS * SUITS)
    theirs = scratch(PATH_NUMBERS * SUITS)
    left = scratch(4)
    write_garden_paths(s, viewer, mine)
    write_garden_paths(s, 1 - viewer, theirs)
    write_turns(s, viewer, left)
    time = TIME_STEPS[rounds(s) - s.round_number]
    for suit in range(SUITS):
        at = suit * WIDTH
        for k in range(8):
            out[at + k] = k * PLACES + place_of(s, viewer, 8 * suit + k)
        ahead = advertised(s, viewer, suit) - advertised(s, 1 - viewer, suit)
        write_garden(mine, suit, lead_step(ahead), time, out, at + 8, 0)
        write_garden(theirs, suit, lead_step(-ahead), time, out, at + 9, 1)
        out[at + 16] = LEAD + LEAD_MOST + min(max(ahead, -LEAD_MOST), LEAD_MOST)
        out[at + 17] = turns_row(left, 0, time)
        out[at + 18] = turns_row(left, 1, time)
    write_whole(s, viewer, left, out)


@rule
def place_of(s: Arboreta, viewer: int, card: int) -> int:
    """Return where a card is, as the record counts, but the viewer's before the other's."""
    where = s.where[card]
    if BOARD <= where < GARDEN + 2 and viewer == 1:
        return where ^ 1
    return where


@rule
def lead_step(lead: int) -> int:
    """Return which of `LEADS` a lead on the boards is."""
    if lead <= -3:
        return 0 if lead <= -9 else 1 if lead <= -6 else 2
    if lead <= 2:
        return 3 if lead < 0 else 4 if lead == 0 else 5
    return 6 if lead <= 5 else 7 if lead <= 8 else 8


@rule
def turns_row(left: Ints, whose: int, time: int) -> int:
    """Return the row for a player's turns left, by kind, at this time."""
    garden = min(left[2 * whose], GARDEN_TURNS - 1)
    board = min(left[2 * whose + 1], BOARD_TURNS - 1)
    row = (time * GARDEN_TURNS + garden) * BOARD_TURNS + board
    return TURNS_AND_TIME + TIMES * GARDEN_TURNS * BOARD_TURNS * whose + row


# Gardens.


@rule
def write_garden(
    paths: Ints, suit: int, lead: int, time: int, out: Ints, at: int, whose: int
) -> None:
    """Write the inputs of a suit in a garden: every other place from ``at`` on."""
    k = PATH_NUMBERS * suit
    path = paths[k]
    chain = paths[k + 1]
    step = 1 if path == 0 and chain > 0 else WORTH_STEPS[min(path, 21)]
    joint = ((whose * WORTHS + step) * LEADS + lead) * TIMES + time
    out[at] = WORTH_AND_LEAD + joint
    out[at + 2] = WORTH + WORTH_MOST * whose + min(path, WORTH_MOST - 1)
    out[at + 4] = CHAIN + 64 * whose + 8 * chain + paths[k + 2]
    out[at + 6] = RUN + 9 * whose + paths[k + 3]


@rule
def write_garden_paths(s: Arboreta, p: int, out: Ints) -> None:
    """Write the numbers of `write_paths` of each suit in a garden."""
    cards = scratch(CELLS)
    order = scratch(CELLS)
    trees = scratch(SUITS)
    for cell in range(CELLS):
        cards[cell] = s.grid[p, cell]
        if cards[cell] >= 0:
            trees[cards[cell] // 8] += 1
    n = in_order(cards, CELLS, order)
    write_paths(cards, NEAR, order, n, trees, out, 0)


# The whole.


@rule
def write_turns(s: Arboreta, viewer: int, out: Ints) -> None:
    """Write how many turns the viewer has left for the garden, and for the board; the other's."""
    for p in range(2):
        at = 0 if p == viewer else 2
        left = s.groups[p]
        if s.phase == PLAY:
            left = s.used[p]
            for t in range(s.turn, s.turns):
                if s.order[t] == p and s.skipped[p] == 0:
                    left += 1
        for k in range(s.used[p], left):
            out[at + (1 if s.bid[p, k] < 0 else 0)] += 1


@rule
def write_whole(s: Arboreta, viewer: int, left: Ints, out: Ints) -> None:
    """Write the inputs of the whole."""
    other = 1 - viewer
    at = SUITS * WIDTH
    stage = 2 if s.phase == PLAY else s.ready[other]
    out[at] = STAGE + 3 * (rounds(s) - s.round_number) + stage
    for whose in range(2):
        p = viewer if whose == 0 else other
        to = at + 1 + 6 * whose
        out[to] = GARDEN_LEFT + 10 * whose + min(left[2 * whose], 9)
        out[to + 1] = BOARD_LEFT + 10 * whose + min(left[2 * whose + 1], 9)
        largest = min(abs(s.bid[p, 0]), 8) if s.phase == BID else 0
        out[to + 2] = LARGEST + 9 * whose + largest
        out[to + 3] = PARROTS + 13 * whose + min(s.parrots[p], 12)
        out[to + 4] = BOARDED + 9 * whose + s.boarded[p]
        out[to + 5] = PLANTED + 13 * whose + min(s.planted[p] // 2, 12)
    ahead = s.parrots[viewer] - s.parrots[other]
    out[at + 13] = PARROTS_AHEAD + 6 + min(max(ahead, -6), 6)
    following = 0 if s.next_start < 0 else 1 if s.next_start == viewer else 2
    out[at + 14] = STARTS + 3 * (1 if s.start == viewer else 0) + following
    if s.phase == PLAY:
        out[at + 15] = NEXT_TURNS + next_turns(s, viewer)
    else:
        out[at + 15] = -1


@rule
def next_turns(s: Arboreta, viewer: int) -> int:
    """Return whose the three turns are after this one, as a number of three digits to base 3."""
    found = 0
    for t in range(s.turn + 1, s.turn + 4):
        digit = 0
        if t < s.turns and s.skipped[s.order[t]] == 0:
            digit = 1 if s.order[t] == viewer else 2
        found = 3 * found + digit
    return found


# Actions.


@rule
def action_features(s: Arboreta, player: int, action: int, out: Ints) -> int:
    """Cells are weighed by what lies around them, cards by their suit, all else by the whole."""
    out[1] = -1
    if action >= AT:
        out[0] = -1
        return write_cell(s, player, s.held, action - AT, out)
    if action >= TAKE:
        kind = (action - TAKE) // CARDS
        card = (action - TAKE) % CARDS
        out[0] = OF_CARDS + 8 * kind + card % 8
        out[1] = card // 8
    elif action >= FIRST:
        out[0] = plain_row(player, action)
    elif action >= GROUP:
        out[0] = GROUPS + min(action - GROUP, OF_CARDS - GROUPS - 2 + (action - GROUP) % 2)
    else:
        out[0] = 0 if s.phase == BID else 1
    return 2


@rule
def plain_row(player: int, action: int) -> int:
    """Return the row of an action that names neither a card nor a group."""
    if action == SKIP:
        return 2
    if action == START:
        return 3
    return 4 if action - FIRST == player else 5


@rule
def write_cell(s: Arboreta, p: int, card: int, cell: int, out: Ints) -> int:
    """Write which trees lie beside a cell, how many do, how many sides are free, and the card."""
    n = 2
    free = 0
    for k in range(4):
        near = NEAR[4 * cell + k]
        if near >= 0:
            tree = s.grid[p, near]
            if tree >= 0:
                out[n] = SIDE_BY_SIDE + neighbour_row(card, tree)
                n += 1
            else:
                free += 1
    out[n] = NEIGHBOURS + n - 2
    out[n + 1] = FREE_SIDES + free
    out[n + 2] = NUMBER + card % 8
    return n + 3

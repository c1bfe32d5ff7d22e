"""Features of Arboretum for trained networks, colour by colour.

The colours that are in the game are the groups: what is learnt of one holds for all. A card is told
by its number and where it is; a colour by what its paths are worth, by who leads in hand, and by
how far the game is.
"""

from __future__ import annotations

import numpy as np

from spinney.core.kit.path_features import NEIGHBOUR_ROWS, neighbour_row, write_chains
from spinney.core.kit.paths import best_path
from spinney.games.arboretum.advice import are_adjacent
from spinney.games.arboretum.rules.record import (
    ABSENT,
    AT,
    FROM_DECK,
    FROM_PILE,
    GRID,
    HAND,
    KINDS,
    MOST,
    PILE,
    PLAY,
    SHOWN,
    SPAN,
    THROW,
    Arboretum,
)
from spinney.games.arboretum.rules.scoring import lay_out
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule, scratch

COLOURS = 6
"""The groups: the colours that two players play with."""
PLACES = 11
"""Where a card can be, for the network."""
LEADS, DECKS, TURN_PHASES = 9, 18, 5
"""How many leads in hand, sizes of the deck in pairs of cards, and phases it tells apart."""

# The rows of a group's inputs.
PATH_AND_LEAD = 8 * PLACES  # one's own, then the other's
PATH = PATH_AND_LEAD + 2 * 8 * LEADS
CHAIN = PATH + 2 * 16
RUN = CHAIN + 2 * 64
TIME = RUN + 2 * 9
ROWS = TIME + DECKS * TURN_PHASES
WIDTH = 17
"""The inputs of a group."""
DECK_LEFT = 40
"""Of the whole: the cards left in the deck, so many for each phase."""
WHOLE_ROWS = DECK_LEFT * TURN_PHASES
OWN_ROWS = 64
"""The inputs of an action: its neighbours, how open the cell is, its number."""
ACTION_ROWS = 64
NETWORK = {
    "groups": COLOURS,
    "width": WIDTH,
    "of_whole": 1,
    "rows": ROWS,
    "whole_rows": WHOLE_ROWS,
    "action_rows": ACTION_ROWS,
    "own_rows": OWN_ROWS,
}
FOR_PLAYERS = 2
"""For how many players these inputs are made."""
SAME_FOR_NETWORK = ("edition", "first", "colours")
"""The options for which a network needs not be trained anew."""

PATH_STEPS = np.array([0, 1, 1, 2, 3, 4, 5, 5, 6, 6] + [7] * 12, np.int64)
"""Paths by what they are worth, few kinds of them."""
SIDE_BY_SIDE, FREE_SIDES, NEAR, NUMBER = 0, NEIGHBOUR_ROWS, 35, 44
"""The rows of an action's own inputs: a neighbour's number and colour, and so on."""


@rule
def features(s: Arboretum, viewer: int, out: Ints) -> None:
    """Write the inputs of each colour, and of the whole how long the game will last."""
    colours = scratch(KINDS)
    number_colours(s, colours)
    mine = scratch(4 * KINDS)
    theirs = scratch(4 * KINDS)
    write_paths(s, viewer, mine)
    write_paths(s, 1 - viewer, theirs)
    left = s.cards - s.top
    phase = min(s.phase, TURN_PHASES - 1)
    for colour in range(KINDS):
        group = colours[colour]
        if 0 <= group < COLOURS:
            at = group * WIDTH
            lead = lead_step(write_cards(s, viewer, colour, out, at))
            write_garden(mine, colour, lead, out, at + 8, 0)
            write_garden(theirs, colour, lead, out, at + 9, 1)
            out[at + 16] = TIME + min(left // 2, DECKS - 1) + DECKS * phase
    out[COLOURS * WIDTH] = min(left, DECK_LEFT - 1) + DECK_LEFT * phase


@rule
def number_colours(s: Arboretum, out: Ints) -> None:
    """Write the group of each colour; -1: it is not in the game."""
    found = 0
    for colour in range(KINDS):
        out[colour] = -1
        if s.where[8 * colour] != ABSENT:
            out[colour] = found
            found += 1


# Cards.


@rule
def write_cards(s: Arboretum, viewer: int, colour: int, out: Ints, at: int) -> int:
    """Write where each card of a colour is; return the viewer's lead in hand."""
    mine = 0
    theirs = 0
    for k in range(8):
        place = place_of(s, viewer, 8 * colour + k)
        out[at + k] = k * PLACES + place
        if place <= 1:
            mine += k + 1
        elif place <= 3:
            theirs += k + 1
    low = out[at]
    high = out[at + 7] - 7 * PLACES
    if high <= 1 and 2 <= low <= 3:
        mine -= 8
    if 2 <= high <= 3 and low <= 1:
        theirs -= 8
    return mine - theirs


@rule
def place_of(s: Arboretum, viewer: int, card: int) -> int:
    """Return where a card is, even numbers the viewer's or hidden, as `PLACES` counts."""
    other = 1 - viewer
    where = s.where[card]
    if where == HAND + viewer:
        return 0
    if where == SHOWN + viewer:
        return 1
    if where == HAND + other:
        return 2
    if where == SHOWN + other:
        return 3
    if where == GRID + viewer:
        return 4
    if where == GRID + other:
        return 5
    if where == PILE + viewer:
        return 7 if is_on_top(s, viewer, card) else 6
    if where == PILE + other:
        return 9 if is_on_top(s, other, card) else 8
    return 10


@rule
def is_on_top(s: Arboretum, p: int, card: int) -> bool:
    """Does the card lie on top of the player's pile?"""
    return s.pile[p, s.piled[p] - 1] == card


@rule
def lead_step(lead: int) -> int:
    """Return which of `LEADS` a lead in hand is."""
    if lead <= -2:
        return 0 if lead <= -8 else 1 if lead <= -5 else 2
    if lead <= 1:
        return 4 + lead
    return 6 if lead <= 4 else 7 if lead <= 7 else 8


# Gardens.


@rule
def write_garden(paths: Ints, colour: int, lead: int, out: Ints, at: int, whose: int) -> None:
    """Write the inputs of a colour in a garden: every other place from ``at`` on."""
    path = paths[4 * colour]
    chain = paths[4 * colour + 1] * 8 + paths[4 * colour + 2]
    out[at] = PATH_AND_LEAD + 8 * LEADS * whose + PATH_STEPS[min(path, 21)] * LEADS + lead
    out[at + 2] = PATH + 16 * whose + min(path, 15)
    out[at + 4] = CHAIN + 64 * whose + chain
    out[at + 6] = RUN + 9 * whose + paths[4 * colour + 3]


@rule
def write_paths(s: Arboretum, p: int, out: Ints) -> None:
    """Write of each colour in a garden four numbers.

    What its best path is worth; how long the longest is that begins with it and may go on, and the
    number it ends on; how long the longest of it alone.
    """
    cards = scratch(MOST)
    near = scratch(4 * MOST)
    order = scratch(MOST)
    mixed = scratch(MOST)
    pure = scratch(MOST)
    first = scratch(MOST)
    trees = scratch(KINDS)
    n = lay_out(s, p, cards, near, order, trees)
    for colour in range(KINDS):
        if trees[colour] > 0:
            out[4 * colour] = best_path(cards, near, order, n, colour, mixed, pure, first)
            write_chains(cards, order, n, colour, mixed, pure, out, 4 * colour + 1)


# Actions.


@rule
def action_features(s: Arboretum, player: int, action: int, out: Ints) -> int:
    """Cells are weighed by what lies around them, all else by the card and its colour."""
    if AT <= action < THROW:
        out[0] = -1
        out[1] = -1
        return write_cell(s, player, s.held, action - AT, out)
    if action == FROM_DECK:
        out[0] = 6 * 8 + s.phase
        out[1] = -1
        return 2
    if action >= THROW:
        return write_card(s, action - THROW, 5, out)
    if action >= PLAY:
        return write_card(s, action - PLAY, 4, out)
    pile = action - FROM_PILE
    kind = 2 * s.phase + (0 if pile == player else 1)
    return write_card(s, s.pile[pile, s.piled[pile] - 1], kind, out)


@rule
def write_card(s: Arboretum, card: int, kind: int, out: Ints) -> int:
    """Write the row of what is done with a card, and its colour's group."""
    colours = scratch(KINDS)
    number_colours(s, colours)
    out[0] = kind * 8 + card % 8
    out[1] = colours[card // 8]
    return 2


@rule
def write_cell(s: Arboretum, p: int, card: int, cell: int, out: Ints) -> int:
    """Write which cards lie beside a cell, how many do and how many are near, and the card."""
    n = 2
    near = 0
    for k in range(s.placed[p]):
        if are_adjacent(s.cell[p, k], cell):
            other = s.card[p, k]
            out[n] = SIDE_BY_SIDE + neighbour_row(card, other)
            n += 1
        apart = abs(s.cell[p, k] - cell)
        if apart in (2, 2 * SPAN, SPAN - 1, SPAN + 1):
            near += 1
    out[n] = FREE_SIDES + n - 2
    out[n + 1] = NEAR + min(near, 8)
    out[n + 2] = NUMBER + card % 8
    return n + 3

"""Inputs of a trained network for Arboretum, colour by colour.

The colours that are in the game are the groups: what is learnt of one holds for all. A card is told
by its number and where it is; a colour by what its paths are worth, by who leads in hand, and by
how far the game is.
"""

from __future__ import annotations

import numpy as np

from spinney.core.kit.path_features import (
    NEIGHBOUR_ROWS,
    PATH_NUMBERS,
    neighbour_row,
    write_paths,
)
from spinney.games.arboretum.advice import ahead, are_adjacent, count_hands
from spinney.games.arboretum.rules.record import (
    ABSENT,
    AT,
    DECK_SIZE,
    FROM_DECK,
    FROM_PILE,
    GRID,
    HAND,
    KINDS,
    MOST,
    PILE,
    PLAY,
    PLAYERS,
    SHOWN,
    SPAN,
    THROW,
    Arboretum,
)
from spinney.games.arboretum.rules.scoring import lay_out
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule, scratch

CORRECTS_ADVICE = True
"""A network begins as the advice written by hand: with four players it then learns more from as
many games (a value's loss of 0.495 instead of 0.498 after 14,200)."""
GROUPS = (DECK_SIZE // 8).astype(np.int64)
"""The groups, by the number of players: the colours that they play with."""
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
CARDS, GARDEN = 8, 4
"""The inputs of a group: its cards, then so many of each garden, then how far the game is."""
DECK_LEFT = 40
"""Of the whole: the cards left in the deck, so many for each phase."""
WHOSE_TURN = DECK_LEFT * TURN_PHASES
"""With more than two players: how many turns after the viewer's it is."""
OWN_ROWS = 64
"""The rows of an action's own inputs, rounded up."""
ACTION_ROWS = 64
NETWORK_SHAPES = {
    players: {
        "groups": int(GROUPS[players]),
        "width": CARDS + GARDEN * players + 1,
        "of_whole": 1 if players == 2 else 2,  # with two, who sees a state is whose turn it is
        "rows": ROWS,
        "whole_rows": WHOSE_TURN + PLAYERS,  # so that all networks share compiled code
        "action_rows": ACTION_ROWS,
        "own_rows": OWN_ROWS,
    }
    for players in (2, 3, 4)
}
"""The shape of a network for each number of players."""
SAME_FOR_NETWORK = ("edition", "first", "colours")
"""The options for which a network need not be trained anew."""

PATH_STEPS = np.array([0, 1, 1, 2, 3, 4, 5, 5, 6, 6] + [7] * 12, np.int64)
"""Paths by what they are worth, few kinds of them."""
SIDE_BY_SIDE, NEIGHBOURS, NEAR, NUMBER = 0, NEIGHBOUR_ROWS, 35, 44
"""The rows of an action's own inputs: a neighbour's number and colour; how many neighbours there
are; how many cards are near; the card's number."""


@rule
def features(s: Arboretum, viewer: int, out: Ints) -> None:
    """Write the inputs of each colour, and of the whole how long the game will last."""
    colours = scratch(KINDS)
    number_colours(s, colours)
    totals = scratch(PLAYERS * KINDS)
    count_hands(s, totals)
    paths = scratch(PLAYERS * PATH_NUMBERS * KINDS)
    for seat in range(s.players):
        write_garden_paths(s, (viewer + seat) % s.players, paths, seat * PATH_NUMBERS * KINDS)
    left = 2 * (s.cards - s.top) // s.players  # as many as last as long with two players
    phase = min(s.phase, TURN_PHASES - 1)
    time = TIME + min(left // 2, DECKS - 1) + DECKS * phase
    at = 0
    for colour in range(KINDS):
        if colours[colour] >= 0:
            write_cards(s, viewer, colour, out, at)
            at += CARDS
            for seat in range(s.players):
                lead = ahead(s, totals, (viewer + seat) % s.players, colour)
                write_garden(s, paths, seat, colour, lead, out, at + seat)
            at += GARDEN * s.players
            out[at] = time
            at += 1
    whole = GROUPS[s.players] * (CARDS + GARDEN * s.players + 1)
    for k in range(at, whole):  # the mini game has fewer colours
        out[k] = -1
    out[whole] = min(left, DECK_LEFT - 1) + DECK_LEFT * phase
    if s.players > 2:
        out[whole + 1] = WHOSE_TURN + (s.to_move - viewer) % s.players


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
def write_cards(s: Arboretum, viewer: int, colour: int, out: Ints, at: int) -> None:
    """Write where each card of a colour is."""
    for k in range(8):
        out[at + k] = k * PLACES + place_of(s, viewer, 8 * colour + k)


@rule
def place_of(s: Arboretum, viewer: int, card: int) -> int:
    """Return where a card is, as `PLACES` counts: the viewer's, others', or hidden."""
    where = s.where[card]
    if where < HAND:
        return 10
    p = (where - HAND) % PLAYERS
    other = 0 if p == viewer else 1
    if where < GRID:
        return 2 * other + (0 if where < SHOWN else 1)
    if where < PILE:
        return 4 + other
    return 6 + 2 * other + (1 if is_on_top(s, p, card) else 0)


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
def write_garden(
    s: Arboretum, paths: Ints, seat: int, colour: int, lead: int, out: Ints, at: int
) -> None:
    """Write the inputs of a colour in the garden so many seats after the viewer's.

    They alternate with those of the other gardens, which share their rows but for the viewer's own.
    In others' gardens it counts by how much they are behind.
    """
    k = (seat * KINDS + colour) * PATH_NUMBERS
    whose = 0 if seat == 0 else 1
    step = lead_step(lead if seat == 0 else -lead)
    path = paths[k]
    chain = paths[k + 1] * 8 + paths[k + 2]
    out[at] = PATH_AND_LEAD + 8 * LEADS * whose + PATH_STEPS[min(path, 21)] * LEADS + step
    out[at + s.players] = PATH + 16 * whose + min(path, 15)
    out[at + 2 * s.players] = CHAIN + 64 * whose + chain
    out[at + 3 * s.players] = RUN + 9 * whose + paths[k + 3]


@rule
def write_garden_paths(s: Arboretum, p: int, out: Ints, at: int) -> None:
    """Write the numbers of `write_paths` of each colour in a garden, from ``at`` on."""
    cards = scratch(MOST)
    near = scratch(4 * MOST)
    order = scratch(MOST)
    trees = scratch(KINDS)
    n = lay_out(s, p, cards, near, order, trees)
    write_paths(cards, near, order, n, trees, out, at)


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
    out[n] = NEIGHBOURS + n - 2
    out[n + 1] = NEAR + min(near, 8)
    out[n + 2] = NUMBER + card % 8
    return n + 3

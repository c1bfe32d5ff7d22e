"""The record of Build Your Arboretum, and the numbers of its places, actions, events and stages.

Cards are ``suit * 8 + number - 1`` with suits P to W as 0 to 7, cells ``row * 6 + column``.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from spinney.kernel.field_meaning import FLAG, Amount, Card, Category, Hidden, Location, SeatNumber
from spinney.kernel.records import Ints, Record, i8

PLAYERS, ROUNDS, CARDS, SUITS, SIDE, CELLS, TURNS, FULL = 2, 11, 64, 8, 6, 36, 9, 7
PARROTS = 6  # at the start
MOST = PARROTS + ROUNDS  # parrots, so also groups: one can be hired a round

COMING = np.array([0, 5, 5, 5, 5, 5, 6, 6, 6, 7, 7, 7], np.int8)
"""How many cards come into the offering, by round."""

MINI_CARDS, MINI_ROUNDS, MINI_COMING, MINI_PARROTS = 4, 2, 2, 1
"""The mini game: its cards and rounds, the cards that come each round, the parrots at the start."""


def _mini_decks() -> list[tuple[int, ...]]:
    cards = (0, 7, 8, 15)
    first = combinations(cards, MINI_COMING)
    return [(*pair, *(card for card in cards if card not in pair)) for pair in first]


MINI_DECKS = np.array(_mini_decks(), np.int8).ravel()
"""The deals of the mini game, one behind the other."""


def _beside(cell: int) -> list[int]:
    row, column = divmod(cell, SIDE)
    ways = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * SIDE + c if 0 <= r < SIDE and 0 <= c < SIDE else -1 for r, c in ways]


NEAR = np.array([_beside(cell) for cell in range(CELLS)], np.int8).ravel()
"""The four cells beside each cell, -1 beyond the edge: ``NEAR[4 * cell + k]``."""

# Where a card is. BOARD and GARDEN: plus the player. GIVEN: being discarded for a hire.
DECK, OFFER, REFUSE, GONE, BOARD, GARDEN, GIVEN = 0, 1, 2, 3, 4, 6, 8

# Phases. In SWEEP and OFFERING nobody is awaited: the next stage is due.
CHOOSE, BID, PLAY, SWEEP, OFFERING, OVER = range(6)

# Actions. A group of n parrots is GROUP + 2 * (n - 1), plus 1 for a bulletin group. To plant is two
# actions: PLANT or DIG plus the card, then AT plus the cell.
DONE = 0
GROUP = 1
FIRST = GROUP + 2 * MOST
SKIP = FIRST + PLAYERS
START = SKIP + 1
TAKE = START + 1
DROP = TAKE + CARDS
GIVE = DROP + CARDS
PLANT = GIVE + CARDS
DIG = PLANT + CARDS
AT = DIG + CARDS
ACTIONS = AT + CELLS

# Facts, as event codes.
OFFERED = ACTIONS  # plus a card that came into the offering
SWEPT = OFFERED + CARDS  # the round is over: the offering is the refuse pile now
ENDED = SWEPT + 1  # the game is over
GROUPS = ENDED + 1  # plus player * (2 * MOST + 1) + a group as in GROUP, or 2 * MOST for no bid
CODES = GROUPS + PLAYERS * (2 * MOST + 1)

# Stages of `settle`.
SWEEP_STAGE, OFFER_STAGE = 1, 2

# What the fields mean.
NUMBERING = "suit * 8 + number - 1"
NONE, NOBODY = {-1: "none"}, {-1: "nobody"}
PHASES = ("choosing who starts", "bidding", "turns", "sweeping", "offering", "over")
WHERE = Location(
    {
        DECK: "in the deck",
        OFFER: "in the offering",
        REFUSE: "on the refuse pile",
        GONE: "out of the game",
        BOARD: "on the advertising board",
        GARDEN: "in the garden",
        GIVEN: "being discarded for a hire",
    },
    seated=(BOARD, GARDEN),
    most_players=PLAYERS,
)


class Arboreta(Record):
    """Everything on the table. Bids are +n for n parrots sent to the garden, -n to the bulletin."""

    phase: int = i8(holds=Category(PHASES))
    round_number: int = i8(holds=Amount(0, ROUNDS), about="1 to 11; 0 before the first")
    advantage: int = i8(holds=SeatNumber(PLAYERS), about="who has the DM Advantage")
    start: int = i8(holds=SeatNumber(PLAYERS), about="the starting player")
    next_start: int = i8(
        holds=SeatNumber(PLAYERS, blanks=NOBODY),
        about="who took the start action this round, -1: nobody",
    )
    dug: int = i8(holds=FLAG, about="1: dig is taken this round")
    hired: int = i8(holds=FLAG)
    cards: int = i8(holds=Amount(MINI_CARDS, CARDS), about="how many there are in the game")
    dealt: int = i8(holds=Amount(0, CARDS), about="cards that have left the deck")
    turn: int = i8(holds=Amount(0, TURNS))
    turns: int = i8(holds=Amount(0, TURNS), about="how many there are this round")
    taken: int = i8(
        holds=Card(CARDS, NUMBERING, blanks=NONE),
        about="the card just taken onto a full board: one must be dropped; -1",
    )
    held: int = i8(
        holds=Card(CARDS, NUMBERING, blanks=NONE),
        about="the card being planted, its cell to be chosen next, -1",
    )
    given: int = i8(
        holds=Amount(0, 8 * FULL, typical=20), about="sum of the cards given so far for a hire"
    )
    last: int = i8(holds=Card(CARDS, NUMBERING, blanks=NONE), about="the last of them, -1")
    parrots: Ints = i8(PLAYERS, seats=0, holds=Amount(0, MOST))
    ready: Ints = i8(PLAYERS, seats=0, holds=FLAG, about="1: this player's bid is complete")
    groups: Ints = i8(PLAYERS, seats=0, holds=Amount(0, MOST))
    used: Ints = i8(
        PLAYERS, seats=0, holds=Amount(0, MOST), about="groups that have had their turn"
    )
    skipped: Ints = i8(PLAYERS, seats=0, holds=FLAG, about="1: skips the rest of the round")
    boarded: Ints = i8(
        PLAYERS, seats=0, holds=Amount(0, FULL + 1), about="cards on the advertising board"
    )
    planted: Ints = i8(PLAYERS, seats=0, holds=Amount(0, CELLS))
    order: Ints = i8(
        TURNS, holds=SeatNumber(PLAYERS, blanks=NOBODY), about="whose turn each is, -1"
    )
    bid: Ints = i8(PLAYERS, MOST, seats=0, holds=Amount(-MOST, MOST))
    grid: Ints = i8(
        PLAYERS,
        CELLS,
        seats=0,
        holds=Card(CARDS, NUMBERING, blanks=NONE),
        about="the card planted on each cell, -1",
    )
    where: Ints = i8(CARDS, holds=WHERE)
    deck: Ints = i8(
        CARDS,
        holds=Hidden(-1, CARDS - 1),
        about="the order the cards come out; -1 where it is blanked",
    )

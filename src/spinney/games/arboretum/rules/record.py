"""The record of Arboretum, and the numbers of its places, actions, events and stages.

Cards are ``colour * 8 + number - 1`` with the ten colours 0 to 9 in the order of `TREES`. A cell is
``ORIGIN + x - SPAN * y``: x to the right and y up from the player's first card, so that cells
ascend as a page is read, row by row from the top.
"""

from __future__ import annotations

import numpy as np

from spinney.games.arboretum import DECK_COLOURS
from spinney.kernel.field_meaning import (
    FLAG,
    Amount,
    Card,
    Category,
    GridCell,
    Hidden,
    Location,
    SeatNumber,
)
from spinney.kernel.records import Ints, Record, i8, i16

PLAYERS, CARDS, KINDS, HAND_SIZE = 4, 80, 10, 7

DECK_SIZE = np.array([8 * DECK_COLOURS.get(n, 0) for n in range(PLAYERS + 1)], np.int8)
"""How many cards there are, by the number of players."""

MINI_CARDS, MINI_HAND_SIZE = 6, 1
"""The mini game: its cards, and the cards in a hand."""

# No turn leaves more on the table than it takes from the deck, so a game has at most 33 turns with
# two players, 42 with three, 51 with four: at most 17 of one's own.
MOST = 17
"""The most cards in an arboretum."""
PILED = MOST + 1
"""The most cards on a discard pile: one a turn, and the one that it started with."""

SPAN = 2 * MOST - 1
"""So wide and high that no arboretum can leave it, wherever its first card turns out to lie."""
CELLS = SPAN * SPAN
ORIGIN = (MOST - 1) * (SPAN + 1)
"""The cell of the first card, 0,0."""
BESIDE = np.array([-SPAN, -1, 1, SPAN], np.int16)
"""What is added to a cell for the one above, on the left, on the right, below."""

# Where a card is; the last four: plus the player. SHOWN: in hand, and everybody knows it. In an
# observation UNSEEN: in the deck or hidden in another's hand.
ABSENT, DECK, UNSEEN, HAND, SHOWN, GRID, PILE = 0, 1, 2, 8, 12, 16, 20
PLACES = PILE + PLAYERS

# Phases. In REVEAL nobody is awaited: hands are about to be shown.
DRAW1, DRAW2, CARD, CELL, DISCARD, REVEAL, OVER = range(7)

# Actions. To play is two: a card, then a cell.
FROM_DECK = 0
FROM_PILE = 1  # plus the player whose pile it is
PLAY = FROM_PILE + PLAYERS  # plus the card
AT = PLAY + CARDS  # plus the cell
THROW = AT + CELLS  # plus the card
ACTIONS = THROW + CARDS

# Facts, as event codes.
DRAWN = ACTIONS  # plus the card that came from the deck, for its player alone
HELD = DRAWN + CARDS  # plus player * CARDS + a card in that hand at the end
CODES = HELD + PLAYERS * CARDS

# Stages of `settle`.
REVEAL_STAGE = 1

# What the fields mean.
NUMBERING = "colour * 8 + number - 1"
NONE = {-1: "none"}
PHASES = ("first draw", "second draw", "card to play", "its cell", "discard", "reveal", "over")
WHERE = Location(
    {
        ABSENT: "not in the game",
        DECK: "in the deck",
        UNSEEN: "in the deck or in another's hand",
        HAND: "in hand",
        SHOWN: "in hand, and everybody knows it",
        GRID: "in the arboretum",
        PILE: "on the discard pile",
    },
    seated=(HAND, SHOWN, GRID, PILE),
    most_players=PLAYERS,
)


class Arboretum(Record):
    """Everything on the table."""

    players: int = i8(holds=Amount(2, PLAYERS))
    edition: int = i8(holds=Category(("v11", "as published")), about="0: v11, 1: as published")
    lot: int = i8(holds=FLAG, about="1: who goes first was drawn by lot")
    first: int = i8(holds=SeatNumber(PLAYERS), about="who went first")
    phase: int = i8(holds=Category(PHASES))
    to_move: int = i8(holds=SeatNumber(PLAYERS))
    cards: int = i8(holds=Amount(MINI_CARDS, CARDS), about="how many there are in the game")
    top: int = i8(holds=Amount(0, CARDS), about="how many have left the deck")
    held: int = i8(holds=Card(CARDS, NUMBERING, blanks=NONE), about="the card being played, -1")
    hidden: Ints = i8(
        PLAYERS,
        seats=0,
        holds=Amount(0, HAND_SIZE + 2),
        about="cards in hand that nobody else has seen",
    )
    placed: Ints = i8(PLAYERS, seats=0, holds=Amount(0, MOST), about="cards in the arboretum")
    piled: Ints = i8(PLAYERS, seats=0, holds=Amount(0, PILED), about="cards on the discard pile")
    card: Ints = i8(
        PLAYERS,
        MOST,
        seats=0,
        holds=Card(CARDS, NUMBERING, blanks=NONE),
        about="the arboretum in the order of playing, -1",
    )
    cell: Ints = i16(
        PLAYERS,
        MOST,
        seats=0,
        holds=GridCell(SPAN, SPAN, ORIGIN, blanks=NONE),
        about="and where each card of it lies, -1",
    )
    pile: Ints = i8(
        PLAYERS,
        PILED,
        seats=0,
        holds=Card(CARDS, NUMBERING, blanks=NONE),
        about="the discards, the top one last, -1",
    )
    where: Ints = i8(CARDS, holds=WHERE)
    deck: Ints = i8(
        CARDS,
        holds=Hidden(-1, CARDS - 1),
        about="the order the cards come out; -1 once out, or where it is blanked",
    )

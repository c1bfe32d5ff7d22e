"""The record of Forest Garden, and the numbers of its places, actions, events and stages.

``grow EU12 3.2`` is two actions, GROW + card and AT + place; ``offer EU12 to 4`` is OFFER + card
and TO + player. All other moves are one.
"""

from __future__ import annotations

from math import factorial

import numpy as np

from spinney.games.forest_garden.deck.plant import (
    CARDS,
    CONTINENT_NAMES,
    CONTINENTS,
    WORD_BITS,
    WORDS,
)
from spinney.games.forest_garden.deck.plants import TASKS
from spinney.kernel.field_meaning import (
    FLAG,
    Amount,
    BitSet,
    Card,
    Category,
    Hidden,
    SeatNumber,
    SeatOption,
    SeatSet,
    StackedCard,
)
from spinney.kernel.records import Ints, Record, i8, i16, i64
from spinney.kernel.rule import rule

PLAYERS, DECKS, DECK_SIZE, ROUNDS, PHASES = 7, 7, 32, 21, 10
MOST_HELD = 3
"""The most cards in a hand: a player about to play one of two buys a third, and plays at once."""

MOST_STORED = 10_000
"""A bound of a player's cubes in storage; no game comes near it."""
MOST_CUBES = 2
"""The most that lies on a plant: a dark cube, which counts two."""
MOST_DARK = 6
"""The most dark cubes that wait on an area: one from each direction."""
MOST_ORDERS = factorial(PLAYERS)
"""How many orders of the seats there are with the most players."""

# Places.
ROWS, PLACES = 6, 21
NONE = -1

ROW = np.array([1] * 6 + [2] * 5 + [3] * 4 + [4] * 3 + [5] * 2 + [6], np.int64)
"""The row of a place, 1 to 6."""
FIRST = np.array([0, 0, 6, 11, 15, 18, 20, 21], np.int64)
"""The first place of a row; of row 7, where the garden ends."""
PLACE = np.array([place - FIRST[ROW[place]] + 1 for place in range(PLACES)], np.int64)
"""The number of a place in its row, 1 at the west end."""
ADDITIONAL = np.array([0, 5, 10, 14, 17, 19, 20], np.int64)
"""The additional place of a row."""


def place_number(row: int, place: int) -> int:
    """Return the number of a place given its row and its number there; -1: there is none."""
    if not (1 <= row <= ROWS and 1 <= place <= FIRST[row + 1] - FIRST[row]):
        return NONE
    return int(FIRST[row]) + place - 1


def _near(place: int) -> list[int]:
    """What touches a place to the W, E, NW, NE, SW and SE; -1: nothing."""
    row, i = int(ROW[place]), int(PLACE[place])
    around = ((0, i - 1), (0, i + 1), (1, i - 1), (1, i), (-1, i), (-1, i + 1))
    return [place_number(row + north, beside) for north, beside in around]


NEAR = np.array([_near(place) for place in range(PLACES)], np.int64)
"""The places that touch a place, by direction (`plants.ARROWS`); -1: nothing."""

PLACE_NAMES = tuple(f"{ROW[place]}.{PLACE[place]}" for place in range(PLACES))
"""What places are called: ``3.2`` is the second of the third row."""

# Bonuses, choices, costs.
COLOUR_BONUS, FRUIT_BONUS = 0, 1
NO_TASK, HIDDEN_TASK = -1, -2
USED_LOT, HIDDEN_LOT = -1, -2
SPECIAL, PASS = DECKS, DECKS + 1
"""Choices besides the decks; who passes has no choice, or made none in time."""
PILE = DECKS
"""The discard pile as what is searched."""
LOOKS = 7
"""How many cards a bonus lets one look at."""
SALE = 3
"""The price of a plant from another player."""
SWAPPING, SEARCHING = 1, 3
"""What the special actions cost."""
TASK_POINTS = 10
LOT, FORFEIT, AGREE = 0, 1, 2
"""What decides who of tied players performs a special action first: the option `special_tie`."""

# What is due. Where nobody is to act, a stage is due; see `settle`.
(
    DRAWING,  # set-up: seat `at` draws
    SEASON,  # the year moves on
    FLOWERS,
    FAILURES,
    HARVEST,
    LEAVES,
    OFFERS,
    CHOOSING,  # everybody, at once
    REVEAL,  # never: choices are shown on the way to SHARING. States, tensors and networks count it
    SHARING,  # the decks chosen, one by one
    PLAYS,  # those who received a card, seat by seat
    ORDER,  # the order of the special actions is fixed
    ACTIONS_DUE,  # the special actions, one by one
    CLOSING,  # the last round is over
    LAST,  # the last hand cards, seat by seat
    TASKS_DUE,  # tasks are revealed
    OVER,
) = range(17)

# What `who` is to decide in PLAYS, ORDER, ACTIONS_DUE and LAST.
(
    NOTHING,  # nobody is to act
    PLAY,  # sell, grow or offer a card in hand
    PLACING,  # where `held` grows, in the middle of a move
    ASKING,  # to whom `held` is offered, in the middle of a move
    ANSWER,  # whether to buy `held` of `seller`
    BONUS,  # a deck to look at for the bonus `bonus`, or none
    LOOKING,  # which of the `looks` top cards of deck `source`, or of the pile, to keep
    ACTION,  # which special action
    TAKING,  # which of the offers
    PROPOSING,  # in ORDER: who of the tied players acts first
    CONSENTING,  # in ORDER: whether order[at] acts first
) = range(11)


# What the fields mean.
ORIGINS = tuple(CONTINENT_NAMES[continent] for continent in CONTINENTS)
NUMBERING = "as the table of plants has them"
UNSEEN = {NONE: "none"} | {-2 - c: f"unseen, {name}" for c, name in enumerate(ORIGINS)}
CARD = Card(CARDS, NUMBERING, blanks=UNSEEN)
STACKED_CARD = StackedCard(CARDS, NUMBERING, blanks=UNSEEN)
KNOWERS = SeatSet(PLAYERS, spectators=True)
SEAT = SeatNumber(PLAYERS, blanks={NONE: "nobody"})
TASK = Category(
    tuple(str(number + 1) for number in range(len(TASKS))),
    blanks={NO_TASK: "none", HIDDEN_TASK: "hidden"},
)
DECK_NAMES = tuple(f"deck {number + 1}" for number in range(DECKS))
CHOICES = (*DECK_NAMES, "special action", "pass")
SOURCES = (*DECK_NAMES, "discard pile")
BONUSES = ("colours", "fruits")
PHASE_NAMES = (
    *("set-up", "season", "flowers", "failures", "harvest", "leaves", "offers", "choosing"),
    *("reveal", "sharing", "plays", "order", "special actions", "closing", "last cards"),
    *("tasks", "over"),
)
DECISIONS = (
    *("nothing", "play", "place", "buyer", "answer", "bonus deck", "card to keep"),
    *("special action", "offer to take", "who acts first", "consent"),
)


class ForestGarden(Record):
    """Everything on the table.

    An array of cards has NONE where there is none and, in an observation, `unseen` where there is
    one that the viewer can't know: its back shows the continent.
    """

    offered: Ints = i64(
        WORDS,
        holds=BitSet(WORD_BITS, "cards"),
        about="the set of cards offered to players this round",
    )
    garden: Ints = i16(PLAYERS, PLACES, seats=0, holds=CARD)
    deck: Ints = i16(
        DECKS,
        DECK_SIZE,
        per_player=1,
        holds=STACKED_CARD,
        about="from the bottom: the top card is at left[d] - 1",
    )
    pile: Ints = i16(
        CARDS, per_player=DECK_SIZE, holds=STACKED_CARD, about="the discards, the top one last"
    )
    box: Ints = i16(
        DECK_SIZE,
        holds=Hidden(0, CARDS - 1, blanks=UNSEEN),
        about="with 6 players: what stayed in the box",
    )
    hand: Ints = i16(
        PLAYERS,
        MOST_HELD,
        seats=0,
        holds=CARD,
        about="by number; in an observation, hidden ones come last",
    )
    known: Ints = i16(
        PLAYERS, MOST_HELD, seats=0, holds=KNOWERS, about="who knows that card, as `bit` has it"
    )
    lot: Ints = i16(
        ROUNDS,
        holds=Hidden(HIDDEN_LOT, MOST_ORDERS - 1),
        about="by round: an order of the seats, as `write_lot` has it; -1 once used",
    )
    storage: Ints = i16(PLAYERS, seats=0, holds=Amount(0, MOST_STORED, typical=40))
    piled: int = i16(holds=Amount(0, CARDS))
    held: int = i16(holds=CARD, about="the card being grown or offered")
    cubes: Ints = i8(
        PLAYERS, PLACES, seats=0, holds=Amount(0, MOST_CUBES), about="the value lying on the plant"
    )
    dark: Ints = i8(
        PLAYERS,
        PLACES,
        seats=0,
        holds=Amount(0, MOST_DARK),
        about="dark cubes that wait on the area",
    )
    seen: Ints = i8(
        DECKS,
        DECK_SIZE,
        per_player=1,
        holds=SeatSet(PLAYERS),
        about="who knows that card of the deck, a bit each; public",
    )
    left: Ints = i8(DECKS, per_player=1, holds=Amount(0, DECK_SIZE), about="cards in the deck")
    open: Ints = i8(DECKS, per_player=1, holds=FLAG, about="1: its top lies face up")
    origin: Ints = i8(
        DECKS,
        per_player=1,
        holds=Category(ORIGINS, blanks={NONE: "none"}),
        about="the continent",
    )
    choice: Ints = i8(PLAYERS, seats=0, holds=Category(CHOICES, blanks={NONE: "none"}))
    used: Ints = i8(
        PLAYERS, seats=0, holds=BitSet(2, "bonuses"), about="the bonuses reached, a bit each"
    )
    task: Ints = i8(PLAYERS, seats=0, holds=TASK)
    drawers: Ints = i8(
        PLAYERS, per_player=1, holds=SEAT, about="who contests a deck, in order of inventory"
    )
    order: Ints = i8(PLAYERS, per_player=1, holds=SEAT, about="who has a special action, in order")
    due: Ints = i8(
        2 * PLAYERS,
        per_player=2,
        holds=SeatOption(PLAYERS, BONUSES, blanks={NONE: "none"}),
        about="the bonuses that are due, the next one last",
    )
    players: int = i8(holds=Amount(2, PLAYERS), about="and decks")
    nitrogen: int = i8(holds=Category(("once", "always")), about="0: once, 1: always")
    special_tie: int = i8(
        holds=Category(("lot", "forfeit", "agree")), about="LOT, FORFEIT or AGREE"
    )
    tasks: int = i8(holds=FLAG, about="1: with tasks")
    direct_sale: int = i8(holds=FLAG, about="1: plants can be sold to players")
    by_lot: int = i8(
        holds=BitSet(2, "things drawn by lot"),
        about="bits: 1: the continents were drawn by lot, 2: the one in the box was",
    )
    round_number: int = i8(holds=Amount(0, ROUNDS), about="1 to 21; 0 before")
    phase: int = i8(holds=Category(PHASE_NAMES), about="what is due, DRAWING to OVER")
    at: int = i8(holds=Amount(0, PLAYERS), about="the seat, deck or place in `order` that is next")
    doing: int = i8(
        holds=Category(DECISIONS), about="what `who` is to decide, NOTHING to CONSENTING"
    )
    who: int = i8(holds=SEAT)
    seller: int = i8(holds=SEAT)
    source: int = i8(
        holds=Category(SOURCES, blanks={NONE: "none"}), about="the deck being looked at, or PILE"
    )
    bonus: int = i8(holds=Category(BONUSES, blanks={NONE: "none"}), about="the bonus being decided")
    looks: int = i16(holds=Amount(0, CARDS), about="how many cards are looked at")
    received: int = i16(holds=SeatSet(PLAYERS), about="who received a card this round, a bit each")
    drawn: int = i8(holds=Amount(0, PLAYERS), about="how many of `drawers` have been served")
    dues: int = i8(holds=Amount(0, 2 * PLAYERS), about="how many bonuses are due")
    agreed: int = i8(
        holds=SeatSet(PLAYERS),
        about="of tied players: who agrees that order[at] acts first, a bit each",
    )


@rule
def unseen(continent: int) -> int:
    """Return what stands in an observation for a hidden card of a continent, below NONE."""
    return -2 - continent


@rule
def continent_of(card: int) -> int:
    """Return the continent of a card, 0 to 2, also of an unseen one."""
    if card < NONE:
        return -2 - card
    return 0 if card < 96 else 1 if card < 160 else 2


@rule
def bit(player: int) -> int:
    """Return a player's bit among those who know; a spectator (-1) has one, too."""
    return 1 << (PLAYERS if player < 0 else player)


EVERYBODY = 255
"""The bits of all players and the spectators."""


@rule
def phase_of_year(s: ForestGarden) -> int:
    """Return the phase, 0 (winter) to 9."""
    return (s.round_number + PHASES - 1) % PHASES


# Actions.
DRAW = 0  # plus the deck
CHOOSE = DRAW + DECKS  # plus the deck, or SPECIAL
SELL = CHOOSE + DECKS + 1  # plus the card
GROW = SELL + CARDS  # plus the card
OFFER = GROW + CARDS  # plus the card
AT = OFFER + CARDS  # plus the place
TO = AT + PLACES  # plus the player
ACCEPT = TO + PLAYERS
REFUSE = ACCEPT + 1
DECLINE = REFUSE + 1
ACT_FIRST = DECLINE + 1  # of tied players: plus the player who is proposed
LOOK = ACT_FIRST + PLAYERS  # a bonus: plus the deck
SWAP = LOOK + DECKS  # the alternative offer
SEARCH = SWAP + 1  # plus the deck, or PILE
PICK = SEARCH + PILE + 1  # plus the card
ACTIONS = PICK + CARDS

# Facts, as event codes.
SEASON_COMES = ACTIONS  # plus the round
FLOWERED = SEASON_COMES + ROUNDS + 1  # plus (player * PLACES + place) * 2, plus 1 if doubled
IN_VAIN = FLOWERED + PLAYERS * PLACES * 2  # plus player * PLACES + place: no partner
HARVESTED = IN_VAIN + PLAYERS * PLACES  # plus (player * PLACES + place) * 2, plus 1 if doubled
LEAVES_HARVESTED = HARVESTED + PLAYERS * PLACES * 2  # plus player * PLACES + place
OFFERED = LEAVES_HARVESTED + PLAYERS * PLACES  # plus deck * CARDS + card: now face up
OFFERS_STAND = OFFERED + DECKS * CARDS  # no deck shows a new one
CHOSE = OFFERS_STAND + 1  # plus player * 9 + choice
TAKES = CHOSE + PLAYERS * (DECKS + 2)  # plus player * CARDS + card: of the deck chosen
PAYS = TAKES + PLAYERS * CARDS  # plus the player: 1 cube for a contested card
DISCARDED = PAYS + PLAYERS  # plus the card: nobody had the most, or an offer was swapped
DREW = DISCARDED + CARDS  # plus player * DECKS + deck
NO_CARD = DREW + PLAYERS * DECKS  # plus the player: nothing was left to draw
DRAWN = NO_CARD + PLAYERS  # plus the card: the one that came, for players who know it
LAID = DRAWN + CARDS  # plus player * PLACES + place: a collector's dark cube
REACHED = LAID + PLAYERS * PLACES  # plus player * 2 + bonus: it is due
LOOKED = REACHED + PLAYERS * 2  # plus the card: looked at, for the player who looks
KEPT = LOOKED + CARDS  # plus the player: a card that others don't see
DRAWN_BY_LOT = KEPT + PLAYERS  # plus the player: of tied players this one is next
NEXT = DRAWN_BY_LOT + PLAYERS  # plus the player: whose special action is next in order
TIED = NEXT + PLAYERS  # plus the player: has a vote on who acts first, in the order of the votes
FORFEITED = TIED + PLAYERS  # plus the player: tied, so no special action
UNABLE = FORFEITED + PLAYERS  # plus the player: no special action is possible
MISSED = UNABLE + PLAYERS  # plus the player: did not act in time
LAST_ROUND_OVER = MISSED + PLAYERS  # the last hand cards are played
HAD_TASK = LAST_ROUND_OVER + 1  # plus player * tasks + task
CODES = HAD_TASK + PLAYERS * len(TASKS)

# Stages of `settle`.
(
    SEASON_STAGE,
    FLOWER_STAGE,
    FAILURE_STAGE,
    HARVEST_STAGE,
    LEAF_STAGE,
    OFFER_STAGE,
    REVEAL_STAGE,
    SHARE_STAGE,
    DRAW_STAGE,
    ORDER_STAGE,
    UNABLE_STAGE,
    LAST_STAGE,
    TASK_STAGE,
) = range(1, 14)

"""The numbers of actions, of facts that can be heard, and of stages.

``grow EU12 3.2`` is two actions, GROW + card and AT + place; ``offer EU12 to 4`` is OFFER + card
and TO + player. All other moves are one.
"""

from __future__ import annotations

from spinney.games.forest_garden.deck.plants import CARDS
from spinney.games.forest_garden.deck.tasks import TASKS
from spinney.games.forest_garden.rules.record import DECKS, PILE, PLACES, PLAYERS, ROUNDS

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

# Facts that can be heard.
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
DRAWN = NO_CARD + PLAYERS  # plus the card: the one that came, for who knows it
LAID = DRAWN + CARDS  # plus player * PLACES + place: a collector's dark cube
REACHED = LAID + PLAYERS * PLACES  # plus player * 2 + bonus: it is due
LOOKED = REACHED + PLAYERS * 2  # plus the card: looked at, for who looks
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

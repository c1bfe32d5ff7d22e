"""Turns: what the actions do that a player takes who is to decide. `ways` says what can be done."""

from __future__ import annotations

from spinney.games.forest_garden.deck.plants import WORD_BITS
from spinney.games.forest_garden.rules.actions import (
    ACCEPT,
    ACT_FIRST,
    AT,
    DECLINE,
    GROW,
    LOOK,
    OFFER,
    PICK,
    SEARCH,
    SELL,
    SWAP,
    TO,
)
from spinney.games.forest_garden.rules.agreement import consent, disagree, propose
from spinney.games.forest_garden.rules.card_tables import SIZE
from spinney.games.forest_garden.rules.cards import (
    give_away,
    keep,
    look,
    receive,
    show,
    take_from_pile,
    throw,
)
from spinney.games.forest_garden.rules.garden import grow, reach_bonuses
from spinney.games.forest_garden.rules.record import (
    ANSWER,
    ASKING,
    CONSENTING,
    EVERYBODY,
    LOOKING,
    LOOKS,
    NONE,
    PILE,
    PLACING,
    PLAY,
    SALE,
    TAKING,
    ForestGarden,
)
from spinney.games.forest_garden.rules.special import search, swap_offers, take_alternative
from spinney.games.forest_garden.rules.turn_order import ask, go_on, rest
from spinney.kernel.rule import rule

SHRUBS = 2
"""So many of the sizes are shrubs."""


@rule
def take_turn(s: ForestGarden, p: int, action: int) -> None:
    """Take an action as the player who is to decide."""
    if action >= PICK:
        pick(s, p, action - PICK)
    elif action >= SEARCH:
        search(s, p, action - SEARCH)
        s.doing = LOOKING
    elif action == SWAP:
        swap_offers(s, p)
        s.doing = TAKING
    elif action >= LOOK:
        begin_look(s, p, action - LOOK)
    elif action >= ACT_FIRST:
        propose(s, p, action - ACT_FIRST)
        rest(s)
    elif action == DECLINE:
        put_back(s)
        rest(s)
    elif action >= ACCEPT:
        reply(s, p, action == ACCEPT)
    elif action >= TO:
        offer_to(s, p, action - TO)
    elif action >= AT:
        plant(s, p, action - AT)
    elif action >= OFFER:
        hold_up(s, p, action - OFFER, ASKING)
    elif action >= GROW:
        hold_up(s, p, action - GROW, PLACING)
    else:
        sell(s, p, action - SELL)
    go_on(s)


@rule
def sell(s: ForestGarden, p: int, card: int) -> None:
    """Sell a card to the supply: a cube for a shrub, two for a tree."""
    give_away(s, p, card)
    throw(s, card)
    s.storage[p] += price(card)
    rest(s)


@rule
def price(card: int) -> int:
    """Return what a card brings when it is sold to the supply."""
    return 1 if SIZE[card] < SHRUBS else 2


@rule
def hold_up(s: ForestGarden, p: int, card: int, doing: int) -> None:
    """Choose a card to grow or to offer. From here on everybody has seen it."""
    show(s, p, card)
    s.held = card
    s.doing = doing


@rule
def plant(s: ForestGarden, p: int, place: int) -> None:
    """Plant the card that was chosen; a bonus may be due then."""
    card = s.held
    give_away(s, p, card)
    grow(s, p, card, place)
    reach_bonuses(s, p)
    rest(s)


# Direct sale, and tied special actions.


@rule
def reply(s: ForestGarden, p: int, yes: bool) -> None:
    """Accept or refuse: a plant to buy, or who is proposed to act first."""
    if s.doing == CONSENTING:
        vote(s, p, yes)
    else:
        answer(s, p, yes)


@rule
def vote(s: ForestGarden, p: int, yes: bool) -> None:
    """Agree or disagree with who is proposed to act first."""
    if yes:
        consent(s, p)
    else:
        disagree(s)
    rest(s)


@rule
def offer_to(s: ForestGarden, p: int, buyer: int) -> None:
    """Offer the card that was chosen to a player; nobody can be offered it again this round."""
    s.offered[s.held // WORD_BITS] |= 1 << s.held % WORD_BITS
    s.seller = p
    ask(s, buyer, ANSWER)


@rule
def answer(s: ForestGarden, p: int, yes: bool) -> None:
    """Buy the card, and play one at once; or leave it to the seller to play otherwise."""
    seller = s.seller
    card = s.held
    s.seller = NONE
    s.held = NONE
    if not yes:
        ask(s, seller, PLAY)
        return
    give_away(s, seller, card)
    receive(s, p, card, EVERYBODY)
    s.storage[p] -= SALE
    s.storage[seller] += SALE
    ask(s, p, PLAY)


# Looking at cards and keeping one.


@rule
def begin_look(s: ForestGarden, p: int, d: int) -> None:
    """Look at the top cards of a deck for a bonus."""
    s.source = d
    s.looks = min(LOOKS, s.left[d])
    look(s, p, d, s.looks)
    s.doing = LOOKING


@rule
def pick(s: ForestGarden, p: int, card: int) -> None:
    """Take the card into the hand; one must be played at once."""
    if s.doing == TAKING:
        take_alternative(s, p, card)
    elif s.source == PILE:
        take_from_pile(s, card)
        receive(s, p, card, EVERYBODY)
    else:
        keep(s, p, s.source, card)
    put_back(s)
    ask(s, p, PLAY)


@rule
def put_back(s: ForestGarden) -> None:
    """Nothing is looked at any more: all that was not kept lies where it lay."""
    s.source = NONE
    s.bonus = NONE
    s.looks = 0

"""Turns: the next player to decide, and the effects of their actions.

Bonuses that are due come first, then the seats in order. `legal_moves` says what can be done.
"""

from __future__ import annotations

from spinney.games.forest_garden.deck.plant import SHRUB_PRICE, SHRUBS, TREE_PRICE, WORD_BITS
from spinney.games.forest_garden.rules.card_tables import SIZE
from spinney.games.forest_garden.rules.cards import (
    any_card,
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
    ACCEPT,
    ACT_FIRST,
    ACTION,
    ACTIONS_DUE,
    ANSWER,
    ASKING,
    AT,
    BONUS,
    CLOSING,
    CONSENTING,
    DECLINE,
    EVERYBODY,
    GROW,
    LAST,
    LOOK,
    LOOKING,
    LOOKS,
    NONE,
    NOTHING,
    OFFER,
    ORDER,
    OVER,
    PICK,
    PILE,
    PLACING,
    PLAY,
    PLAYERS,
    PLAYS,
    PROPOSING,
    ROUNDS,
    SALE,
    SEARCH,
    SEASON,
    SELL,
    SWAP,
    TAKING,
    TASKS_DUE,
    TO,
    USED_LOT,
    ForestGarden,
)
from spinney.games.forest_garden.rules.special import (
    anyone_special,
    can_search,
    can_swap,
    consent,
    disagree,
    next_voter,
    propose,
    search,
    swap_offers,
    take_alternative,
)
from spinney.kernel.rule import rule


@rule
def go_on(s: ForestGarden) -> None:
    """Find whoever is to decide next; if nobody is, a stage is due."""
    while s.doing == NOTHING:
        if s.dues > 0:
            next_bonus(s)
        elif s.phase == PLAYS:
            if not next_play(s):
                return
        elif s.phase == ORDER:
            next_vote(s)
        elif s.phase == ACTIONS_DUE:
            if not next_action(s):
                return
        elif s.phase != LAST or not next_last(s):
            return


@rule
def ask(s: ForestGarden, p: int, doing: int) -> None:
    """A player is to decide."""
    s.who = p
    s.doing = doing


@rule
def rest(s: ForestGarden) -> None:
    """Nobody is to decide anything."""
    ask(s, NONE, NOTHING)
    s.held = NONE


@rule
def next_bonus(s: ForestGarden) -> None:
    """The bonus that is due next, if there is a card to be had for it."""
    s.dues -= 1
    p = s.due[s.dues] // 2
    bonus = s.due[s.dues] % 2
    s.due[s.dues] = 0
    if any_card(s):
        ask(s, p, BONUS)
        s.bonus = bonus


@rule
def next_play(s: ForestGarden) -> bool:
    """The next seat that received a card plays one; after the last come the special actions."""
    while s.at < s.players and s.received >> s.at & 1 == 0:
        s.at += 1
    if s.at < s.players:
        ask(s, s.at, PLAY)
        s.at += 1
        return True
    if anyone_special(s):
        s.phase = ORDER
    else:
        end_round(s)
    return False


@rule
def next_vote(s: ForestGarden) -> None:
    """The next vote of tied players; after the last come the special actions."""
    p = next_voter(s)
    if p != NONE:
        ask(s, p, PROPOSING if s.agreed == 0 else CONSENTING)
    else:
        s.at = 0
        s.phase = ACTIONS_DUE


@rule
def next_action(s: ForestGarden) -> bool:
    """The next special action. False: there is none, or the next player can do nothing."""
    if s.at == s.players or s.order[s.at] == NONE:
        end_round(s)
        return False
    p = s.order[s.at]
    if not (can_swap(s, p) or can_search(s, p)):
        return False
    ask(s, p, ACTION)
    s.at += 1
    return True


@rule
def next_last(s: ForestGarden) -> bool:
    """The next seat plays its last hand card. False: the game is over."""
    if s.at == s.players:
        s.phase = TASKS_DUE if s.tasks == 1 else OVER
        return False
    ask(s, s.at, PLAY)
    s.at += 1
    return True


@rule
def end_round(s: ForestGarden) -> None:
    """Take back the choices and all that followed from them."""
    s.lot[s.round_number - 1] = USED_LOT
    s.received = 0
    s.at = 0
    for p in range(PLAYERS):
        s.choice[p] = NONE
        s.order[p] = NONE
    s.phase = CLOSING if s.round_number == ROUNDS else SEASON


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
    """Sell a card to the supply."""
    give_away(s, p, card)
    throw(s, card)
    s.storage[p] += price(card)
    rest(s)


@rule
def price(card: int) -> int:
    """Return what a card brings when it is sold to the supply."""
    return SHRUB_PRICE if SIZE[card] < SHRUBS else TREE_PRICE


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
    """Accept or refuse: a plant to buy, or the player proposed to act first."""
    if s.doing == CONSENTING:
        vote(s, p, yes)
    else:
        answer(s, p, yes)


@rule
def vote(s: ForestGarden, p: int, yes: bool) -> None:
    """Agree or disagree with the proposal who acts first."""
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

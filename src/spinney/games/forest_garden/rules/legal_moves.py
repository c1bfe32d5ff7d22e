"""Legal actions of the player who is to decide."""

from __future__ import annotations

from spinney.games.forest_garden.deck.plant import WORD_BITS, WORDS
from spinney.games.forest_garden.rules.cards import hand_size, top_of
from spinney.games.forest_garden.rules.garden import has_place, places_for
from spinney.games.forest_garden.rules.offers import draws
from spinney.games.forest_garden.rules.record import (
    ACCEPT,
    ACTION,
    ACTIONS,
    ANSWER,
    ASKING,
    AT,
    BONUS,
    CHOOSING,
    CONSENTING,
    DECLINE,
    DRAWING,
    GROW,
    LOOK,
    LOOKING,
    NONE,
    OFFER,
    PICK,
    PILE,
    PLACING,
    PLAY,
    PROPOSING,
    REFUSE,
    SALE,
    SEARCH,
    SELL,
    SWAP,
    TAKING,
    TO,
    ForestGarden,
)
from spinney.games.forest_garden.rules.special import can_search, can_swap, proposals
from spinney.kernel.records import Ints
from spinney.kernel.rng import below
from spinney.kernel.rule import lowest, rule, scratch


@rule
def turn_actions(s: ForestGarden, p: int, out: Ints) -> int:
    """Write the actions that can be taken by the player who is to decide; return how many."""
    if s.doing == PLAY:
        return play_actions(s, p, out)
    if s.doing == PLACING:
        return places_for(s, p, s.held, AT, out)
    if s.doing == ASKING:
        return buyers(s, p, out)
    if s.doing in (ANSWER, CONSENTING):
        out[0] = ACCEPT
        out[1] = REFUSE
        return 2
    if s.doing == BONUS:
        out[0] = DECLINE
        return decks(s, LOOK, out, 1)
    if s.doing == ACTION:
        return actions(s, p, out)
    if s.doing == PROPOSING:
        return proposals(s, out)
    return picks(s, out)


@rule
def play_actions(s: ForestGarden, p: int, out: Ints) -> int:
    """Write the cards to sell, then those to grow, then those to offer."""
    held = hand_size(s, p)
    n = held
    for k in range(held):
        out[k] = SELL + s.hand[p, k]
    for k in range(held):
        if has_place(s, p, s.hand[p, k]):
            out[n] = GROW + s.hand[p, k]
            n += 1
    if s.direct_sale == 1 and anyone_can_buy(s, p):
        for k in range(held):
            if not was_offered(s, s.hand[p, k]):
                out[n] = OFFER + s.hand[p, k]
                n += 1
    return n


@rule
def can_buy(s: ForestGarden, p: int, seller: int) -> bool:
    """Can a player be asked to buy?"""
    return p != seller and s.storage[p] >= SALE


@rule
def anyone_can_buy(s: ForestGarden, seller: int) -> bool:
    """Is there a player who can be asked?"""
    for q in range(s.players):
        if can_buy(s, q, seller):
            return True
    return False


@rule
def was_offered(s: ForestGarden, card: int) -> bool:
    """Has a card been offered to a player this round?"""
    return s.offered[card // WORD_BITS] >> card % WORD_BITS & 1 == 1


@rule
def buyers(s: ForestGarden, p: int, out: Ints) -> int:
    """Write the players to whom a card can be offered."""
    n = 0
    for q in range(s.players):
        if can_buy(s, q, p):
            out[n] = TO + q
            n += 1
    return n


@rule
def decks(s: ForestGarden, first: int, out: Ints, n: int) -> int:
    """Write the decks with a card behind ``n`` other actions; return how many there are then."""
    for d in range(s.players):
        if s.left[d] > 0:
            out[n] = first + d
            n += 1
    return n


@rule
def actions(s: ForestGarden, p: int, out: Ints) -> int:
    """Write the special actions that can be performed."""
    n = 0
    if can_swap(s, p):
        out[0] = SWAP
        n = 1
    if can_search(s, p):
        n = decks(s, SEARCH, out, n)
        if s.piled > 0:
            out[n] = SEARCH + PILE
            n += 1
    return n


# What can be picked.


@rule
def looked_at(s: ForestGarden, n: int) -> int:
    """Return the card with ``n`` others above it, of those looked at."""
    return s.pile[s.piled - 1 - n] if s.source == PILE else top_of(s, s.source, n)


@rule
def picks(s: ForestGarden, out: Ints) -> int:
    """Write the cards of which one must be picked, by their numbers: each word of a set in turn."""
    n = 0
    for word in range(WORDS):
        cards = word_of_picks(s, word)
        while cards != 0:
            out[n] = PICK + word * WORD_BITS + lowest(cards)
            n += 1
            cards &= cards - 1
    return n


@rule
def word_of_picks(s: ForestGarden, word: int) -> int:
    """Return one word of the set of cards of which one must be picked."""
    cards = 0
    if s.doing == TAKING:
        for d in range(s.players):
            if s.open[d] == 1 and top_of(s, d, 0) // WORD_BITS == word:
                cards |= 1 << top_of(s, d, 0) % WORD_BITS
        return cards
    for i in range(s.looks):
        card = looked_at(s, i)
        if card // WORD_BITS == word:
            cards |= 1 << card % WORD_BITS
    return cards


@rule
def sample_action(s: ForestGarden, p: int, r: int, out: Ints) -> int:
    """Return one of the actions, each as likely, without listing all cards looked at."""
    if s.doing == LOOKING:
        return PICK + looked_at(s, below(r, s.looks))
    return out[below(r, turn_actions(s, p, out))]


# Late players.


@rule
def forfeit_action(s: ForestGarden, p: int) -> int:
    """Return the action that is taken for whoever is late; NONE: none, which counts as the choice.

    Nobody is made to buy, to take a bonus or to pay for a special action. A player who doesn't vote
    agrees, for the others' sake; ACCEPT comes first. Else it is the first action that can be taken.
    """
    if s.doing == ANSWER:
        return REFUSE
    if s.doing == ACTION or s.phase == CHOOSING:
        return NONE
    actions = scratch(ACTIONS)
    if s.phase == DRAWING:
        draws(s, actions)
    else:
        turn_actions(s, p, actions)
    return int(actions[0])

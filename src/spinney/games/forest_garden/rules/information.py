"""Observation and determinization of Forest Garden."""

from __future__ import annotations

from spinney.games.forest_garden.deck.plant import CARDS, CONTINENTS
from spinney.games.forest_garden.rules.cards import receive
from spinney.games.forest_garden.rules.deal import ORDERS, deal_tasks
from spinney.games.forest_garden.rules.record import (
    CHOOSING,
    DECK_SIZE,
    HIDDEN_LOT,
    HIDDEN_TASK,
    MOST_HELD,
    NONE,
    OVER,
    PLACES,
    ROUNDS,
    ForestGarden,
    bit,
    continent_of,
    unseen,
)
from spinney.kernel.records import Ints
from spinney.kernel.rng import below, random
from spinney.kernel.rule import rule, scratch

# Blanking.


@rule
def observe(s: ForestGarden, p: int) -> None:
    blank_decks(s, p)
    blank_hands(s, p)
    for i in range(DECK_SIZE):
        if s.box[i] != NONE:
            s.box[i] = unseen(continent_of(s.box[i]))
    for n in range(ROUNDS):
        if s.lot[n] >= 0:
            s.lot[n] = HIDDEN_LOT
    for q in range(s.players):
        if q != p:
            if s.phase == CHOOSING:
                s.choice[q] = NONE
            if s.tasks == 1 and s.phase != OVER:
                s.task[q] = HIDDEN_TASK


@rule
def blank_decks(s: ForestGarden, p: int) -> None:
    """Of a deck one knows the offer, and what one has looked at."""
    for d in range(s.players):
        for i in range(s.left[d] - s.open[d]):
            if s.seen[d, i] & bit(p) == 0:
                s.deck[d, i] = unseen(s.origin[d])


@rule
def blank_hands(s: ForestGarden, p: int) -> None:
    """Blank hidden cards, and who else knows them. They come last: their numbers give no hint."""
    for q in range(s.players):
        for k in range(MOST_HELD):
            if s.hand[q, k] != NONE and s.known[q, k] & bit(p) == 0:
                s.hand[q, k] = unseen(continent_of(s.hand[q, k]))
                s.known[q, k] = 0
            else:
                move_up(s, q, k)


@rule
def move_up(s: ForestGarden, q: int, k: int) -> None:
    """Move a card, if there is one, before those in the hand that are hidden."""
    card = s.hand[q, k]
    known = s.known[q, k]
    while card != NONE and k > 0 and s.hand[q, k - 1] < NONE:
        s.hand[q, k] = s.hand[q, k - 1]
        s.known[q, k] = s.known[q, k - 1]
        k -= 1
    s.hand[q, k] = card
    s.known[q, k] = known


# Filling in.


@rule
def determinize(s: ForestGarden, p: int, r: int) -> int:
    """Deal the cards not seen, shuffled by continent, to all blanks."""
    cards = scratch(CARDS)
    last = scratch(len(CONTINENTS))
    r = shuffle_unseen(s, cards, last, r)
    for q in range(s.players):
        for k in range(MOST_HELD):
            blank = s.hand[q, k]
            if blank < NONE:
                s.hand[q, k] = NONE
                receive(s, q, pop(cards, last, blank), 0)
        for i in range(s.left[q]):
            if s.deck[q, i] < NONE:
                s.deck[q, i] = pop(cards, last, s.deck[q, i])
    for i in range(DECK_SIZE):
        if s.box[i] < NONE:
            s.box[i] = pop(cards, last, s.box[i])
    for n in range(ROUNDS):
        if s.lot[n] == HIDDEN_LOT:
            r = random(r)
            s.lot[n] = below(r, ORDERS[s.players])
    return deal_tasks(s, r)


@rule
def pop(cards: Ints, last: Ints, blank: int) -> int:
    """Return the next card of a blank's continent."""
    continent = continent_of(blank)
    last[continent] -= 1
    return cards[last[continent]]


@rule
def shuffle_unseen(s: ForestGarden, cards: Ints, last: Ints, r: int) -> int:
    """Write the cards that are seen nowhere, shuffled within each continent (inside out).

    ``last`` tells where each continent ends. Of one that isn't in play they are of no use.
    """
    seen = scratch(CARDS)
    mark_seen(s, seen)
    n = 0
    first = 0
    for card in range(CARDS):
        continent = continent_of(card)
        if card > 0 and continent_of(card - 1) != continent:
            first = n
        if seen[card] == 0:
            r = random(r)
            j = first + below(r, n - first + 1)
            cards[n] = cards[j]
            cards[j] = card
            n += 1
        last[continent] = n
    return r


@rule
def mark_seen(s: ForestGarden, seen: Ints) -> None:
    """Write 1 for each card that is seen somewhere."""
    for i in range(s.piled):
        seen[s.pile[i]] = 1
    for p in range(s.players):
        for place in range(PLACES):
            mark(s.garden[p, place], seen)
        for k in range(MOST_HELD):
            mark(s.hand[p, k], seen)
        for i in range(s.left[p]):
            mark(s.deck[p, i], seen)


@rule
def mark(card: int, seen: Ints) -> None:
    """Write 1 for a card, unless it is none or unseen."""
    if card >= 0:
        seen[card] = 1

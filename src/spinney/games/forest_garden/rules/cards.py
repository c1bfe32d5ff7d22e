"""Moving cards: decks, hands and the discard pile."""

from __future__ import annotations

from spinney.games.forest_garden.rules.record import EVERYBODY, MOST_HELD, NONE, ForestGarden, bit
from spinney.kernel.rule import rule

# Hands.


@rule
def hand_size(s: ForestGarden, p: int) -> int:
    """Return how many cards a player holds."""
    n = 0
    while n < MOST_HELD and s.hand[p, n] != NONE:
        n += 1
    return n


@rule
def slot_of(s: ForestGarden, p: int, card: int) -> int:
    """Return where in a hand a card is; `MOST_HELD` if it isn't there."""
    k = 0
    while k < MOST_HELD and s.hand[p, k] != card:
        k += 1
    return k


@rule
def receive(s: ForestGarden, p: int, card: int, known: int) -> None:
    """Put a card in a hand; ``known`` are the bits of the others who know it.

    Cards are held by their numbers: when one was received is nobody else's business.
    """
    k = hand_size(s, p)
    while k > 0 and s.hand[p, k - 1] > card:
        s.hand[p, k] = s.hand[p, k - 1]
        s.known[p, k] = s.known[p, k - 1]
        k -= 1
    s.hand[p, k] = card
    s.known[p, k] = known | bit(p)


@rule
def give_away(s: ForestGarden, p: int, card: int) -> None:
    """Take a card out of a hand; those after it move up."""
    k = slot_of(s, p, card)
    while k < MOST_HELD - 1:
        s.hand[p, k] = s.hand[p, k + 1]
        s.known[p, k] = s.known[p, k + 1]
        k += 1
    s.hand[p, k] = NONE
    s.known[p, k] = 0


@rule
def show(s: ForestGarden, p: int, card: int) -> None:
    """Everybody sees a card of a hand."""
    s.known[p, slot_of(s, p, card)] = EVERYBODY


# The discard pile.


@rule
def throw(s: ForestGarden, card: int) -> None:
    """Lay a card on the discard pile."""
    s.pile[s.piled] = card
    s.piled += 1


@rule
def take_from_pile(s: ForestGarden, card: int) -> None:
    """Take a card out of the discard pile; the others keep their order."""
    i = 0
    while s.pile[i] != card:
        i += 1
    s.piled -= 1
    for k in range(i, s.piled):
        s.pile[k] = s.pile[k + 1]
    s.pile[s.piled] = NONE


# Decks.


@rule
def top_of(s: ForestGarden, d: int, n: int) -> int:
    """Return the card with ``n`` others above it in a deck."""
    return s.deck[d, s.left[d] - 1 - n]


@rule
def take_out(s: ForestGarden, d: int, i: int) -> int:
    """Take the card at index ``i``, counted from the bottom, out of a deck; return it."""
    card = s.deck[d, i]
    last = s.left[d] - 1
    for k in range(i, last):
        s.deck[d, k] = s.deck[d, k + 1]
        s.seen[d, k] = s.seen[d, k + 1]
    s.deck[d, last] = NONE
    s.seen[d, last] = 0
    s.left[d] = last
    return card


@rule
def take_offer(s: ForestGarden, d: int) -> int:
    """Take the top of a deck, which lies face up; return it."""
    s.open[d] = 0
    return take_out(s, d, s.left[d] - 1)


@rule
def any_card(s: ForestGarden) -> bool:
    """Is there a deck with a card?"""
    for d in range(s.players):
        if s.left[d] > 0:
            return True
    return False


@rule
def face_down(s: ForestGarden, d: int) -> int:
    """Return how many cards of a deck lie face down."""
    return s.left[d] - s.open[d]


@rule
def deck_to_draw_from(s: ForestGarden, d: int) -> int:
    """Return the first deck, from ``d`` on in number order, with a face-down card; NONE: none."""
    for k in range(s.players):
        e = (d + k) % s.players
        if face_down(s, e) > 0:
            return e
    return NONE


@rule
def draw(s: ForestGarden, p: int, d: int) -> bool:
    """Draw the topmost face-down card of a deck, or of the next one that has any. False: none.

    A player who knew that card of the deck knows it in the hand.
    """
    e = deck_to_draw_from(s, d)
    if e == NONE:
        return False
    i = face_down(s, e) - 1
    known = s.seen[e, i]
    receive(s, p, take_out(s, e, i), known)
    return True


@rule
def turn_up(s: ForestGarden) -> None:
    """Every deck shows its top card."""
    for d in range(s.players):
        s.open[d] = 1 if s.left[d] > 0 else 0


# Looking at cards.


@rule
def look(s: ForestGarden, p: int, d: int, n: int) -> None:
    """A player looks at the ``n`` top cards of a deck, and knows them from now on."""
    for i in range(s.left[d] - n, s.left[d]):
        s.seen[d, i] |= bit(p)


@rule
def keep(s: ForestGarden, p: int, d: int, card: int) -> None:
    """Keep one of the cards looked at in a deck.

    If it lay face up, everybody sees it. If not, the others know no more what lies in that deck.
    """
    if s.open[d] == 1 and top_of(s, d, 0) == card:
        receive(s, p, take_offer(s, d), EVERYBODY)
        return
    i = 0
    while s.deck[d, i] != card:
        i += 1
    receive(s, p, take_out(s, d, i), 0)
    for k in range(face_down(s, d)):
        s.seen[d, k] &= bit(p)

"""Offers: the things on offer, and their distribution among those who chose them."""

from __future__ import annotations

from spinney.games.forest_garden.rules.cards import (
    any_card,
    draw,
    face_down,
    receive,
    take_offer,
    throw,
    turn_up,
)
from spinney.games.forest_garden.rules.record import (
    CHOOSE,
    CHOOSING,
    DRAW,
    EVERYBODY,
    NONE,
    PASS,
    PLACES,
    PLAYERS,
    PLAYS,
    SHARING,
    SPECIAL,
    ForestGarden,
)
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule

# Choosing.


@rule
def show_offers(s: ForestGarden) -> None:
    """Every deck shows its top, and everybody is to choose."""
    turn_up(s)
    s.phase = CHOOSING


@rule
def can_choose(s: ForestGarden, p: int) -> bool:
    """Is there a deck with a card, or can the player pay for a special action?"""
    return s.storage[p] > 0 or any_card(s)


@rule
def choosers(s: ForestGarden) -> int:
    """Return who has still to choose, a bit each."""
    bits = 0
    for p in range(s.players):
        if s.choice[p] == NONE and can_choose(s, p):
            bits |= 1 << p
    return bits


@rule
def reveal_choices(s: ForestGarden) -> None:
    """All choices are made; who could make none passes."""
    for p in range(s.players):
        if s.choice[p] == NONE:
            s.choice[p] = PASS
    s.at = 0
    s.phase = SHARING
    end_sharing(s)


@rule
def choices(s: ForestGarden, p: int, out: Ints) -> int:
    """Write what a player can choose: decks that show an offer, a special action."""
    n = 0
    for d in range(s.players):
        if s.open[d] == 1:
            out[n] = CHOOSE + d
            n += 1
    if s.storage[p] > 0:
        out[n] = CHOOSE + SPECIAL
        n += 1
    return n


@rule
def draws(s: ForestGarden, out: Ints) -> int:
    """Write the decks from which a first card can be drawn."""
    n = 0
    for d in range(s.players):
        if face_down(s, d) > 0:
            out[n] = DRAW + d
            n += 1
    return n


# Comparing players.


@rule
def in_garden(s: ForestGarden, p: int) -> int:
    """Return the value of all cubes that lie on the player's plants."""
    value = 0
    for place in range(PLACES):
        if s.garden[p, place] >= 0:
            value += s.cubes[p, place] + 2 * s.dark[p, place]
    return value


@rule
def richer(s: ForestGarden, p: int, q: int) -> bool:
    """Has ``p`` the larger inventory: more in storage, or as much and more in the garden?"""
    if s.storage[p] != s.storage[q]:
        return s.storage[p] > s.storage[q]
    return in_garden(s, p) > in_garden(s, q)


@rule
def line_up(s: ForestGarden, d: int) -> int:
    """Write who chose a deck into `drawers`, by inventory and then by seat; return how many."""
    n = 0
    for p in range(s.players):
        if s.choice[p] == d:
            k = n
            while k > 0 and richer(s, p, s.drawers[k - 1]):
                s.drawers[k] = s.drawers[k - 1]
                k -= 1
            s.drawers[k] = p
            n += 1
    for k in range(n, PLAYERS):
        s.drawers[k] = NONE
    return n


# Sharing, a stage for each deck that was chosen and each card that is drawn.


@rule
def someone_draws(s: ForestGarden) -> bool:
    """Must somebody still draw from the deck being shared?"""
    return s.drawn < PLAYERS and s.drawers[s.drawn] != NONE


@rule
def share(s: ForestGarden) -> None:
    """The offer of the next deck goes to whoever has most, for a cube if others wanted it.

    Of equals nobody gets it. The others will draw.
    """
    while not chosen(s, s.at):
        s.at += 1
    d = s.at
    n = line_up(s, d)
    first = s.drawers[0]
    if n > 1 and not richer(s, first, s.drawers[1]):
        throw(s, take_offer(s, d))
        s.drawn = 0
    else:
        take(s, first, d)
        if n > 1 and s.storage[first] > 0:
            s.storage[first] -= 1
        s.drawn = 1
    s.at += 1
    end_sharing(s)


@rule
def take(s: ForestGarden, p: int, d: int) -> None:
    """A player receives a deck's offer; everybody has seen it."""
    receive(s, p, take_offer(s, d), EVERYBODY)
    s.received |= 1 << p


@rule
def draw_next(s: ForestGarden) -> None:
    """The next of those who didn't get the offer draws."""
    p = s.drawers[s.drawn]
    s.drawn += 1
    if draw(s, p, s.choice[p]):
        s.received |= 1 << p
    end_sharing(s)


@rule
def chosen(s: ForestGarden, d: int) -> bool:
    """Did anybody choose this deck?"""
    for p in range(s.players):
        if s.choice[p] == d:
            return True
    return False


@rule
def end_sharing(s: ForestGarden) -> None:
    """When all decks are shared out, those who received a card play, from seat 0 on."""
    if someone_draws(s):
        return
    for d in range(s.at, s.players):
        if chosen(s, d):
            return
    for k in range(PLAYERS):
        s.drawers[k] = NONE
    s.drawn = 0
    s.at = 0
    s.phase = PLAYS

"""Advice for the search of Arboretum, by hand: priors, values, quiet states.

The numbers come from games that the search played against itself: how often a lead in hand was
still one at the end, and how much paths grew until then, by the turns that were left.
"""

from __future__ import annotations

from math import sqrt

from spinney.games.arboretum.rules.mini import is_mini
from spinney.games.arboretum.rules.record import (
    AT,
    BESIDE,
    CARD,
    CARDS,
    CELL,
    DRAW1,
    DRAW2,
    FROM_DECK,
    FROM_PILE,
    GRID,
    HAND,
    KINDS,
    PILE,
    PLAY,
    PLAYERS,
    REVEAL,
    SHOWN,
    THROW,
    Arboretum,
)
from spinney.games.arboretum.rules.scoring import garden_paths
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rule import rule, scratch, weights

TUNING = {"random_share": 0.0, "margin_weight": 0.3}
LEVELS = {
    2: {"tree": {"playouts": 200}, "ancient": {"playouts": 10_000}},
    4: {"tree": {"playouts": 1000}, "ancient": {"playouts": 10_000}},
}
MISTAKES = {"acorn": 1.0, "sprout": 0.7, "shoot": 0.35}
WORST_MISTAKE = 0.5


@rule
def is_quiet(s: Arboretum) -> bool:
    """Between turns nothing is half done."""
    return s.phase == DRAW1


# What a position is worth.


@rule
def value(s: Arboretum, out: Floats) -> None:
    """Squash each player's expected lead over the best of the others; shares of the whole."""
    turns = turns_left(s)
    points = weights(PLAYERS)
    expected_points(s, turns, points)
    spread = 5.0 + 1.0 * turns
    for p in range(s.players):
        best = -1.0
        for q in range(s.players):
            if q != p:
                best = max(best, points[q])
        lead = points[p] - best
        out[p] = 0.5 + 0.5 * lead / sqrt(spread * spread + lead * lead)
    if s.players > 2:  # of two, one's lead is the other's lag: they are shares already
        whole = 0.0
        for p in range(s.players):
            whole += out[p]
        for p in range(s.players):
            out[p] /= whole


@rule
def turns_left(s: Arboretum) -> float:
    """Return about how many turns each player still has.

    The more piles there are to draw from, the fewer of a turn's two cards come from the deck. In
    the mini game each turn takes one.
    """
    if s.phase >= REVEAL:
        return 0.0
    if is_mini(s):
        return (s.cards - s.top) / s.players
    return (s.cards - s.top) / ((1.4 - 0.1 * s.players) * s.players)


@rule
def expected_points(s: Arboretum, turns: float, out: Floats) -> None:
    """Write what each player will probably have in the end."""
    totals = scratch(PLAYERS * KINDS)
    trees = scratch(PLAYERS * KINDS)
    paths = scratch(KINDS)
    count_hands(s, totals)
    count_trees(s, trees)
    for p in range(s.players):
        garden_paths(s, p, paths)
        out[p] = 0.0
        for colour in range(KINDS):
            if trees[p * KINDS + colour] == 0 and turns == 0.0:
                continue
            path = paths[colour] + growth(paths[colour], trees[p * KINDS + colour], turns)
            out[p] += path * right(ahead(s, totals, p, colour), turns)


@rule
def count_hands(s: Arboretum, totals: Ints) -> None:
    """Write the sum of each colour in each hand, without the 8s that are cancelled."""
    for i in range(PLAYERS * KINDS):
        totals[i] = 0
    for c in range(CARDS):
        p = holder(s, c)
        if p >= 0 and not (c % 8 == 7 and held_by_another(s, p, c - 7)):
            totals[p * KINDS + c // 8] += c % 8 + 1


@rule
def holder(s: Arboretum, c: int) -> int:
    """Return whose hand a card is in; -1: nobody's."""
    where = s.where[c]
    if where < HAND or where >= GRID:
        return -1
    return where - HAND if where < SHOWN else where - SHOWN


@rule
def held_by_another(s: Arboretum, p: int, c: int) -> bool:
    q = holder(s, c)
    return q >= 0 and q != p


@rule
def count_trees(s: Arboretum, trees: Ints) -> None:
    """Write how many cards of each colour each player has played."""
    for i in range(PLAYERS * KINDS):
        trees[i] = 0
    for p in range(s.players):
        for k in range(s.placed[p]):
            trees[p * KINDS + s.card[p, k] // 8] += 1


@rule
def ahead(s: Arboretum, totals: Ints, p: int, colour: int) -> int:
    """Return a player's lead in a colour over the best hand of the others."""
    most = 0
    for q in range(s.players):
        if q != p:
            most = max(most, totals[q * KINDS + colour])
    return totals[p * KINDS + colour] - most


@rule
def right(lead: int, turns: float) -> float:
    """Return the chance to have the right to score a colour in which one's hand leads."""
    if turns == 0.0:
        return 1.0 if lead >= 0 else 0.0
    # Equals all score, and a player who grows a colour keeps its cards.
    x = lead + 0.5 + 0.36 * turns
    reach = 2.0 + 1.1 * turns
    return 0.5 + 0.5 * x / sqrt(reach * reach + x * x)


@rule
def growth(path: int, trees: int, turns: float) -> float:
    """Return how much a path will grow: one that is only begun has the most to gain."""
    if trees == 0:
        return 0.05 * turns * turns / (1.0 + 0.06 * turns)
    rate = 0.8 if path == 0 else 0.65 if path < 4 else 0.4 if path < 8 else 0.15
    return rate * turns / (1.0 + 0.05 * turns)


# What to try first.


@rule
def prior(s: Arboretum, p: int, actions: Ints, n: int, out: Floats) -> None:
    """Cards that go with their neighbours; and in hand, high ones of what grows in gardens."""
    for i in range(n):
        if s.phase <= DRAW2:
            out[i] = (
                1.0
                if actions[i] == FROM_DECK
                else 0.1 + 0.25 * top_card_stake(s, p, actions[i] - FROM_PILE)
            )
        elif s.phase == CARD:
            out[i] = 0.3 + affinity(s, p, actions[i] - PLAY)
        elif s.phase == CELL:
            out[i] = fit(s, p, s.held, actions[i] - AT)
        else:
            card = actions[i] - THROW
            out[i] = 1.0 / (0.5 + stake(s, p, card // 8) * (card % 8 + 1) / 4.0)


@rule
def top_card_stake(s: Arboretum, p: int, q: int) -> float:
    """Weigh the card on top of player ``q``'s pile."""
    return stake(s, p, s.pile[q, s.piled[q] - 1] // 8)


@rule
def stake(s: Arboretum, p: int, colour: int) -> float:
    """Weigh a colour by the cards of it in gardens, one's own first."""
    x = 0.0
    for c in range(8 * colour, 8 * colour + 8):
        where = s.where[c]
        if where == GRID + p:
            x += 1.0
        elif GRID <= where < PILE:
            x += 0.4
    return x


@rule
def affinity(s: Arboretum, p: int, card: int) -> float:
    """Weigh a card to play by what it might lie beside; a high one is worth more in hand."""
    x = 0.0
    for k in range(s.placed[p]):
        apart = abs(s.card[p, k] % 8 - card % 8)
        if apart > 0:
            x += (1.0 if s.card[p, k] // 8 == card // 8 else 0.3) / apart
    return x / (1.0 + 0.15 * (card % 8))


@rule
def fit(s: Arboretum, p: int, card: int, cell: int) -> float:
    """Weigh a card on a cell: the closer its number to its neighbours', the longer the paths."""
    x = 0.05
    for k in range(s.placed[p]):
        apart = abs(s.card[p, k] % 8 - card % 8)
        if apart > 0 and are_adjacent(s.cell[p, k], cell):
            x += (2.0 if s.card[p, k] // 8 == card // 8 else 1.0) / apart
    return x


@rule
def are_adjacent(cell: int, other: int) -> bool:
    """Do two cells touch?"""
    for d in range(4):
        if cell + BESIDE[d] == other:
            return True
    return False

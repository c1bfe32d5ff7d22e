"""Advice for the search of Build Your Arboretum: paths, and the right to score them.

The numbers come from games that the search played against itself: how often a lead on the boards
was still one at the end, and how much paths grew until then, by the rounds that were left.
"""

from __future__ import annotations

from math import sqrt

from spinney.games.build_your_arboretum.rules.garden import plantable
from spinney.games.build_your_arboretum.rules.mini import rounds
from spinney.games.build_your_arboretum.rules.record import (
    AT,
    BID,
    BOARD,
    CELLS,
    DIG,
    DONE,
    DROP,
    FIRST,
    GARDEN,
    GIVE,
    GROUP,
    NEAR,
    PLANT,
    PLAY,
    SKIP,
    START,
    SUITS,
    TAKE,
    Arboreta,
)
from spinney.games.build_your_arboretum.rules.scoring import advertised, garden_paths
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rule import rule, scratch, weights

TUNING = {"exploration": 0.1, "random_share": 0.0, "margin_weight": 0.3, "whole_moves": 1.0}
LEVELS = {2: {"tree": {"playouts": 300}, "ancient": {"playouts": 6000}}}
MISTAKES = {"acorn": 0.85, "sprout": 0.65, "shoot": 0.4}


@rule
def is_quiet(s: Arboreta) -> bool:
    """Before the bids of a round nothing is half done."""
    return s.phase == BID and s.groups[0] + s.groups[1] + s.ready[0] + s.ready[1] == 0


# What a position is worth.


@rule
def value(s: Arboreta, out: Floats) -> None:
    """Squash the lead to be expected: a lead of the usual spread wins in about 85 of 100."""
    left = rounds_left(s)
    lead = expected_lead(s, left)
    spread = 5.0 + 0.7 * left
    out[0] = 0.5 + 0.5 * lead / sqrt(spread * spread + lead * lead)
    out[1] = 1.0 - out[0]


@rule
def rounds_left(s: Arboreta) -> float:
    """Return how many rounds are still to be played, this one in part."""
    if s.phase == PLAY:
        return rounds(s) - s.round_number + 1.0 - s.turn / s.turns
    return rounds(s) - s.round_number + (1.0 if s.phase == BID else 0.0)


@rule
def expected_lead(s: Arboreta, left: float) -> float:
    """Return how many points red will probably be ahead in the end."""
    red = weights(SUITS)
    blue = weights(SUITS)
    expected_paths(s, 0, left, red)
    expected_paths(s, 1, left, blue)
    lead = (2.0 + 0.06 * left) * (s.parrots[0] - s.parrots[1])
    starting = 0.2 + 0.8 / (1.0 + left)
    first = s.next_start if s.next_start >= 0 else s.start
    lead += starting if first == 0 else -starting
    for suit in range(SUITS):
        ahead = advertised(s, 0, suit) - advertised(s, 1, suit)
        lead += red[suit] * right(ahead, left) - blue[suit] * right(-ahead, left)
    return lead


@rule
def right(ahead: int, left: float) -> float:
    """Return the chance to have the right to score a suit in which one's board is ahead."""
    if left == 0.0:
        return 1.0 if ahead >= 0 else 0.0
    x = ahead + 1.0 + 0.2 * left  # of equals both score
    reach = 4.0 * left
    return 0.5 + 0.5 * x / sqrt(reach * reach + x * x)


@rule
def expected_paths(s: Arboreta, p: int, left: float, out: Floats) -> None:
    """Write what a player's best path of each suit will probably be worth in the end."""
    paths = scratch(SUITS)
    trees = scratch(SUITS)
    garden_paths(s, p, paths)
    for cell in range(CELLS):
        if s.grid[p, cell] >= 0:
            trees[s.grid[p, cell] // 8] += 1
    for suit in range(SUITS):
        out[suit] = paths[suit] + growth(paths[suit], trees[suit]) * left / (1.0 + 0.06 * left)


@rule
def growth(path: int, trees: int) -> float:
    """Return how much a path grows a round: one that is only begun has the most to gain."""
    if path == 0:
        return 0.7 if trees > 0 else 0.28
    return 0.5 if path < 4 else 0.38 if path < 7 else 0.13


# What to try first.


@rule
def prior(s: Arboreta, p: int, actions: Ints, n: int, out: Floats) -> None:
    """Small groups; trees that go with their neighbours; on the board what rights are worth."""
    left = rounds_left(s)
    for i in range(n):
        action = actions[i]
        if action >= AT:
            out[i] = fit(s, p, s.held, action - AT)
        elif action >= PLANT:
            out[i] = fit_anywhere(s, p, action - PLANT if action < DIG else action - DIG)
        elif action >= GIVE:
            out[i] = 0.5 / (1.0 + advertising(s, p, action - GIVE, -1, left))
        elif action >= DROP:
            out[i] = 1.0 / (0.2 + advertising(s, p, action - DROP, -1, left))
        elif action >= TAKE:
            out[i] = 0.2 + advertising(s, p, action - TAKE, 1, left)
        else:
            out[i] = plain_word(action)


@rule
def advertising(s: Arboreta, p: int, card: int, way: int, left: float) -> float:
    """Return what it changes to take a card (``way`` is 1) or to give one up (-1), in points.

    As much hangs on the right to score a suit as trees of it are planted, by both.
    """
    first = card - card % 8
    stake = 0.5
    ahead = 0
    for number in range(8):
        where = s.where[first + number]
        if where == BOARD + p:
            ahead += number + 1
        elif where == BOARD + 1 - p:
            ahead -= number + 1
        elif where == GARDEN or where == GARDEN + 1:
            stake += 1.0
    worth = card - first + 1
    if s.where[first] == BOARD + 1 - p:  # the other's 1 cancels the 8
        worth = 0 if worth == 8 else worth
        ahead -= 8 if s.where[first + 7] == BOARD + p else 0
    elif s.where[first + 7] == BOARD + 1 - p:
        worth = 9 if worth == 1 else worth
        ahead += 8 if s.where[first] == BOARD + p else 0
    reach = 0.5 + 4.0 * left
    return stake * way * (share(ahead + way * worth, reach) - share(ahead, reach))


@rule
def share(ahead: int, reach: float) -> float:
    """Return how much surer of a right one is than the other who is so far ahead, -1 to 1."""
    return ahead / (abs(ahead) + reach)


@rule
def plain_word(action: int) -> float:
    """Weigh an action that names no card. To end a bid early is seldom good, to skip even less."""
    if action == SKIP:
        return 0.02
    if action == START:
        return 0.6
    if action == DONE:
        return 0.3
    return 1.0 if action >= FIRST or action < GROUP + 6 else 0.4


@rule
def fit_anywhere(s: Arboreta, p: int, card: int) -> float:
    """Weigh a card on all cells together: then it is drawn as often as if cells were drawn too."""
    total = 0.0
    for cell in range(CELLS):
        if plantable(s, p, cell):
            total += fit(s, p, card, cell)
    return total


@rule
def fit(s: Arboreta, p: int, card: int, cell: int) -> float:
    """Weigh a card on a cell: the closer its number to its neighbours', the longer the paths."""
    x = 0.05
    for k in range(4):
        near = NEAR[4 * cell + k]
        if near >= 0:
            tree = s.grid[p, near]
            if tree >= 0:
                apart = abs(tree % 8 - card % 8)
                if apart > 0:
                    x += (2.0 if tree // 8 == card // 8 else 1.0) / apart
    return x * x

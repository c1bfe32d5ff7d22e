"""Advice for the search of Forest Garden, by the values of `evaluation`."""

from __future__ import annotations

from math import sqrt

from spinney.games.forest_garden.evaluation import expected, gain, to_come, worth_of
from spinney.games.forest_garden.rules.card_tables import MALE, POINTS_TO
from spinney.games.forest_garden.rules.cards import top_of
from spinney.games.forest_garden.rules.garden import DIRECTIONS, fertile
from spinney.games.forest_garden.rules.record import (
    ACCEPT,
    ACT_FIRST,
    ADDITIONAL,
    AT,
    CHOOSE,
    CHOOSING,
    CONSENTING,
    DECLINE,
    GROW,
    NEAR,
    NONE,
    OFFER,
    PICK,
    PILE,
    PLACING,
    PLAYERS,
    ROUNDS,
    ROW,
    SALE,
    SEARCH,
    SELL,
    SPECIAL,
    ForestGarden,
)
from spinney.games.forest_garden.rules.turns import price
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rule import rule, weights

TUNING = {"exploration": 0.3, "random_share": 0.0, "margin_weight": 0.3}
LEVELS = {
    2: {
        "tree": {"playouts": 1000, "rollout": 6},
        "ancient": {"playouts": 5000, "rollout": 20},
    }
}
# Each round brings cards that no tree has seen: playouts that go on for two rounds are worth as
# much as ten times as many that don't, or more.
LEVELS_FOR_MANY = {
    "tree": {"playouts": 1000, "rollout": 2},
    "ancient": {"playouts": 10_000, "rollout": 2},
}
MISTAKES = {"acorn": 0.32, "sprout": 0.2, "shoot": 0.1}

SOMETHING_SPECIAL = 6.0
"""What a special action promises."""
OWN_FIRST = 1.0
"""What it promises to act first of those who are tied."""


@rule
def is_quiet(s: ForestGarden) -> bool:
    """A round begins, and nobody has chosen yet."""
    if s.phase != CHOOSING:
        return False
    for p in range(s.players):
        if s.choice[p] != NONE:
            return False
    return True


# What a position is worth.


@rule
def value(s: ForestGarden, out: Floats) -> None:
    """Share the win in proportion to the chances of being ahead of each of the others."""
    points = weights(PLAYERS)
    for p in range(s.players):
        points[p] = expected(s, p)
    spread = 6.5 + 2.8 * sqrt(ROUNDS - s.round_number)
    total = 0.0
    for p in range(s.players):
        out[p] = 1.0
        for q in range(s.players):
            if q != p:
                lead = points[p] - points[q]
                out[p] *= 0.5 + 0.5 * lead / sqrt(spread * spread + lead * lead)
        total += out[p]
    for p in range(s.players):
        out[p] /= total


# What to try first.


@rule
def prior(s: ForestGarden, p: int, actions: Ints, n: int, out: Floats) -> None:
    """The less an action promises than the best of them, the less."""
    if s.doing == PLACING:
        prefer_places(s, p, actions, n, out)
        return
    cards = to_come(s, p)
    best = promise(s, p, actions[0], cards)
    for i in range(n):
        out[i] = promise(s, p, actions[i], cards)
        best = max(best, out[i])
    for i in range(n):
        x = 1.0 / (1.0 + 0.4 * (best - out[i]))
        out[i] = x * x


@rule
def promise(s: ForestGarden, p: int, action: int, cards: int) -> float:
    """Return what an action promises, in points, compared with others that can be taken now."""
    if action >= PICK:
        return gain(s, p, action - PICK, cards)
    if action >= SEARCH:
        return -1.0 if action == SEARCH + PILE else 0.0
    if action >= DECLINE:
        return -10.0 if action == DECLINE else OWN_FIRST if action == ACT_FIRST + p else 0.0
    if s.doing == CONSENTING:
        return SOMETHING_SPECIAL if action == ACCEPT else 0.0
    if action == ACCEPT:
        return gain(s, p, s.held, cards) - worth_of(SALE, cards)
    if action >= OFFER:
        return worth_of(2, cards) if action < AT else 0.0
    if action >= GROW:
        return gain(s, p, action - GROW, cards)
    if action >= SELL:
        return worth_of(price(action - SELL), cards)
    if action == CHOOSE + SPECIAL:
        return SOMETHING_SPECIAL
    return gain(s, p, top_of(s, action - CHOOSE, 0), cards) if action >= CHOOSE else 0.0


@rule
def prefer_places(s: ForestGarden, p: int, actions: Ints, n: int, out: Floats) -> None:
    """A collector where many areas get a dark cube; of the rest the first where one helps."""
    if POINTS_TO[s.held] > 0:
        for i in range(n):
            out[i] = 0.1 + areas(s, p, s.held, actions[i] - AT)
        return
    bears = MALE[s.held] == 0 and fertile(s, p, s.held)
    best = 0
    for i in range(n):
        out[i] = 0.0
        here = s.dark[p, actions[i] - AT]
        there = s.dark[p, actions[best] - AT]
        if (here > there) if bears else (here < there):
            best = i
    out[best] = 1.0


@rule
def areas(s: ForestGarden, p: int, card: int, place: int) -> int:
    """Return how many areas would get a dark cube from a collector that is planted there."""
    found = 0
    for direction in range(DIRECTIONS):
        area = NEAR[place, direction]
        if POINTS_TO[card] >> direction & 1 and area != NONE:
            regular = area != ADDITIONAL[ROW[area]]
            found += 1 if regular or s.garden[p, area] != NONE else 0
    return found

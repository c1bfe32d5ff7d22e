"""Hedge. Of twelve trees, 1 to 12 tall, two players hold four each, unseen by the other.

Four times both secretly choose one; the taller scores, unless by more than five: then it falls.
"""

from spinney.kernel.field_meaning import Amount, Card, Hidden, Location
from spinney.kernel.records import Ints, Record, i8
from spinney.kernel.rng import below, random, seeded
from spinney.kernel.rule import rule, scratch

PLAYERS, TREES, HAND_SIZE = 2, 12, 4
ACTIONS = TREES  # an action is the tree planted, 0 to 11
REVEALED = ACTIONS  # a fact: plus player * TREES + tree
CODES = REVEALED + PLAYERS * TREES
UNSEEN, ASIDE, PLANTED, HAND = 0, 1, 2, 3  # where a tree is; HAND: plus the player

# What the fields mean.
TREE = Card(TREES, "its height - 1", blanks={-1: "none"})
PLACES = {UNSEEN: "unseen", ASIDE: "not in the game", PLANTED: "planted", HAND: "in hand"}
WHERE = Location(PLACES, seated=(HAND,), most_players=PLAYERS)


class Hedgerow(Record):
    """All there is to know."""

    turn: int = i8(holds=Amount(0, HAND_SIZE))
    where: Ints = i8(TREES, holds=WHERE)
    deck: Ints = i8(TREES, holds=Hidden(-1, TREES - 1), about="the order in which trees are dealt")
    chosen: Ints = i8(PLAYERS, seats=0, holds=TREE)
    last: Ints = i8(PLAYERS, seats=0, holds=TREE, about="the trees planted last")
    points: Ints = i8(PLAYERS, seats=0, holds=Amount(0, HAND_SIZE))


@rule
def deal(s: Hedgerow, options: Ints, r: int) -> int:
    r = seeded(r)
    for i in range(TREES):
        r = random(r)
        j = below(r, i + 1)
        s.deck[i] = s.deck[j]
        s.deck[j] = i
    return r


@rule
def begin(s: Hedgerow) -> None:
    for i in range(TREES):
        s.where[s.deck[i]] = HAND + i % 2 if i < 2 * HAND_SIZE else ASIDE
        s.deck[i] = -1
    s.turn = 0
    for p in range(PLAYERS):
        s.chosen[p] = -1
        s.last[p] = -1
        s.points[p] = 0


@rule
def to_act(s: Hedgerow) -> int:
    if s.turn == HAND_SIZE:
        return 0
    return (1 if s.chosen[0] < 0 else 0) | (2 if s.chosen[1] < 0 else 0)


@rule
def legal(s: Hedgerow, p: int, out: Ints) -> int:
    n = 0
    for tree in range(TREES):
        if s.where[tree] == HAND + p:
            out[n] = tree
            n += 1
    return n


@rule
def apply(s: Hedgerow, p: int, action: int) -> None:
    s.chosen[p] = action
    if s.chosen[1 - p] < 0:
        return
    lead = s.chosen[0] - s.chosen[1]
    s.points[0 if 0 < lead <= 5 or lead < -5 else 1] += 1
    for q in range(PLAYERS):
        s.where[s.chosen[q]] = PLANTED
        s.last[q] = s.chosen[q]
        s.chosen[q] = -1
    s.turn += 1


@rule
def forfeit(s: Hedgerow, p: int, reason: int) -> None:
    tree = 0
    while s.where[tree] != HAND + p:
        tree += 1
    apply(s, p, tree)


@rule
def observe(s: Hedgerow, p: int) -> None:
    for tree in range(TREES):
        if s.where[tree] != PLANTED and s.where[tree] != HAND + p:
            s.where[tree] = UNSEEN
    for q in range(PLAYERS):
        if q != p:
            s.chosen[q] = -1


@rule
def determinize(s: Hedgerow, p: int, r: int) -> int:
    unseen = scratch(TREES)
    n = 0
    for tree in range(TREES):
        if s.where[tree] == UNSEEN:
            r = random(r)
            j = below(r, n + 1)
            unseen[n] = unseen[j]
            unseen[j] = tree
            s.where[tree] = ASIDE
            n += 1
    for q in range(PLAYERS):
        if q != p:
            for _ in range(HAND_SIZE - s.turn):
                n -= 1
                s.where[unseen[n]] = HAND + q
    return r


@rule
def events(was: Hedgerow, s: Hedgerow, observer: int, p: int, action: int, out: Ints) -> int:
    if s.turn == was.turn:  # not revealed yet: only the player who chose knows
        out[0] = s.chosen[p]
        return 1 if observer == p else 0
    for q in range(PLAYERS):
        out[q] = REVEALED + q * TREES + s.last[q]
    return PLAYERS


@rule
def score(s: Hedgerow, out: Ints) -> None:
    for p in range(PLAYERS):
        out[p] = s.points[p]

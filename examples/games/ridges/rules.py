"""Ridges. Of 24 trees, 1 to 6 tall and four of each, two players hold four, unseen by the other.

In turn they plant a tree on their side of one of three ridges, three trees a side, and draw one.
When all sides are full, the taller side holds a ridge. Three trees of one height count double.
"""

from spinney.core.kit.zones import (
    NOBODY,
    OWNER,
    Zone,
    Zones,
    are_zones_consistent,
    count_deals,
    fill_zones,
    hide_zones,
    put_card,
    shuffle_into,
    take_card,
    take_top,
)
from spinney.kernel.field_meaning import Amount
from spinney.kernel.records import Ints, Record, i8
from spinney.kernel.rng import seeded
from spinney.kernel.rule import rule, scratch

RIDGES = ("north", "middle", "south")
ZONES = Zones(
    kinds=("1", "2", "3", "4", "5", "6"),
    copies=4,
    zones=(
        Zone("hand", OWNER, each=True),
        Zone("deck", NOBODY, ordered=True),
        *(Zone(ridge, each=True) for ridge in RIDGES),
    ),
    colours=("#FEE037", "#9BC861", "#6595FD", "#E9660F", "#BA2839", "#7E2FB3"),
)
HAND, DECK, SIDE = ZONES.rows[:3]  # a player's side of a ridge: SIDE + 2 * ridge + player
SEEN, ORDERED, TOTALS = ZONES.seen, ZONES.ordered, ZONES.totals

PLAYERS, HAND_SIZE, SIDE_SIZE, KINDS = 2, 4, 3, 6
ACTIONS = DRAWN = KINDS * 3  # an action is tree * 3 + ridge, a fact DRAWN plus the tree
CODES = DRAWN + KINDS


class GameState(Record):
    """All there is to know."""

    cards: Ints = ZONES.cards()
    count: Ints = ZONES.count()
    planted: int = i8(holds=Amount(0, 18))


@rule
def deal(s: GameState, options: Ints, r: int) -> int:
    return shuffle_into(s, DECK, TOTALS, seeded(r))


@rule
def begin(s: GameState) -> None:
    s.planted = 0
    for i in range(PLAYERS * HAND_SIZE):
        put_card(s, HAND + i % 2, take_top(s, DECK))


@rule
def to_act(s: GameState) -> int:
    return 0 if s.planted == 3 * PLAYERS * SIDE_SIZE else 1 << s.planted % 2


@rule
def legal(s: GameState, p: int, out: Ints) -> int:
    n = 0
    for i in range(s.count[HAND + p]):
        tree = s.cards[HAND + p, i]
        if i == 0 or tree != s.cards[HAND + p, i - 1]:
            for ridge in range(3):
                if s.count[SIDE + 2 * ridge + p] < SIDE_SIZE:
                    out[n] = tree * 3 + ridge
                    n += 1
    return n


@rule
def apply(s: GameState, p: int, action: int) -> None:
    take_card(s, HAND + p, action // 3)
    put_card(s, SIDE + 2 * (action % 3) + p, action // 3)
    if s.count[DECK] > 0:
        put_card(s, HAND + p, take_top(s, DECK))
    s.planted += 1


@rule
def smallest(s: GameState, p: int) -> int:
    """Return the action that plants the smallest tree on the first free ridge."""
    out = scratch(ACTIONS)
    legal(s, p, out)
    first: int = out[0]
    return first


@rule
def forfeit(s: GameState, p: int, reason: int) -> None:
    apply(s, p, smallest(s, p))


@rule
def observe(s: GameState, p: int) -> None:
    hide_zones(s, SEEN, p)


@rule
def determinize(s: GameState, p: int, r: int) -> int:
    return fill_zones(s, TOTALS, ORDERED, r)


@rule
def is_consistent(s: GameState) -> bool:
    return are_zones_consistent(s, TOTALS, ORDERED)


def multiplicity(s: GameState) -> int:
    return count_deals(s, ZONES)


@rule
def events(was: GameState, s: GameState, observer: int, p: int, action: int, out: Ints) -> int:
    out[0] = action if action >= 0 else smallest(was, p)
    if observer != p or was.count[DECK] == 0:
        return 1
    out[1] = DRAWN + was.cards[DECK, was.count[DECK] - 1]
    return 2


@rule
def height(s: GameState, row: int) -> int:
    total = 0
    for i in range(s.count[row]):
        total += s.cards[row, i] + 1
    alike = s.count[row] == SIDE_SIZE and s.cards[row, 0] == s.cards[row, 2]
    return 2 * total if alike else total


@rule
def score(s: GameState, out: Ints) -> None:
    out[0] = out[1] = 0
    for ridge in range(3):
        lead = height(s, SIDE + 2 * ridge) - height(s, SIDE + 2 * ridge + 1)
        if lead != 0:
            out[0 if lead > 0 else 1] += 1

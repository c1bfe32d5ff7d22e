"""The rules of My Game. `spinney.core.interface` says what each function does.

Two players hold four cards of twelve, unseen by the other. In turn they play one; of each two, the
higher scores.
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
    list_kinds,
    put_card,
    put_on_top,
    shuffle_into,
    take_card,
    take_top,
)
from spinney.kernel.field_meaning import Amount
from spinney.kernel.records import Ints, Record, i8
from spinney.kernel.rng import seeded
from spinney.kernel.rule import rule

# Where cards can be, and who sees them there.
ZONES = Zones(
    kinds=("1", "2", "3", "4", "5", "6"),
    copies=2,
    zones=(
        Zone("hand", OWNER, each=True),
        Zone("deck", NOBODY, ordered=True),
        Zone("played", each=True, ordered=True),
    ),
)
HAND, DECK, PLAYED = ZONES.rows  # of a zone that each player has, plus the player
SEEN, ORDERED, TOTALS = ZONES.seen, ZONES.ordered, ZONES.totals

PLAYERS, HAND_SIZE = 2, 4
ACTIONS = len(ZONES.kinds)  # an action is the kind of card played
CODES = ACTIONS  # no fact is learnt but the actions


class GameState(Record):
    """All there is to know."""

    cards: Ints = ZONES.cards()
    count: Ints = ZONES.count()
    points: Ints = i8(PLAYERS, seats=0, holds=Amount(0, 6))


@rule
def deal(s: GameState, options: Ints, r: int) -> int:
    return shuffle_into(s, DECK, TOTALS, seeded(r))


@rule
def begin(s: GameState) -> None:
    for p in range(PLAYERS):
        s.points[p] = 0
        for _ in range(HAND_SIZE):
            put_card(s, HAND + p, take_top(s, DECK))


@rule
def to_act(s: GameState) -> int:
    """Return the players who owe a choice, a bit each; 0 ends the game."""
    if s.count[PLAYED + 1] == HAND_SIZE:
        return 0
    return 1 << s.count[PLAYED] - s.count[PLAYED + 1]


@rule
def legal(s: GameState, p: int, out: Ints) -> int:
    return list_kinds(s, HAND + p, out)


@rule
def apply(s: GameState, p: int, action: int) -> None:
    take_card(s, HAND + p, action)
    put_on_top(s, PLAYED + p, action)
    last = s.count[PLAYED] - 1
    if p == 1 and s.cards[PLAYED, last] != action:
        s.points[0 if s.cards[PLAYED, last] > action else 1] += 1


@rule
def forfeit(s: GameState, p: int, reason: int) -> None:
    apply(s, p, s.cards[HAND + p, 0])


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
    """Return of how many deals this record is what is seen of them: equal cards are held alike."""
    return count_deals(s, ZONES)


@rule
def events(was: GameState, s: GameState, observer: int, p: int, action: int, out: Ints) -> int:
    """Write what an observer learns: the card played, which all see."""
    out[0] = s.cards[PLAYED + p, s.count[PLAYED + p] - 1]
    return 1


@rule
def score(s: GameState, out: Ints) -> None:
    for p in range(PLAYERS):
        out[p] = s.points[p]

"""Card zones: a declaration of where cards can be, and the rules that follow from it.

A game declares its zones once, in ``rules.py``, and keeps two fields in its record::

    ZONES = Zones(
        kinds=("1", "2", "3"),
        copies=4,
        zones=(Zone("hand", OWNER, each=True), Zone("deck", NOBODY, ordered=True), Zone("board")),
    )
    HAND, DECK, BOARD = ZONES.rows


    class Table(Record):
        cards: Ints = ZONES.cards()
        count: Ints = ZONES.count()

Row ``HAND + p`` of ``cards`` holds the kinds of the cards in player ``p``'s hand, and ``count``
says how many they are. In a row that has no order kinds ascend, so that equal hands are equal
records, also of identical cards. In an observation cards that the viewer can't see are
`FACE_DOWN`; how many they are stays known.

`hide_zones`, `fill_zones` and `are_zones_consistent` are the game's `observe`, `determinize` and
`is_consistent` as far as cards go, and `count_deals` its `multiplicity`. A game that declares
``ZONES`` and has no ``view.py`` is shown zone by zone, with cards to click (`zone_view`).

Cards that all have seen stay known: a pile of which only the top is to be looked at is a zone that
all see, `stacked` for the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod
from typing import Any, Final, Literal

import numpy as np

from spinney.kernel.field_meaning import Amount, Category
from spinney.kernel.records import Ints, i8
from spinney.kernel.rng import below, random
from spinney.kernel.rule import rule, scratch

ALL: Final = "all"
OWNER: Final = "owner"
NOBODY: Final = "nobody"
EMPTY, FACE_DOWN = -1, -2
"""The number in a row of ``cards`` after its last card, and in place of a card that is not seen."""


@dataclass(frozen=True)
class Zone:
    """A place where cards can be.

    Attributes:
        name: in pictures; where it is also a word of a move, the picture can be clicked there.
        seen_by: who sees the cards in it: ``ALL``, their ``OWNER``, or ``NOBODY``.
        each: every player has one.
        ordered: the order of the cards in it matters, the last is the top.
        stacked: pictures show its top card and how many there are.
    """

    name: str
    seen_by: Literal["all", "owner", "nobody"] = "all"
    each: bool = False
    ordered: bool = False
    stacked: bool = False


@dataclass(frozen=True)
class Zones:
    """The cards of a game, and all places where they can be.

    Attributes:
        kinds: the kinds of cards, by the words that moves have for them.
        copies: how many cards there are of every kind, or of each.
        zones: the places; one that is for ``each`` player takes a row a player.
        players: the most players.
        colours: of each kind, ``"#RRGGBB"``; by default all cards are white.
    """

    kinds: tuple[str, ...]
    copies: int | tuple[int, ...]
    zones: tuple[Zone, ...]
    players: int = 2
    colours: tuple[str, ...] = ()

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The first row of each zone."""
        sizes = [self.players if zone.each else 1 for zone in self.zones]
        return tuple(sum(sizes[:at]) for at in range(len(sizes)))

    @cached_property
    def places(self) -> tuple[tuple[Zone, int], ...]:
        """Each row's zone and its player; -1: it is everybody's."""
        return tuple(
            (zone, player)
            for zone in self.zones
            for player in (range(self.players) if zone.each else (-1,))
        )

    @cached_property
    def totals(self) -> Any:
        """How many cards of each kind there are, an array of shape ``(kinds,)``."""
        each = (self.copies,) * len(self.kinds) if isinstance(self.copies, int) else self.copies
        return np.array(each, np.int64)

    @cached_property
    def seen(self) -> Any:
        """The observers of each row, an array of shape ``(rows,)``: bit ``p + 1`` for player ``p``.

        Bit 0 is for spectators.
        """
        return np.array([_sight(zone, player) for zone, player in self.places], np.int64)

    @cached_property
    def ordered(self) -> Any:
        """Whether a row's order matters, an array of shape ``(rows,)`` of 0 and 1."""
        return np.array([int(zone.ordered) for zone, _ in self.places], np.int64)

    def colour(self, kind: int) -> str:
        """Return the colour of a kind of card."""
        return self.colours[kind] if self.colours else "#FCFCF6"

    def cards(self) -> Any:
        """Declare the field ``cards``: a row a zone, with room for all cards."""
        holds = Category(self.kinds, blanks={EMPTY: "none", FACE_DOWN: "face down"})
        about = "the cards of each place, " + ", ".join(zone.name for zone in self.zones)
        return i8(
            len(self.places), int(self.totals.sum()), seats=self._seats, holds=holds, about=about
        )

    def count(self) -> Any:
        """Declare the field ``count``: how many cards each row has."""
        holds = Amount(0, int(self.totals.sum()))
        return i8(len(self.places), seats=self._seats, holds=holds, about="how many cards it has")

    @property
    def _seats(self) -> tuple[tuple[int, ...], ...]:
        """The rows of each zone that every player has, by player."""
        return tuple(
            tuple(range(row, row + self.players))
            for zone, row in zip(self.zones, self.rows, strict=True)
            if zone.each
        )


def _sight(zone: Zone, player: int) -> int:
    if zone.seen_by == NOBODY:
        return 0
    return 1 << player + 1 if zone.seen_by == OWNER else -1


# Moving cards.


@rule
def shuffle_into(s: Any, row: int, totals: Ints, r: int) -> int:
    """Empty all rows, lay all cards into one, shuffled, and return the next random state."""
    size = sum_of(totals)
    for z in range(len(s.count)):
        s.count[z] = 0
        for i in range(size):
            s.cards[z, i] = EMPTY
    n = 0
    for kind in range(len(totals)):
        for _ in range(totals[kind]):
            r = random(r)
            j = below(r, n + 1)
            s.cards[row, n] = s.cards[row, j]
            s.cards[row, j] = kind
            n += 1
    s.count[row] = n
    return r


@rule
def take_top(s: Any, row: int) -> int:
    """Take the last card out of a row that has one, and return its kind."""
    s.count[row] -= 1
    kind: int = s.cards[row, s.count[row]]
    s.cards[row, s.count[row]] = EMPTY
    return kind


@rule
def take_card(s: Any, row: int, kind: int) -> None:
    """Take the last card of this kind out of a row that has one."""
    last = s.count[row] - 1
    carried = EMPTY
    i = last
    while s.cards[row, i] != kind:
        after: int = s.cards[row, i]
        s.cards[row, i] = carried
        carried = after
        i -= 1
    s.cards[row, i] = carried
    s.count[row] = last


@rule
def put_on_top(s: Any, row: int, kind: int) -> None:
    """Lay a card on a row that is ordered."""
    s.cards[row, s.count[row]] = kind
    s.count[row] += 1


@rule
def put_card(s: Any, row: int, kind: int) -> None:
    """Put a card into a row that has no order: kinds ascend."""
    i: int = s.count[row]
    while i > 0 and s.cards[row, i - 1] > kind:
        s.cards[row, i] = s.cards[row, i - 1]
        i -= 1
    s.cards[row, i] = kind
    s.count[row] += 1


@rule
def list_kinds(s: Any, row: int, out: Ints) -> int:
    """Write the kinds in a row that has no order, each once, ascending; return how many."""
    n = 0
    for i in range(s.count[row]):
        if i == 0 or s.cards[row, i] != s.cards[row, i - 1]:
            out[n] = s.cards[row, i]
            n += 1
    return n


@rule
def sum_of(totals: Ints) -> int:
    """Return the sum of some numbers."""
    total = 0
    for i in range(len(totals)):
        total += totals[i]
    return total


# Who sees what.


@rule
def hide_zones(s: Any, seen: Ints, player: int) -> None:
    """Turn the cards face down that a player (-1: a spectator) doesn't see."""
    for z in range(len(seen)):
        if not seen[z] >> player + 1 & 1:
            for i in range(s.count[z]):
                s.cards[z, i] = FACE_DOWN


@rule
def fill_zones(s: Any, totals: Ints, ordered: Ints, r: int) -> int:
    """Deal the cards that are not seen to the places face down; return the next random state.

    Each of these cards is as likely to lie in each of these places.
    """
    unseen = scratch(len(totals))
    pool = scratch(sum_of(totals))
    count_unseen(s, totals, unseen)
    n = 0
    for kind in range(len(totals)):
        for _ in range(unseen[kind]):
            r = random(r)
            j = below(r, n + 1)
            pool[n] = pool[j]
            pool[j] = kind
            n += 1
    for z in range(len(ordered)):
        size = s.count[z]
        if size > 0 and s.cards[z, 0] == FACE_DOWN:
            s.count[z] = 0
            for _ in range(size):
                n -= 1
                if ordered[z] == 1:
                    put_on_top(s, z, pool[n])
                else:
                    put_card(s, z, pool[n])
    return r


@rule
def count_unseen(s: Any, totals: Ints, out: Ints) -> None:
    """Write how many cards of each kind are not to be seen in any row."""
    for kind in range(len(totals)):
        out[kind] = totals[kind]
    for z in range(len(s.count)):
        for i in range(s.count[z]):
            if s.cards[z, i] >= 0:
                out[s.cards[z, i]] -= 1


@rule
def are_zones_consistent(s: Any, totals: Ints, ordered: Ints) -> bool:
    """Is every card in one row, and is each row as long as its count says, and in order?"""
    size = sum_of(totals)
    found = scratch(len(totals))
    for z in range(len(ordered)):
        if s.count[z] < 0 or s.count[z] > size:
            return False
        for i in range(size):
            kind = s.cards[z, i]
            if i >= s.count[z]:
                if kind != EMPTY:
                    return False
            elif kind < 0 or kind >= len(totals):
                return False
            else:
                found[kind] += 1
                if i > 0 and ordered[z] == 0 and s.cards[z, i - 1] > kind:
                    return False
    missing = 0
    for kind in range(len(totals)):
        missing += abs(totals[kind] - found[kind])
    return missing == 0


def count_deals(s: Any, zones: Zones) -> int:
    """Return in how many ways equal cards can be arranged to give this record.

    For the rule `multiplicity`: of the possible states, each is as likely as it has deals.
    """
    ways = prod(map(factorial, zones.totals.tolist()))
    for row, (zone, _) in enumerate(zones.places):
        if not zone.ordered:
            held = [s.cards[row, i] for i in range(s.count[row])]
            ways //= prod(factorial(held.count(kind)) for kind in set(held))
    return ways

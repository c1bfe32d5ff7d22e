"""The meaning of a record's fields: an amount, a card, a seat, a place, a set.

A field declares it where it stands: ``i8(PLAYERS, seats=0, holds=Amount(0, 17))``. From the
declarations come observation tensors (`spinney.core.encoding`), the descriptions of fields for
authors of bots, and a check that no number leaves its bounds. Numbers below zero that stand for
"none" or "unknown" are declared as blanks, the most usual first: tensors have zeros for that one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

Blanks = Mapping[int, str]
"""The meanings of numbers below zero, by number."""


def _no_blanks() -> Blanks:
    return {}


@dataclass(frozen=True)
class Amount:
    """A quantity: points, cards, sun.

    Attributes:
        low: the least there can be.
        high: the most there can be.
        typical: a large amount in usual games: tensors of floats are in units of it. 0: ``high``.
        blanks: what numbers below ``low`` stand for.
    """

    low: int
    high: int
    typical: int = 0
    blanks: Blanks = field(default_factory=_no_blanks)


@dataclass(frozen=True)
class Category:
    """One of several kinds that have no order: a phase, an option.

    Attributes:
        names: what the numbers from 0 on stand for.
        blanks: what numbers below zero stand for.
    """

    names: tuple[str, ...]
    blanks: Blanks = field(default_factory=_no_blanks)


@dataclass(frozen=True)
class Card:
    """A card, by its number.

    Attributes:
        count: how many cards there are.
        numbering: how they are numbered, in words.
        blanks: what numbers below zero stand for: none, or a hidden card of some kind.
    """

    count: int
    numbering: str = ""
    blanks: Blanks = field(default_factory=_no_blanks)


@dataclass(frozen=True)
class StackedCard(Card):
    """A card of a deck or a pile, in which no card lies twice, by its number.

    Tensors have for each card where it lies, instead of for each place which card lies there. They
    don't show blanks: other fields must say how many cards there are, and of which kind.
    """


@dataclass(frozen=True)
class Location:
    """Where something is, as a code.

    Attributes:
        names: what the codes stand for.
        seated: those of them to which the number of a player is added.
        most_players: how many players there are at most.
    """

    names: Mapping[int, str]
    seated: tuple[int, ...] = ()
    most_players: int = 0
    blanks: Blanks = field(default_factory=_no_blanks)


@dataclass(frozen=True)
class SeatNumber:
    """A player, by number.

    Attributes:
        most_players: how many players there are at most.
        blanks: what numbers below zero stand for.
    """

    most_players: int
    blanks: Blanks = field(default_factory=_no_blanks)


@dataclass(frozen=True)
class SeatOption:
    """One of several things that each player has: ``player * len(names) + thing``.

    Attributes:
        most_players: how many players there are at most.
        names: what the things are.
        blanks: what numbers below zero stand for.
    """

    most_players: int
    names: tuple[str, ...]
    blanks: Blanks = field(default_factory=_no_blanks)


@dataclass(frozen=True)
class SeatSet:
    """A set of players, a bit each.

    Attributes:
        most_players: how many players there are at most.
        spectators: is there one more bit, for spectators? Tensors leave it out.
    """

    most_players: int
    spectators: bool = False
    blanks: Blanks = field(default_factory=_no_blanks)


@dataclass(frozen=True)
class BitSet:
    """A set of numbered things, a bit each.

    Attributes:
        count: how many things there are, at most 63.
        things: what they are, in the plural.
    """

    count: int
    things: str
    blanks: Blanks = field(default_factory=_no_blanks)


@dataclass(frozen=True, init=False)
class Cell(Category):
    """A cell of a small board, by its number: a category for each.

    Args:
        count: how many cells there are.
        blanks: what numbers below zero stand for.
    """

    def __init__(self, count: int, blanks: Blanks | None = None) -> None:
        super().__init__(tuple(map(str, range(count))), blanks or {})


@dataclass(frozen=True)
class GridCell:
    """A cell of a wide grid. Tensors have its coordinates.

    Attributes:
        columns: cells in a row; the number of a cell is ``row * columns + column``.
        rows: how many rows there are.
        origin: the cell from which coordinates count.
        blanks: what numbers below zero stand for.
    """

    columns: int
    rows: int
    origin: int = 0
    blanks: Blanks = field(default_factory=_no_blanks)


@dataclass(frozen=True)
class ActionNumber:
    """An action, by its number. Tensors leave it out: they show its effects.

    Attributes:
        count: how many actions there are.
        blanks: what numbers below zero stand for.
    """

    count: int
    blanks: Blanks = field(default_factory=_no_blanks)


@dataclass(frozen=True)
class Hidden:
    """Data that no player sees, such as the order of a deck: blank in every observation.

    Attributes:
        low: the least number there can be, blanks included.
        high: the greatest.
    """

    low: int
    high: int
    blanks: Blanks = field(default_factory=_no_blanks)


Meaning = (
    Amount
    | Category
    | Card
    | Location
    | SeatNumber
    | SeatOption
    | SeatSet
    | BitSet
    | GridCell
    | ActionNumber
    | Hidden
)

FLAG = Category(("no", "yes"))
"""Yes or no: 1 or 0."""


def bounds(meaning: Meaning) -> tuple[int, int]:
    """Return the least and the greatest number of this meaning that is no blank."""
    match meaning:
        case Amount() | Hidden():
            return meaning.low, meaning.high
        case Category():
            return 0, len(meaning.names) - 1
        case Card() | ActionNumber():
            return 0, meaning.count - 1
        case Location():
            seats = meaning.most_players - 1
            return 0, max(code + seats * (code in meaning.seated) for code in meaning.names)
        case SeatNumber():
            return 0, meaning.most_players - 1
        case SeatOption():
            return 0, meaning.most_players * len(meaning.names) - 1
        case SeatSet():
            return 0, (1 << meaning.most_players + meaning.spectators) - 1
        case BitSet():
            return 0, (1 << meaning.count) - 1
        case GridCell():
            return 0, meaning.columns * meaning.rows - 1
        case _:
            assert_never(meaning)


def is_meant(meaning: Meaning, value: int) -> bool:
    """Can a field of this meaning hold that number?"""
    low, high = bounds(meaning)
    return low <= value <= high or value in meaning.blanks


def description(meaning: Meaning) -> str:
    """Return what numbers of this meaning are, in words, for authors of bots."""
    blanks = "".join(f"; {number}: {name}" for number, name in meaning.blanks.items())
    return _description(meaning) + blanks


def _description(meaning: Meaning) -> str:
    low, high = bounds(meaning)
    match meaning:
        case Amount():
            return f"a number from {low} to {high}"
        case Category():
            named = ", ".join(f"{number}: {name}" for number, name in enumerate(meaning.names))
            return f"a cell, 0 to {high}" if isinstance(meaning, Cell) else named
        case Card():
            numbering = f" ({meaning.numbering})" if meaning.numbering else ""
            return f"a card, 0 to {high}{numbering}"
        case Location():
            codes = (
                f"{code} + player: {name}" if code in meaning.seated else f"{code}: {name}"
                for code, name in meaning.names.items()
            )
            return ", ".join(codes)
        case SeatNumber():
            return "a player, from 0"
        case SeatOption():
            things = ", ".join(f"{n}: {name}" for n, name in enumerate(meaning.names))
            return f"{len(meaning.names)} * player + one of {things}"
        case SeatSet():
            spectators = f", and {1 << meaning.most_players} for spectators"
            return "a set of players: the sum of 2 ** player" + spectators * meaning.spectators
        case BitSet():
            return f"a set of {meaning.things}, 0 to {meaning.count - 1}: the sum of 2 ** number"
        case GridCell():
            return f"a cell: row * {meaning.columns} + column, in {meaning.rows} rows"
        case ActionNumber():
            return f"an action, 0 to {high}"
        case Hidden():
            return "hidden from all players"
        case _:
            assert_never(meaning)

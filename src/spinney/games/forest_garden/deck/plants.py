"""Deck files: reading and checking one; the plants of a game, and the tasks about them.

A deck file is a table of comma-separated values, a row a card: AS01 to AS96, EU01 to EU64, NA01
to NA64. The columns are those of `Plant`; ``height_m``, the four marks and ``arrows`` may be left
out. ``plants.csv`` beside this module is the program's own deck.
"""

from __future__ import annotations

import base64
import csv
import io
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from spinney.core.errors import Refused, did_you_mean
from spinney.games.forest_garden.deck.plant import (
    ARROWS,
    CARDS,
    COLOURS,
    CONTINENTS,
    FRUITS,
    IDS,
    MARKS,
    SEXES,
    SIZES,
    WORD_BITS,
    WORDS,
    Plant,
    card_number,
)
from spinney.i18n import N_, _

if TYPE_CHECKING:
    from spinney.core.game import Game


LARGEST = 200_000
"""The most characters a deck file may have."""
_SHORT_NUMBER = "[0-9]{1,9}"
"""A number that `int` reads: it raises ValueError for thousands of digits."""
_OPTIONAL = ("height_m", *MARKS, "arrows")
_COLUMNS = tuple("yield" if field.name == "yield_" else field.name for field in fields(Plant))


def read_plants(text: str) -> Iterator[Plant]:
    """Yield the plants of a deck file's text. Raises Refused: it is none, and why."""
    if len(text) > LARGEST:
        raise Refused(f"a deck file has at most {LARGEST:,} characters")
    try:
        yield from _read(csv.DictReader(io.StringIO(text)))
    except csv.Error as problem:
        raise Refused(f"this is not a deck file: {problem}") from None


def _read(rows: csv.DictReader[str]) -> Iterator[Plant]:
    missing = {*_COLUMNS} - {*_OPTIONAL} - {*(rows.fieldnames or ())}
    if missing:
        raise Refused(f"a deck file needs a column {min(missing)!r}, and this has none")
    seen: set[str] = set()
    for row in rows:
        try:
            plant = _plant({key: (value or "").strip() for key, value in row.items() if key})
            _check(plant)
        except Refused as problem:
            raise Refused(f"the deck file's line {rows.line_num}: {problem}") from None
        if plant.id in seen:
            raise Refused(f"the deck file's line {rows.line_num}: {plant.id} comes twice")
        seen.add(plant.id)
        yield plant


def _plant(row: Mapping[str, str]) -> Plant:
    """Return the plant of a row. Raises Refused: a word or number that can't be."""
    nitrogen = _number(row, "nitrogen", 0, 1) == 1
    return Plant(
        id=IDS[card_number(row["id"])],
        continent=_word(row, "continent", CONTINENTS),
        scientific=_name(row, "scientific"),
        english=_name(row, "english"),
        german=_name(row, "german"),
        sex=_word(row, "sex", SEXES),
        size=_word(row, "size", SIZES),
        height_m=_height(row),
        **{mark: _number(row, mark, 1, 5) if mark in row else None for mark in MARKS},
        yield_=_number(row, "yield", 0, 99),
        partner_bonus=_number(row, "partner_bonus", 0, 99),
        flower_colour=_word(row, "flower_colour", COLOURS),
        flowering=_number(row, "flowering", 0, 9),
        fruit_type=_word(row, "fruit_type", FRUITS),
        harvest=_number(row, "harvest", 0, 9),
        flower_eaten=_number(row, "flower_eaten", 0, 1) == 1,
        leaf=_number(row, "leaf", 0, 1) == 1,
        fertilization=_word(row, "fertilization", ("self", "cross")),
        partners=tuple(filter(None, (kind.strip() for kind in row["partners"].split(";")))),
        nitrogen=nitrogen,
        arrows=_arrows(row) if nitrogen else (),
    )


def _check(plant: Plant) -> None:
    """Raise Refused if what a row says does not agree with itself."""
    if not plant.id.startswith(plant.continent):
        raise Refused(f"{plant.id} is not of continent {plant.continent}")
    marks = [plant.plant_size, plant.fruit_size, plant.usability, plant.taste]
    total = sum(mark or 0 for mark in marks)
    if None not in marks and total != plant.yield_:
        raise Refused(f"the marks of {plant.id} come to {total}, not to its yield {plant.yield_}")
    if (plant.fertilization == "cross") != bool(plant.partners):
        raise Refused(f"{plant.id} must have partners if its fertilization is cross, and only then")


def _name(row: Mapping[str, str], column: str) -> str:
    if not row[column]:
        raise Refused(f"{row['id']} has nothing under {column!r}")
    return row[column]


def _word(row: Mapping[str, str], column: str, words: Sequence[str]) -> str:
    if row[column] not in words:
        near = did_you_mean(row[column], words)
        raise Refused(f"{column} of {row['id']} can't be {row[column]!r}{near}")
    return row[column]


def _number(row: Mapping[str, str], column: str, low: int, high: int) -> int:
    value = row[column]
    if not (re.fullmatch(_SHORT_NUMBER, value) and low <= int(value) <= high):
        raise Refused(f"{column} of {row['id']} must be {low} to {high}, not {value[:20]!r}")
    return int(value)


def _height(row: Mapping[str, str]) -> float | None:
    """The height, None where the file has no such column."""
    if "height_m" not in row:
        return None
    try:
        height = float(row["height_m"])
    except ValueError:
        height = 0.0
    if not 0 < height <= 150:
        raise Refused(f"height_m of {row['id']} must be metres, not {row['height_m']!r}")
    return height


def _arrows(row: Mapping[str, str]) -> tuple[str, ...]:
    """The arrows of a collector, all six where the file has no such column."""
    if "arrows" not in row:
        return ARROWS
    given = row["arrows"].split()
    odd = [arrow for arrow in given if arrow not in ARROWS]
    if odd or not given:
        raise Refused(f"arrows of {row['id']} must be some of {' '.join(ARROWS)}")
    return tuple(arrow for arrow in ARROWS if arrow in given)


Ints = npt.NDArray[Any]


class Plants(Sequence[Plant]):
    """A deck file, read and checked: a sequence of its 224 plants by card number.

    Attributes:
        text: the file's text.
    """

    def __init__(self, text: str) -> None:
        """Read a deck from the text of its file. Raises Refused: it is none, and why."""
        self.text = text
        by_number = {plant.number: plant for plant in read_plants(text)}
        missing = [IDS[card] for card in range(CARDS) if card not in by_number]
        if missing:
            raise Refused(f"a deck has {CARDS} cards; there is no {missing[0]} in this file")
        self._plants = tuple(by_number[card] for card in range(CARDS))

    @staticmethod
    def read(path: Path | str) -> Plants:
        """Read a deck file. Raises Refused: it can't be read, or is not a deck, and why."""
        try:
            text = Path(path).read_text("utf-8-sig")
        except (OSError, ValueError) as problem:  # ValueError: no UTF-8, or a null in the path
            raise Refused(f"the deck file {str(path)!r} can't be read: {problem}") from None
        return Plants(text)

    @overload
    def __getitem__(self, card: int) -> Plant: ...
    @overload
    def __getitem__(self, card: slice) -> tuple[Plant, ...]: ...
    def __getitem__(self, card: Any) -> Any:
        return self._plants[card]

    def __len__(self) -> int:
        return CARDS

    def number(self, name: str) -> int:
        """Return the card of that id. Raises Refused."""
        return card_number(name)

    @property
    def title(self) -> str:
        """What this deck is called, which tells it from others: ``deck 3f9a2c``."""
        return f"deck {sha256(self.text.encode()).hexdigest()[:6]}"

    @property
    def word(self) -> str:
        """The whole deck as one word, which `from_word` reads back."""
        return base64.urlsafe_b64encode(zlib.compress(self.text.encode(), 9)).decode()

    def tables(self) -> Mapping[str, Ints]:
        """Return what the rules need to know of the plants, by the names in `attributes`."""
        return self._tables

    @cached_property
    def _tables(self) -> Mapping[str, Ints]:
        return {
            "SIZE": self._table(lambda plant: plant.row - 1),
            "MALE": self._table(lambda plant: plant.male),
            "YIELD": self._table(lambda plant: plant.yield_),
            "EXTRA": self._table(lambda plant: plant.partner_bonus),
            "COLOUR": self._table(lambda plant: COLOURS.index(plant.flower_colour)),
            "FRUIT": self._table(lambda plant: FRUITS.index(plant.fruit_type)),
            "FLOWERING": self._table(lambda plant: plant.flowering),
            "RIPE": self._table(lambda plant: plant.ripe),
            "LEAF": self._table(lambda plant: plant.leaf),
            "CROSS": self._table(lambda plant: plant.fertilization == "cross"),
            "POINTS_TO": self._table(_arrow_bits),
            "TASKS_OF": self._table(_task_bits),
            "PARTNERS": np.array([self._partners(plant) for plant in self], np.int64),
        }

    def _table(self, number: Callable[[Plant], int]) -> Ints:
        return np.array([number(plant) for plant in self], np.int16)

    def _partners(self, plant: Plant) -> list[int]:
        """The set of cards that can pollinate this one."""
        words = [0] * WORDS
        for card, other in enumerate(self):
            if plant.partners and other.serves(plant):
                words[card // WORD_BITS] |= 1 << card % WORD_BITS
        return words


@cache
def own() -> Plants:
    """Return the program's own deck."""
    return Plants(Path(__file__).with_name("plants.csv").read_text("utf-8"))


OWN = "own"
"""The option ``plants`` for the program's own deck."""


@lru_cache(64)
def from_word(word: str) -> Plants:
    """Return the deck that `Plants.word` wrote. Raises Refused: the word is none."""
    try:
        unpacking = zlib.decompressobj()
        most = 4 * LARGEST  # who makes a word up must not fill the memory
        text = unpacking.decompress(base64.urlsafe_b64decode(word), most).decode()
        if not unpacking.eof:
            raise ValueError("too much")
    except (ValueError, zlib.error):  # of which a wrong letter and wrong UTF-8 are kinds
        raise Refused("this is not a deck") from None
    return Plants(text)


def plants_of(game: Game) -> Plants:
    """Return the plants of a game."""
    return chosen_plants(game.chosen["plants"])


def chosen_plants(option: str) -> Plants:
    """Return the plants that the option ``plants`` stands for."""
    return own() if option == OWN else from_word(option)


def _arrow_bits(plant: Plant) -> int:
    return sum(1 << ARROWS.index(arrow) for arrow in plant.arrows)


def _task_bits(plant: Plant) -> int:
    return sum(1 << number for number, task in enumerate(TASKS) if task.counts(plant))


# The nine additional tasks: own strictly the most plants of a kind at the end. They are our own, as
# the printed game's are not public. Each kind is named by what a card shows, and makes up between a
# seventh and a half of every continent's plants, so that each task is won about equally often; two
# kinds may overlap. A task about fruit does not count males.


FEWEST = 8
"""A task is dealt only if the decks in play hold at least so many plants of its kind."""

DRY_FRUITS = frozenset({"nut", "seed", "samara", "cone"})
SOFT_FRUITS = frozenset({"berry", "aggregate", "multiple"})
ORCHARD_FRUITS = frozenset({"pome", "drupe"})
PLAIN_COLOURS = frozenset({"green", "inconspicuous"})
BRIGHT_COLOURS = frozenset({"yellow", "pink", "red", "purple"})


@dataclass(frozen=True)
class Task:
    """An additional task.

    Attributes:
        name: a short name, as options and moves say it.
        kind: the plants that count, in words: "plants with white flowers".
        counts: does a plant count?
    """

    name: str
    kind: str
    counts: Callable[[Plant], bool]

    @property
    def words(self) -> str:
        """The task in one line."""
        return _("Own more {plants} than anybody else.", plants=_(self.kind))

    def owned(self, gardens: Iterable[Iterable[Plant]], p: int) -> tuple[int, int]:
        """Return how many plants of the kind player ``p`` has, and the most of any other.

        The task is fulfilled if the first number is greater.
        """
        counts = [sum(map(self.counts, garden)) for garden in gardens]
        own = counts.pop(p)
        return own, max(counts)


def _bears(fruits: frozenset[str]) -> Callable[[Plant], bool]:
    return lambda plant: not plant.male and plant.fruit_type in fruits


def _blooms(first: int, last: int) -> Callable[[Plant], bool]:
    return lambda plant: first <= plant.flowering <= last


def _of_colour(colours: frozenset[str]) -> Callable[[Plant], bool]:
    return lambda plant: plant.flower_colour in colours


TASKS = (
    Task("white", N_("plants with white flowers"), _of_colour(frozenset({"white"}))),
    Task("plain", N_("plants with green or inconspicuous flowers"), _of_colour(PLAIN_COLOURS)),
    Task(
        "bright", N_("plants with yellow, pink, red or purple flowers"), _of_colour(BRIGHT_COLOURS)
    ),
    Task("early", N_("plants that flower before late spring"), _blooms(0, 2)),
    Task("late", N_("plants that flower after late spring"), _blooms(4, 9)),
    Task("dry", N_("plants with nuts, seeds, samaras or cones"), _bears(DRY_FRUITS)),
    Task("soft", N_("plants with berries, aggregate or multiple fruits"), _bears(SOFT_FRUITS)),
    Task("orchard", N_("plants with pomes or drupes"), _bears(ORCHARD_FRUITS)),
    Task("cross", N_("plants that need a partner"), lambda plant: plant.fertilization == "cross"),
)
"""The tasks, in the order of their numbers."""

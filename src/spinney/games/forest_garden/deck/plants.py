"""Plants: the deck of a game, the program's own or that of a file.

A deck file has 224 cards: AS01 to AS96, EU01 to EU64, NA01 to NA64. ``plants.csv`` beside this
module is the program's own.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from spinney.core.errors import Refused
from spinney.games.forest_garden.deck.deck_reader import LARGEST, read_plants
from spinney.games.forest_garden.deck.plant import (
    ARROWS,
    CARDS,
    COLOURS,
    CONTINENTS,
    COUNTS,
    FRUITS,
    HYBRID,
    IDS,
    MARKS,
    SEASONS,
    SEXES,
    SIZES,
    WORD_BITS,
    WORDS,
    Plant,
    card_id,
    card_number,
    is_of,
)
from spinney.games.forest_garden.deck.tasks import TASKS

if TYPE_CHECKING:
    from spinney.core.game import Game

# What else there is to say of plants stands in `plant`.
__all__ = [
    "ARROWS",
    "CARDS",
    "COLOURS",
    "CONTINENTS",
    "COUNTS",
    "FRUITS",
    "HYBRID",
    "IDS",
    "MARKS",
    "OWN",
    "SEASONS",
    "SEXES",
    "SIZES",
    "WORDS",
    "WORD_BITS",
    "Plant",
    "Plants",
    "card_id",
    "card_number",
    "chosen_plants",
    "from_word",
    "is_of",
    "own",
    "plants_of",
]

Ints = npt.NDArray[Any]


class Plants(Sequence[Plant]):
    """A deck file, read and checked: a sequence of its 224 plants by card number.

    Attributes:
        text: the file's text.
    """

    def __init__(self, text: str) -> None:
        """Read a deck from the text of its file. Raises Refused: it is none, and why."""
        self.text = text
        found = {plant.number: plant for plant in read_plants(text)}
        missing = [IDS[card] for card in range(CARDS) if card not in found]
        if missing:
            raise Refused(f"a deck has {CARDS} cards; there is no {missing[0]} in this file")
        self._plants = tuple(found[card] for card in range(CARDS))

    @staticmethod
    def read(path: Path | str) -> Plants:
        """Read a deck file. Raises Refused: it can't be read, or is no deck, and why."""
        try:
            return Plants(Path(path).read_text("utf-8-sig"))
        except (OSError, UnicodeDecodeError) as problem:
            raise Refused(f"the deck file {str(path)!r} can't be read: {problem}") from None

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
        raise Refused("this is no deck") from None
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

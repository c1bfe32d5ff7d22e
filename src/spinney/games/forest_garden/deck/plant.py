"""A plant: the contents of its card, its names, and the plant that a word means.

A scientific, an English or a German name will do, in capitals or not, with umlauts or without:
``EU12``, ``Prunus avium``, ``cornelian``, ``weissdorn``. Where the sexes of a plant have a card
each, ``female`` or ``male`` tells which.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from spinney.core.errors import Refused, did_you_mean
from spinney.i18n import N_, _, current_language

CARDS = 224
WORDS = 4
"""A set of cards is so many whole numbers of `WORD_BITS` bits."""
WORD_BITS = 56

CONTINENTS = ("AS", "EU", "NA")
COUNTS = (96, 64, 64)
"""How many cards each continent has."""
SIZES = ("small_shrub", "large_shrub", "small_tree", "medium_tree", "large_tree")
"""The sizes; the number of one, plus 1, is its row. A small shrub may be a climber."""
SHRUBS = 2
"""So many of the sizes, the first ones, are shrubs."""
SHRUB_PRICE, TREE_PRICE = 1, 2
"""How many cubes a sale to the supply brings."""
SEXES = ("both", "male", "female")
COLOURS = ("white", "yellow", "pink", "red", "green", "purple", "inconspicuous")
FRUITS = (
    "pome",
    "follicle",
    "berry",
    "multiple",
    "legume",
    "capsule",
    "nut",
    "seed",
    "aggregate",
    "samara",
    "drupe",
    "cone",
)
SEASONS = (
    "winter",
    "early spring",
    "mid spring",
    "late spring",
    "early summer",
    "mid summer",
    "late summer",
    "early autumn",
    "mid autumn",
    "late autumn",
)
"""The phases of a year, 0 to 9."""
MARKS = ("plant_size", "fruit_size", "usability", "taste")
ARROWS = ("W", "E", "NW", "NE", "SW", "SE")
"""The directions of a collector's arrows, in the order of `record.NEAR`; north is the next row."""
HYBRID = ("×", "x")


@dataclass(frozen=True)
class Plant:
    """A card.

    Attributes:
        id: ``EU12``: its continent and its number there.
        continent: AS, EU or NA.
        scientific: the scientific name.
        english: the English name.
        german: the German name.
        sex: both, male or female.
        size: one of `SIZES`.
        height_m: in metres; None if the file does not tell.
        plant_size: a mark of 1 to 5, or None if the file has no marks.
        fruit_size: likewise.
        usability: likewise.
        taste: likewise.
        yield_: the points for the card at the end; where there are marks, their sum.
        partner_bonus: the points for it besides, if a partner stands in the garden.
        flower_colour: one of `COLOURS`.
        flowering: the phase in which it flowers.
        fruit_type: one of `FRUITS`.
        harvest: the phase in which its fruits are ripe; counts only if no flower is eaten.
        flower_eaten: its flowers are eaten, and so are harvested while it flowers.
        leaf: its leaves are eaten.
        fertilization: ``self`` or ``cross``.
        partners: the species and genera that can pollinate it; any one will do.
        nitrogen: it is a nitrogen collector.
        arrows: where a collector lays cubes, of `ARROWS`; all where the file does not tell.
    """

    id: str
    continent: str
    scientific: str
    english: str
    german: str
    sex: str
    size: str
    height_m: float | None
    plant_size: int | None
    fruit_size: int | None
    usability: int | None
    taste: int | None
    yield_: int
    partner_bonus: int
    flower_colour: str
    flowering: int
    fruit_type: str
    harvest: int
    flower_eaten: bool
    leaf: bool
    fertilization: str
    partners: tuple[str, ...]
    nitrogen: bool
    arrows: tuple[str, ...]

    @property
    def name(self) -> str:
        """What it is called in the reader's language, or else in English."""
        return self.german if current_language() == "de" else self.english

    @property
    def other_name(self) -> str:
        """What it is called in another language than that of `name`."""
        return self.english if current_language() == "de" else self.german

    @property
    def number(self) -> int:
        """The card's number, 0 to 223, the same in every deck file."""
        return card_number(self.id)

    @property
    def row(self) -> int:
        """The row it grows in, 1 to 5 from the south."""
        return SIZES.index(self.size) + 1

    @property
    def male(self) -> bool:
        """Is it purely male? Then it bears no fruit."""
        return self.sex == "male"

    @property
    def tree(self) -> bool:
        """Is it a tree? Else it is a shrub or a climber."""
        return self.row > SHRUBS

    @property
    def price(self) -> int:
        """How many cubes its sale to the supply brings."""
        return TREE_PRICE if self.tree else SHRUB_PRICE

    @property
    def ripe(self) -> int:
        """The phase of its harvest."""
        return self.flowering if self.flower_eaten else self.harvest

    def serves(self, other: Plant) -> bool:
        """Can this plant, in the same garden, pollinate that one? A female serves no female."""
        if self.id == other.id or self.sex == other.sex == "female":
            return False
        return any(is_of(self.scientific, kind) for kind in other.partners)


def is_of(name: str, kind: str) -> bool:
    """Is a plant of that scientific name of that species or genus? Hybrid signs don't count."""
    words, prefix = _name_words(name), _name_words(kind)
    return bool(prefix) and words[: len(prefix)] == prefix


def _name_words(name: str) -> list[str]:
    words = (word.lstrip("×") for word in name.split() if word not in HYBRID)
    return [word.lower() for word in words if word]


def card_id(card: int) -> str:
    """Return the id of a card: ``AS01`` of 0, ``NA64`` of 223."""
    for continent, count in zip(CONTINENTS, COUNTS, strict=True):
        if card < count:
            return f"{continent}{card + 1:02}"
        card -= count
    raise IndexError("cards are 0 to 223")


IDS = tuple(card_id(card) for card in range(CARDS))
"""The id of each card."""
_NUMBERS = {name: card for card, name in enumerate(IDS)}


def card_number(name: str) -> int:
    """Return the card of that id; capitals don't matter. Raises Refused."""
    try:
        return _NUMBERS[name.upper()]
    except KeyError:
        hint = did_you_mean(name, IDS, listed="AS01 to AS96, EU01 to EU64, NA01 to NA64")
        raise Refused(f"there is no card {name!r}{hint}") from None


SEX_WORDS = {
    **dict.fromkeys(("female", "♀", "weiblich"), "female"),
    **dict.fromkeys(("male", "♂", "männlich", "maennlich", "mannlich"), "male"),
}
"""Words that say the sex of a plant."""
SIGNS = {"both": "", "female": " ♀", "male": " ♂"}
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def plant_name(plant: Plant) -> str:
    """Return what a plant is called in the reader's language, with the sign of its sex."""
    return f"{plant.name}{SIGNS[plant.sex]}"


def with_id(plant: Plant) -> str:
    """Return a plant's name and id: ``hazel EU12`` tells both what it is and how to name it."""
    return f"{plant_name(plant)} {plant.id}"


# What a word means.


class PlantQuery(NamedTuple):
    """Words that name a plant, taken apart.

    Attributes:
        text: the words without case and accents.
        sex: of which sex it is to be; empty if they don't say.
    """

    text: str
    sex: str


def read_query(words: Sequence[str]) -> PlantQuery:
    """Return what some words say of a plant."""
    sexes = [SEX_WORDS[word.lower()] for word in words if word.lower() in SEX_WORDS]
    rest = " ".join(word for word in words if word.lower() not in SEX_WORDS)
    return PlantQuery(_plain(rest), sexes[0] if sexes else "")


def find(plants: Sequence[Plant], cards: Iterable[int], words: Sequence[str]) -> list[int]:
    """Return those of some cards that the words can mean.

    A whole name means nothing else, however other names begin. Else the words are the beginning
    of a name or of a later word in it: ``cherry`` can be a cherry plum and a sour cherry.
    """
    text, sex = read_query(words)
    fitting = [card for card in cards if sex in ("", plants[card].sex)] if text else []
    whole = [card for card in fitting if text in (plants[card].id.lower(), *names(plants[card]))]
    return whole or [
        card for card in fitting if any(f" {text}" in f" {name}" for name in names(plants[card]))
    ]


@lru_cache(maxsize=2048)
def names(plant: Plant) -> tuple[str, ...]:
    """Return a plant's names, plainly written; the German one also with ``ae`` for an ``ä``."""
    written = (plant.scientific, plant.english, plant.german)
    other = _plain(plant.german.lower().translate(UMLAUTS))
    return tuple(dict.fromkeys((*map(_plain, written), other)))


def _plain(name: str) -> str:
    """Return a name in small letters without accents, hyphens and hybrid signs."""
    apart = unicodedata.normalize("NFKD", name.lower().replace("ß", "ss"))
    letters = "".join(sign for sign in apart if not unicodedata.combining(sign))
    words = re.sub(r"[^\w ×]+", " ", letters).split()
    return " ".join(word.lstrip("×") for word in words if word not in HYBRID)


# What it is like, in the reader's language.


SOFT_HYPHEN = "\u00ad"
CONTINENT_NAMES = {"AS": N_("Asia"), "EU": N_("Europe"), "NA": N_("North America")}
_SEASONS = (
    N_("winter"),
    N_("early spring"),
    N_("mid spring"),
    N_("late spring"),
    N_("early summer"),
    N_("mid summer"),
    N_("late summer"),
    N_("early autumn"),
    N_("mid autumn"),
    N_("late autumn"),
)
_SIZES = {
    "small_shrub": N_("small shrub"),
    "large_shrub": N_("large shrub"),
    "small_tree": N_("small tree"),
    "medium_tree": N_("medium tree"),
    "large_tree": N_("large tree"),
}
_COLOURS = {
    "white": N_("white"),
    "yellow": N_("yellow"),
    "pink": N_("pink"),
    "red": N_("red"),
    "green": N_("green"),
    "purple": N_("purple"),
    "inconspicuous": N_("inconspicuous"),
}
_FRUITS = {
    "pome": N_("pome"),
    "follicle": N_("follicle"),
    "berry": N_("berry"),
    "multiple": N_("multiple fruit"),
    "legume": N_("legume"),
    "capsule": N_("capsule"),
    "nut": N_("nut"),
    "seed": N_("seed"),
    "aggregate": N_("aggregate fruit"),
    "samara": N_("samara"),
    "drupe": N_("drupe"),
    "cone": N_("cone"),
}


def continent_name(continent: str) -> str:
    """Return what a continent is called: ``Europe``."""
    return _(CONTINENT_NAMES[continent])


def season_name(season: int) -> str:
    """Return what a phase of the year is called: ``early spring``."""
    return _(_SEASONS[season]).replace(SOFT_HYPHEN, "")


def season_lines(season: int) -> list[str]:
    """Return what a phase of the year is called, word by word.

    A translation says by a soft hyphen where a long word may be parted.
    """
    return _(_SEASONS[season]).replace(SOFT_HYPHEN, "- ").split()


def size_name(size: str) -> str:
    """Return what a size is called: ``large shrub``."""
    return _(_SIZES[size])


def colour_name(colour: str) -> str:
    """Return what a colour of flowers is called."""
    return _(_COLOURS[colour])


def fruit_name(fruit: str) -> str:
    """Return what a type of fruit is called."""
    return _(_FRUITS[fruit])

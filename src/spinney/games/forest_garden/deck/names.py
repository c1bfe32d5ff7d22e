"""What plants are called, and which plant a word means: an id, or a name or the beginning of one.

A scientific, an English or a German name will do, in capitals or not, with umlauts or without:
``EU12``, ``Prunus avium``, ``cornelian``, ``weissdorn``. Where the sexes of a plant have a card
each, ``female`` or ``male`` tells which.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from spinney.games.forest_garden.deck.plants import HYBRID, Plant, Plants

SEXES = {"female": "female", "♀": "female", "weiblich": "female"}
SEXES |= {"male": "male", "♂": "male", "männlich": "male", "maennlich": "male", "mannlich": "male"}
"""Words that say the sex of a plant."""
SIGNS = {"both": "", "female": " ♀", "male": " ♂"}
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def called(plant: Plant) -> str:
    """Return what a plant is called in English, with the sign of its sex if it has but one."""
    return f"{plant.english}{SIGNS[plant.sex]}"


def with_id(plant: Plant) -> str:
    """Return a plant's name and id: ``hazel EU12`` tells both what it is and how to name it."""
    return f"{called(plant)} {plant.id}"


# What a word means.


class Wanted(NamedTuple):
    """Words that name a plant, taken apart.

    Attributes:
        text: the words without case and accents.
        sex: of which sex it is to be; empty if they don't say.
    """

    text: str
    sex: str


def wanted(words: Sequence[str]) -> Wanted:
    """Return what some words say of a plant."""
    sexes = [SEXES[word.lower()] for word in words if word.lower() in SEXES]
    rest = " ".join(word for word in words if word.lower() not in SEXES)
    return Wanted(_plain(rest), sexes[0] if sexes else "")


def find(plants: Plants, cards: Iterable[int], words: Sequence[str]) -> list[int]:
    """Return those of some cards that the words can mean.

    A whole name means nothing else, however other names begin. Else the words are the beginning
    of a name or of a later word in it: ``cherry`` can be a cherry plum and a sour cherry.
    """
    text, sex = wanted(words)
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

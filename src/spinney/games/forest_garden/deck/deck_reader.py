"""Reading a deck file: a table of comma-separated values, a row a card.

The columns are those of `Plant`; ``height_m``, the four marks and ``arrows`` may be left out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from spinney.core.errors import Refused, did_you_mean
from spinney.games.forest_garden.deck.plant import (
    ARROWS,
    COLOURS,
    CONTINENTS,
    FRUITS,
    IDS,
    MARKS,
    SEXES,
    SIZES,
    Plant,
    card_number,
)

LARGEST = 200_000
"""The most characters a deck file may have."""
_OPTIONAL = ("height_m", *MARKS, "arrows")
_COLUMNS = tuple("yield" if field.name == "yield_" else field.name for field in fields(Plant))


def read_plants(text: str) -> Iterator[Plant]:
    """Yield the plants of a deck file's text. Raises Refused: it is none, and why."""
    if len(text) > LARGEST:
        raise Refused(f"a deck file has at most {LARGEST:,} characters")
    try:
        yield from _read(csv.DictReader(io.StringIO(text)))
    except csv.Error as problem:
        raise Refused(f"this is no deck file: {problem}") from None


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


def _word(row: Mapping[str, str], column: str, known: Sequence[str]) -> str:
    if row[column] not in known:
        near = did_you_mean(row[column], known)
        raise Refused(f"{column} of {row['id']} can't be {row[column]!r}{near}")
    return row[column]


def _number(row: Mapping[str, str], column: str, low: int, high: int) -> int:
    value = row[column]
    if not (value.isascii() and value.isdigit() and low <= int(value) <= high):
        raise Refused(f"{column} of {row['id']} must be {low} to {high}, not {value!r}")
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

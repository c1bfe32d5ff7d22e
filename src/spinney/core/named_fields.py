"""Observations in names and lists: cards as moves call them, sets as lists.

It is made from what the fields of a record declare (`spinney.kernel.field_meaning`) and from two
things that a game's notation may have:

* ``card_name(card)``: what moves call a card; without it cards are numbers;
* ``INDEX_NAMES``: by field, what its last axis counts, as a function from numbers to names.

A number of a field becomes

- `Amount`: itself; `Category`: its name, yes and no as true and false; a `Cell`: its number;
- `Card`: its name; `SeatNumber`: the player's number;
- `GridCell`: ``[x, y]``, to the right and up from the grid's origin;
- `SeatSet`, `BitSet`: a list of players or numbers; a set of cards: a list of names;
- `SeatOption`: ``[player, name]``; `Location`: its name, or ``[name, player]``;
- `ActionNumber`: the action in words.

The usual blank becomes null, others their names. `Hidden` fields are left out. Arrays are nested
lists, an axis that counts players as long as there are players. Where the last axis has names, it
becomes an object without what is blank or 0. Places of things, and rows of zones
(`spinney.core.kit.zones`), become an object of lists, by place and player. Other lists end with
their last entry that isn't null.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from spinney.kernel.field_meaning import (
    FLAG,
    ActionNumber,
    Amount,
    BitSet,
    Card,
    Category,
    Cell,
    GridCell,
    Hidden,
    Location,
    Meaning,
    SeatNumber,
    SeatOption,
    SeatSet,
    bounds,
)

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.kit.zones import Zones
    from spinney.core.state import Observation
    from spinney.kernel.records import Field

CARDS = "cards"
"""The name that a `BitSet` of cards has for its things."""
SPECTATORS = "spectators"

Read = Callable[[int], Any]
"""Returns the meaning of a number."""
Numbers = Sequence[int] | int
"""The numbers of a field: one, or a flat list."""


def named_fields(view: Observation) -> dict[str, Any]:
    """Return what an observation shows as JSON values, by field."""
    record = view.record
    return {
        name: read(list(value) if shaped else value)
        for name, shaped, read in _plan(view.game)
        for value in [getattr(record, name)]
    }


@lru_cache(maxsize=64)
def _plan(game: Game) -> tuple[tuple[str, bool, Callable[[Any], Any]], ...]:
    """Return, for each field that is shown, whether it is an array, and its reader."""
    fields = game.record_class.fields.items()
    return tuple(
        (name, bool(field.shape), _reader(game, name, field))
        for name, field in fields
        if not isinstance(field.holds, Hidden)
    )


def _reader(game: Game, name: str, field: Field) -> Callable[[Any], Any]:
    """Return the reader of a field's numbers."""
    holds = field.holds
    read: Read = int if holds is None else _number_reader(game, holds)
    if not field.shape:
        return read
    shape = list(field.shape)
    index_name = getattr(game.notation, "INDEX_NAMES", {}).get(name)
    if isinstance(holds, Location) and len(shape) == 1:
        return lambda numbers: _by_place(holds, numbers, index_name or int, game.num_players)
    if isinstance(holds, BitSet) and holds.things == CARDS:
        return lambda numbers: _cards_of(game, holds, numbers)
    zones = getattr(game.rules, "ZONES", None)
    if zones and isinstance(field.seats, tuple):
        return lambda numbers: _by_zone(
            zones, _nested(list(map(read, numbers)), shape, {}, None), game.num_players
        )
    axis = field.seats if isinstance(field.seats, int) else -1
    return lambda numbers: _nested(
        list(map(read, numbers)), shape, {axis: game.num_players}, index_name
    )


def _nested(
    values: list[Any], shape: Sequence[int], cut: dict[int, int], index_name: Read | None
) -> Any:
    """Return a flat list as nested ones; ``cut``: by axis, how many entries are kept."""
    if len(shape) == 1:
        kept = values[: cut.get(0)]
        if index_name:
            return {index_name(n): v for n, v in enumerate(kept) if v not in (None, 0)}
        return kept if 0 in cut else _without_end(kept)
    size = len(values) // shape[0]
    inner = {axis - 1: count for axis, count in cut.items() if axis}
    rows = range(shape[0])[: cut.get(0)]
    return [_nested(values[r * size : (r + 1) * size], shape[1:], inner, index_name) for r in rows]


def _without_end(values: list[Any]) -> list[Any]:
    """Return a list up to its last entry that isn't null."""
    length = len(values)
    while length and values[length - 1] is None:
        length -= 1
    return values[:length]


def _by_place(
    holds: Location, numbers: Iterable[int], index_name: Read, players: int
) -> dict[str, Any]:
    """Return the things that are at each place; a player's places are lists by player."""
    by_place: dict[str, Any] = {
        name: [[] for _ in range(players)] if code in holds.seated else []
        for code, name in holds.names.items()
    }
    where = _located(holds)
    for thing, number in enumerate(numbers):
        place, player = where[number]
        (by_place[place] if player is None else by_place[place][player]).append(index_name(thing))
    return by_place


def _located(holds: Location) -> dict[int, tuple[str, int | None]]:
    """Return the place, and the player whose it is, by code."""
    places: dict[int, tuple[str, int | None]] = {}
    for code, name in holds.names.items():
        if code in holds.seated:
            places |= {code + p: (name, p) for p in range(holds.most_players)}
        else:
            places[code] = name, None
    return places


def _by_zone(zones: Zones, rows: Sequence[Any], players: int) -> dict[str, Any]:
    """Return the contents of each row by zone; for a zone that each player has, by player."""
    by_zone: dict[str, Any] = {}
    for (zone, player), row in zip(zones.places, rows, strict=True):
        if player < 0:
            by_zone[zone.name] = row
        elif player < players:
            by_zone.setdefault(zone.name, []).append(row)
    return by_zone


def _cards_of(game: Game, holds: BitSet, numbers: Iterable[int]) -> list[Any]:
    """Return a set of cards that takes several numbers."""
    name = _card_name(game)
    return [
        name(word * holds.count + bit)
        for word, number in enumerate(numbers)
        for bit in _bits(number, holds.count)
    ]


def _card_name(game: Game) -> Read:
    return getattr(game.notation, "card_name", int)


def _bits(number: int, count: int) -> list[int]:
    return [bit for bit in range(count) if number >> bit & 1]


def _number_reader(game: Game, holds: Meaning) -> Read:
    """Return the reader of a meaning's numbers, blanks included."""
    usual = next(iter(holds.blanks), None)
    blanks = {number: None if number == usual else name for number, name in holds.blanks.items()}
    read = _plain_reader(game, holds)
    low, _ = bounds(holds)
    return lambda number: blanks[number] if number < low and number in blanks else read(number)


def _plain_reader(game: Game, holds: Meaning) -> Read:
    """Return the reader of a meaning's numbers that are not blanks."""
    match holds:
        case Card():
            return _card_name(game)
        case Category() if holds.names == FLAG.names:
            return bool
        case Category() if not isinstance(holds, Cell):
            return lambda number: holds.names[number]
        case GridCell():
            up, right = divmod(holds.origin, holds.columns)
            return lambda cell: [cell % holds.columns - right, up - cell // holds.columns]
        case SeatSet():
            players = (*range(holds.most_players), *[SPECTATORS] * holds.spectators)
            return lambda number: [players[bit] for bit in _bits(number, len(players))]
        case BitSet():
            return lambda number: _bits(number, holds.count)
        case SeatOption():
            count = len(holds.names)
            return lambda number: [number // count, holds.names[number % count]]
        case Location():
            places = _located(holds)
            return lambda code: places[code][0] if places[code][1] is None else list(places[code])
        case ActionNumber():
            return game.describe
        case Amount() | SeatNumber() | Category() | Hidden():
            return int

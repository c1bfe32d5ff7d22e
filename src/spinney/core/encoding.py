"""Observations as arrays of numbers, for learning: tensors, and tokens for embeddings.

The meanings of a record's fields (`spinney.kernel.field_meaning`) determine how they are encoded,
so no game needs code of its own. The viewer's seat comes first, then the others round the table; a
spectator has them in their order. Arrays that have entries for each player are cut to those who
play. Only the record that `observe` returns is read: nothing hidden can get into an array.

What a number of a field becomes in a tensor:

- `Amount`: one number, in units of what is typical (``"f4"``), or how far it is above the least, at
  most 255 (``"u1"``).
- `Category`, `Card`, `Location`, `SeatNumber`, `SeatOption`: one-hot, a number for each thing it
  can be. The first blank is all zeros, each further blank has a number of its own.
- `StackedCard`: not a number for each place but some for each card, all 0 if it lies nowhere: 1,
  and its place, an index for each axis of the field; with ``"f4"`` in parts of the axis' length.
- `SeatSet`, `BitSet`: a number for each member that may be in the set.
- `GridCell`: three numbers, all 0 for none: 1, the column and the row; with ``"f4"`` both from the
  origin and in parts of the grid's width and height.
- `Hidden`, `ActionNumber`: nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from spinney.core.arguments import check_choice
from spinney.core.errors import Refused
from spinney.core.field_codes import Code, Coordinates, Members, OneHots, Scaled, Stack
from spinney.kernel.field_meaning import (
    ActionNumber,
    Amount,
    BitSet,
    Card,
    Category,
    GridCell,
    Hidden,
    Location,
    Meaning,
    SeatNumber,
    SeatOption,
    SeatSet,
    StackedCard,
    bounds,
)
from spinney.kernel.records import Field, Record

if TYPE_CHECKING:
    from spinney.core.game import Game

TensorType = Literal["f4", "u1"]
"""The type of a tensor's numbers: 32-bit floats, or bytes."""


class FieldLayout(NamedTuple):
    """Where a field lies in a tensor.

    Attributes:
        slice: the numbers that encode it.
        shape: the field's own axes, cut to the players there are, and how many numbers each of its
            numbers takes; of a stack how many cards there are, and how many numbers each takes.
        holds: what its numbers mean.
    """

    slice: slice
    shape: tuple[int, ...]
    holds: Meaning


class EncodedField(NamedTuple):
    """The encoding of one field for one viewer."""

    name: str
    slice: slice
    order: npt.NDArray[np.int64]
    code: Code

    def values(self, record: Any) -> Any:
        """Return the field's numbers, those of the viewer's seat first."""
        return np.asarray(record[self.name], np.int64).ravel()[self.order]


class Encoding:
    """How observations of a game, with its options, become arrays.

    Attributes:
        layout: by field, where it lies in a tensor.
        size: the length of a tensor.
        num_tokens: the length of an array of tokens.
    """

    def __init__(self, game: Game) -> None:
        """Plan the arrays. Raises Refused if a field of the record doesn't declare its meaning."""
        self._dtype = game.record_class.dtype
        self.layout: dict[str, FieldLayout] = {}
        self.size = 0
        for name, declared in game.record_class.fields.items():
            if declared.holds is None:
                raise Refused(
                    f"{game.name} can't be encoded: the field {name!r} doesn't say what it holds; "
                    "declare it, as in i8(holds=Amount(0, 9))"
                )
            if not isinstance(declared.holds, Hidden | ActionNumber):
                self._lay(name, declared, declared.holds, game.num_players)
        self._fields = {
            viewer: self._for(game.record_class, viewer, game.num_players)
            for viewer in range(-1, game.num_players)
        }
        self.num_tokens = len(self.tokens(bytes(self._dtype.itemsize), -1))

    def _lay(self, name: str, declared: Field, holds: Meaning, players: int) -> None:
        cut = _shape(declared, players)
        code = _code(holds, cut, 0, players)
        shape = (*((code.count,) if isinstance(code, Stack) else cut), code.width)
        end = self.size + int(np.prod(shape))
        self.layout[name] = FieldLayout(slice(self.size, end), shape, holds)
        self.size = end

    def _for(self, record: type[Record], viewer: int, players: int) -> list[EncodedField]:
        return [
            EncodedField(
                name,
                layout.slice,
                _order(record.fields[name], viewer, players),
                _code(layout.holds, _shape(record.fields[name], players), viewer, players),
            )
            for name, layout in self.layout.items()
        ]

    def fields(self, viewer: int) -> list[EncodedField]:
        """Return how each field becomes numbers for a viewer, in the order of a tensor."""
        return self._fields[viewer]

    def tensor(self, data: bytes, viewer: int, dtype: TensorType = "f4") -> npt.NDArray[Any]:
        """Return an observation's record as a tensor of shape ``(size,)``.

        Raises:
            Refused: there is no such type of tensors.
        """
        check_choice("the type of a tensor", dtype, get_args(TensorType))
        out = np.zeros(self.size, dtype)
        record = np.frombuffer(data, self._dtype)[0]
        for field in self._fields[viewer]:
            field.code.write(field.values(record), out[field.slice].reshape(-1, field.code.width))
        return out

    def tokens(self, data: bytes, viewer: int) -> npt.NDArray[np.int16]:
        """Return an observation's record as tokens, an array of shape ``(num_tokens,)``.

        Each number of a field is one token: of what would be one-hot, 1 + its place, or 0; of an
        amount, how far it is above the least; of a cell, 1 + its number; of a set, a token for each
        member, 0 or 1.
        """
        record = np.frombuffer(data, self._dtype)[0]
        columns = [field.code.tokens(field.values(record)) for field in self._fields[viewer]]
        tokens: npt.NDArray[np.int16] = np.concatenate(columns).astype(np.int16)
        return tokens


def _shape(declared: Field, players: int) -> tuple[int, ...]:
    """Return a field's axes, cut to the players there are."""
    shape = list(declared.shape)
    if isinstance(declared.seats, int):
        shape[declared.seats] = players
    elif declared.per_player:
        shape[0] = declared.per_player * players
    return tuple(shape)


def _order(declared: Field, viewer: int, players: int) -> npt.NDArray[np.int64]:
    """Return in which order the numbers of a field are taken."""
    places = np.arange(declared.size).reshape(declared.shape)
    seats = _round_the_table(viewer, players)
    if isinstance(declared.seats, int):
        places = places.take(seats, axis=declared.seats)
    elif declared.seats is not None:
        rows = np.arange(declared.shape[0])
        for own in declared.seats:
            rows[[*own[:players]]] = [own[seat] for seat in seats]
        places = places[rows]
    elif declared.per_player:
        places = places[: declared.per_player * players]
    return places.ravel()


def _round_the_table(viewer: int, players: int) -> list[int]:
    """Return the players from the viewer on; for a spectator in their order."""
    return [(max(viewer, 0) + k) % players for k in range(players)]


def _code(holds: Meaning, shape: tuple[int, ...], viewer: int, players: int) -> Code:
    """Return how a field's numbers of a meaning are written for a viewer."""
    seats = _round_the_table(viewer, players)
    match holds:
        case Amount():
            return Scaled(holds.low, holds.typical or max(1, holds.high - holds.low))
        case GridCell():
            return Coordinates(holds)
        case BitSet():
            return Members(np.arange(holds.count))
        case SeatSet():
            return Members(np.array(seats))
        case StackedCard():
            return Stack(shape, holds.count, _one_hots(holds, range(holds.count)))
        case Category() | Card():
            return _one_hots(holds, range(bounds(holds)[1] + 1))
        case SeatNumber():
            return _one_hots(holds, seats)
        case SeatOption():
            things = range(len(holds.names))
            return _one_hots(
                holds, [seat * len(things) + thing for seat in seats for thing in things]
            )
        case Location():
            shared = [code for code in holds.names if code not in holds.seated]
            return _one_hots(holds, shared + [c + seat for c in holds.seated for seat in seats])
        case _:
            raise AssertionError(f"{holds} is not encoded")


def _one_hots(holds: Meaning, values: Sequence[int]) -> OneHots:
    """Return one-hot places: those of the values in their order, then of all blanks but one."""
    blanks = list(holds.blanks)
    first = min([0, *blanks])
    positions = np.full(bounds(holds)[1] - first + 1, -1, np.int64)
    ordered = [*values, *blanks[1:]]
    for place, value in enumerate(ordered):
        positions[value - first] = place
    return OneHots(positions, first, len(ordered))


@lru_cache(maxsize=64)
def encoding(game: Game) -> Encoding:
    """Return how observations of a game become arrays. Raises Refused; see `Encoding`."""
    return Encoding(game)

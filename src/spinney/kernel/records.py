"""Records: the state of a game as one small block of integers.

A game declares its record as a class, a line a field::

    class Garden(Record):
        round: int = i8()
        grid: Ints = i8(2, 36)

``Garden.dtype`` is then the NumPy (and Numba) record type that compiled rules work on, and an
*instance* of ``Garden`` is what interpreted rules work on: Python ints in lists, with every index
and every value checked. A write out of range raises there, where compiled code lets it pass.
"""

from __future__ import annotations

import operator
import struct
from collections.abc import Callable, Iterator
from itertools import chain
from math import prod
from typing import Any, Protocol, Self, TypedDict, Unpack, overload

import numpy as np
import numpy.typing as npt

from spinney.kernel.field_meaning import Meaning

LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f4": "f", "f8": "d"}
"""`struct` codes by NumPy type."""


def _single(value: float = 0.0) -> float:
    """Return a number rounded to a 32-bit floating-point number."""
    return float(np.float32(value))


FEW = 8
"""How many numbers of a field a record shows at most when it is printed."""
KINDS: dict[str, Callable[..., Any]] = {"f4": _single, "f8": float}
"""Converters applied when a value is written to a field; `int` for all others."""


class Ints(Protocol):
    """An array of integers as rules may use it: a record's field, a table, a scratch pad."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: tuple[int, ...]) -> int: ...
    def __setitem__(self, index: int | tuple[int, ...], value: int) -> None: ...


class Floats(Protocol):
    """An array of floating-point numbers as rules may use it: weights, rewards."""

    def __getitem__(self, index: int) -> float: ...
    def __setitem__(self, index: int, value: float) -> None: ...


Seats = int | tuple[tuple[int, ...], ...] | None
"""Which numbers of a field are each player's own; see `Field.seats`."""


class Field:
    """A declared field: the type of its numbers and its shape, ``()`` for a single one.

    Attributes:
        holds: what its numbers mean; None: the record doesn't say.
        seats: the axis that counts players; or, by things that each player has, the rows of the
            first axis that are the players', in their order; None: no number is a player's own.
        per_player: how many entries of the first axis each player has; entries beyond those of the
            players who play are never used. 0: all may be used, however many players there are.
        about: what the field is, for authors of bots.
        places: where the number at an index is among the field's numbers.
    """

    def __init__(
        self,
        code: str,
        shape: tuple[int, ...],
        holds: Meaning | None = None,
        seats: Seats = None,
        about: str = "",
        per_player: int = 0,
    ) -> None:
        self.dtype = np.dtype(code)
        self.holds, self.seats, self.about, self.per_player = holds, seats, about, per_player
        self.shape, self.size = shape, prod(shape)
        self.kind: Callable[..., Any] = KINDS.get(self.dtype.str[1:], int)
        limits: Any = (np.finfo if self.dtype.kind == "f" else np.iinfo)(self.dtype)
        self.low, self.high = self.kind(limits.min), self.kind(limits.max)

    def __set_name__(self, record: type, name: str) -> None:
        self.name, self.places = name, Places(name, self.shape)

    def check(self, value: Any) -> Any:
        """Return ``value`` as the field keeps it; OverflowError if the field can't hold it."""
        if not self.low <= value <= self.high:
            raise OverflowError(f"{self.name} = {value} does not fit {self.dtype}")
        return self.kind(value)

    def read(self, value: Any) -> Any:
        """Return a number of a text as the field keeps it; TypeError if it is not whole."""
        return self.check(operator.index(value) if self.kind is int else value)


class Places(dict[Any, int]):
    """The places in an array by index. Each index is checked once: rules ask for few, often."""

    def __init__(self, name: str, shape: tuple[int, ...]) -> None:
        super().__init__()
        self.name, self.shape = name, shape

    def __missing__(self, index: int | tuple[int, ...]) -> int:
        places, at = index if isinstance(index, tuple) else (index,), 0
        for place, length in zip(places, self.shape, strict=True):
            if not 0 <= place < length:
                raise IndexError(f"{self.name}[{index}] is outside {self.shape}")
            at = at * length + int(place)
        self[index] = at
        return at


class Declared(TypedDict, total=False):
    """Optional arguments of a field's declaration; see `Field`."""

    holds: Meaning
    seats: Seats
    about: str
    per_player: int


# The ways to declare a field. They are typed Any so that `round: int = i8()` reads naturally.
def i8(*shape: int, **declared: Unpack[Declared]) -> Any:
    """Declare a field of 8-bit integers, -128 to 127."""
    return Field("i1", shape, **declared)


def i16(*shape: int, **declared: Unpack[Declared]) -> Any:
    """Declare a field of 16-bit integers, -32768 to 32767."""
    return Field("i2", shape, **declared)


def i32(*shape: int, **declared: Unpack[Declared]) -> Any:
    """Declare a field of 32-bit integers."""
    return Field("i4", shape, **declared)


def i64(*shape: int, **declared: Unpack[Declared]) -> Any:
    """Declare a field of 64-bit integers."""
    return Field("i8", shape, **declared)


def f32(*shape: int) -> Any:
    """Declare a field of 32-bit floating-point numbers."""
    return Field("f4", shape)


def f64(*shape: int) -> Any:
    """Declare a field of floating-point numbers. For what searches keep; states have none."""
    return Field("f8", shape)


class Cells:
    """An array field interpreted: Python numbers, no negative index, no value out of range."""

    __slots__ = ("data", "field", "places")

    def __init__(self, field: Field) -> None:
        self.field, self.places = field, field.places
        self.data: list[Any] = [field.kind()] * field.size

    def __getitem__(self, index: int | tuple[int, ...]) -> Any:
        return self.data[self.places[index]]

    def __setitem__(self, index: int | tuple[int, ...], value: float) -> None:
        self.data[self.places[index]] = self.field.check(value)

    def __len__(self) -> int:
        return self.field.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.data)


def _short(value: Any) -> str:
    """Return a field's number, or its numbers, where they are few."""
    if not isinstance(value, Cells):
        return str(value)
    return str(value.data) if len(value.data) <= FEW else f"[{len(value.data)} numbers]"


class Record:
    """Base of every game's record. See the module's docstring.

    Attributes:
        dtype: the record type, its fields aligned and its size a multiple of 8 bytes. The bytes
            between the fields are fields as well, ``padding0`` and so on, always 0: NumPy leaves
            other gaps as they happen to be when it copies, and equal records would differ.
        fields: the declared fields by name, in order.
        packing: all their numbers to and from the bytes of one record.
    """

    dtype: np.dtype[np.void]
    fields: dict[str, Field]
    packing: struct.Struct

    def __init_subclass__(cls) -> None:
        cls.fields = {name: f for name, f in vars(cls).items() if isinstance(f, Field)}
        taken = set(cls.fields) & set(dir(np.record))
        if taken:
            raise TypeError(f"NumPy's records use these names themselves: {sorted(taken)}")
        cls.dtype = _dtype(cls.fields)
        for name in cls.fields:
            delattr(cls, name)
        cls.packing = _packing(cls)

    def __init__(self) -> None:
        own = vars(self)
        for name, field in self.fields.items():
            own[name] = Cells(field) if field.shape else field.kind()

    def __setattr__(self, name: str, value: float) -> None:
        field = self.fields.get(name)
        if field is None or field.shape:
            raise AttributeError(f"{type(self).__name__} has no single number {name!r}")
        object.__setattr__(self, name, field.check(value))

    def __getattr__(self, name: str) -> Any:  # only for names that were never set
        raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    def __repr__(self) -> str:
        fields = (f"{name}={_short(getattr(self, name))}" for name in self.fields)
        return f"<{type(self).__name__}: {', '.join(fields)}>"

    @classmethod
    def batch(cls, count: int) -> npt.NDArray[np.void]:
        """Return ``count`` zeroed records, an array of shape ``(count,)``."""
        return np.zeros(count, cls.dtype)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the interpreted record that ``data`` holds."""
        record = cls()
        record.load(data)
        return record

    @classmethod
    def fields_of(cls, data: bytes) -> np.void:
        """Return the fields of the record that ``data`` holds as NumPy's, by name, read-only.

        For reading a few fields: ten times as fast as `from_bytes`.
        """
        record: np.void = np.frombuffer(data, cls.dtype)[0]
        return record

    def load(self, data: bytes) -> None:
        """Take over all fields from the bytes of one record."""
        numbers, own, at = self.packing.unpack(data), vars(self), 0
        for name, field in self.fields.items():
            if field.shape:
                own[name].data[:] = numbers[at : at + field.size]
            else:
                own[name] = numbers[at]
            at += field.size

    def __bytes__(self) -> bytes:
        own = vars(self)
        numbers = [own[n].data if field.shape else (own[n],) for n, field in self.fields.items()]
        return self.packing.pack(*chain.from_iterable(numbers))

    def copy_from(self, other: Record) -> None:
        """Take over all fields of another record of the same class."""
        own, others = vars(self), vars(other)
        for name, field in self.fields.items():
            if field.shape:
                own[name].data[:] = others[name].data
            else:
                own[name] = others[name]

    def to_json(self) -> dict[str, Any]:
        """Return the fields as plain ints and flat lists, by name."""
        values = ((name, getattr(self, name)) for name in self.fields)
        return {name: list(v) if isinstance(v, Cells) else v for name, v in values}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Self:
        """Rebuild what `to_json` returned.

        Raises:
            ValueError: a field is missing, unknown, too long, too short or out of range.
        """
        record = cls()
        if set(values) != set(cls.fields):
            odd = sorted(set(values) ^ set(cls.fields))
            raise ValueError(f"the fields of {cls.__name__} are missing or unknown: {odd}")
        for name, field in cls.fields.items():
            try:
                record._fill(name, field, values[name])
            except (OverflowError, TypeError) as problem:
                raise ValueError(f"{name}: {problem}") from None
        return record

    def _fill(self, name: str, field: Field, value: Any) -> None:
        if not field.shape:
            setattr(self, name, field.read(value))
            return
        cells = getattr(self, name)
        if not isinstance(value, list) or len(value) != len(cells.data):
            raise ValueError(f"{name} must be a list of {len(cells.data)} whole numbers")
        cells.data[:] = [field.read(x) for x in value]


class Rows(list[Record]):
    """A batch of interpreted records: like an array of records, assigning a row copies it."""

    def __setitem__(self, index: Any, record: Any) -> None:
        self[index].copy_from(record)


def _dtype(fields: dict[str, Field]) -> np.dtype[np.void]:
    """Return the record type of these fields, with fields of its own where there would be gaps."""
    plain = np.dtype([(name, f.dtype, f.shape) for name, f in fields.items()], align=True)
    places: Any = plain.fields
    layout: list[Any] = []
    end = 0
    for name, field in fields.items():
        start = places[name][1]
        layout += [*_padding(len(layout), start - end), (name, field.dtype, field.shape)]
        end = start + field.size * field.dtype.itemsize
    layout += _padding(len(layout), -end % 8)
    return np.dtype(layout, align=True)


def _padding(number: int, size: int) -> list[Any]:
    return [(f"padding{number}", np.uint8, (size,))] if size else []


def _packing(record: type[Record]) -> struct.Struct:
    """The numbers of a record in the order of its fields, with the gaps that align them."""
    text, at = "=", 0
    for name, field in record.fields.items():
        offset = record.dtype.fields[name][1]  # type: ignore[index]
        text += f"{offset - at}x{field.size}{LETTERS[field.dtype.str[1:]]}"
        at = offset + field.size * field.dtype.itemsize
    return struct.Struct(f"{text}{record.dtype.itemsize - at}x")

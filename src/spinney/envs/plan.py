"""Plans of tensors: what becomes of each number of a record, as tables for compiled loops."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spinney.core.encoding import (
    Coordinates,
    EncodedField,
    Members,
    OneHots,
    Scaled,
    TensorType,
    encoding,
)
from spinney.core.game import Game
from spinney.envs.arrays import Encoder
from spinney.envs.tensor_loops import (
    BITS,
    BYTES,
    CELL,
    KINDS,
    LIST,
    LISTED,
    MEMBERS,
    ONE_HOT,
    PLAN_COLUMNS,
    TO,
    UNITS,
    WIDTHS,
)

MOST_BITS = 63
BYTE_VALUES, LEAST_BYTE = 256, -128


class _Lists:
    """Lists of numbers, one behind the other, equal ones once."""

    def __init__(self) -> None:
        self.numbers: list[Any] = []
        self._known: dict[tuple[Any, ...], int] = {}

    def add(self, values: npt.NDArray[Any]) -> int:
        """Return where a list begins."""
        key = tuple(values.ravel().tolist())
        if key not in self._known:
            self._known[key] = len(self.numbers)
            self.numbers += key
        return self._known[key]


class Plan(NamedTuple):
    """How tensors of one type are written, for all viewers. See `Encoder` and `tensor_loops`."""

    sources: npt.NDArray[np.int32]
    slots: npt.NDArray[np.int32]
    widths: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int32]
    values: npt.NDArray[Any]

    @property
    def one_hots(self) -> int:
        """How many numbers become one-hot."""
        return int(self.ends[ONE_HOT + 1])

    @property
    def sets(self) -> int:
        """How many numbers are sets of which only changes are written."""
        return int(self.ends[BITS + 1] - self.ends[BITS])


def plan_of(game: Game, dtype: TensorType) -> Plan:
    """Return how tensors of a game are written.

    Raises:
        Refused: a field of its record doesn't declare what it means.
    """
    planner = _Planner(game, dtype)
    viewers = [planner.lay(viewer) for viewer in range(game.players)]
    (kinds, widths, rows), slots = viewers[0][:3], np.argsort(viewers[0][1], kind="stable")
    return Plan(
        np.stack([sources[slots] for _, _, _, sources, _ in viewers]).astype(np.int32),
        slots.astype(np.int32),
        np.cumsum(np.bincount(widths, minlength=WIDTHS)),
        rows.astype(np.int32),
        np.cumsum([0, *np.bincount(kinds, minlength=KINDS)]),
        np.array([codes or [0] for *_, codes in viewers], np.int32),
        np.array(planner.values.numbers or [0], dtype),
    )


def encoder(game: Game, plan: Plan) -> Encoder:
    """Return what compiled loops need to write tensors by a plan; one thread at a time uses it."""
    record = game.record_class.batch(1)
    return Encoder(
        record=record,
        bytes1=record.view(np.int8),
        shorts1=record.view(np.int16),
        ints1=record.view(np.int32),
        longs1=record.view(np.int64),
        sources=plan.sources,
        slots=plan.slots,
        widths=plan.widths,
        numbers=np.zeros(len(plan.slots), np.int64),
        plan=plan.rows,
        ends=plan.ends,
        codes=plan.codes,
        values=plan.values,
        fresh_places=np.zeros((1, plan.one_hots), np.int32),
        fresh_sets=np.zeros((1, plan.sets), np.int64),
    )


def no_plan(game: Game) -> Plan:
    """Return the plan of a batch without tensors."""
    return Plan(
        np.zeros((game.players, 0), np.int32),
        np.zeros(0, np.int32),
        np.zeros(WIDTHS, np.int64),
        np.zeros((0, PLAN_COLUMNS), np.int32),
        np.zeros(KINDS + 1, np.int64),
        np.zeros((game.players, 1), np.int32),
        np.zeros(1, np.uint8),
    )


class _Planner:
    """Makes the rows of plans, and the lists they point into."""

    def __init__(self, game: Game, dtype: TensorType) -> None:
        self.game, self.dtype = game, dtype
        self.codes, self.values = list[int](), _Lists()
        self._turned = {
            field.name
            for viewer in range(game.players)
            for field in encoding(game).fields(viewer)
            if isinstance(field.code, Members) and not _is_in_order(field.code)
        }

    def lay(self, viewer: int) -> tuple[Any, Any, Any, Any, list[int]]:
        """Return kinds, widths, rows, sources by slot for a viewer, and the viewer's codes.

        All but the last two are the same for each.
        """
        self.codes = []
        parts = [self._part(field) for field in encoding(self.game).fields(viewer)]
        kinds, widths, rows, sources = (np.concatenate(part) for part in zip(*parts, strict=True))
        order = np.argsort(kinds, kind="stable")
        return kinds[order], widths[order], rows[order], sources[order], self.codes

    def _part(self, field: EncodedField) -> tuple[Any, Any, Any, Any]:
        subtype, offset = self.game.record_class.dtype.fields[field.name][:2]
        size, count = subtype.base.itemsize, len(field.order)
        kind, numbers = self._numbers(field, size)
        rows = np.zeros((count, PLAN_COLUMNS), np.int64)
        rows[:, TO] = field.slice.start + field.code.width * np.arange(count)
        rows[:, LIST:] = numbers
        width = int(size).bit_length() - 1
        sources = offset // size + field.order
        return np.full(count, kind), np.full(count, width), rows, sources

    def _numbers(self, field: EncodedField, size: int) -> tuple[int, tuple[int, int, int, int]]:
        """Return the kind of a code, and the columns from `LIST` on."""
        code = field.code
        match code:
            case OneHots():
                return self._one_hots(code)
            case Members() if field.name in self._turned:
                return MEMBERS, (self._coded(code.bits), 0, 0, code.width)
            case Members():
                return BITS, (0, 0, 0, MOST_BITS - code.width)
            case Scaled():
                return self._scaled(code, size)
            case Coordinates():
                return self._cells(code)

    def _one_hots(self, code: OneHots) -> tuple[int, tuple[int, int, int, int]]:
        places = np.maximum(code.positions, 0) << 1 | (code.positions >= 0)
        last = code.first + len(places) - 1
        return ONE_HOT, (self._coded(places) - code.first, code.first, last, 0)

    def _scaled(self, code: Scaled, size: int) -> tuple[int, tuple[int, int, int, int]]:
        if size > 1:
            kind = UNITS if self.dtype == "f4" else BYTES
            return kind, (0, code.low, 0, code.unit)
        numbers = np.arange(LEAST_BYTE, LEAST_BYTE + BYTE_VALUES)
        return LISTED, (self.values.add(self._written(code, numbers)) - LEAST_BYTE, 0, 0, 0)

    def _cells(self, code: Coordinates) -> tuple[int, tuple[int, int, int, int]]:
        last = code.grid.columns * code.grid.rows - 1
        listed = self._written(code, np.arange(-1, last + 1))
        return CELL, (self.values.add(listed) + code.width, 0, last, 0)

    def _coded(self, codes: npt.NDArray[np.int64]) -> int:
        """Return where a list of a viewer's begins; for each viewer it begins there."""
        self.codes += codes.tolist()
        return len(self.codes) - len(codes)

    def _written(self, code: Scaled | Coordinates, numbers: Any) -> npt.NDArray[Any]:
        """Return what is written for each of some numbers."""
        out = np.zeros((len(numbers), code.width), self.dtype)
        code.write(numbers, out)
        return out


def _is_in_order(code: Members) -> bool:
    """Is each bit written at its own place?"""
    return np.array_equal(code.bits, np.arange(code.width))

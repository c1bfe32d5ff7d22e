"""Plans of tensors: tables by which compiled loops encode each number of a record."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spinney.core.encoding import EncodedField, TensorType, encoding
from spinney.core.field_codes import Coordinates, Members, OneHots, Scaled, Stack
from spinney.core.game import Game
from spinney.envs.arrays import Encoder
from spinney.envs.tensor_loops import (
    BITS,
    BYTES,
    CELL,
    KINDS,
    LIST,
    LISTED,
    ONE_HOT,
    PLAN_COLUMNS,
    RUN_COLUMNS,
    STACKED,
    TO,
    TURNED,
    UNITS,
    WIDTHS,
)

MOST_BITS = 63
BYTE_VALUES, LEAST_BYTE = 256, -128


class _Lists:
    """Lists of numbers, one after the other; equal lists are stored once."""

    def __init__(self) -> None:
        self.numbers: list[Any] = []
        self._starts: dict[tuple[Any, ...], int] = {}

    def add(self, values: npt.NDArray[Any]) -> int:
        """Return where a list begins."""
        key = tuple(values.ravel().tolist())
        if key not in self._starts:
            self._starts[key] = len(self.numbers)
            self.numbers += key
        return self._starts[key]


class Plan(NamedTuple):
    """How tensors of one type are written, for all viewers. See `Encoder` and `tensor_loops`."""

    runs: npt.NDArray[np.uint64]
    widths: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int32]
    values: npt.NDArray[Any]

    @property
    def placed(self) -> int:
        """The numbers whose last written value is remembered: one-hots and stacks."""
        return int(self.ends[STACKED + 1])

    @property
    def sets(self) -> int:
        """The numbers that are sets, of which only changes are written."""
        return int(self.ends[TURNED + 1] - self.ends[BITS])


def plan_of(game: Game, dtype: TensorType) -> Plan:
    """Return how tensors of a game are written.

    Raises:
        Refused: a field of its record doesn't declare what it means.
    """
    planner = _Planner(game, dtype)
    viewers = [planner.lay(viewer) for viewer in range(game.num_players)]
    kinds, widths, rows = viewers[0][:3]
    runs, ends = _runs(np.stack([sources for _, _, _, sources, _ in viewers]), widths)
    return Plan(
        runs,
        ends,
        rows.astype(np.int32),
        np.cumsum([0, *np.bincount(kinds, minlength=KINDS)]),
        np.array([codes or [0] for *_, codes in viewers], np.int32),
        np.array(planner.values.numbers or [0], dtype),
    )


def encoder(game: Game, plan: Plan) -> Encoder:
    """Return the buffers to write tensors by a plan; one thread at a time uses them."""
    record = game.record_class.batch(1)
    return Encoder(
        record=record,
        bytes1=record.view(np.int8),
        shorts1=record.view(np.int16),
        ints1=record.view(np.int32),
        longs1=record.view(np.int64),
        runs=plan.runs,
        widths=plan.widths,
        numbers=np.zeros(len(plan.rows), np.int64),
        plan=plan.rows,
        ends=plan.ends,
        codes=plan.codes,
        values=plan.values,
        fresh_places=np.zeros((1, plan.placed), np.int32),
        fresh_sets=np.zeros((1, plan.sets), np.int64),
    )


def no_plan(game: Game) -> Plan:
    """Return the plan of a batch without tensors."""
    return Plan(
        np.zeros((game.num_players, 0, RUN_COLUMNS), np.uint64),
        np.zeros(WIDTHS, np.int64),
        np.zeros((0, PLAN_COLUMNS), np.int32),
        np.zeros(KINDS + 1, np.int64),
        np.zeros((game.num_players, 1), np.int32),
        np.zeros(1, np.uint8),
    )


def _runs(sources: Any, widths: Any) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
    """Return the runs of all viewers, sorted by width, and where those of each width end.

    Args:
        sources: where each number of a plan is in a record, of shape ``(viewers, numbers)``.
        widths: how wide it is.
    """
    slots = np.argsort(widths, kind="stable")
    follows = (np.diff(slots) == 1) & (np.diff(sources[:, slots]) == 1).all(0)
    first = np.flatnonzero(np.concatenate([[True], ~follows | (np.diff(widths[slots]) != 0)]))
    counts = np.diff([*first, len(slots)])
    runs = [np.stack([row[slots[first]], slots[first], counts], 1) for row in sources]
    ends = np.cumsum(np.bincount(widths[slots[first]], minlength=WIDTHS))
    return np.stack(runs).astype(np.uint64), ends


class _Planner:
    """Makes the rows of plans, and the lists they point into."""

    def __init__(self, game: Game, dtype: TensorType) -> None:
        self.game, self.dtype = game, dtype
        self.codes, self.values = list[int](), _Lists()
        self._turned = {
            field.name
            for viewer in range(game.num_players)
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
        rows[:, TO], rows[:, LIST:] = field.slice.start, numbers
        # In a stack, each place has its own numbers to write, and the card determines where.
        rows[:, LIST if kind == STACKED else TO] += field.code.width * np.arange(count)
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
                return TURNED, (self._coded(_turned_sets(code)), 0, 0, MOST_BITS - code.width)
            case Members():
                return BITS, (0, 0, 0, MOST_BITS - code.width)
            case Scaled():
                return self._scaled(code, size)
            case Coordinates():
                return self._cells(code)
            case Stack():
                return STACKED, (self._stacked(code), 0, code.count - 1, code.width)

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

    def _stacked(self, code: Stack) -> int:
        return self.values.add(code.coordinates(np.dtype(self.dtype)))

    def _coded(self, codes: npt.NDArray[np.int64]) -> int:
        """Return where a list of a viewer's begins; for each viewer it begins there."""
        self.codes += codes.tolist()
        return len(self.codes) - len(codes)

    def _written(self, code: Scaled | Coordinates, numbers: Any) -> npt.NDArray[Any]:
        """Return the numbers that are written for each of some numbers."""
        out = np.zeros((len(numbers), code.width), self.dtype)
        code.write(numbers, out)
        return out


def _turned_sets(code: Members) -> npt.NDArray[np.int64]:
    """Return every set of members with each at the place where it is written."""
    members = np.arange(1 << code.width)[:, None] >> code.bits & 1
    turned: npt.NDArray[np.int64] = (members << np.arange(code.width)).sum(1)
    return turned


def _is_in_order(code: Members) -> bool:
    """Is each bit written at its own place?"""
    return np.array_equal(code.bits, np.arange(code.width))

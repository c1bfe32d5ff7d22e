"""Plans of tensors: what becomes of each number of a record, as tables for compiled loops."""

from __future__ import annotations

from typing import Any

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
from spinney.envs.loops import (
    BYTE,
    GRID_BYTES,
    GRID_UNITS,
    MEMBERS,
    ONE_HOT,
    PLAN_ROWS,
    UNITS,
    Encoder,
)


class _Places:
    """Lists of small numbers, one behind the other, equal ones once."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self._known: dict[tuple[int, ...], int] = {}

    def add(self, values: npt.NDArray[np.int64]) -> int:
        """Return where a list begins."""
        key = tuple(values.tolist())
        if key not in self._known:
            self._known[key] = len(self.numbers)
            self.numbers += key
        return self._known[key]


def encoder(game: Game, dtype: TensorType) -> Encoder:
    """Return how compiled loops write tensors of a game.

    Raises:
        Refused: a field of its record doesn't declare what it means.
    """
    places = _Places()
    plans = [_plan(game, viewer, dtype, places) for viewer in range(game.players)]
    record = game.record_class.batch(1)
    return Encoder(
        record,
        *(record.view(np.int8).reshape(1, -1), record.view(np.int16).reshape(1, -1)),
        record.view(np.int64).reshape(1, -1),
        np.stack(plans),
        np.array(places.numbers, np.int64),
    )


def _plan(game: Game, viewer: int, dtype: TensorType, places: _Places) -> npt.NDArray[np.int64]:
    """Return a plan for a viewer, of shape ``(PLAN_ROWS, numbers)``."""
    parts = [_part(game, field, dtype, places) for field in encoding(game).fields(viewer)]
    return np.concatenate(parts, axis=1)


def _part(
    game: Game, field: EncodedField, dtype: TensorType, places: _Places
) -> npt.NDArray[np.int64]:
    """Return the columns of a plan for one field."""
    subtype, offset = game.record_class.dtype.fields[field.name][:2]
    size = subtype.base.itemsize
    count, code = len(field.order), field.code
    part = np.zeros((PLAN_ROWS, count), np.int64)
    starts = field.slice.start + code.width * np.arange(count)
    kind, low, counted, more = _numbers(code, dtype, places)
    rows: tuple[Any, ...] = (
        8 * size,
        offset // size + field.order,
        kind,
        low,
        counted,
        starts,
        more,
    )
    for row, values in enumerate(rows):
        part[row] = values
    return part


def _numbers(
    code: OneHots | Members | Scaled | Coordinates, dtype: TensorType, places: _Places
) -> tuple[int, int, int, int]:
    """Return the kind, the least number, a count and one number more, as loops read them."""
    match code:
        case OneHots():
            return ONE_HOT, code.first, code.width, places.add(code.positions)
        case Members():
            return MEMBERS, 0, code.width, places.add(code.bits)
        case Scaled():
            return (UNITS if dtype == "f4" else BYTE), code.low, code.unit, 0
        case Coordinates():
            grid = code.grid
            kind = GRID_UNITS if dtype == "f4" else GRID_BYTES
            return kind, grid.origin, grid.columns, grid.rows

"""Encode a record's fields as tensors and tokens, by their declared meanings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from spinney.kernel.field_meaning import GridCell

MOST_BYTE = 255


@dataclass(frozen=True)
class OneHots:
    """Numbers that become one-hot, all those of one field.

    Attributes:
        positions: by value from the least blank on, the place of the 1; -1: no place.
        first: the value that ``positions`` begins with.
    """

    positions: npt.NDArray[np.int64]
    first: int
    width: int

    def write(self, values: Any, out: Any) -> None:
        """Write numbers of shape ``(n,)`` to an array of shape ``(n, width)`` that holds zeros."""
        places = self.positions[values - self.first]
        rows = np.flatnonzero(places >= 0)
        out[rows, places[rows]] = 1

    def tokens(self, values: Any) -> Any:
        """Return 1 + the place of the 1, or 0."""
        return self.positions[values - self.first] + 1


@dataclass(frozen=True)
class Members:
    """Numbers that are sets of bits; ``bits`` are those encoded, in their order."""

    bits: npt.NDArray[np.int64]

    @property
    def width(self) -> int:
        """The most members of a set."""
        return len(self.bits)

    def write(self, values: Any, out: Any) -> None:
        """Write numbers of shape ``(n,)`` to an array of shape ``(n, width)``."""
        out[:] = values[:, None] >> self.bits & 1

    def tokens(self, values: Any) -> Any:
        """Return a token for each member."""
        return (values[:, None] >> self.bits & 1).ravel()


@dataclass(frozen=True)
class Scaled:
    """Numbers that count something."""

    low: int
    unit: int
    width: int = 1

    def write(self, values: Any, out: Any) -> None:
        """Write numbers of shape ``(n,)`` to an array of shape ``(n, 1)``."""
        counted = np.maximum(values - self.low, 0)
        if out.dtype == np.uint8:
            out[:, 0] = np.minimum(counted, MOST_BYTE)
        else:
            out[:, 0] = counted / np.float32(self.unit)

    def tokens(self, values: Any) -> Any:
        """Return how far numbers are above the least."""
        return np.maximum(values - self.low, 0)


@dataclass(frozen=True)
class Coordinates:
    """Numbers that are cells of a grid."""

    grid: GridCell
    width: int = 3

    def write(self, values: Any, out: Any) -> None:
        """Write numbers of shape ``(n,)`` to an array of shape ``(n, 3)`` that holds zeros."""
        there, grid = values >= 0, self.grid
        row, column = np.divmod(values, grid.columns)
        out[:, 0] = there
        if out.dtype == np.uint8:
            out[there, 1], out[there, 2] = column[there], row[there]
        else:
            origin_row, origin_column = divmod(grid.origin, grid.columns)
            out[there, 1] = (column[there] - origin_column) / np.float32(grid.columns)
            out[there, 2] = (row[there] - origin_row) / np.float32(grid.rows)

    def tokens(self, values: Any) -> Any:
        """Return 1 + the number of each cell, or 0."""
        return np.maximum(values, -1) + 1


@dataclass(frozen=True)
class Stack:
    """Cards that lie in order, each once, in an array of some shape.

    Attributes:
        shape: of the array.
        count: how many cards there are.
        cards: how they become tokens.
    """

    shape: tuple[int, ...]
    count: int
    cards: OneHots

    @property
    def width(self) -> int:
        """How many numbers there are for each card."""
        return 1 + len(self.shape)

    def coordinates(self, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
        """Return the numbers for a card at each place, of shape ``(places, width)``."""
        indices = np.indices(self.shape).reshape(len(self.shape), -1).T
        scaled = indices if dtype == np.uint8 else indices / np.array(self.shape, np.float32)
        ones = np.ones((len(indices), 1))
        written: npt.NDArray[Any] = np.minimum(np.hstack([ones, scaled]), MOST_BYTE).astype(dtype)
        return written

    def write(self, values: Any, out: Any) -> None:
        """Write numbers of shape ``(n,)`` to an array of shape ``(count, width)`` of zeros."""
        there = values >= 0
        out[values[there]] = self.coordinates(out.dtype)[there]

    def tokens(self, values: Any) -> Any:
        """Return 1 + the number of each card, or of its blank."""
        return self.cards.tokens(values)


Code = OneHots | Members | Scaled | Coordinates | Stack

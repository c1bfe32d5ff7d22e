"""An engine: one game's linked rules and the batches they work on, compiled or interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np

from spinney.kernel.linker import Rules
from spinney.kernel.records import Record, Rows
from spinney.kernel.rule import CheckedArray


class Engine:
    """Linked rules, and the kind of arrays that they take.

    Attributes:
        rules: the linked functions.
        record: the class of the records in `rows`: the game's, or another's such as a tree's entry.
        compiled: is this compiled code?
    """

    def __init__(self, rules: Rules, record: type[Record]) -> None:
        self.rules, self.record, self.compiled = rules, record, rules.compiled

    def rows(self, count: int) -> Any:
        """Return a batch of ``count`` zeroed records."""
        if self.compiled:
            return self.record.batch(count)
        return Rows([self.record() for _ in range(count)])

    def load(self, *states: bytes, spare: int = 0) -> Any:
        """Return a batch holding these records, and ``spare`` zeroed ones behind them."""
        if not self.compiled:
            return Rows([*map(self.record.from_bytes, states), *self.rows(spare)])
        if len(states) == 1 and not spare:  # by far the most frequent, and three times faster
            return np.frombuffer(bytearray(states[0]), self.record.dtype)
        batch = self.record.batch(len(states) + spare)
        for i, data in enumerate(states):
            batch[i] = np.frombuffer(data, self.record.dtype)[0]
        return batch

    def save(self, batch: Any, index: int = 0) -> bytes:
        """Return the bytes of one record of a batch."""
        return batch[index].tobytes() if self.compiled else bytes(batch[index])

    def ints(self, count: int) -> Any:
        """Return ``count`` zeros for rules to write to: int64 compiled, a checked list else."""
        return np.zeros(count, np.int64) if self.compiled else CheckedArray([0] * count)

    def floats(self, count: int) -> Any:
        """Return ``count`` zeros of floating point."""
        return np.zeros(count, np.float64) if self.compiled else CheckedArray([0.0] * count)

    def list_of(self, ints: Any, count: int) -> tuple[int, ...]:
        """Return the first ``count`` of what rules wrote, as ints."""
        return tuple(ints[:count].tolist()) if self.compiled else tuple(list(ints)[:count])

    def array(self, values: Any) -> Any:
        """Return given numbers as an array that rules can read."""
        return np.array(values, np.int64) if self.compiled else CheckedArray(values)

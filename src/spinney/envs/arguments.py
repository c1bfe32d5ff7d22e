"""Checks of what environments are given: one clear message for each thing that can't be."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import numpy.typing as npt

from spinney.core.errors import Refused


def check_choice(name: str, value: Any, known: Collection[Any]) -> None:
    """Refuse a value of an argument that is none of those known."""
    if value not in known:
        words = ", ".join(map(repr, known))
        raise Refused(f"{name} can't be {value!r}; it can be: {words}")


def whole_numbers(values: Any, name: str) -> npt.NDArray[np.int64]:
    """Return an array of whole numbers as 64-bit ones, whatever its shape.

    Raises:
        Refused: they aren't whole numbers of at most 64 bits.
    """
    given = np.asarray(values)
    if given.size and (given.dtype.kind not in "iu" or given.max() > np.iinfo(np.int64).max):
        raise Refused(
            f"{name} are whole numbers below 2**63, not {given.dtype} like {values!r:.60}"
        )
    return np.ascontiguousarray(given, np.int64)

"""`rule`, and the few functions that rules may use besides plain Python.

Rules are plain Python functions over ints and records. Nothing here compiles them: `link` does,
once it is known which game's functions belong together. The primitives at the end have another
body when compiled (`compiler`), because Python's own would mean something else there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

MASK = 0x7FFFFFFFFFFFFFFF


def rule(function: F) -> F:
    """Mark a function as a rule: it can be interpreted, compiled, and run over batches."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def is_rule(thing: object) -> bool:
    """Was this marked by `rule`?"""
    return getattr(thing, "__rule__", False) is True


class CheckedArray(list[Any]):
    """A constant table interpreted: nested lists of ints, indexed as NumPy's arrays are."""

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, tuple):
            if index < 0:
                raise IndexError(f"negative index {index} into a table")
            return super().__getitem__(index)
        value: Any = self
        for place in index:
            if place < 0:
                raise IndexError(f"negative index {index} into a table")
            value = list.__getitem__(value, place)
        return value

    def __setitem__(self, index: Any, value: Any) -> None:
        if index < 0:
            raise IndexError(f"negative index {index} into a table")
        list.__setitem__(self, index, value)


def scratch(count: int) -> Any:
    """Return ``count`` zeros to work with inside a rule.

    A NumPy array of int64 when compiled; interpreted a list that refuses negative indexes.
    """
    return CheckedArray([0] * count)


def weights(count: int) -> Any:
    """Return ``count`` zeros of floating point to work with inside a rule."""
    return CheckedArray([0.0] * count)


def churn(x: int, factor: int, plus: int) -> int:
    """Return ``(x * factor + plus) % 2**63``.

    Rules must not write this themselves: compiled, a product past 63 bits is undefined, and
    Numba's optimiser does make use of that.
    """
    return (x * factor + plus) & MASK


def ones(x: int) -> int:
    """Return how many bits of ``x`` are set, for 0 <= x: the size of a set of places."""
    return int(x).bit_count()


def lowest(x: int) -> int:
    """Return the number of the lowest bit set in ``x``, for 0 < x: the first place of a set."""
    return (int(x) & -int(x)).bit_length() - 1

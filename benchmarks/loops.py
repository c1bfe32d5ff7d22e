"""Loops to time, linked to a game as the search is: what happens over and over in compiled code."""

from __future__ import annotations

from typing import Any

from spinney.core.interface import PLAYERS, determinize, observe, value
from spinney.kernel.rule import rule, weights


@rule
def copies(a: Any, count: int) -> None:
    """Copy ``a[0]`` back and forth; each copy depends on the one before, so none is left out."""
    for i in range(count):
        a[1 + i % 2] = a[2 * (i % 2)]


@rule
def observations(a: Any, count: int) -> None:
    """Copy ``a[0]`` and blank what player 0 may not know."""
    for _ in range(count):
        a[1] = a[0]
        observe(a[1], 0)


@rule
def determinizations(a: Any, count: int) -> None:
    """Copy ``a[0]``, which player 0 sees, and determinize the rest."""
    r = 1
    for _ in range(count):
        a[1] = a[0]
        r = determinize(a[1], 0, r)


@rule
def values(a: Any, count: int) -> None:
    """Ask what ``a[0]`` is worth."""
    out = weights(PLAYERS)
    for _ in range(count):
        value(a[0], out)

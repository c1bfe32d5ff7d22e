"""The result of a search."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """A move that was considered.

    Attributes:
        move: the words.
        share: how much of the search went into it, 0 to 1.
        value: the reward to expect of it for whoever says it, 0 (lost) to 1 (won).
    """

    move: str
    share: float
    value: float


@dataclass(frozen=True)
class SearchResult:
    """A choice and what speaks for it.

    Attributes:
        move: the choice.
        playouts: how many were made.
        values: the reward to expect for each player, 0 (lost) to 1 (won).
        value: the viewer's.
        candidates: what was considered most, and the choice; the largest share first.
    """

    move: str
    playouts: int
    value: float
    values: tuple[float, ...]
    candidates: tuple[Candidate, ...]

"""The best path of each colour through a garden and its value, whoever may score it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from spinney.core.kit.paths import best_path, in_order, trace_path
from spinney.games.arboretum.rules.record import BESIDE, KINDS, Arboretum
from spinney.games.arboretum.text.names import cell_name
from spinney.kernel.rule import CheckedArray, scratch


@dataclass(frozen=True)
class Walk:
    """A player's best path of a colour: its cells, its cards, its worth."""

    cells: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    worth: int = 0


def planted(s: Arboretum, p: int) -> tuple[tuple[int, int], ...]:
    """The cards of an arboretum with their cells, in the order of playing."""
    return tuple((s.card[p, k], s.cell[p, k]) for k in range(s.placed[p]))


# Interpreted this takes milliseconds, and a garden changes but once a turn.
@lru_cache(maxsize=256)
def best_walks(garden: tuple[tuple[int, int], ...]) -> tuple[Walk, ...]:
    """The best path of each colour through a garden, whoever may score it."""
    at = {cell: k for k, (_, cell) in enumerate(garden)}
    near = CheckedArray([at.get(cell + way, -1) for _, cell in garden for way in BESIDE.tolist()])
    cards = CheckedArray([card for card, _ in garden])
    grown = [sum(card // 8 == colour for card in cards) for colour in range(KINDS)]
    return tuple(
        _walk(garden, cards, near, colour) if grown[colour] > 1 else Walk()
        for colour in range(KINDS)
    )


def _walk(garden: Sequence[tuple[int, int]], cards: Any, near: Any, colour: int) -> Walk:
    n = len(garden)
    order, route = scratch(n), scratch(n)
    count = in_order(cards, n, order)
    pads = (scratch(n) for _ in range(3))
    worth = best_path(cards, near, order, count, colour, *pads)
    length = trace_path(cards, near, n, colour, route)
    walked = [garden[k] for k in list(route)[:length]]
    names = tuple(cell_name(cell) for _, cell in walked)
    return Walk(names, tuple(card for card, _ in walked), worth)

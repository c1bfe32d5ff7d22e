"""Arboretums: where cards lie, and where one can be played."""

from __future__ import annotations

from spinney.games.arboretum.rules.mini import is_mini
from spinney.games.arboretum.rules.record import BESIDE, ORIGIN, SPAN, Arboretum
from spinney.kernel.records import Ints
from spinney.kernel.rng import below, mix, random
from spinney.kernel.rule import rule


@rule
def open_cells(s: Arboretum, p: int, first: int, out: Ints) -> int:
    """Write ``first`` plus each cell where the player can play, ascending; return how many."""
    if s.placed[p] == 0 or is_mini(s):
        out[0] = first + ORIGIN + s.placed[p]
        return 1
    n = 0
    for k in range(s.placed[p]):
        for d in range(4):
            cell = s.cell[p, k] + BESIDE[d]
            if not taken(s, p, cell):
                n = insert(out, n, first + cell)
    return n


@rule
def taken(s: Arboretum, p: int, cell: int) -> bool:
    """Does a card of the player's arboretum lie there?"""
    for k in range(s.placed[p]):
        if s.cell[p, k] == cell:
            return True
    return False


@rule
def insert(out: Ints, n: int, number: int) -> int:
    """Put a number into an ascending list unless it is there; return the list's length."""
    k = n
    while k > 0 and out[k - 1] > number:
        k -= 1
    if k > 0 and out[k - 1] == number:
        return n
    for i in range(n, k, -1):
        out[i] = out[i - 1]
    out[k] = number
    return n + 1


@rule
def some_open_cell(s: Arboretum, p: int, r: int) -> int:
    """Return an open cell of a player who has played before, each as likely as any other.

    A side of a card is drawn until it leads to an open cell, and that is taken with a chance of
    one in as many cards as it lies beside. The numbers drawn are none of those that follow ``r``:
    whoever asks will draw from these next.
    """
    r = mix(r, 1)
    while True:
        side = below(r, 4 * s.placed[p])
        cell: int = s.cell[p, side >> 2] + BESIDE[side & 3]
        beside = cards_beside(s, p, cell)
        r = random(r)
        if beside > 0 and below(r, beside) == 0:
            return cell
        r = random(r)


@rule
def cards_beside(s: Arboretum, p: int, cell: int) -> int:
    """Return how many cards of the player's lie beside a cell; 0 also if one lies there."""
    n = 0
    for k in range(s.placed[p]):
        way = abs(s.cell[p, k] - cell)
        if way == 0:
            return 0
        n += 1 if way in (1, SPAN) else 0
    return n

"""Arboretums: the places of cards, and the places open for the next one."""

from __future__ import annotations

from spinney.games.arboretum.rules.mini import is_mini
from spinney.games.arboretum.rules.record import BESIDE, ORIGIN, SPAN, Arboretum
from spinney.kernel.records import Ints
from spinney.kernel.rng import below, mix, random
from spinney.kernel.rule import lowest, rule


@rule
def open_cells(s: Arboretum, p: int, first: int, out: Ints) -> int:
    """Write ``first`` plus each cell where the player can play, ascending; return how many.

    Row by row, as sets of columns: no arboretum is so wide that a card could be played beyond them.
    """
    if s.placed[p] == 0 or is_mini(s):
        out[0] = first + ORIGIN + s.placed[p]
        return 1
    top = SPAN
    bottom = 0
    for k in range(s.placed[p]):
        top = min(top, s.cell[p, k] // SPAN)
        bottom = max(bottom, s.cell[p, k] // SPAN)
    n = 0
    above = 0
    here = 0
    for row in range(top - 1, bottom + 2):
        under = columns_taken(s, p, row + 1)
        columns = (above | under | here << 1 | here >> 1) & ~here
        while columns != 0:
            out[n] = first + row * SPAN + lowest(columns)
            n += 1
            columns &= columns - 1
        above = here
        here = under
    return n


@rule
def columns_taken(s: Arboretum, p: int, row: int) -> int:
    """Return in which columns of a row cards of the player's lie, a bit each."""
    columns = 0
    for k in range(s.placed[p]):
        column = s.cell[p, k] - row * SPAN
        if 0 <= column < SPAN:
            columns |= 1 << column
    return columns


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

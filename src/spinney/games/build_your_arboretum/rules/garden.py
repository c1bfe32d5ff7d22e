"""A garden: the places open for the next card."""

from __future__ import annotations

from spinney.games.build_your_arboretum.rules.mini import is_mini
from spinney.games.build_your_arboretum.rules.record import NEAR, Arboreta
from spinney.kernel.rule import rule


@rule
def plantable(s: Arboreta, p: int, cell: int) -> bool:
    """Is the cell free, and beside a planted one unless the garden is empty?

    In the mini game trees stand in a row, from the first cell on.
    """
    if is_mini(s):
        return cell == s.planted[p]
    if s.grid[p, cell] >= 0:
        return False
    if s.planted[p] == 0:
        return True
    for k in range(4):
        q = NEAR[4 * cell + k]
        if q >= 0 and s.grid[p, q] >= 0:
            return True
    return False

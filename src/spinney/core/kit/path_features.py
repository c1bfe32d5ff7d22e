"""Inputs of networks about paths and neighbours, for games that score best paths."""

from __future__ import annotations

from spinney.core.kit.paths import best_path
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule, scratch

PATH_NUMBERS = 4
"""How many numbers `write_paths` writes of a colour."""
CHAIN_MOST = 7
"""The length from which chains count as equally long."""
RUN_MOST = 8
"""The same for chains of one colour."""
NEIGHBOUR_ROWS = 30
"""The rows for a neighbour: by how its number differs, and whether it has the same colour."""


@rule
def write_paths(
    cards: Ints, near: Ints, order: Ints, n: int, trees: Ints, out: Ints, at: int
) -> None:
    """Write of each colour in a garden `PATH_NUMBERS` numbers, from ``at`` on.

    What its best path is worth; how long the longest is that begins with it and may go on, and the
    number it ends on; how long the longest of it alone. The garden is as `best_path` takes it;
    ``trees`` are its cards by colour. Nothing is written of colours without any.
    """
    mixed = scratch(len(cards))
    pure = scratch(len(cards))
    first = scratch(len(cards))
    for colour in range(len(trees)):
        if trees[colour] > 0:
            k = at + PATH_NUMBERS * colour
            out[k] = best_path(cards, near, order, n, colour, mixed, pure, first)
            write_chains(cards, order, n, colour, mixed, pure, out, k + 1)


@rule
def write_chains(
    cards: Ints, order: Ints, n: int, colour: int, mixed: Ints, pure: Ints, out: Ints, at: int
) -> None:
    """Write the longest chains of a colour, as `best_path` has left them.

    How long the longest is that begins with the colour and may go on; the number it ends on; how
    long the longest of the colour alone is.
    """
    chain = 0
    end = 0
    run = 0
    for k in range(n):
        i = order[k]
        if mixed[i] > chain:
            chain = mixed[i]
            end = cards[i] & 7
        if cards[i] >> 3 == colour:
            run = max(run, pure[i])
    out[at] = min(chain, CHAIN_MOST)
    out[at + 1] = end
    out[at + 2] = min(run, RUN_MOST)


@rule
def neighbour_row(card: int, neighbour: int) -> int:
    """Return the row of `NEIGHBOUR_ROWS` for a neighbour compared with a card."""
    same = 15 if neighbour // 8 == card // 8 else 0
    return same + neighbour % 8 - card % 8 + 7

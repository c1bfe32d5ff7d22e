"""Exact solution of matrix games: both choose at once, and their rewards sum to zero.

The linear program of the column player is solved by the simplex method, with Bland's rule, so that
it ends. Its dual is the row player's. Both strategies are then checked against the matrix, so a
value is only returned with a proof.
"""

from __future__ import annotations

from functools import cache

from spinney.kernel.records import Floats, Ints, Record, f64, i64
from spinney.kernel.rule import rule

MOST_ROWS = 40
"""The most choices of either player."""
ROUNDING = 1e-9
"""How far the two players' guarantees may lie apart, by rounding, for the game to be solved."""
SMALLEST = 1e-11
"""Numbers nearer to 0 than this count as 0."""


class MatrixGame(Record):
    """A matrix game and its solution. The row player gets an entry, the column player its rest."""

    rows: int
    columns: int
    entries: Floats
    """By row and column, 0 to 1: ``entries[MOST_ROWS * row + column]``."""
    tableau: Floats
    """Of the simplex method, one row and column longer."""
    basis: Ints
    """By tableau row, its variable: below MOST_ROWS a column's, from there on a row's slack."""
    others: Ints
    """By tableau column, its variable."""
    row_mix: Floats
    """How often to choose each row."""
    column_mix: Floats
    """How often to choose each column."""


WIDTH = MOST_ROWS + 1


@cache
def matrix_game_record() -> type[MatrixGame]:
    """Return the record with room for ``MOST_ROWS`` choices of each player."""
    fields = {
        "rows": i64(),
        "columns": i64(),
        "entries": f64(MOST_ROWS * MOST_ROWS),
        "tableau": f64(WIDTH * WIDTH),
        "basis": i64(MOST_ROWS),
        "others": i64(MOST_ROWS),
        "row_mix": f64(MOST_ROWS),
        "column_mix": f64(MOST_ROWS),
    }
    return type("SizedMatrixGame", (MatrixGame,), fields)


@rule
def solve_matrix(g: MatrixGame) -> float:
    """Write both players' best mixes; return the value, or -1 where rounding spoilt the proof."""
    write_tableau(g)
    while True:
        column = entering(g)
        row = leaving(g, column) if column >= 0 else -1
        if row < 0:
            break
        pivot(g, row, column)
    write_mixes(g)
    low = row_guarantee(g)
    return low if column_guarantee(g) - low < ROUNDING else -1.0


@rule
def write_tableau(g: MatrixGame) -> None:
    """Begin with no column chosen. Entries are raised by 1, so that the value is above 0."""
    for i in range(g.rows):
        for j in range(g.columns):
            g.tableau[WIDTH * i + j] = g.entries[MOST_ROWS * i + j] + 1.0
        g.tableau[WIDTH * i + g.columns] = 1.0
        g.basis[i] = MOST_ROWS + i
    for j in range(g.columns):
        g.tableau[WIDTH * g.rows + j] = -1.0
        g.others[j] = j
    g.tableau[WIDTH * g.rows + g.columns] = 0.0


@rule
def entering(g: MatrixGame) -> int:
    """Return the tableau column to bring in: of those that gain, that of the lowest variable."""
    found = -1
    for j in range(g.columns):
        gains = g.tableau[WIDTH * g.rows + j] < -SMALLEST
        if gains and (found < 0 or g.others[j] < g.others[found]):
            found = j
    return found


@rule
def leaving(g: MatrixGame, column: int) -> int:
    """Return the tableau row that bounds the gain; of equals, that of the lowest variable."""
    found = -1
    least = 0.0
    for i in range(g.rows):
        slope = g.tableau[WIDTH * i + column]
        if slope > SMALLEST:
            ratio = g.tableau[WIDTH * i + g.columns] / slope
            if found < 0 or ratio < least or (ratio == least and g.basis[i] < g.basis[found]):
                found = i
                least = ratio
    return found


@rule
def pivot(g: MatrixGame, row: int, column: int) -> None:
    """Exchange the variables of a tableau row and column."""
    inverse = 1.0 / g.tableau[WIDTH * row + column]
    for i in range(g.rows + 1):
        factor = g.tableau[WIDTH * i + column] * inverse
        if i != row and factor != 0.0:
            for j in range(g.columns + 1):
                if j != column:
                    g.tableau[WIDTH * i + j] -= factor * g.tableau[WIDTH * row + j]
        if i != row:
            g.tableau[WIDTH * i + column] = -factor
    for j in range(g.columns + 1):
        if j != column:
            g.tableau[WIDTH * row + j] *= inverse
    g.tableau[WIDTH * row + column] = inverse
    variable = g.basis[row]
    g.basis[row] = g.others[column]
    g.others[column] = variable


@rule
def write_mixes(g: MatrixGame) -> None:
    """Read both strategies off the last tableau."""
    total = g.tableau[WIDTH * g.rows + g.columns]
    for i in range(g.rows):
        g.row_mix[i] = 0.0
    for j in range(g.columns):
        g.column_mix[j] = 0.0
    for i in range(g.rows):
        if g.basis[i] < MOST_ROWS:
            g.column_mix[g.basis[i]] = max(0.0, g.tableau[WIDTH * i + g.columns] / total)
    for j in range(g.columns):
        if g.others[j] >= MOST_ROWS:
            row = g.others[j] - MOST_ROWS
            g.row_mix[row] = max(0.0, g.tableau[WIDTH * g.rows + j] / total)


@rule
def row_guarantee(g: MatrixGame) -> float:
    """Return the row player's least reward with this mix, against any column."""
    least = 2.0
    for j in range(g.columns):
        gets = 0.0
        for i in range(g.rows):
            gets += g.row_mix[i] * g.entries[MOST_ROWS * i + j]
        least = min(least, gets)
    return least


@rule
def column_guarantee(g: MatrixGame) -> float:
    """Return the row player's greatest reward against the column player's mix."""
    most = -1.0
    for i in range(g.rows):
        gets = 0.0
        for j in range(g.columns):
            gets += g.column_mix[j] * g.entries[MOST_ROWS * i + j]
        most = max(most, gets)
    return most

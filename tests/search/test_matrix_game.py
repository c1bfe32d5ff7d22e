"""Matrix games: the exact value, and mixes that guarantee it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spinney.search.matrix_game import MOST_ROWS, MatrixGame, matrix_game_record, solve_matrix


def solved(rows: list[list[float]]) -> tuple[float, MatrixGame]:
    game = matrix_game_record()()
    game.rows, game.columns = len(rows), len(rows[0])
    for i, row in enumerate(rows):
        for j, entry in enumerate(row):
            game.entries[MOST_ROWS * i + j] = entry
    return solve_matrix(game), game


@pytest.mark.parametrize(
    ("rows", "value", "mix"),
    [
        ([[0.3]], 0.3, [1.0]),
        ([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]], 0.5, [1 / 3, 1 / 3, 1 / 3]),
        ([[1.0, 0.0], [0.0, 0.5]], 1 / 3, [1 / 3, 2 / 3]),
        ([[0.2, 0.9], [0.4, 0.6], [0.1, 1.0]], 0.4, [0.0, 1.0, 0.0]),
        ([[0.0, 0.0], [0.0, 0.0]], 0.0, None),
    ],
)
def test_known_games(rows: list[list[float]], value: float, mix: list[float] | None) -> None:
    found, game = solved(rows)
    assert found == pytest.approx(value)
    if mix is not None:
        assert [game.row_mix[i] for i in range(len(rows))] == pytest.approx(mix)


sides = st.integers(1, 7)
entries = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.0, 1.0))


@settings(max_examples=60)
@given(data=st.data(), rows=sides, columns=sides)
def test_both_mixes_guarantee_the_value(data: st.DataObject, rows: int, columns: int) -> None:
    """What one is sure to get is what the other is sure to keep to: so it is the value."""
    table = [[data.draw(entries) for _ in range(columns)] for _ in range(rows)]
    value, game = solved(table)
    row_mix = np.array([game.row_mix[i] for i in range(rows)])
    column_mix = np.array([game.column_mix[j] for j in range(columns)])
    for mix in (row_mix, column_mix):
        assert mix.sum() == pytest.approx(1.0)
        assert mix.min() >= 0.0
    assert (row_mix @ table).min() == pytest.approx(value, abs=1e-8)
    assert (np.array(table) @ column_mix).max() == pytest.approx(value, abs=1e-8)

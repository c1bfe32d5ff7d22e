"""Returns: zero-sum, from -1 to 1, in the order of the points."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hedges import hedge

from spinney.core.returns import returns_of


@given(st.lists(st.integers(-50, 500), min_size=2, max_size=7), st.integers(1, 200))
def test_returns_order_players_as_their_points_do(points: list[int], full_margin: int) -> None:
    returns = returns_of(points, full_margin)
    assert (returns.dtype, returns.shape) == (np.dtype("f4"), (len(points),))
    assert float(returns.sum()) == pytest.approx(0, abs=1e-5)
    assert np.abs(returns).max() <= 1
    ranked = [returns[p] for p in np.argsort(points)]
    assert all(low <= high for low, high in pairwise(ranked))


def test_returns_are_in_units_of_the_margin_that_a_game_declares() -> None:
    assert returns_of([30, 10], 40).tolist() == [0.25, -0.25]
    assert returns_of([30, 10, 5], 1).tolist() == pytest.approx([1, -1 / 3, -2 / 3])


def test_a_state_has_returns_when_its_game_is_over() -> None:
    state = hedge().new(seed=3)
    while not state.over:
        assert state.returns.tolist() == [0, 0]
        player = state.to_act[0]
        state = state.apply_action(player, state.legal_actions(player)[0])
    margin = (state.scores[0] - state.scores[1]) / 2
    assert margin
    assert state.returns.tolist() == [margin / 2, -margin / 2]
    assert state.outcome == ((1, -1) if margin > 0 else (-1, 1))

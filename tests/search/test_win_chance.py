"""Win chances: the curves that correct the values of a search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spinney
from spinney.core.registry import all_games
from spinney.search.weights import shipped_network
from spinney.search.win_chance import VALUES, CalibrationCurve, win_chance

CURVE = CalibrationCurve((0.03, 0.26, 0.45, 0.6, 0.97))


def test_a_curve_goes_through_its_points_and_on_beyond_them() -> None:
    assert [CURVE.chance(value) for value in VALUES] == pytest.approx(CURVE.chances)
    assert CURVE.chance(0.05) < 0.03 < CURVE.chance(0.11) < 0.26
    assert 0.97 < CURVE.chance(0.95) < 1
    as_it_is = CalibrationCurve(VALUES)
    assert as_it_is.chance(0.01) == pytest.approx(0.01)
    assert as_it_is.chance(0.44) == pytest.approx(0.44)


@given(st.floats(0, 1), st.floats(0, 1), st.sets(st.floats(0.01, 0.99), min_size=5, max_size=5))
def test_a_greater_value_stands_for_a_greater_chance(
    one: float, other: float, chances: set[float]
) -> None:
    low, high = sorted((one, other))
    found = CalibrationCurve(tuple(sorted(chances)))
    assert 0 <= found.chance(low) <= found.chance(high) <= 1


@pytest.mark.parametrize("name", sorted(all_games()))
def test_what_is_certain_stays_so_and_the_order_too(name: str) -> None:
    game = spinney.game(name)
    values = [0.0, 0.01, 0.3, 0.5, 0.7, 0.99, 1.0]
    chances = [win_chance(game, value) for value in values]
    assert (chances[0], chances[-1]) == (0, 1)
    assert chances == sorted(set(chances))


def test_a_correction_belongs_to_who_judged_so(monkeypatch: pytest.MonkeyPatch) -> None:
    two = spinney.game("build-your-arboretum")
    module, network = two.part("calibration"), shipped_network(two)
    assert module is not None
    monkeypatch.setattr(module, "NETWORK", network.identity if network else "")
    assert win_chance(two, 0.9) == CalibrationCurve(module.CHANCES[2]).chance(0.9) != 0.9
    assert win_chance(two, 0.9, exact=True) == 0.9
    assert win_chance(spinney.game("arboretum", players=4), 0.9) == 0.9
    monkeypatch.setattr(module, "NETWORK", "another")
    assert win_chance(two, 0.9) == 0.9

"""Calibration: judged games, tenths, and corrections that are fitted to them."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spinney
from spinney.arena import calibration
from spinney.arena.calibration import (
    JudgedPosition,
    cross_fitted,
    fit,
    judge_games,
    mean_error,
    tenths,
    worst_error_by_luck,
)
from spinney.arena.simulate import PlayedChoices, Simulation
from spinney.core.registry import all_games
from spinney.search import Budget
from spinney.search.weights import shipped_network
from spinney.search.win_chance import VALUES, CalibrationCurve, win_chance

MINI = spinney.game("arboretum", size="mini")


def test_positions_of_games_are_judged_and_held_against_their_ends() -> None:
    simulation = Simulation(MINI, 3, "7", seed=8)
    games = list(judge_games(simulation, range(3), Budget(20), 16, 4))
    assert [[one.game for one in game] for game in games] == [[0] * 4, [1] * 4, [2] * 4]
    for number, game in enumerate(games):
        assert {one.won for one in game} <= {*simulation.play(number).points}
        assert all(0 <= one.hint <= 1 for one in game)
    assert games == list(judge_games(simulation, range(3), Budget(20), 16, 4))


def test_a_game_without_a_choice_has_nothing_to_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    forced = PlayedChoices([], [], SimpleNamespace(outcome=(1, -1)))  # type: ignore[arg-type]
    monkeypatch.setattr(calibration, "play_choices", lambda *_: forced)
    assert list(judge_games(Simulation(MINI, 1, "7"), [0], Budget(20), 16, 4)) == [[]]


def judged(*rows: tuple[int, float, float]) -> list[JudgedPosition]:
    return [JudgedPosition(game, hint, math.nan, won) for game, hint, won in rows]


def test_tenths_hold_what_was_expected_against_what_was_won() -> None:
    positions = judged((0, 0.12, 0), (0, 0.18, 1), (1, 0.15, 1), (1, 1.0, 1), (2, 0.95, 0.5))
    low, high = tenths([one.hint for one in positions], positions)
    assert (low.low, low.positions, high.low, high.positions) == (0.1, 3, 0.9, 2)
    assert low.expected == pytest.approx(0.15)
    assert low.won.value == pytest.approx(2 / 3)
    assert high.error == pytest.approx(0.75 - 0.975)


def test_positions_of_a_game_are_not_taken_for_independent() -> None:
    rng = np.random.default_rng(6)
    rows = [(k // 4, 0.55, float(won)) for k, won in enumerate(np.repeat(rng.random(100) < 0.5, 4))]
    positions = judged(*rows)
    (only,) = tenths([one.hint for one in positions], positions)
    assert only.won.margin == pytest.approx(1.96 * 0.5 / math.sqrt(100), rel=0.1)


def test_luck_alone_sets_values_off_as_far_as_a_normal_distribution_says() -> None:
    rng = np.random.default_rng(8)
    positions = judged(*((game, 0.5, float(won)) for game, won in enumerate(rng.random(400) < 0.5)))
    few = judged(*((1000 + game, 0.9, 1.0) for game in range(9)))
    values = [one.hint for one in positions + few]
    half, rarely = worst_error_by_luck(values, positions + few, fewest=10)
    deviation = 0.5 / math.sqrt(400)
    assert half == pytest.approx(0.674 * deviation, rel=0.1)
    assert rarely == pytest.approx(1.96 * deviation, rel=0.1)
    assert worst_error_by_luck(values, positions + few, fewest=1000) == (0, 0)


CURVE = CalibrationCurve((0.03, 0.26, 0.45, 0.6, 0.97))


def test_a_curve_goes_through_its_points_and_on_beyond_them() -> None:
    assert [CURVE.chance(value) for value in VALUES] == pytest.approx(CURVE.chances)
    assert CURVE.chance(0.05) < 0.03 < CURVE.chance(0.11) < 0.26
    assert 0.97 < CURVE.chance(0.95) < 1
    as_it_is = CalibrationCurve(VALUES)
    assert as_it_is.chance(0.01) == pytest.approx(0.01)
    assert as_it_is.chance(0.44) == pytest.approx(0.44)


def test_a_correction_is_found_again() -> None:
    rng = np.random.default_rng(7)
    values = rng.uniform(0.05, 0.95, 20_000)
    won = [float(rng.random() < CURVE.chance(value)) for value in values]
    assert fit([*values], won).chances == pytest.approx(CURVE.chances, abs=0.03)


def test_games_are_corrected_by_others_only() -> None:
    rng, true = np.random.default_rng(9), CalibrationCurve((0.3, 0.45, 0.5, 0.55, 0.7))
    values = rng.uniform(0.02, 0.98, 8000)
    rows = [
        (k // 4, value, float(rng.random() < true.chance(value))) for k, value in enumerate(values)
    ]
    positions = judged(*rows)
    corrected = cross_fitted([*values], positions)
    assert mean_error(tenths([*values], positions)) > 0.1
    assert mean_error(tenths(corrected, positions)) < 0.03
    other = [one if one.game % 2 else one._replace(won=1 - one.won) for one in positions]
    again = cross_fitted([*values], other)
    assert [value for value, one in zip(again, other, strict=True) if one.game % 2 == 0] == [
        value for value, one in zip(corrected, positions, strict=True) if one.game % 2 == 0
    ]


def test_few_results_leave_values_as_they_are() -> None:
    assert fit([], []).chances == pytest.approx(VALUES)
    assert fit([0.5], [1.0]).chances == pytest.approx(VALUES, abs=0.15)
    assert 0.9 < fit([0.9] * 5, [1.0] * 5).chances[-1] < 0.99


def test_a_correction_keeps_the_order_against_results() -> None:
    values = [0.1] * 50 + [0.9] * 50
    chances = fit(values, [1.0] * 50 + [0.0] * 50).chances
    assert chances == tuple(sorted(set(chances)))


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

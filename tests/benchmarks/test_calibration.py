"""The measurement of calibration: judged games, tenths, and corrections that are fitted to them."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
from benchmarks.calibration_measures import (
    JudgedPosition,
    cross_fitted,
    fit,
    judge_games,
    mean_error,
    tenths,
    worst_error_by_luck,
)

import spinney
from benchmarks import calibration_measures
from spinney.arena.simulate import PlayedChoices, Simulation
from spinney.search import Budget
from spinney.search.win_chance import VALUES, CalibrationCurve

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
    monkeypatch.setattr(calibration_measures, "play_choices", lambda *_: forced)
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

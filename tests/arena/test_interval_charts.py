"""Charts with intervals: they show every figure, and stay in their pictures."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spinney.arena.comparison import SavedReport, differences, distinct_titles
from spinney.arena.elo import Interval
from spinney.arena.html_report.figures import WIDTH
from spinney.arena.html_report.interval_charts import (
    IntervalBar,
    elo_bar,
    estimate_bar,
    figure,
    lying_bars,
    upright_bars,
)
from spinney.arena.html_report.simulation_charts import difference_chart, fine_bars
from spinney.arena.statistics import BINS, Estimate, mean_where
from spinney.terminal.report_tables import figure as difference_figure

NOTHING = math.nan


def tenths(least: int, most: int) -> st.SearchStrategy[float]:
    """Numbers as reports show them."""
    return st.integers(10 * least, 10 * most).map(lambda number: number / 10)


figures = st.tuples(tenths(-1000, 1000), tenths(0, 500) | st.just(NOTHING))


def numbers(svg: str, attribute: str) -> list[float]:
    return [float(number) for number in re.findall(rf' {attribute}="([-\d.]+)"', svg)]


@given(st.lists(figures, min_size=1, max_size=40), tenths(-10, 10) | st.none())
def test_lying_bars_stay_in_their_picture(
    estimates: list[tuple[float, float]], mark: float | None
) -> None:
    svg = lying_bars(
        "All", [estimate_bar(f"<{k}>", Estimate(*one)) for k, one in enumerate(estimates)], mark
    )
    left, wide = numbers(svg, "x"), numbers(svg, "width")
    assert len(wide) == len(estimates)
    assert all(0 <= x <= WIDTH for x in left)
    assert min(wide) >= 0
    ends = [float(x) for x in re.findall(r"[ML]([-\d.]+) ", svg)]
    assert all(-0.5 <= x <= WIDTH + 0.5 for x in ends)
    assert svg.count('class="whisker"') == sum(math.isfinite(margin) for _, margin in estimates)
    assert svg.count('class="bound"') == len(estimates) * (mark is not None)
    assert svg.count("bar minus") == sum(value < 0 for value, _ in estimates)
    assert "&lt;0&gt;" in svg
    assert "nan" not in svg


@given(st.lists(st.tuples(tenths(0, 100), tenths(0, 60)), min_size=1, max_size=16))
def test_upright_bars_stay_in_their_picture(estimates: list[tuple[float, float]]) -> None:
    svg = upright_bars(
        "All", [estimate_bar(str(k), Estimate(*one)) for k, one in enumerate(estimates)]
    )
    heights = [float(y) for y in re.findall(r"[ML][-\d.]+ ([-\d.]+)", svg)]
    assert all(0 <= y <= 170 for y in [*heights, *numbers(svg, "y")])
    assert svg.count("<title>") == len(estimates)


def test_a_bar_says_what_it_shows() -> None:
    svg = lying_bars("Wins", [estimate_bar("red", Estimate(52.25, 1.5), "%")], 50)
    assert 'aria-label="Wins: red 52.2 ± 1.5 %"' in svg
    assert figure(Estimate(NOTHING, NOTHING)) == "–"
    assert figure(Estimate(3, NOTHING), "moves") == "3.0 moves"


@pytest.mark.parametrize(
    ("value", "margin", "text"),
    [
        (6.58455, 0.00517, "6.585 ± 0.005"),
        (6.58455, 0.02, "6.58 ± 0.02"),
        (-0.136, 0.095, "-0.14 ± 0.10"),
        (52.25, 0.2, "52.2 ± 0.2"),
        (1 / 3, 1e-9, "0.3333 ± 0.0000"),
        (2.0, 0.0, "2.0 ± 0.0"),
    ],
)
def test_a_figure_is_as_exact_as_it_is_sure(value: float, margin: float, text: str) -> None:
    assert figure(Estimate(value, margin)) == text
    assert difference_figure(Estimate(abs(value), margin), sign=True) == f"+{text.strip('-')}"


@pytest.mark.parametrize(
    ("values", "unit", "expected"),
    [
        ([6.1, 6.43, 6.58, 6.7], "actions", ["6.1 to 6.2", "6.4 to 6.5", "6.5 to 6.6"]),
        ([6.58, 6.59, 6.6], "actions", ["6.58 to 6.582", "6.6 to 6.602"]),
        ([3.0, 4.0, 4.0], "changes", ["3", "4"]),
        ([99.75, 100.0, 99.2, 99.9], "%", ["99.2 to 99.3", "99.9 to 100", "100"]),
        ([100.0, 20.0, 60.0], "%", ["20 to 29", "60 to 69", "100"]),
    ],
)
def test_distributions_are_as_fine_as_the_values(
    values: list[float], unit: str, expected: list[str]
) -> None:
    labels = [bar.label for bar in fine_bars(np.array(values), unit)]
    assert set(expected) <= set(labels)
    assert len(labels) <= BINS


@pytest.mark.parametrize(
    ("elo", "value", "text"),
    [
        (Interval(20, 10, 30), 20, "+20.0 ± 10.0"),
        (Interval(math.inf, 147, math.inf), 147, "over +147"),
        (Interval(-math.inf, -math.inf, -147), -147, "under -147"),
    ],
)
def test_who_won_all_has_a_bar_as_long_as_what_is_sure(
    elo: Interval, value: float, text: str
) -> None:
    bar = elo_bar("tree against random", elo)
    assert (bar.value, bar.figure) == (value, text)
    assert isinstance(bar, IntervalBar)


def test_only_clear_differences_are_drawn_in_percent_of_before() -> None:
    values = np.random.default_rng(4).normal(10, 1, size=200)
    one = SavedReport("a", np.arange(200), {"score": values, "margin": values})
    other = SavedReport("b", np.arange(200), {"score": 1.5 * values, "margin": values[::-1]})
    chart = difference_chart("b", list(differences(one, other)))
    assert chart is not None
    assert "Score of a player 50.0 ±" in chart.svg
    assert "Winning margin" not in chart.svg
    assert difference_chart("a", list(differences(one, one))) is None


def test_titles_are_told_apart_by_what_differs() -> None:
    assert distinct_titles(["A, p=2, x=1", "A, p=3, x=1"]) == ["p=2", "p=3"]
    assert distinct_titles(["A, p=2", "A, p=2, WIND[0]=3"]) == ["as the rules say", "WIND[0]=3"]
    assert distinct_titles(["A, p=2", "A, p=2"]) == ["1", "2"]


def test_a_mean_can_be_weighted() -> None:
    values, weights = np.array([[3.0, 9.0], [5.0, 7.0]]), np.array([[1.0, 0.0], [0.5, 0.5]])
    assert mean_where(values, weights).value == pytest.approx((3 + 2.5 + 3.5) / 2)
    assert math.isfinite(mean_where(values, weights).margin)

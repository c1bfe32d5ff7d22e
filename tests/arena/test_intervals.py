"""Intervals: the margin of error of a mean."""

import pytest

from spinney.arena.intervals import margin, student


def test_one_deal_says_nothing_about_sureness() -> None:
    assert margin([]) is None
    assert margin([0.5]) is None


@pytest.mark.parametrize(
    ("means", "students_t"),
    [([0.0, 1.0] * 3, 2.5706), ([0.0, 1.0] * 10, 2.0930), ([0.0, 1.0] * 50, 1.9842)],
)
def test_the_margin_is_students(means: list[float], students_t: float) -> None:
    count = len(means)
    error = (0.25 / (count - 1)) ** 0.5
    assert margin(means) == pytest.approx(students_t * error, rel=0.01)


@pytest.mark.parametrize(
    ("freedom", "students_t"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (6, 2.4469), (7, 2.3646), (30, 2.0423)],
)
def test_students_t_is_exact_for_few_deals_too(freedom: int, students_t: float) -> None:
    assert student(freedom) == pytest.approx(students_t, rel=0.0005)


def test_deals_that_are_all_alike_still_leave_doubt() -> None:
    assert margin([1.0] * 60) == pytest.approx(0.05)
    assert margin([0.5] * 2) == 1.0

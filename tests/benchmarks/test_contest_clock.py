"""The use of a contest's clock: all answers count, also those that weren't searched for."""

from __future__ import annotations

import pytest
from benchmarks.contest_clock import Answers, figures

SEARCHED = "GROW 12 65 % after 1,200"


def game(*answers: tuple[str, float]) -> dict[str, float]:
    """Return the figures of a game with these answers and their milliseconds, by name."""
    noted = Answers()
    for number, (answer, ms) in enumerate(answers, 1):
        noted.note(number, answer, ms, 1000 if number == 1 else 100)
    return {figure.name: figure.value for figure in figures([noted])}


@pytest.mark.parametrize(
    ("answers", "longest", "late", "used"),
    [
        ([(SEARCHED, 900), (SEARCHED, 92), ("WAIT", 140)], 140, 1, 92),
        ([("WAIT", 900), ("WAIT", 3), ("WAIT", 5)], 5, 0, None),
        ([(SEARCHED, 1001), ("WAIT", 3)], 3, 1, None),
    ],
)
def test_the_longest_of_all_answers_is_told_and_the_time_of_searches_apart(
    answers: list[tuple[str, float]], longest: float, late: int, used: float | None
) -> None:
    told = game(*answers)
    assert told["the longest answer of a program to 100 ms"] == longest
    assert told["late answers of a program in 1 games"] == late
    assert told.get("used of 100 ms by a search, the median") == used

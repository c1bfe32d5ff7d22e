"""The progress of games: a live bar at a terminal, plain lines elsewhere."""

from __future__ import annotations

import io
import itertools
import re

import pytest
from rich.console import Console

from spinney.arena.sprt import Sprt
from spinney.arena.stop_rule import StopRule, StopTracker
from spinney.terminal.elo_lines import status_text
from spinney.terminal.progress import GameProgress, GameRate, rate_text, time_text


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def piped() -> tuple[Console, io.StringIO]:
    file = io.StringIO()
    return Console(file=file, width=80, highlight=False), file


def test_on_a_pipe_lines_come_ever_more_rarely() -> None:
    clock, (out, file) = Hand(), piped()
    with GameProgress(1000, 0, lambda: "LLR 1", clock, out) as progress:
        progress.begin()
        spoken: list[int] = []
        for _ in range(700):
            clock.now += 1
            progress.advance()
            if len(file.getvalue().splitlines()) > len(spoken):
                spoken.append(progress.done)
    assert spoken == [10, 30, 70, 150, 310, 610]
    lines = file.getvalue().splitlines()
    assert lines[0] == "10 of 1000 games; 1.0 games/s, 16 min 30 s left; LLR 1"


def test_a_series_that_a_test_may_end_takes_at_most_so_long() -> None:
    clock, (out, _) = Hand(), piped()
    with GameProgress(1000, 0, str, clock, out, may_stop=True) as progress:
        progress.begin()
        clock.now += 1
        progress.advance()
        assert progress.pace() == "1.0 games/s, at most 16 min 39 s left"


def test_a_short_series_says_nothing_on_a_pipe() -> None:
    clock, (out, file) = Hand(), piped()
    calls = itertools.count()
    with GameProgress(3, 0, lambda: f"asked {next(calls)}", clock, out) as progress:
        progress.begin()
        for _ in range(3):
            clock.now += 3
            progress.advance()
    assert not file.getvalue()
    assert next(calls) == 0, "worked out for nobody"


def test_a_terminal_shows_games_rate_time_and_status() -> None:
    clock, file = Hand(), io.StringIO()
    out = Console(file=file, width=100, force_terminal=True, highlight=False)
    with GameProgress(50, 20, lambda: "Elo of 1: +3.0 ± 9.0", clock, out) as progress:
        progress.begin()
        clock.now += 2
        progress.advance(10)
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", file.getvalue())
    assert "30/50" in plain
    assert "5.0 games/s, 4 s left" in plain, "games of before don't count as fast"
    assert "Elo of 1: +3.0 ± 9.0" in plain


def test_the_rate_forgets_what_was_long_ago() -> None:
    rate = GameRate(0)
    for second in range(1, 101):
        rate.add(second, second)
    for second in range(101, 161):
        rate.add(second, 100 + 10 * (second - 100))
    assert rate.at(160) == pytest.approx(10)


@pytest.mark.parametrize(
    ("rate", "text"),
    [(250, "250 games/s"), (3.14, "3.1 games/s"), (0.5, "30.0 games/min"), (0.01, "36.0 games/h")],
)
def test_rates_are_told_in_a_unit_that_fits(rate: float, text: str) -> None:
    assert rate_text(rate) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(59.4, "59 s left"), (61, "1 min 1 s left"), (7260, "2 h 1 min left")],
)
def test_times_are_told_in_units_that_fit(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


def test_the_status_has_elo_and_the_test_s_ratio_with_its_bounds() -> None:
    test = Sprt(0, 10)
    tracker = StopTracker(StopRule(test), 2, [0.5, 0.75, 0.5, 0.25, 0.75] * 2)
    text = status_text(tracker)
    ratio = f"LLR {test.llr(tracker.scores):.2f} (-2.94, 2.94) [0, 10]"
    assert re.fullmatch(r"Elo of 1: [+-][\d.]+ ± [\d.]+, " + re.escape(ratio), text)
    assert not status_text(StopTracker(StopRule(test), 2, [0.5])), "one deal shows nothing"
    assert "until ± 10" in status_text(StopTracker(StopRule(None, 10.0), 2, tracker.scores))


def test_nobody_waits_for_a_compiler_in_silence() -> None:
    out, file = piped()
    with GameProgress(4, 0, str, Hand(), out) as progress:
        progress.compiling("Hedge")
        progress.begin()
    assert file.getvalue() == "compiling Hedge, the first time only (a minute or two)\n"


def test_at_a_terminal_the_bar_says_what_is_compiled() -> None:
    file = io.StringIO()
    out = Console(file=file, width=80, force_terminal=True)
    with GameProgress(4, 0, str, Hand(), out) as progress:
        progress.compiling("Hedge")
    assert "compiling Hedge, the first time only" in file.getvalue()

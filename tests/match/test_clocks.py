"""Clocks: what is allowed, who is charged, and what happens when it runs out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.match.playing import begun, bidding

import spinney
from spinney.match import Clock, Match, read_time, write_time
from spinney.match.clocks import DAY_CLOCKS, time_left


@pytest.mark.parametrize(
    "text",
    [
        "none",
        "move 0:30",
        "move 90:00",
        "bank 15:00",
        "bank 15:00 + 10",
        "bank 2 days + 30",
        "phase 3:00",
        "phase 3:00 all",
        *DAY_CLOCKS,
    ],
)
def test_clocks_read_back(text: str) -> None:
    assert str(Clock.read(text)) == text
    assert Clock.read(f"  {text.upper()} ") == Clock.read(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *(
            (text, "is not a clock")
            for text in ("", "3:00", "move 3", "move 1:99", "move 1:00 all")
        ),
        *((text, "is not a clock") for text in ("phase 3:00 + 1", "3 days", "move -1 days")),
        *((text, "must give some time") for text in ("bank 0:00", "move 0 days")),
        *((text, "30 days at most") for text in ("move 31 days", "bank 43200:01")),
    ],
)
def test_what_is_no_clock_is_refused(text: str, why: str) -> None:
    with pytest.raises(spinney.Refused, match=why):
        Clock.read(text)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "0:00"),
        (59.2, "1:00"),
        (724, "12:04"),
        (3600, "1:00:00"),
        (86_399, "23:59:59"),
        (86_400, "1 d 0 h"),
        (187_200, "2 d 4 h"),
    ],
)
def test_the_time_left_is_shown_in_days_where_there_are_days(seconds: float, shown: str) -> None:
    assert time_left(int(seconds * 1000)) == shown


@given(st.integers(0, 10**12 - 1))
def test_times_read_back(ms: int) -> None:
    assert read_time(write_time(ms)) == ms


def playing(clock: str) -> Match:
    """Red has three turns and blue two, alternately; twelve seconds are gone."""
    match = bidding(clock).play(0, "bid 1g 1g 1g", 7000)
    return match.play(1, "bid 1g 1g", 12_000)


def test_without_a_clock_nothing_runs_out() -> None:
    match = begun()
    assert match.remaining(10**9) == (None, None)
    assert match.due() is None
    assert match.tick(10**9) == match


def test_a_phase_begins_anew_for_bidding_and_for_playing() -> None:
    match = begun("phase 3:00")
    assert match.remaining(60_000) == (None, None)  # the first choice belongs to no phase
    match = bidding("phase 3:00")
    assert match.remaining(2000) == (180_000, 180_000)
    assert match.remaining(12_000) == (170_000, 170_000)
    assert playing("phase 3:00").remaining(12_000) == (180_000, 180_000)


@pytest.mark.parametrize("more", ["", " wait 3"])
def test_a_clock_can_time_the_choice_of_a_starting_player(more: str) -> None:
    match = begun(f"phase 3:00 all{more}")
    wait = match.header.clock.wait
    assert match.remaining(10_000) == (170_000 + wait, 180_000)
    assert match.due() == 180_000 + wait
    late = match.tick(match.due() or 0)
    assert [event.kind for event in late.events] == ["forfeit"]
    assert late.state.record.start == 0, "who does not choose starts"
    assert late.remaining(late.events[-1].at) == (180_000, 180_000)
    in_time = match.play(0, "first blue", 100_000)
    assert in_time.remaining(100_000) == (180_000, 180_000), "bidding has an allowance of its own"


def test_every_choice_of_the_usual_clocks_is_timed() -> None:
    """Of this game, whose rules give every phase a time."""
    game = spinney.game("build-your-arboretum")
    for clock in game.clocks[1:]:
        assert begun(clock).due() is not None, clock


def test_only_who_owes_a_choice_is_charged() -> None:
    match = bidding("phase 3:00").play(0, "bid 1g 1g 1g", 7000)
    assert match.remaining(12_000) == (175_000, 170_000)
    match = playing("phase 3:00")
    assert match.remaining(22_000) == (170_000, 180_000)
    match = match.play(0, "plant P1 A1", 22_000)
    assert match.remaining(30_000) == (170_000, 172_000)


def test_a_phase_covers_all_turns_of_a_round() -> None:
    match = playing("phase 3:00").play(0, "plant P1 A1", 112_000)
    match = match.play(1, "plant Q1 A1", 113_000)
    assert match.remaining(113_000) == (80_000, 179_000)
    assert match.due() == 193_000


def test_late_bids_are_forfeited_together() -> None:
    match = bidding("phase 3:00")
    assert match.due() == 182_000
    assert match.tick(181_999) == match
    late = match.tick(182_000)
    assert [event.kind for event in late.events[-2:]] == ["forfeit", "forfeit"]
    assert late.state.record.round_number == 2
    assert late.remaining(182_000) == (180_000, 180_000)


def test_a_late_turn_skips_the_rest_of_the_round() -> None:
    match = playing("phase 3:00").tick(192_000)
    assert match.to_act == (1,)
    assert list(match.state.record.skipped) == [1, 0]


def test_what_is_said_too_late_comes_too_late() -> None:
    with pytest.raises(spinney.Refused, match="not red's turn"):
        playing("phase 3:00").play(0, "plant P1 A1", 192_001)


def test_a_bank_runs_down_and_grows() -> None:
    match = begun("bank 1:00 + 10").play(0, "first red", 5000)
    assert match.remaining(5000) == (65_000, 60_000)
    match = match.play(0, "bid 1g", 15_000)
    assert match.remaining(15_000) == (55_000, 50_000)
    match = match.play(1, "bid none", 25_000)
    assert match.remaining(25_000) == (65_000, 50_000)


def test_who_ran_out_of_a_bank_has_the_increment() -> None:
    match = begun("bank 1:00 + 10").tick(60_000)
    assert match.state.record.start == 0
    assert match.remaining(60_000) == (10_000, 60_000)


def test_a_move_has_its_time_each_time() -> None:
    match = begun("move 1:00").play(0, "first red", 50_000)
    assert match.remaining(50_000) == (60_000, 60_000)
    match = match.play(0, "bid 1g", 60_000)
    assert match.remaining(70_000) == (50_000, 40_000)


def test_a_pause_stops_all_clocks() -> None:
    match = playing("phase 3:00").pause(20_000)
    assert match.paused
    assert match.due() is None
    assert match.remaining(900_000) == (172_000, 180_000)
    match = match.resume(900_000)
    assert match.due() == 900_000 + 172_000


def test_pauses_are_checked() -> None:
    match = playing("phase 3:00")
    with pytest.raises(spinney.Refused, match="not paused"):
        match.resume(13_000)
    with pytest.raises(spinney.Refused, match="paused already"):
        match.pause(13_000).pause(14_000)

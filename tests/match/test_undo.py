"""Taking back: when one may, and what becomes of the match."""

from __future__ import annotations

import pytest
from tests.match.playing import begun, bidding

import spinney
from spinney.core.interface import MALFORMED
from spinney.match import Match
from spinney.match.record_reader import read_record


def alone(clock: str = "none", seats: tuple[str, str] = ("me", "friend")) -> Match:
    """Red alone has turns, so that each passes the turn to nobody."""
    return bidding(clock, seats).play(0, "bid 2g 2g 1b", 3000).play(1, "bid none", 4000)


def test_a_choice_that_passed_the_turn_to_nobody_can_be_taken_back() -> None:
    match = alone().play(0, "plant P1 A1", 5000)
    assert match.undo_to(0) == match.version - 1
    assert match.undo_to(1) is None
    back = match.undo(0, 6000)
    assert back.state == alone().state
    assert back.events[-1].kind == "undo"
    assert back.log(1)[-1].text == "red took back the last choice"


def test_what_was_taken_back_can_be_chosen_otherwise() -> None:
    match = alone().play(0, "plant P1 A1", 5000).undo(0, 6000).play(0, "plant Q1 B2", 7000)
    assert [frame.version for frame in match.frames if frame.transition.player == 0][-1] == 6
    assert "plant Q1 B2" in [line.text for line in match.log(1)]


def test_twice_in_a_row() -> None:
    match = alone().play(0, "plant P1 A1", 5000).play(0, "plant Q1 A2", 6000)
    back = match.undo(0, 7000).undo(0, 8000)
    assert back.state == alone().state


def test_not_when_the_turn_has_passed() -> None:
    match = bidding().play(0, "bid 1g", 3000).play(1, "bid 1g", 3000).play(0, "plant P1 A1", 5000)
    assert match.undo_to(0) is None
    with pytest.raises(spinney.Refused, match="can't be taken back"):
        match.undo(0, 6000)


def test_not_when_something_came_to_light() -> None:
    assert begun().play(0, "first red", 1000).undo_to(0) is None
    match = alone().play(0, "plant P1 A1", 5000).play(0, "plant Q1 A2", 6000)
    match = match.play(0, "take R1", 7000)  # the round's last: new cards come out
    assert match.undo_to(0) is None


def test_not_while_others_choose_in_secret() -> None:
    match = bidding().play(0, "bid 1g", 3000)
    assert match.undo_to(0) is None


def test_against_the_computer_always() -> None:
    seats = ("me", "level:tree")
    match = bidding(seats=seats).play(0, "bid 2g", 3000).play(1, "bid 1g", 4000)
    match = match.play(0, "plant P1 A1", 5000).play(1, "plant Q1 A1", 6000)
    assert match.state.record.round_number == 2
    assert match.undo_to(1) is None
    back = match.undo(0, 7000)
    assert back.to_act == (0,)
    assert "plant P1 A1" in back.view(0).legal
    assert back.undo(0, 8000).simultaneous


def test_only_back_to_where_one_may() -> None:
    match = alone().play(0, "plant P1 A1", 5000)
    with pytest.raises(spinney.Refused, match="only back to 3"):
        match.undo(0, 6000, to=1)


def test_a_record_keeps_what_was_taken_back() -> None:
    match = alone().play(0, "plant P1 A1", 5000).undo(0, 6000).play(0, "plant Q1 B2", 7000)
    assert "5. 0:06.000 red (undo): 3\n" in match.record()
    assert read_record(match.record()) == match


# Time.


def test_a_time_out_is_not_taken_back() -> None:
    match = bidding("bank 0:10 + 1").play(0, "bid 1g 1g 1g", 3000).play(1, "bid none", 4000)
    match = match.play(0, "plant P1 A1", 5000).forfeit(0, MALFORMED, 6000)
    assert match.undo_to(0) is None


def test_among_people_time_is_not_given_back() -> None:
    match = alone("phase 3:00").play(0, "plant P1 A1", 34_000)
    assert match.undo(0, 44_000).remaining(44_000) == (140_000, 180_000)


def test_with_a_move_clock_there_must_be_time_to_choose_again() -> None:
    match = alone("move 1:00").play(0, "plant P1 A1", 44_000)
    assert match.undo(0, 54_000).remaining(54_000) == (10_000, 60_000)
    with pytest.raises(spinney.Refused, match="no time left to choose again"):
        match.undo(0, 64_000)


def test_computers_give_time_back() -> None:
    match = alone("phase 3:00", ("me", "level:tree")).play(0, "plant P1 A1", 34_000)
    assert match.undo(0, 44_000).remaining(44_000) == (180_000, 180_000)


@pytest.mark.parametrize("other", ["random", "search:100", "tuned:tree:exploration=1"])
def test_against_any_program_people_play_alone(other: str) -> None:
    match = alone(seats=("me", other))
    assert match.people == (0,)
    assert match.undo_to(0) is not None

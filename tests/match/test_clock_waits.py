"""Clocks that wait until a player has been shown what happened."""

from __future__ import annotations

import pytest

import spinney
from spinney import Refused
from spinney.match import Clock, Event, Header, Match
from spinney.match.record_reader import read_record


def begun(clock: str) -> Match:
    game = spinney.game("build-your-arboretum")
    return Match.begin(Header(game, ("Ann", "Bob"), seed=7, clock=Clock.read(clock)))


def test_clocks_are_written_as_they_are_read() -> None:
    for text in ("phase 3:00 wait 3", "move 1:00 wait 2", "bank 15:00 + 10 wait 1"):
        assert str(Clock.read(text)) == text
    with pytest.raises(Refused):
        Clock.read("none wait 3")


def test_a_clock_starts_at_the_latest_when_the_wait_is_over() -> None:
    match = begun("move 1:00 wait 3")
    assert match.due() == 63_000
    assert match.remaining(3_000)[0] == 60_000
    assert match.remaining(5_000)[0] == 58_000
    assert [event.at for event in match.tick(70_000).events] == [63_000]


def test_a_clock_starts_when_its_player_has_been_shown() -> None:
    match = begun("move 1:00 wait 3").acknowledge(0, 1_000)
    assert match.due() == 61_000
    assert match.acknowledge(0, 1_500) is match, "once is enough"
    assert match.acknowledge(1, 1_500) is match, "nothing is awaited of them"


def test_each_players_clock_starts_with_theirs() -> None:
    match = begun("phase 3:00 wait 3").acknowledge(0, 200).play(0, "first blue", 1_000)
    match = match.acknowledge(1, 1_300)
    assert match.remaining(2_000) == (180_000, 179_300)
    assert match.remaining(5_000) == (179_000, 176_300)
    # A secret choice tells nobody anything, so nobody's clock waits for it.
    sealed = match.play(0, "bid 2g", 5_000)
    assert sealed.remaining(6_000)[1] == 175_300
    opened = sealed.play(1, "bid 1b", 6_000)
    assert opened.awaits_acknowledgement(opened.to_act[0], 8_999)


def test_nobody_hears_of_it_and_it_is_kept() -> None:
    before = begun("move 1:00 wait 3")
    match = before.acknowledge(0, 1_000)
    for observer in (-1, 0, 1):
        assert match.version_for(observer) == before.version_for(observer)
        assert match.log(observer) == before.log(observer)
    done = match.play(0, "first red", 2_000)
    assert read_record(done.record()).events == done.events
    with pytest.raises(Refused, match="already running"):
        match.apply(Event(1_500, "acknowledge", 0))


def test_what_was_taken_back_must_be_shown_anew() -> None:
    match = begun("move 1:00 wait 3").acknowledge(0, 100).play(0, "first red", 1_000)
    back = match.revert(2_000)
    assert back.state == begun("none").state
    assert back.due() == 65_000, "the whole time, and three seconds to look"


# Taken back by all together, and someone else at a seat.


def test_all_together_may_take_back_what_one_alone_may_not() -> None:
    match = begun("none").play(0, "first red", 0).play(0, "bid 2g", 0).play(1, "bid 1b", 0)
    assert match.undo_to(1) is None
    assert match.revert(5).sealed == {0: "bid 2g"}
    assert match.revert(5, 1).state == begun("none").play(0, "first red", 0).state
    again = match.revert(5, 0).play(0, "first blue", 6)
    for version in (2, 99):
        with pytest.raises(Refused):
            again.revert(7, version)
    assert read_record(again.record()).events == again.events
    assert any("taken back" in line.text for line in again.log(1))
    with pytest.raises(Refused, match="nothing to take back"):
        begun("none").revert(0)


def test_a_slip_is_said_to_be_the_umpires_to_correct() -> None:
    match = begun("none").play(0, "first red", 0).correct(5, 0)
    assert match.state == begun("none").state
    assert [line.text for line in match.log(1)][-1] == "the umpire took back the last choice"
    assert "(correct): 0\n" in match.record()
    assert read_record(match.record()).events == match.events
    with pytest.raises(Refused):
        match.correct(6, 1)


def test_a_resignation_can_be_taken_back_by_all() -> None:
    match = begun("none").play(0, "first red", 0).resign(0, 0)
    assert not match.revert(1, 1).over


def test_a_level_takes_a_seat() -> None:
    match = begun("none").substitute(1, "level:tree", 5)
    assert match.seats == ("Ann", "level:tree")
    assert match.people == (0,)
    assert match.log(-1)[-1].text == "tree plays blue from now on"
    assert read_record(match.record()).seats == match.seats
    for wrong in ("", " x", "x\n"):
        with pytest.raises(Refused):
            match.substitute(0, wrong, 6)

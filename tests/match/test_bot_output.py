"""Output of programs besides their choices is kept; old records stay as they were."""

from __future__ import annotations

import json

import pytest
from tests.match.playing import GAME, begun, bidding

import spinney
from spinney.core.interface import LATE, MALFORMED
from spinney.match import BotOutput, Event, Match
from spinney.match.record_reader import read_record

SAID = BotOutput("three for me", "", ("depth 4", "    57 of 100"))
FAILED = BotOutput("", "crashed: exit status 1", ("ValueError: out of leaves",))


def with_output() -> Match:
    """A match with a message, a fault, and error output; red's bid is sealed first."""
    match = bidding().play(0, "bid 3b 2g", 3000, bot_output=SAID)
    return match.forfeit(1, LATE, 4000, FAILED)


def test_a_record_keeps_them_and_reads_them_back() -> None:
    match = with_output()
    record = match.record()
    assert "       > three for me\n       | depth 4\n       |     57 of 100\n" in record
    assert "       ! crashed: exit status 1\n       | ValueError: out of leaves\n" in record
    again = read_record(record)
    assert again == match
    assert again.record() == record
    assert [event.bot_output for event in again.events[1:]] == [SAID, FAILED]


def test_a_record_without_them_is_as_it_was() -> None:
    assert not any(line.lstrip()[:1] in "!>|" for line in bidding().record().splitlines() if line)


def test_events_carry_them_through_json() -> None:
    for event in with_output().events:
        assert Event.from_json(json.loads(json.dumps(event.to_json()))) == event
    plain = Event(0, "move", 0, "first red").to_json()
    assert set(plain) == {"at", "kind", "player", "text"}  # as earlier versions wrote it


def test_a_sealed_message_is_heard_when_the_choice_is() -> None:
    match = bidding().play(0, "bid 3b 2g", 3000, bot_output=SAID)
    assert not any("three for me" in line.text for p in (-1, 0, 1) for line in match.log(p))
    after = match.play(1, "bid 2g", 4000)
    for observer in (-1, 0, 1):
        said = [line.player for line in after.log(observer) if line.text == "“three for me”"]
        assert said == [0]


def test_a_message_belongs_to_the_frame_that_reveals_the_choice() -> None:
    match = bidding().play(0, "bid 3b 2g", 3000, bot_output=SAID).play(1, "bid 2g", 4000)
    frames = [frame for frame in match.frames if frame.messages]
    assert [frame.messages for frame in frames] == [((0, "three for me"),)]
    assert frames[0].transition.state.to_act == match.to_act  # both bids are in
    assert frames[0] in match.frames_for(-1)


def test_others_hear_of_the_kind_of_a_fault_only() -> None:
    lines = [line.text for line in with_output().log(0)]
    assert "blue has crashed" in lines
    assert not any("exit" in line or "leaves" in line for line in lines)


def test_a_fault_that_was_no_crash_is_told_as_ever() -> None:
    match = bidding().forfeit(0, MALFORMED, 3000, BotOutput(fault="malformed: '?'"))
    lines = [line.text for line in match.play(1, "bid 2g", 4000).log(1)]
    assert "red said nothing that could be read" in lines


def test_a_program_is_no_person() -> None:
    seats = ("json:./rex", "me")
    assert begun(seats=seats).header.people == (1,)
    assert begun(seats=("bot:rex", "py:wood:Bot")).header.people == ()


def test_decisions_are_the_states_in_which_choices_were_due() -> None:
    match = bidding()
    assert match.decisions == (match.at(0).state, match.state)
    assert match.play(0, "bid 3b 2g", 3000).decisions == match.decisions
    assert len(with_output().decisions) == 3


def test_a_forfeit_at_the_very_end_of_a_clock_is_that_one() -> None:
    match = begun("move 0:05")
    due = match.due()
    assert due == 5000
    forfeited = match.forfeit(0, LATE, due, FAILED)
    assert [event.bot_output for event in forfeited.events] == [FAILED]


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"message": "two\nlines"}, "a remark is one line"),
        ({"fault": "late "}, "does not end with a space"),
        ({"stderr": ("a", "")}, "without its empty lines"),
        ({"stderr": ("x" * 400,) * 20}, "at most 5,000 characters"),
        ({"message": 7}, "a remark is one line"),
    ],
)
def test_remarks_that_no_record_could_keep_are_refused(
    broken: dict[str, object], message: str
) -> None:
    with pytest.raises(spinney.Refused, match=message):
        BotOutput(**broken)  # type: ignore[arg-type]


def test_remarks_go_with_choices() -> None:
    with pytest.raises(spinney.Refused, match="a program's output goes with a choice"):
        Event(0, "resign", 0, "", SAID)
    with pytest.raises(spinney.Refused, match="not an event"):
        Event.from_json({"at": 0, "kind": "move", "player": 0, "text": "", "stderr": 5})


def test_two_messages_below_one_event_are_refused() -> None:
    record = with_output().record().replace("       > three", "       > one\n       > three")
    with pytest.raises(spinney.Refused, match="one message"):
        read_record(record)


def test_the_game_is_the_same_with_and_without_them() -> None:
    quiet = bidding().play(0, "bid 3b 2g", 3000).forfeit(1, LATE, 4000)
    assert quiet.state == with_output().state
    assert quiet.game == GAME

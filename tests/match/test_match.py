"""Matches: sealed choices, who learns what, resigning, and values that never change."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.match.playing import GAME, at_random, begun, bidding

import spinney
from spinney.core.interface import ILLEGAL, LATE, MALFORMED
from spinney.match import Clock, Event, Header, Match
from spinney.match.late_loss import lose_if_late
from spinney.match.record_reader import read_record


def texts(match: Match, player: int) -> list[str]:
    return [line.text for line in match.log(player)]


def refused(function: object, *arguments: object) -> str:
    assert callable(function)
    with pytest.raises(spinney.Refused) as caught:
        function(*arguments)
    return str(caught.value)


# Sealed choices.


def test_a_bid_is_sealed_until_both_are_in() -> None:
    match = bidding().play(0, "bid 3g", 3000)
    assert match.sealed == {0: "bid 3g"}
    assert match.to_act == (1,)
    assert match.state == bidding().state
    match = match.play(1, "bid 2b", 4000)
    assert match.sealed == {}
    assert match.to_act == (0,)
    assert texts(match, -1)[-2:] == ["red bid 3g; blue bid 2b", "turn order: red 3g, blue 2b"]


def test_a_sealed_bid_may_be_replaced() -> None:
    match = bidding().play(0, "bid 3g", 3000).play(0, "bid 1b", 3500)
    assert match.play(1, "bid none", 4000).state.record.bid[0, 0] == -1


def test_a_draft_stays_open() -> None:
    match = bidding().play(0, "bid 3g", 3000, finish=False).play(1, "bid 2b", 4000)
    assert match.to_act == (0,)
    assert match.simultaneous
    match = match.play(0, "bid 4g", 5000)
    assert not match.simultaneous
    assert texts(match, 1)[-2:] == ["red bid 4g; blue bid 2b", "turn order: red 4g, blue 2b"]


def test_sealed_choices_are_checked_when_said() -> None:
    match = bidding()
    assert "and you can send 5" in refused(match.play, 0, "bid 6g", 3000)
    assert "this is the time to bid" in refused(match.play, 1, "skip", 3000)


def test_a_draft_counts_when_time_runs_out() -> None:
    match = bidding("phase 3:00").play(0, "bid 3g", 3000, finish=False)
    assert match.due() == 182_000
    match = match.tick(182_000)
    assert match.to_act == (0,)
    assert texts(match, -1)[-4:] == [
        "red ran out of time",
        "blue ran out of time",
        "red bid 3g; blue bid none",
        "turn order: red 3g",
    ]


def test_who_has_finished_may_open_the_choice_again() -> None:
    match = bidding("phase 3:00").play(0, "bid 3g", 3000).play(0, "bid 2g", 9000, finish=False)
    assert match.to_act == (0, 1)
    assert texts(match, 1)[-2:] == ["red has chosen", "red is choosing again"]
    assert match.remaining(10_000) == (178_000, 172_000)  # the six seconds between were free


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(["none", "phase 3:00", "bank 5:00 + 10"]))
def test_what_others_seal_changes_nothing_for_a_player(seed: int, clock: str) -> None:
    match = at_random(begun(clock, seed=seed), seed, 25)
    if not match.simultaneous or match.to_act != (0, 1):
        return
    at = match.events[-1].at + 500
    one = match.play(0, "bid none", at)
    two = match.play(0, match.view(0).legal.sample(seed), at)
    for player in (-1, 1):
        assert one.view(player) == two.view(player)
        assert one.log(player) == two.log(player)
        assert one.record(player) == two.record(player)
        assert one.version_for(player) == two.version_for(player)
        assert one.remaining(at + 100) == two.remaining(at + 100)
        assert one.due() == two.due()
        assert len(one.frames_for(player)) == len(two.frames_for(player))
        assert one.undo_to(max(player, 0)) == two.undo_to(max(player, 0))


def test_how_often_others_change_their_mind_is_secret_too() -> None:
    once = bidding("phase 3:00").play(0, "bid 3g", 3000)
    often = once.play(0, "bid 2g", 4000).play(0, "bid 1g 1b", 5000)
    for player in (-1, 1):
        assert once.log(player) == often.log(player)
        assert once.record(player) == often.record(player)
        assert once.version_for(player) == often.version_for(player)
    assert once.remaining(9000) == often.remaining(9000)
    assert once.due() == often.due()


def test_own_sealed_choices_show_to_their_owner_only() -> None:
    match = bidding().play(0, "bid 3g", 3000)
    assert "bid 3g" in texts(match, 0)
    assert "bid 3g" not in texts(match, 1)
    assert texts(match, 1)[-1] == "red has chosen"


def test_a_draft_is_nobody_elses_business() -> None:
    match = bidding()
    drafted = match.play(0, "bid 3g", 3000, finish=False)
    assert drafted.version_for(1) == match.version_for(1)
    assert drafted.version_for(0) == match.version_for(0) + 1


def test_a_choice_is_the_same_whoever_else_has_finished() -> None:
    match = bidding()
    seen = match.version_for(1)
    finished = match.play(0, "bid 3g", 3000)
    opened = finished.play(0, "bid 3g", 4000, finish=False)
    assert finished.version_for(1) > seen
    assert all(m.faces_same_choice(1, seen) for m in (match, finished, opened))
    assert all(m.choice_version(1) == seen for m in (match, finished, opened))
    assert not match.faces_same_choice(1, seen + 1)
    assert not match.faces_same_choice(1, seen - 1), "before the last choice it was another"
    drafted = finished.play(1, "bid 2b", 5000, finish=False)
    assert not drafted.faces_same_choice(1, seen), "something else has been said since"
    assert drafted.faces_same_choice(1, drafted.version_for(1))
    assert not finished.play(1, "bid 2b", 5000).faces_same_choice(1, seen)


# Forfeits.


@pytest.mark.parametrize("reason", [LATE, MALFORMED, ILLEGAL])
def test_a_forfeited_bid_is_no_bid(reason: int) -> None:
    match = bidding().forfeit(0, reason, 3000).play(1, "bid 1g", 4000)
    assert "red bid none; blue bid 1g" in texts(match, -1)


def test_a_forfeited_choice_cannot_be_changed() -> None:
    match = bidding().forfeit(0, MALFORMED, 3000)
    assert "can no longer be changed" in refused(match.play, 0, "bid 3g", 3500)


def test_a_forfeited_turn_is_a_skip() -> None:
    match = bidding().play(0, "bid 1g", 3000).play(1, "bid 1b", 3000).forfeit(0, ILLEGAL, 5000)
    assert texts(match, -1)[-2:] == ["red said something that was not allowed", "skip"]


def test_a_forfeit_among_sealed_choices_shows_only_when_they_open() -> None:
    forfeited = bidding().forfeit(0, ILLEGAL, 3000)
    assert forfeited.log(1) == bidding().play(0, "bid 3g", 3000).log(1)
    opened = forfeited.play(1, "bid 1g", 4000)
    assert "red said something that was not allowed" in texts(opened, 1)


def test_forfeits_are_checked() -> None:
    match = bidding().play(0, "bid none", 3000)
    assert refused(match.forfeit, 0, LATE, 4000) == "red has nothing to choose now"
    assert "not a reason" in refused(match.forfeit, 1, 9, 4000)


# The end.


def test_resigning_ends_it() -> None:
    match = bidding().resign(0, 5000)
    assert match.over
    assert match.outcome == (-1, 1)
    assert match.to_act == ()
    assert texts(match, -1)[-2:] == ["red resigned", "blue wins, red resigned; red 1, blue 0"]
    assert refused(match.play, 1, "bid none", 6000) == "the match is over"
    assert refused(match.resign, 1, 6000) == "the match is over"


def test_a_match_ends_with_its_result() -> None:
    match = at_random(begun(), 6)
    scores = match.state.scores
    assert f"red {scores[0]}, blue {scores[1]}" in texts(match, -1)[-1]
    assert match.outcome == match.state.outcome


# Values.


def test_matches_are_values() -> None:
    match = bidding()
    later = match.play(0, "bid none", 3000)
    assert match.to_act == (0, 1)
    assert later != match
    assert later.at(match.version) == match
    assert later.version == match.version + 1
    assert refused(later.at, 9) == "there are versions 0 to 2, not 9"


def test_frames_are_all_that_happened() -> None:
    match = bidding().play(0, "bid none", 3000).play(1, "bid none", 4000)
    frames = match.frames
    assert frames[0].version == 0
    assert frames[-1].transition.state == match.state
    stages = [frame.transition.action for frame in frames if frame.transition.player < 0]
    assert stages == [0, 2, 1, 2]
    assert [frame.version for frame in frames] == sorted(frame.version for frame in frames)


def test_frames_since_a_version_are_those_observed_after_it() -> None:
    match = bidding().play(0, "bid none", 3000).play(1, "bid none", 4000)
    for player in (-1, 0, 1):
        frames = match.frames_for(player)
        assert frames[0] == match.frames[0]
        for since in range(match.version + 1):
            later = [frame for frame in frames[1:] if frame.version > since]
            assert match.frames_since(since, player) == later


def test_headers_are_checked() -> None:
    assert "has 2 seats, not 1" in refused(Header, GAME, ("me",), 7)
    assert "say one of them" in refused(Header, GAME, ("me", "you"))
    assert "is not a name for a seat" in refused(Header, GAME, ("me", " "), 7)
    for seat in ("level:", "search:", "bot:", "json:", "py:"):
        assert "something must follow the colon" in refused(Header, GAME, ("me", seat), 7)
    assert "one line of at most" in refused(Header, GAME, ("me", "a\nb"), 7)
    assert "the game's own name" in refused(Header, GAME, ("me", "you"), None, {"self": ["P1"]})
    assert "can't be dealt" in refused(Header, GAME, ("me", "you"), None, {"deck": ["P1 P2"]})
    assert "is not a day" in refused(Header, GAME, ("me", "you"), 7, {}, Clock(), "17 May")


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ({"at": -1, "kind": "move", "player": 0}, "a time is a whole number"),
        ({"at": 1.5, "kind": "move", "player": 0}, "a time is a whole number"),
        ({"at": 1, "kind": "sing", "player": 0}, "there is no event 'sing'"),
        ({"at": 1, "kind": "move", "player": -1}, "can't move"),
        ({"at": 1, "kind": "resign", "player": -2}, "can't resign"),
        ({"at": 1, "kind": "pause", "player": 0}, "can't pause"),
        ({"at": 1, "kind": "move", "player": 0, "text": "a\nb"}, "one line"),
    ],
)
def test_events_are_checked(event: dict[str, object], reason: str) -> None:
    assert reason in refused(lambda: Event(**event))  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [{}, {"at": 1}, {"at": 1, "kind": "move", "player": "x"}])
def test_wrong_json_is_refused(value: dict[str, object]) -> None:
    assert refused(Event.from_json, {"text": "", **value})
    assert refused(Header.from_json, value)


def test_only_whose_clock_has_run_out_loses_on_time() -> None:
    match = Match.begin(Header(GAME, ["me", "friend"], seed=1, clock=Clock.read("move 1:00")))
    late, due = match.to_act[0], match.due()
    assert due == 60_000
    for player, at in ((late, due - 1), (1 - late, due), (late, due + 1)):
        with pytest.raises(spinney.Refused):
            match.apply(Event(at, "resign", player, "late"))
    after = lose_if_late(match, match.tick(due))
    assert (after.over, after.position.resigned, after.version) == (True, late, 1)
    assert "ran out of time; " in after.log(-1)[-1].text
    assert read_record(after.record(-1)) == after
    assert lose_if_late(match, match.tick(due - 1)) == match


def test_a_printed_match_is_short() -> None:
    match = Match.begin(Header(GAME, ("me", "friend"), seed=1))
    assert repr(match) == f"<Match of {GAME!r}: version 0, going on>"
    assert repr(match.resign(0, 0)) == f"<Match of {GAME!r}: version 1, over>"

"""A slip is fixed at once, without asking, though the turn has passed: nobody has chosen since."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.match.playing import bidding

import spinney
from spinney.match import Match
from spinney.match.record_reader import read_record
from spinney.match.settings import MatchSettings
from spinney.match.undo_without_consent import fix_left, undo_or_fix

QUICK = MatchSettings(undo="consent", fix=5)


def passed(clock: str = "none", seats: tuple[str, str] = ("me", "friend")) -> Match:
    """Red has planted at 10 s, and it is blue's turn."""
    match = bidding(clock, seats).play(0, "bid 1g 1g", 3000).play(1, "bid 1g 1b", 4000)
    return match.play(0, "plant P1 A1", 10_000)


def refused(match: Match, rules: MatchSettings, player: int, at: int) -> str:
    with pytest.raises(spinney.Refused) as caught:
        undo_or_fix(match, rules, (player,), at)
    return str(caught.value)


def test_a_slip_is_fixed_promptly_though_the_turn_has_passed() -> None:
    match = passed()
    assert match.undo_to(0) is None
    fixed = undo_or_fix(match, QUICK, (0,), 14_999)
    assert fixed.to_act == (0,)
    assert fixed.state == match.at(match.version - 1).state
    assert fixed.events[-1].kind == "fix"
    assert fixed.log(1)[-1].text == "red fixes a slip: the last choice is taken back"
    assert fixed.play(0, "plant Q1 A1", 15_500).to_act == (1,)


def test_a_record_with_it_reads_back_to_the_byte() -> None:
    text = undo_or_fix(passed(), QUICK, (0,), 12_000).play(0, "plant Q1 A1", 13_000).record()
    assert "red (fix): 3" in text
    assert read_record(text).record() == text


@pytest.mark.parametrize("at", [15_000, 100_000])
def test_it_is_too_late_after_the_time_of_the_table(at: int) -> None:
    assert fix_left(passed(), QUICK, 0, 14_999) == 1
    assert fix_left(passed(), QUICK, 0, at) == 0
    assert "for 5 seconds" in refused(passed(), QUICK, 0, at)


def test_what_the_other_has_answered_stays() -> None:
    match = passed().play(1, "plant Q1 A1", 11_000)
    assert fix_left(match, QUICK, 0, 11_500) == 0
    refused(match, QUICK, 0, 11_500)
    assert fix_left(match, QUICK, 1, 11_500) > 0, "the other may fix theirs"


def test_nobody_fixes_what_the_match_began_with() -> None:
    match = passed()
    rules = replace(QUICK, opening=match.version)
    assert fix_left(match, rules, 0, 10_500) == 0
    refused(match, rules, 0, 10_500)
    assert fix_left(match, replace(QUICK, opening=match.version - 1), 0, 10_500) > 0


def test_nobody_fixes_anothers_slip() -> None:
    refused(passed(), QUICK, 1, 11_000)


def test_what_has_brought_something_to_light_stays() -> None:
    """The second bid shows both; the last turn of a round brings new cards."""
    bid = bidding().play(0, "bid 1g", 3000).play(1, "bid 2g", 4000)
    assert fix_left(bid, QUICK, 1, 4500) == 0
    last = bid.play(1, "plant P1 A1", 5000).play(0, "plant Q1 A1", 6000)
    assert last.simultaneous
    assert fix_left(last, QUICK, 0, 6500) == 0
    refused(last, QUICK, 0, 6500)


@pytest.mark.parametrize(
    "rules", [MatchSettings(), MatchSettings(undo="off", fix=5), MatchSettings(undo="consent")]
)
def test_a_table_may_do_without(rules: MatchSettings) -> None:
    refused(passed(), rules, 0, 10_500)


def test_who_fixes_pays_the_time_and_the_other_does_not() -> None:
    match = undo_or_fix(passed("phase 3:00"), QUICK, (0,), 13_000)
    # Six seconds before the slip, three since, of which the other's clock had counted the three.
    assert match.remaining(13_000) == (174_000, 180_000)
    assert match.remaining(14_000) == (173_000, 180_000)


def test_what_is_undone_by_the_rule_is_an_undo_still() -> None:
    match = bidding().play(0, "bid 1g 1g 1g", 3000).play(1, "bid none", 4000)
    match = match.play(0, "plant P1 A1", 5000)
    assert undo_or_fix(match, MatchSettings(fix=5), (0,), 100_000).events[-1].kind == "undo"


def test_an_event_that_is_no_fix_is_refused() -> None:
    text = passed().play(1, "plant Q1 A1", 11_000).record()
    head, _, _ = text.rpartition("end:")
    wrong = f"{head}6. 0:12.000 red (fix): 3\nend: 6 events; not over\n"
    with pytest.raises(spinney.Refused, match="no slip to fix"):
        read_record(wrong)

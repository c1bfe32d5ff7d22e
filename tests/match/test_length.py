"""The length of a match: a long one can be played on, and not be made longer for nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.match.playing import at_random, bidding

from spinney import Refused
from spinney.match import Match, length
from spinney.match.length import check_length
from spinney.match.record_reader import MOST_EVENTS

AIMLESS: dict[str, Callable[[Match], Match]] = {
    "a pause": lambda match: match.pause(9000),
    "a draft": lambda match: match.play(1, "bid none", 9000, finish=False),
    "another choice": lambda match: match.play(0, "bid 1g", 9000),
    "a step back": lambda match: match.revert(9000),
    "another player": lambda match: match.substitute(1, "level:tree", 9000),
}


def chosen() -> Match:
    """Red has chosen, and may still change it while blue chooses."""
    return bidding().play(0, "bid none", 8000)


@pytest.mark.parametrize("what", AIMLESS)
def test_a_long_match_is_not_made_longer_for_nothing(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = chosen()
    after = AIMLESS[what](match)
    check_length(match, after)
    monkeypatch.setattr(length, "LONG", match.version)
    with pytest.raises(Refused, match="can only play it to its end"):
        check_length(match, after)


def test_a_long_match_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    match = chosen()
    paused = match.pause(8500)
    monkeypatch.setattr(length, "LONG", 1)
    check_length(match, match.play(1, "bid none", 9000))
    check_length(match, match.resign(1, 9000))
    check_length(paused, paused.resume(9000))


def test_half_a_record_is_enough_for_any_game() -> None:
    assert at_random(bidding(), 3).over
    assert 10 * at_random(bidding(), 3).version < length.LONG < MOST_EVENTS

"""The umpire's announcements in Build Your Arboretum; records keep their own lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.games.test_build_your_arboretum import DECK, GAME
from tests.match.formats import as_version_2

from spinney.core import notation
from spinney.match import Header, Match
from spinney.match.record_reader import read_record

RECORDS = sorted((Path(__file__).parents[1] / "data" / "records").glob("*.txt"))


def begun() -> Match:
    return Match.begin(Header(GAME, ("me", "friend"), given={"deck": DECK}))


def said(match: Match, *moves: str) -> Match:
    """Each move by the first who is awaited."""
    for move in moves:
        match = match.play(match.to_act[0], move, 0)
    return match


def announced(match: Match, observer: int = -1) -> list[str]:
    return [line.text for line in match.log(observer) if line.player < 0]


@pytest.mark.parametrize("observer", [-1, 0, 1])
def test_a_round_is_announced(observer: int) -> None:
    match = said(begun(), "first blue")
    assert announced(match, observer) == [
        "round 1, on offer: P1 Q1 R1 S1 T1; parrots: red 6, blue 6; blue starts"
    ]


def test_the_turn_order_is_announced_once_both_have_bid() -> None:
    match = said(begun(), "first red", "bid 2b 1g")
    assert not any("turn order" in line for line in announced(match))
    match = said(match, "bid 2g 2b 1b")
    assert announced(match)[-2:] == [
        "red bid 2b 1g; blue bid 2g 2b 1b",
        "turn order: red 2b, blue 2g, blue 2b, red 1g, blue 1b",
    ]


def test_turns_past_the_ninth_are_announced_as_not_played() -> None:
    match = said(begun(), "first red", "bid 1g 1g 1g 1g 1g", "bid 1b 1b 1b 1b 1b 1b")
    assert announced(match)[-1].endswith("red 1g; turns 10 to 11 are not played")
    match = said(begun(), "first red", "bid none", "bid none")
    assert "turn order: nobody has a turn" in announced(match)


def test_a_hire_names_the_new_number_of_parrots() -> None:
    match = said(begun(), "first red")
    for _ in range(6):  # P1 to V1, then the twos: enough to pay with
        match = said(match, "bid 1b 1b 1b", "bid none")
        while not match.simultaneous:
            match = said(match, _first(match))
    match = said(match, "bid 1b", "bid none")
    hire = next(s for s in match.view(0).legal if s.startswith("hire"))
    match = said(match, hire)
    lines = announced(match)
    assert "red has 7 parrots now" in lines
    assert lines[-1].partition("; parrots: ")[2] == "red 7, blue 6; red starts"


def _first(match: Match) -> str:
    """The first card that can be taken onto a board with room, or skip."""
    return next(
        (s for s in match.view(0).legal if s.startswith("take") and "drop" not in s), "skip"
    )


def test_the_end_of_a_round_names_the_cards_that_left() -> None:
    match = said(begun(), "first red", *("bid none",) * 2)
    assert announced(match)[-2].endswith("the refuse pile now; out of the game: nothing")
    match = said(match, *("bid none",) * 2)
    assert announced(match)[-2].endswith("out of the game: P1 Q1 R1 S1 T1")
    match = said(match, *("bid none",) * 18)
    assert match.over
    last = [line for line in announced(match) if line.startswith("the last round is over")]
    assert len(last) == 1
    assert "out of the game: " in last[0]
    assert "red is the starting player at the end" in announced(match)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_keep_their_words(path: Path) -> None:
    text = path.read_text("utf-8")
    match = read_record(text)
    assert match.record() == as_version_2(text)
    assert any("turn order" in line for line in announced(match))
    assert "turn order" not in text


def test_a_replay_of_everything_announces_as_well() -> None:
    state = GAME.new(deck=DECK)
    transitions = state.transitions(0, "first red")
    assert [line.text for line in notation.log(0, transitions)][-1].startswith("round 1, on offer")
    plain = [line.text for line in notation.log(0, transitions, announced=False)]
    assert plain == ["first red", "on offer: P1 Q1 R1 S1 T1"]

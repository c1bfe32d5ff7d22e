"""The score sheet of Arboretum: its sums, its reasons, and what it keeps to itself."""

from __future__ import annotations

import re

import pytest
from tests.games.arboretum import play, start, table
from tests.games.test_arboretum_boards import PLAYERS, states, viewers

from spinney.core.score_sheet import ScoreRow, ScoreSheet, sheet, text
from spinney.core.state import State


def row(made: ScoreSheet, key: str) -> ScoreRow:
    return next(row for row in made.rows if row.key == key)


def test_a_path_is_explained() -> None:
    made = sheet(table(("cassia1@0,0 lilac3@0,1 cassia8@1,1", ""), ("cassia5", "lilac2")))
    cassia = row(made, "cassia")
    assert cassia.points == (6, 0)
    assert cassia.cells == (("0,0", "0,1", "1,1"), ())
    assert (
        cassia.reasons[0]
        == "Cassia 1, Lilac 3, Cassia 8: 3 cards, +1 starts with 1, +2 ends with 8 = 6"
    )
    assert cassia.note == "Player 1 holds 5; Player 2 holds none. Only Player 1 may score."
    assert made.verdict == "Player 1 wins 6 to 0."
    assert made.measure == ""
    assert made.title == "Why the score is what it is"


def test_one_colour_is_doubled() -> None:
    four = " ".join(f"myrtle{n}@{k},0" for k, n in enumerate((2, 4, 5, 7)))
    made = sheet(table((four, ""), ("", "")))
    assert row(made, "myrtle").reasons[0].endswith("4 cards of one kind, doubled: 8 = 8")
    assert row(made, "myrtle").note == "Nobody holds any: everybody may score."


def test_a_cancelled_8_is_named() -> None:
    gardens = ("cassia2@0,0 cassia5@0,1", "cassia3@0,0 cassia4@1,0")
    cassia = row(sheet(table(gardens, ("cassia8 cassia6", "cassia1 cassia7"))), "cassia")
    assert cassia.note == (
        "Player 1 holds 6 and an 8 that the 1 of Player 2 cancels; Player 2 holds 1 + 7 = 8. "
        "Only Player 2 may score."
    )
    assert cassia.points == (0, 2)
    assert cassia.reasons[0] == "Cassia 2, Cassia 5: 2 cards = 2, but may not score it"


def test_an_8_that_is_all_there_is_and_cancelled() -> None:
    cassia = row(sheet(table(("", ""), ("cassia8", "cassia1"))), "cassia")
    assert cassia.note.startswith("Player 1 holds only an 8 that the 1 of Player 2 cancels; ")


def test_equals_may_both_score() -> None:
    gardens = ("cassia2@0,0 cassia5@0,1", "cassia3@0,0 cassia4@1,0", "")
    made = sheet(table(gardens, ("lilac3", "lilac1 lilac2", "")))
    assert row(made, "cassia").points == (2, 2, 0)
    assert row(made, "lilac").note.endswith("Player 1 and Player 2 may score.")
    assert made.verdict == "Player 1 and Player 2 share the win, 2 to 2 to 0."


def test_a_tie_that_the_number_of_trees_decides() -> None:
    gardens = ("cassia2@0,0 cassia5@0,1", "lilac3@0,0 lilac4@1,0 myrtle1@2,0")
    made = sheet(table(gardens, edition="published"))
    assert made.verdict == "Player 2 wins 2 to 2, with more kinds of tree among those who tie."


@pytest.mark.parametrize("players", PLAYERS)
def test_totals_at_the_end_are_the_scores(players: int) -> None:
    for seed in range(4):
        *_, last = states(players, seed)
        for made in (sheet(last), *map(sheet, viewers(last))):
            assert made.over
            assert made.totals == last.scores
            for line in made.rows:
                check(line)


def check(line: ScoreRow) -> None:
    """Every reason ends in the points it explains."""
    for points, reason in zip(line.points, line.reasons, strict=True):
        worth = re.search(r"= (\d+)(.*)$", reason)
        if worth and "may not" not in worth[2]:
            assert int(worth[1]) == points
        else:
            assert points == 0


# Before the end.


@pytest.mark.parametrize("players", PLAYERS)
def test_hidden_hands_change_nothing_on_the_sheet(players: int) -> None:
    for state in [*states(players, 5)][10::29]:
        for view in viewers(state):
            determinizations = {
                sheet(view.determinize(seed).observe(view.player)) for seed in range(4)
            }
            assert determinizations == {sheet(view)}


def _middle() -> State:
    states_ = [*states(2, 8)]
    return states_[len(states_) // 2]


def test_while_hands_are_hidden_paths_are_counted_and_no_points() -> None:
    state = _middle()
    made = sheet(state.observe(0))
    assert not made.over
    assert made.measure == "in paths"
    assert made.title == "What the paths are worth, whoever may score them"
    assert "may score" not in "".join(line.note for line in made.rows)
    assert made.verdict == "Hands decide who may score, and you don’t see them all."
    for line in made.rows:
        check(line)


def test_the_sheet_tells_what_its_viewer_knows_of_hands() -> None:
    state = play(start(), "draw 2")
    assert row(sheet(state.observe(0)), "crabapple").note == "You hold 7."
    assert row(sheet(state.observe(0)), "lilac").note == "You hold none."
    mine = row(sheet(state.observe(1)), "crabapple").note
    assert mine == "Player 1 is known to hold 7; you hold 1 + 2 + 3 + 4 + 5 + 6 = 21."
    assert row(sheet(state.observe(-1)), "crabapple").note == "Player 1 is known to hold 7."


def test_who_sees_everything_is_told_how_it_would_end_now() -> None:
    state = _middle()
    made = sheet(state)
    assert made.totals == state.scores
    assert made.measure == ""
    assert (
        made.verdict == "Player 1 and Player 2 would share the win if the game ended now, 0 to 0."
    )


def test_a_sheet_reads_well_in_a_terminal() -> None:
    *_, last = states(4, 2)
    lines = text(sheet(last)).splitlines()
    assert max(map(len, lines)) <= 80
    assert re.fullmatch(r" +Player 1 +Player 2 +Player 3 +Player 4", lines[0])
    assert lines[-1] == sheet(last).verdict

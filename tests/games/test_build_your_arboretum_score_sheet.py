"""The score sheet of Build Your Arboretum: its sums, its reasons, its paths."""

from __future__ import annotations

import re

import pytest
from tests.games.build_your_arboretum_sheets import check_sheet
from tests.games.play import GAME, states
from tests.games.test_build_your_arboretum_vectors import play_rounds
from tests.games.vectors import NAMES, action_move, groups_move, worked_example

import spinney
from spinney.core import score_sheet as sheet
from spinney.core.score_sheet import ScoreRow, ScoreSheet


@pytest.fixture(scope="module")
def example() -> ScoreSheet:
    vector = worked_example()
    state = play_rounds(vector)
    for p, name in enumerate(NAMES):
        state = state.play(p, groups_move(vector["bids"][name]))
    for line in vector["actions"]:
        if line["action"]["type"] != "skipped":
            state = state.play(state.to_act[0], action_move(line["action"]))
    return sheet.sheet(state)


def row(sheet: ScoreSheet, key: str) -> ScoreRow:
    return next(row for row in sheet.rows if row.key == key)


def test_the_worked_example_is_explained(example: ScoreSheet) -> None:
    assert example.totals == (10, 24)
    assert example.verdict == "Blue wins 24 to 10."
    vector = worked_example()
    for suit, line in vector["per_suit"].items():
        own = row(example, suit)
        assert own.points == (line["red_scores"], line["blue_scores"])
        for p, name in enumerate(NAMES):
            paths = vector["best_paths"].get(name, {}).get(suit, [])
            assert (list(own.cells[p]) in paths) if paths else not own.cells[p]
            assert f"{name.capitalize()} {line['sum'][name]}" in own.note


def test_reasons_show_their_arithmetic(example: ScoreSheet) -> None:
    assert row(example, "R").cells[0] == ("B2", "C2", "C3", "C4")
    assert row(example, "R").reasons[0] == (
        "R1–R2–R3–R4: 4 cards of one suit, doubled: 8, +1 starts with 1 = 9"
    )
    assert row(example, "P").reasons[1].endswith("6 cards, +1 starts with 1, +2 ends with 8 = 9")
    assert row(example, "Q").reasons[0].endswith("= 7, but may not score it")
    assert row(example, "U").note == (
        "Advertised: the U1 of Red cancels the U8 of Blue; Red 1, Blue 0. Only Red may score."
    )
    assert row(example, "start").points == (1, 0)


def test_totals_are_the_scores_of_random_games() -> None:
    for seed in range(3):
        for state in [*states(seed)][::9]:
            check_sheet(state)


def test_a_tie_names_the_advantage() -> None:
    state = spinney.game(GAME, dm_advantage=1).new(seed=1)
    assert sheet.sheet(state).verdict.startswith("If the game ended now, Red would win 1")
    while not state.over:
        for player in state.to_act:
            move = "first blue" if state.record.round_number == 0 else "bid none"
            state = state.play(player, move)
    made = sheet.sheet(state)
    assert made.totals == (0, 1)
    assert made.verdict == "Blue wins 1 to 0."


def test_a_sheet_reads_well_in_a_terminal(example: ScoreSheet) -> None:
    lines = sheet.text(example).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[-1] == example.verdict
    assert any(re.fullmatch(r"Total +10 +24", line) for line in lines)

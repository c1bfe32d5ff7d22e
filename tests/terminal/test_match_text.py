"""Boards and score sheets in the terminal, also of matches that somebody resigned."""

from pathlib import Path

import pytest
from tests.terminal.running import call

import spinney
from spinney.match import Header, Match
from spinney.terminal.match_text import board_text, sheet_text
from spinney.terminal.replay import ReplayPosition

NAMES = ("You", "Seedling")
ALL = "arboretum", "build-your-arboretum", "forest-garden", "spring-2021"


def resigned(game: str) -> Match:
    """A match that the first player has given up."""
    match = Match.begin(Header(spinney.game(game), ("me", "level:seedling"), seed=3))
    match = match.play(match.to_act[0], next(iter(match.state.legal(match.to_act[0]))), 0)
    return match.resign(0, 0)


@pytest.mark.parametrize("game", ALL)
def test_a_resigned_match_is_shown_without_a_task_and_with_its_result(game: str) -> None:
    match = resigned(game)
    sheet = sheet_text(match, 0, NAMES).plain
    assert "You resigned\nSeedling wins. Points: " in sheet
    assert "would" not in sheet
    assert "it ended now" not in sheet
    before = match.at(match.version - 1)
    task = board_text(before, 0, NAMES).plain.splitlines()[:2]
    board = board_text(match, 0, NAMES).plain
    assert " ".join(task) not in " ".join(board.splitlines())
    assert "your turn" not in board


def test_a_resigned_match_hides_no_hand() -> None:
    match = resigned("arboretum")
    assert "hidden" in board_text(match.at(match.version - 1), 0, NAMES).plain
    assert "hidden" not in board_text(match, 0, NAMES).plain
    assert "you don’t see them all" not in sheet_text(match, 0, NAMES).plain


def test_the_last_screen_of_a_resigned_match_does_not_contradict_its_result(tmp_path: Path) -> None:
    line = ("play", ALL[1], "--terminal", "--seed", "3", "--seat", "blue=seedling")
    text = call(tmp_path, *line, said="first red\nresign\nyes\n").stdout
    ending = text.partition("Give up this match?")[2]
    assert "Send your parrots" not in ending
    assert "would win" not in ending
    assert ending.count("Seedling wins. Points:") == 2


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_a_replay_ends_with_a_resignation_and_the_score(viewer: int) -> None:
    match = resigned("build-your-arboretum")
    position = ReplayPosition(match, viewer)
    assert position.stops[-1] == match.version
    position.go(len(position.stops))
    shown = "\n".join(text.plain for text in position.texts())
    assert ("You win. Points: " if viewer == 1 else "Seedling wins. Points: ") in shown
    assert "Total" in shown
    assert "Total" not in "\n".join(text.plain for text in ReplayPosition(match).texts())


def test_a_replay_can_begin_at_a_moment_and_with_a_player(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    record.write_text(resigned("arboretum").record())
    whole = call(tmp_path, "replay", record).stdout
    one = call(tmp_path, "replay", record, "--at", "1", "--player", "2").stdout
    assert "0 of 2" in whole
    assert "0 of 2" not in one
    assert "1 of 2" in one
    assert "hand 1    " in one
    assert "your hand" in one
    refused = call(tmp_path, "replay", record, "--at", "3")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "the record has 2 events, so there is no --at 3" in refused.stderr


def test_build_your_arboretum_tells_who_is_who_and_what_letters_mean() -> None:
    match = Match.begin(Header(spinney.game("build-your-arboretum"), ("me", "level:tree"), seed=3))
    board = board_text(match, 0, ("You", "Tree")).plain
    assert "You (red): 6 parrots" in board
    assert "Tree (blue): 6 parrots" in board
    assert "P Cassia, Q Lilac" in board
    assert "3b is three parrots to the bulletin" in board
    assert max(map(len, board.splitlines())) <= 80

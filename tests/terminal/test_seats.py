"""Seats on the command line."""

import os
from pathlib import Path

import pytest

import spinney
from spinney.core.errors import Refused
from spinney.match import Header, Match
from spinney.terminal.saved_matches import last_unfinished, resumed, saved_matches
from spinney.terminal.seats import SeatPlan, plan

GAME = spinney.game("build-your-arboretum")


def seats(*changes: tuple[str, str]) -> tuple[str, ...]:
    return plan(GAME, changes).seats


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved matches, which has none yet."""
    monkeypatch.setenv("SPINNEY_DATA", str(tmp_path))
    return tmp_path / "terminal"


def test_usually_i_play_the_computer() -> None:
    assert seats() == ("me", "level:seedling")


@pytest.mark.parametrize(
    ("levels", "winner", "fits"),
    [
        (["seedling"], 0, "seedling"),
        (["seedling", "seedling"], 0, "sapling"),
        (["sapling", "seedling"], 0, "sapling"),
        (["sapling", "sapling"], 1, "seedling"),
        (["ancient", "ancient"], 0, "ancient"),
    ],
)
def test_the_level_suits_my_last_results(
    folder: Path, levels: list[str], winner: int, fits: str
) -> None:
    folder.mkdir(exist_ok=True)
    for age, level in enumerate([*levels, "tree"]):
        match = Match.begin(Header(GAME, ("me", f"level:{level}"), seed=1))
        match = match.resign(1 - winner, 0) if age < len(levels) else match
        path = folder / f"{age}.txt"
        path.write_text(match.record(), encoding="utf-8")
        os.utime(path, (1000 - age, 1000 - age))
    assert seats() == ("me", f"level:{fits}")


def test_i_sit_where_nobody_was_named() -> None:
    assert seats(("red", "sapling")) == ("level:sapling", "me")
    assert seats(("1", "sapling")) == ("level:sapling", "me")
    assert seats(("blue", "me")) == ("level:seedling", "me")
    assert seats(("Blue", "friend")) == ("me", "friend")
    assert seats(("blue", "friend:Anna Lee")) == ("me", "friend:Anna Lee")
    assert seats(("red", "friend:Ben"), ("blue", "friend:Anna")) == ("friend:Ben", "friend:Anna")
    assert seats(("red", "tree"), ("blue", "random")) == ("level:tree", "random")


def test_a_match_of_friends_with_names_goes_on_from_its_record(tmp_path: Path) -> None:
    record = tmp_path / "saved.txt"
    begun = Match.begin(Header(GAME, ("friend:Anna", "friend:Ben"), seed=1))
    record.write_text(begun.record(), encoding="utf-8")
    save, match = resumed(str(record))
    assert (match, save.path.parent) == (begun, saved_matches())
    assert not save.path.exists()


@pytest.mark.parametrize(
    ("seats", "over", "reason"),
    [
        (("me", "friend"), True, "this match is over; step through it: spinney replay"),
        (("me", "Ben"), False, "Ben can't go on in a terminal"),
    ],
)
def test_what_can_not_go_on_here_is_refused(
    tmp_path: Path, seats: tuple[str, str], over: bool, reason: str
) -> None:
    match = Match.begin(Header(GAME, seats, seed=1))
    record = tmp_path / "saved.txt"
    record.write_text((match.resign(0, 0) if over else match).record(), encoding="utf-8")
    with pytest.raises(Refused, match=reason):
        resumed(str(record))


def test_the_match_left_last_is_of_the_game_that_is_named(tmp_path: Path) -> None:
    other = spinney.game("spring-2021")
    for at, game in enumerate((GAME, other)):
        path = saved_matches() / f"{game.name}.txt"
        path.write_text(Match.begin(Header(game, ("me", "friend"), seed=1)).record())
        os.utime(path, (at, at))
    assert resumed("")[1].game.name == other.name
    assert resumed("", GAME)[1].game.name == last_unfinished(GAME)[1].game.name == GAME.name
    arboretum = spinney.game("arboretum")
    begin = "no match of Arboretum was left unfinished .*: spinney play arboretum --terminal"
    with pytest.raises(Refused, match=begin):
        resumed("", arboretum)
    record = str(saved_matches() / f"{other.name}.txt")
    assert resumed(record, other)[1].game.name == other.name
    with pytest.raises(Refused, match=f"{record} is a match of {other.title}; name that game"):
        resumed(record, GAME)


def test_options_clock_and_seed_are_set_by_name() -> None:
    header = plan(GAME, [("dm_advantage", "blue"), ("clock", "move 1:00"), ("seed", "-5")]).header()
    assert header.game.chosen["dm_advantage"] == 1
    assert (str(header.clock), header.seed) == ("move 1:00", -5)
    assert header.date


def test_all_that_can_be_set_is_told() -> None:
    settings = {name: (now, others) for name, now, others in SeatPlan.usual(GAME).lines}
    assert list(settings) == ["red", "blue", "dm_advantage", "size", "clock", "hints", "seed"]
    assert settings["blue"][0] == "seedling"
    assert "ancient" in settings["blue"][1]
    assert "phase 3:00" in settings["clock"][1]


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("bleu", "me", "did you mean blue"),
        ("blue", "fiend", "did you mean friend"),
        ("dm_advantage", "green", "it can be: red, blue"),
        ("clock", "soon", "is not a clock"),
        ("seed", "soon", "whole number"),
    ],
)
def test_what_can_not_be_is_refused(name: str, value: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        plan(GAME, [(name, value)])


@pytest.mark.parametrize(
    ("changes", "plays"),
    [
        ([], "lot"),
        ([("2", "friend")], "agree"),
        ([("2", "friend"), ("2", "tree")], "lot"),
        ([("2", "friend"), ("special_tie", "lot")], "lot"),
        ([("special_tie", "forfeit"), ("players", "3"), ("3", "friend")], "forfeit"),
        ([("players", "3"), ("3", "friend")], "agree"),
    ],
)
def test_tied_players_agree_where_people_play(changes: list[tuple[str, str]], plays: str) -> None:
    header = plan(spinney.game("forest-garden"), changes).header()
    assert header.game.chosen["special_tie"] == plays

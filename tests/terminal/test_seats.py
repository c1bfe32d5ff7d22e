"""Seats on the command line."""

import os
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.terminal.running import call

import spinney
from spinney.core.errors import Refused
from spinney.match import Header, Match
from spinney.terminal.commands import Quit
from spinney.terminal.prompt import Question
from spinney.terminal.saved_matches import last_unfinished, resumed, saved_matches
from spinney.terminal.seats import SeatPlan, ask_plan, plan

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
        match = Match.begin(Header(game, ("me", "friend"), seed=1))
        move = next(iter(match.state.legal(0)))
        path.write_text(match.play(0, move, 0).record())
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


class Answers:
    """Somebody who answers the questions of a setup."""

    live = True

    def __init__(self, *lines: str) -> None:
        self.lines = [*lines]

    def ask(self, question: Question) -> str:
        """Return the next line."""
        assert question.words
        return self.lines.pop(0)


def asked(game: str, *lines: str) -> tuple[SeatPlan, str]:
    """The plan after these answers, and what was written meanwhile."""
    out = StringIO()
    planned = SeatPlan.usual(spinney.game(game))
    return ask_plan(planned, Console(file=out, width=1000), Answers(*lines)), out.getvalue()


@pytest.mark.parametrize(
    "seed", ["99999999999999999999", str(2**63), str(-(2**63) - 1), "9" * 5000]
)
def test_a_seed_that_no_deal_has_is_refused_at_once(seed: str) -> None:
    with pytest.raises(Refused, match=r"a seed is a (whole )?number"):
        plan(GAME, [("seed", seed)])
    planned, text = asked(GAME.name, f"seed={seed}", "seed=7", "")
    assert planned.header().seed == 7
    assert "a seed is" in text
    assert plan(GAME, [("seed", str(2**63 - 1))]).header().seed == 2**63 - 1


def test_values_with_commas_can_be_typed_in_the_setup() -> None:
    kinds = "cassia,lilac, dogwood,crabapple,willow,poplar"
    planned, text = asked("arboretum", f"colours={kinds}, clock=bank 15:00 + 10", "")
    assert {*planned.game.chosen["colours"].split()} == {*kinds.replace(" ", "").split(",")}
    assert str(planned.clock) == "bank 15:00 + 10"
    assert "or some of: cassia, crabapple, dogwood" in text


@pytest.mark.parametrize("word", ["quit", "QUIT"])
def test_the_setup_can_be_left(word: str) -> None:
    with pytest.raises(Quit):
        asked("arboretum", word)


def test_the_setup_tells_how_to_leave_it_and_shows_itself_again() -> None:
    _, text = asked("arboretum", "?", "")
    assert text.count("Ctrl-D") == 2
    assert text.count("colours") >= 2
    assert "write it with =" not in text


def test_people_at_one_screen_have_no_clock_where_they_choose_at_once(tmp_path: Path) -> None:
    planned, text = asked(GAME.name, "blue=friend, clock=move 0:08", "", "clock=none", "")
    assert planned.clock.kind == "none"
    assert "play without a clock" in text
    assert asked("arboretum", "2=friend, clock=move 1:00", "")[0].clock.kind == "move"
    assert asked(GAME.name, "clock=move 1:00", "")[0].clock.kind == "move"
    two = ("--seat", "red=me", "--seat", "blue=friend:Anna", "--clock", "move 0:08")
    done = call(tmp_path, "play", GAME.name, "--terminal", *two)
    assert (done.returncode, done.stdout) == (2, "")
    assert "play without a clock" in done.stderr


def test_a_match_that_nobody_has_begun_is_not_gone_on_with(folder: Path) -> None:
    path = saved_matches() / "empty.txt"
    path.write_text(Match.begin(Header(GAME, ("me", "level:seedling"), seed=1)).record())
    with pytest.raises(Refused, match="left unfinished"):
        last_unfinished(GAME)
    assert folder == saved_matches()

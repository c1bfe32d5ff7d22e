"""`spinney referee` as other arenas call it: its options, its output, its log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.referee.bots import RUBBISH, SILENT, last_action

import spinney
from spinney.cli import main
from spinney.core.errors import Refused
from spinney.match import Match
from spinney.match.record_reader import read_record
from spinney.players.launch import LaunchedProgram
from spinney.referee.contest_game import play_game
from spinney.referee.game_log import ranks
from spinney.referee.request import GameReport, GameRequest, read_parameters

SPRING = ("referee", "spring-2021", "--no-resident")


def playing(game: str, *players: str, **parameters: str) -> GameReport:
    """Play a game in this process."""
    request = GameRequest(game, players, ("",) * len(players), parameters, 0, wants_log=True)
    return play_game(request, LaunchedProgram)


# What arenas read.


def test_scores_come_first_and_nothing_goes_to_stderr(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "log.json"
    players = ("-p1", "random", "-p2", "random", "-d", "seed=-7", "-l", str(log))
    assert main([*SPRING, *players]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    first, second, parameters, *rest = out.splitlines()
    assert (parameters, rest) == ("seed=-7", [])
    assert json.loads(log.read_text())["scores"] == {"0": int(first), "1": int(second)}
    assert main([*SPRING, "-p1", "random", "-p2", "random", "-d", parameters]) == 0
    assert capfd.readouterr().out == out


def test_the_log_has_an_entry_for_each_answer() -> None:
    bot = last_action("print('[PDATA] day = 3', file=sys.stderr)")
    report = playing("spring-2021", bot, "random", seed="3", league="wood-2", timeout="60000")
    log: dict[str, Any] = json.loads(report.log)
    match = read_record(log["record"])
    answers = [event for event in match.events if event.kind == "move"]
    for name in ("errors", "outputs"):
        assert set(log[name]) == {"0", "1", "referee"}
        for player in "01":
            has_text = [bool(text) for text in log[name][player]]
            by = [event.player == int(player) for event in answers]
            assert has_text == [
                False,
                *(by if (name, player) != ("errors", "1") else [False] * len(by)),
            ]
    assert "[PDATA] day = 3" in "\n".join(filter(None, log["errors"]["0"]))
    assert log["outputs"]["0"][1] == f"{answers[0].text}\n"
    assert [agent["index"] for agent in log["agents"]] == [0, 1]
    assert log["failCause"] is None


def test_who_fails_has_minus_one(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    players = ("-p1", "random", "-p2", RUBBISH, "-d", "seed=1!league=1", "-p2name", "Max")
    assert main([*SPRING, *players, "-timeout", "60000", "-l", str(log)]) == 0
    out, err = capfd.readouterr()
    assert out.splitlines()[1:] == ["-1", "seed=1!league=1"]
    assert err == ""
    report = json.loads(log.read_text())
    assert report["ranks"] == [0, 1]
    assert report["agents"][1]["name"] == "Max"
    assert [text for text in report["summaries"] if text] == ["$1: malformed: 'rustle'\n"]


def test_who_is_late_has_minus_one() -> None:
    report = playing("spring-2021", SILENT, "random", seed="1", timeout="1")
    assert report.scores[0] == -1
    assert "late" in report.log


def test_in_a_game_of_two_a_failure_ends_it() -> None:
    report = playing("arboretum", RUBBISH, "random", seed="4", timeout="60000")
    assert report.scores == (-1, 0)
    assert len(read_record(report.record).events) == 2  # the forfeit, and that this was all


def test_in_a_game_of_three_the_others_play_on() -> None:
    report = playing("arboretum", "random", RUBBISH, "random", seed="4", timeout="60000")
    match = read_record(report.record)
    assert match.game.num_players == 3
    assert match.state.over
    assert report.scores == (match.scores[0], -1, match.scores[2])
    faults = [event.bot_output.fault for event in match.events if event.player == 1]
    assert faults[0].startswith("malformed")
    assert set(faults[1:]) == {"gone"}


@pytest.mark.parametrize(
    ("said", "league"),
    [("1", "wood-2"), ("2", "wood-1"), ("3", "bronze"), ("9", "bronze"), ("wood-1", "wood-1")],
)
def test_leagues_have_numbers_and_names(said: str, league: str) -> None:
    report = playing("spring-2021", "random", "random", seed="1", league=said)
    same = read_record(report.record).game == spinney.game("spring-2021", league=league)
    assert same
    assert report.parameters == f"seed=1!league={said}"


def test_options_come_as_parameters_too() -> None:
    name, options = "build-your-arboretum", {"dm_advantage": "blue"}
    report = playing(name, "random", "random", seed="1", **options)
    same = read_record(report.record).game == spinney.game(name, **options)
    assert same
    assert report.parameters == "seed=1!dm_advantage=blue"


# What is refused.


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("-p2", "random"), "-p1 is missing"),
        (("-p1", "random", "-p3", "random"), "-p2 is missing"),
        (("-p1", "random"), "has 2 players; name each, as: -p1 COMMAND -p2 COMMAND"),
        (("-p1", "random", "-p2", "nobody-here"), "nobody is called 'nobody-here'"),
        (("-p1", "random", "-p2", "random", "-d", "oak"), "'oak' is not a parameter"),
        (("-p1", "random", "-p2", "random", "-d", "oak=1"), "has no option 'oak'"),
        (("-p1", "random", "-p2", "random", "-d", "seed=oak"), "seed=oak is not a number"),
        (("-p1", "random", "-p2", "random", "-d", "league=0"), "league=0 is not a number"),
        (("-p1", "random", "-p2", "random", "-d", "timeout=0"), "timeout=0 is not a number"),
        (
            ("-p1", "random", "-p2", "random", "-d", "seed=1", "-l", "/no/log"),
            "can't write /no/log",
        ),
    ],
)
def test_bad_input_gets_one_line(
    given: tuple[str, ...], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([*SPRING, *given]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (["seed=123 league=4"], {"seed": "123", "league": "4"}),
        (["seed=1!league.level=2\n"], {"seed": "1", "league": "2"}),
        (["-5"], {"seed": "-5"}),
        (["seed=1", "timeout=50"], {"seed": "1", "timeout": "50"}),
        ([], {}),
    ],
)
def test_parameters_are_read(texts: list[str], wanted: dict[str, str]) -> None:
    assert read_parameters(texts) == wanted


@pytest.mark.parametrize("text", ["oak", "=1", "seed="])
def test_what_is_no_parameter_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is not a parameter"):
        read_parameters([text])


def test_ranks_put_who_failed_last_and_count_a_tie_break() -> None:
    class Ended(Match):
        @property
        def outcome(self) -> tuple[int, ...]:
            return (-1, 1, -1, -1)

    match = object.__new__(Ended)
    assert ranks(match, (20, 20, -1, 7)) == [1, 0, 3, 2]


def test_no_descriptor_is_left_open() -> None:
    playing("spring-2021", RUBBISH, "random", seed="1")
    before = len(list(Path("/dev/fd").iterdir()))
    playing("spring-2021", RUBBISH, SILENT, seed="1", timeout="1")
    assert len(list(Path("/dev/fd").iterdir())) == before

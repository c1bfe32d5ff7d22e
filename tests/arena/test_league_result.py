"""The folder of a league reads back as what was written, torn lines apart."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from spinney.arena.deal_group import DealGroup, group_size, rotate
from spinney.arena.game_result import GameResult, TimeSpent
from spinney.arena.league_result import SETTINGS, LeagueResult
from spinney.arena.league_settings import EntrantSettings, LeagueSettings
from spinney.arena.results_file import NAME, ResultsFile
from spinney.arena.sprt import Sprt
from spinney.arena.stop_rule import StopRule
from spinney.core.errors import Refused
from spinney.system.files import cut_torn_line

GAMES = (
    GameResult(1, (2, 0), (1, -1), (7, 5), (TimeSpent(3, 40, 20),) * 2, (("late",), ()), (1, 0), 1),
    GameResult(0, (0, 2), (0, 0), (6, 6), (TimeSpent(3, 40, 20),) * 2, ((), ()), (0, 0), 1),
)
SETTINGS_OF_THREE = LeagueSettings(
    game="hedge",
    players=2,
    entrants=tuple(EntrantSettings(name, name, 0.5) for name in ("one", "two", "three")),
    options={"size": "small"},
    schedule="gauntlet",
    seed=2**63 - 1,
    stop=StopRule(Sprt(0, 10), 5.0),
)


@pytest.fixture
def league(tmp_path: Path) -> Path:
    (tmp_path / SETTINGS).write_text(json.dumps(SETTINGS_OF_THREE.as_json()))
    file = ResultsFile(tmp_path / NAME, ("one", "two", "three"), SETTINGS_OF_THREE.seed)
    for game in GAMES:
        file.add(game)
    return tmp_path


def test_a_league_reads_back(league: Path) -> None:
    found = LeagueResult.read(league)
    assert found.settings == SETTINGS_OF_THREE
    assert found.results == GAMES[::-1]
    assert found.names == ("one", "two", "three")
    assert [found.deal(game) for game in found.results] == [2**63 - 1] * 2
    line = json.loads((league / NAME).read_text().splitlines()[0])
    assert (line["round"], line["pairing"], line["players"]) == (1, [0, 2], ["three", "one"])


def test_records_are_found_by_the_number_of_their_game(league: Path) -> None:
    (league / "records").mkdir()
    path = league / "records" / f"hedge-{SETTINGS_OF_THREE.seed}-2.txt"
    path.write_text("")
    first, second = (LeagueResult.read(league).record(game) for game in GAMES)
    assert (first, second) == (path, None)


def test_records_from_other_deals_are_of_other_series(league: Path) -> None:
    records = league / "records"
    records.mkdir()
    third = replace(GAMES[0], number=2)
    ResultsFile(league / NAME, ("one", "two", "three"), 0).add(third)
    for deal in (SETTINGS_OF_THREE.seed, -(2**63), -5):
        (records / f"hedge-{deal}-3.txt").write_text("")
        (records / f"hedge-{deal}-2.txt").write_text("")
    found = LeagueResult.read(league)
    assert found.record(GAMES[0]) == records / f"hedge-{SETTINGS_OF_THREE.seed}-2.txt"
    assert found.record(third) == records / f"hedge-{-(2**63)}-3.txt", "the next deal"


def test_a_torn_line_is_left_out_and_cut_off(league: Path) -> None:
    path = league / NAME
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    assert LeagueResult.read(league).results == GAMES[:1]
    file = ResultsFile(path, ("one", "two", "three"), SETTINGS_OF_THREE.seed)
    cut_torn_line(file.path)
    file.add(GAMES[1])
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text + "{}\n", "line 3: this is not a result"),
        (lambda text: text * 2, "line 3: game 1 is there twice"),
    ],
)
def test_other_lines_are_refused(league: Path, change: object, words: str) -> None:
    path = league / NAME
    path.write_text(change(path.read_text()))  # type: ignore[operator]
    with pytest.raises(Refused, match=words):
        LeagueResult.read(league)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("outcome", [1]),
        ("outcome", [5, -5]),
        ("entrants", [0, 0]),
        ("entrants", [0, 3]),
        ("entrants", "02"),
        ("scores", ["a", "b"]),
        ("forfeits", [0.5, 0]),
        ("time", [{"choices": None, "total_ms": 0, "longest_ms": 0}] * 2),
        ("faults", ["x"]),
        ("game", -1),
    ],
)
def test_a_line_whose_parts_do_not_fit_is_refused(league: Path, key: str, value: object) -> None:
    path = league / NAME
    first, second = path.read_text().splitlines()
    path.write_text(f"{first}\n{json.dumps(json.loads(second) | {key: value})}\n")
    with pytest.raises(Refused, match="line 2: this is not a result of a game"):
        LeagueResult.read(league)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda saved: saved.update(groups="ten"), "no settings of a league"),
        (lambda saved: saved.update(options=None), "no settings of a league"),
        (lambda saved: saved.update(players=-1), "no settings of a league"),
        (lambda saved: saved.update(schedule="knockout"), "no settings of a league"),
        (lambda saved: saved["entrants"][0].update(name=None), "no settings of a league"),
        (lambda saved: saved.update(players=4), "this game has 4 players, and only 3 entrants"),
    ],
)
def test_damaged_settings_are_refused(
    league: Path, change: Callable[[dict[str, Any]], None], words: str
) -> None:
    path = league / SETTINGS
    saved = json.loads(path.read_text())
    change(saved)
    path.write_text(json.dumps(saved))
    with pytest.raises(Refused, match=words):
        LeagueResult.read(league)


def test_a_result_that_can_not_be_written_is_refused(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "none" / NAME, ("one", "two", "three"), 1)
    with pytest.raises(Refused, match=r"can't write .*results\.jsonl: no such file"):
        file.add(GAMES[0])


def test_a_folder_without_a_league_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is not a folder of a league"):
        LeagueResult.read(tmp_path)
    (tmp_path / SETTINGS).write_text('{"game": "hedge"}')
    with pytest.raises(Refused, match="no settings of a league"):
        LeagueResult.read(tmp_path)


@pytest.mark.parametrize("players", range(2, 8))
def test_seats_of_a_group_are_balanced(players: int) -> None:
    pairing, size = tuple(range(players)), group_size(players)
    assert size == min(players, 4)
    had = [[0] * players for _ in range(players)]
    for turn in range(players):
        for game in DealGroup(3 + 7 * turn, 1, pairing, turn).games:
            assert sorted(game.seating) == list(pairing)
            for seat, entrant in enumerate(game.seating):
                had[entrant][seat] += 1
            assert all(max(own) - min(own) <= 1 for own in had), "after each single game"
    assert all(count == size for own in had for count in own)
    assert rotate((4, 7, 9), 4) == (7, 9, 4)

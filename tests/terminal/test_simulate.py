"""`spinney simulate`: its report, its exit status, its charts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Never

import pytest
from tests.terminal.running import run_unread

from spinney.cli import STOPPED, main
from spinney.core.errors import Refused
from spinney.system.files import write
from spinney.terminal import simulation_output

GAME = "build-your-arboretum"


def simulate(*arguments: str) -> int:
    return main(["simulate", *arguments, "--jobs", "1", "--seed", "3"])


def test_the_report_of_many_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    chart = tmp_path / "report.svg"
    arguments = (GAME, "--level", "random", "--games", "200", "--svg", str(chart))
    assert simulate(*arguments, "--within", "seats=20") == 0
    out = capsys.readouterr().out
    for words in ("200 games of random from seed 3", "red", "█", "A game takes", "Parrots", "± "):
        assert words in out
    assert max(map(len, out.splitlines())) <= 80
    assert chart.read_text().startswith("<svg")


def test_the_same_seed_gives_the_same_report(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (GAME, "--level", "random", "--games", "30")
    reports = [(simulate(*arguments), capsys.readouterr().out) for _ in range(2)]
    assert reports[0] == reports[1]


def test_a_broken_bound_is_told_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (GAME, "--level", "random", "--games", "20")
    assert simulate(*arguments, "--within", "seats=50", "--within", "length=1..2") == 1
    heard = capsys.readouterr()
    assert heard.err.strip().startswith("length=1..2: a game has ")
    assert "seats=50" not in heard.err
    assert "Seats" in heard.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("oak",), "oak"),
        ((GAME, "--players", "3"), "Build Your Arboretum has 2 players, not 3"),
        (("arboretum", "--players", "5"), "players can't be 5"),
        ((GAME, "--level", "bush"), "there is no level 'bush'"),
        ((GAME, "--within", "seat=3"), "did you mean seats"),
        ((GAME, "--games", "0"), "not a number"),
        ((GAME, "--parts", "seats,point"), "no part 'point'; did you mean points"),
        ((GAME, "--sweep", "dm_advantage"), "is not a sweep"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(
    arguments: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate(*arguments) == 2
    assert reason in capsys.readouterr().err


MINI = ("arboretum", "--option", "size=mini", "--level", "random", "--games", "40")


def test_only_the_parts_that_are_asked_for_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(*MINI, "--parts", "games,histograms") == 0
    out = capsys.readouterr().out
    assert "Lead changes" in out
    assert "Winning margins" in out
    assert "Seats" not in out
    assert "Where points come from" not in out


def test_two_saved_reports_are_compared(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one, other, found, page = (tmp_path / name for name in ("a.json", "b.json", "c.json", "c.html"))
    assert simulate(*MINI, "--json", str(one)) == 0
    assert simulate(*MINI, "--option", "edition=published", "--json", str(other)) == 0
    capsys.readouterr()
    files = ("--json", str(found), "--html", str(page))
    assert main(["compare", str(one), str(other), *files]) == 0
    out = capsys.readouterr().out
    assert "2: Arboretum, level=random, players=2, colours=first, edition=published" in out
    assert "over 40 common deals" in out
    assert max(len(line) for line in out.splitlines() if "±" in line) <= 80
    assert json.loads(found.read_text())["differences"][0]["key"] == "length"
    html = page.read_text()
    assert "edition=v11" in html
    assert f"spinney compare {one} {other}" in html


def test_a_sweep_compares_each_combination_with_the_first(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table, report, page = (tmp_path / name for name in ("games.csv", "sweep.json", "sweep.html"))
    arguments = (*MINI, "--sweep", "edition=v11,published", "--sweep", "first=1,lot")
    bound = ("--within", "length=1..2")
    files = ("--csv", str(table), "--json", str(report), "--html", str(page))
    assert simulate(*arguments, *bound, *files) == 1
    heard = capsys.readouterr()
    assert heard.out.count("over 40 common deals") == 3
    assert heard.err.count("length=1..2: a game has") == 4
    assert len(table.read_text().splitlines()) == 161
    assert len(json.loads(report.read_text())["differences"]) == 3
    assert page.read_text().count("Over 40 common deals") == 3
    again = "--option size=mini --games 40 --level random --seed=3"
    assert f"{again} --sweep edition=v11,published --sweep first=1,lot<" in page.read_text()


def test_one_value_of_a_sweep_is_a_simulation(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(*MINI, "--sweep", "edition=published", "--skill", "random,bush") == 2
    assert "there is no level 'bush'" in capsys.readouterr().err
    assert simulate(*MINI, "--sweep", "edition=v11,published", "--skill", "random,seedling") == 2
    assert "look at one game: sweep one value of each" in capsys.readouterr().err


# Files.


def test_files_are_written_even_if_nobody_reads_the_output(tmp_path: Path) -> None:
    names = {"--json": "a.json", "--csv": "a.csv", "--html": "a.html", "--svg": "a.svg"}
    files = [part for option, name in names.items() for part in (option, tmp_path / name)]
    run_unread(tmp_path, "simulate", *MINI, "--jobs", "1", "--seed", "3", *files)
    assert sorted(path.name for path in tmp_path.glob("a.*")) == sorted(names.values())
    assert json.loads((tmp_path / "a.json").read_text())["deals"][0] == 3


def test_a_simulation_stopped_at_its_decisions_keeps_its_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> Never:
        raise KeyboardInterrupt

    monkeypatch.setattr("spinney.terminal.simulate.look_into", stop)
    report = tmp_path / "report.json"
    assert simulate(*MINI, "--decisions", "2", "--json", str(report)) == STOPPED
    assert json.loads(report.read_text())
    heard = capsys.readouterr()
    assert "stopped before all decisions" in heard.err
    assert "Seats" in heard.out


def test_a_file_that_can_not_be_written_costs_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chart, saved = tmp_path / "a.svg", tmp_path / "a.json"

    def write_others(path: Path, data: str) -> None:
        if path == chart:
            raise Refused(f"can't write {path}: no space left on device")
        write(path, data)

    monkeypatch.setattr(simulation_output, "write", write_others)
    assert simulate(*MINI, "--svg", str(chart), "--json", str(saved)) == 2
    heard = capsys.readouterr()
    assert "Seats" in heard.out
    assert "a.svg: no space left on device" in heard.err
    assert json.loads(saved.read_text())["deals"]


def test_a_folder_is_refused_as_a_file_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate(*MINI, "--json", str(tmp_path)) == 2
    heard = capsys.readouterr()
    assert heard.err.endswith("it is a folder; name a file in it\n")
    assert heard.out == ""


def test_a_single_common_deal_is_not_denied(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one, page = tmp_path / "one.json", tmp_path / "page.html"
    assert simulate(*MINI[:-1], "1", "--json", str(one)) == 0
    assert main(["compare", str(one), str(one), "--html", str(page)]) == 0
    assert "independent games: fewer than two deals are common" in capsys.readouterr().out
    assert "ndependent games: fewer than two deals are common" in page.read_text()

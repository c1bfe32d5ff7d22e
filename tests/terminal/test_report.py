"""The report and the replay that `spinney match` and `spinney arena report` leave, in process."""

from __future__ import annotations

from pathlib import Path

import pytest

import spinney.server
from spinney.arena.league_result import LeagueResult
from spinney.arena.notable_games import lead
from spinney.cli import main
from spinney.match.record_reader import read_record

GAME = "build-your-arboretum"


@pytest.fixture
def viewed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The records that were opened in the browser; nothing of the user's is touched."""
    found: list[str] = []

    def serve(*, record: str) -> None:
        found.append(record)

    monkeypatch.setattr(spinney.server, "serve", serve)
    monkeypatch.setenv("SPINNEY_DATA", str(tmp_path / "data"))
    return found


def play(*more: str) -> int:
    return main(
        ["match", GAME, "random", "random", "--games", "4", "--seed", "1", "--jobs", "1", *more]
    )


def test_a_series_leaves_a_report_and_opens_its_worst_game(
    tmp_path: Path, viewed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert play("--out", str(out), "--view", "worst") == 0
    assert f"report: {out / 'report.html'}" in capsys.readouterr().out
    league = LeagueResult.read(out)
    worst = min(league.results, key=lambda game: (lead(game, 0), game.number))
    record = league.record(worst)
    assert record is not None
    assert record.parent == out / "records", "records have no other folder"
    assert viewed == [record.read_text()]
    report = out / "report.html"
    text = report.read_text()
    assert text.count(">replay</a>") == len(list((out / "replays").iterdir())) > 1
    assert main(["arena", "report", str(out), "--replays", "1"]) == 0
    assert report.read_text().count(">replay</a>") == 1


def test_the_last_game_can_be_viewed_without_a_folder(viewed: list[str]) -> None:
    assert play("--view") == 0
    assert [read_record(text).header.seed for text in viewed] == [2]


def test_there_is_no_report_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "report", str(tmp_path)]) == 2
    assert "not a folder of a league" in capsys.readouterr().err

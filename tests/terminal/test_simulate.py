"""`spinney simulate`: its report, its exit status, its charts."""

from __future__ import annotations

from pathlib import Path

import pytest

from spinney.cli import main

GAME = "build-your-arboretum"


def simulate(*order: str) -> int:
    return main(["simulate", *order, "--jobs", "1", "--seed", "3"])


def test_the_report_of_many_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    chart = tmp_path / "report.svg"
    order = (GAME, "--level", "random", "--games", "200", "--svg", str(chart))
    assert simulate(*order, "--within", "seats=20") == 0
    told = capsys.readouterr().out
    for words in ("200 games of random from seed 3", "red", "█", "A game takes", "Parrots", "± "):
        assert words in told
    assert max(map(len, told.splitlines())) <= 80
    assert chart.read_text().startswith("<svg")


def test_the_same_seed_gives_the_same_report(capsys: pytest.CaptureFixture[str]) -> None:
    order = (GAME, "--level", "random", "--games", "30")
    told = [(simulate(*order), capsys.readouterr().out) for _ in range(2)]
    assert told[0] == told[1]


def test_a_broken_bound_is_told_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    order = (GAME, "--level", "random", "--games", "20")
    assert simulate(*order, "--within", "seats=50", "--within", "length=1..2") == 1
    heard = capsys.readouterr()
    assert heard.err.strip().startswith("length=1..2: a game has ")
    assert "seats=50" not in heard.err
    assert "Seats" in heard.out


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (("oak",), "oak"),
        ((GAME, "--players", "3"), "Build Your Arboretum has 2 players, not 3"),
        (("arboretum", "--players", "5"), "players can't be 5"),
        ((GAME, "--level", "bush"), "there is no level 'bush'"),
        ((GAME, "--within", "seat=3"), "did you mean seats"),
        ((GAME, "--games", "0"), "no number"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(
    order: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate(*order) == 2
    assert reason in capsys.readouterr().err

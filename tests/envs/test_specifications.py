"""The specification tables of the documentation, which are counted when it is built."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

import spinney

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def specifications() -> Any:
    pytest.importorskip("docutils")
    pytest.importorskip("sphinx")
    sys.path.insert(0, str(DOCS))
    try:
        return importlib.import_module("specifications")
    finally:
        sys.path.remove(str(DOCS))


def test_random_games_are_counted(specifications: Any) -> None:
    game = spinney.game("spring-2021")
    counted = specifications.random_games(game, count=20)
    mean, most = counted.length
    assert 0 < mean <= most <= (game.max_length or 0)
    average, median, offered = counted.branching
    assert 1 <= median <= offered <= game.num_actions
    assert 1 < average < offered


def test_players_are_told_from_the_least_to_the_most(specifications: Any) -> None:
    counts = {name: specifications.numbers_of_players(g) for name, g in spinney.all_games().items()}
    assert counts["forest-garden"] == [2, 7]
    assert counts["spring-2021"] == [2]

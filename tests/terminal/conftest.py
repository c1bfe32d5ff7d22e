"""Records to work on, and a folder with some that are none."""

from pathlib import Path

import pytest

import spinney
from spinney.arena.series import Series
from spinney.match import Match
from spinney.players.player_specs import RandomSpec


@pytest.fixture(scope="session")
def match() -> Match:
    """A whole match of two random players."""
    game = spinney.game("build-your-arboretum")
    return Series(game, (RandomSpec("me"), RandomSpec("friend")), 1, seed=5).play(0).match


@pytest.fixture
def folder(tmp_path: Path, match: Match) -> Path:
    """A folder with ``match.txt``, a record; ``wood.txt``, other text; ``noise.txt``, bytes."""
    (tmp_path / "match.txt").write_text(match.at(40).record())
    (tmp_path / "wood.txt").write_text("A spinney is a small wood.\n")
    (tmp_path / "noise.txt").write_bytes(b"\xff\xfe\x00spinney")
    return tmp_path

"""Folders of games: each series has its own."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from pathlib import Path

import pytest

import spinney
from spinney.arena import game_store
from spinney.arena.game_store import GameStore
from spinney.arena.series import Series
from spinney.arena.worker_pool import play_one
from spinney.core.errors import Refused
from spinney.players.player_specs import RandomSpec

SERIES = Series(spinney.game("build-your-arboretum"), (RandomSpec(), RandomSpec("two")), 2, seed=1)


class SameSecond(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> SameSecond:
        return cls(2021, 3, 20, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPINNEY_DATA", str(tmp_path))
    monkeypatch.setattr(game_store, "datetime", SameSecond)
    return tmp_path / "series"


def test_series_that_begin_in_the_same_second_have_folders_of_their_own(data: Path) -> None:
    first, second = (GameStore.of(SERIES, None, resume=False) for _ in range(2))
    second.keep(play_one(SERIES, 0))
    first.clear()
    assert list(data.iterdir()) == [second.path]
    assert second.file(0).is_file()


def test_a_folder_without_games_does_not_stay(data: Path) -> None:
    empty, played = (GameStore.of(SERIES, None, resume=False) for _ in range(2))
    played.keep(play_one(SERIES, 0))
    for store in (empty, played):
        store.remove_if_empty()
    assert list(data.iterdir()) == [played.path]


def test_a_folder_that_can_not_be_made_is_refused(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_store, "data_folder", lambda name: data / "none" / name)
    with pytest.raises(Refused, match=r"can't make the folder .*: no such file or directory"):
        GameStore.of(SERIES, None, resume=False)

"""Levels that think delay nobody: `make bench` measures in how many ms a move is seen meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.level_load import Pair, any_thinks, begin_thinking
from tests.server.playing import GAME, until
from tests.web.shared_server import opened

import spinney
from spinney import search
from spinney.players.levels import Level
from spinney.server.services import Services


def test_levels_that_think_delay_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search.precompile(spinney.game(GAME))
    monkeypatch.setattr(Level, "playouts_in", lambda *_: 10**12)  # they think as long as they may
    with opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, services):
        thinking = begin_thinking(services)
        with Pair(address, services) as pair:
            before = _moves(services, thinking)
            for _ in range(9):
                pair.move()
            assert _moves(services, thinking) == before, "a move waits for no level's"
        until(lambda: any_thinks(services, thinking))  # nothing that was said stopped them


def _moves(services: Services, matches: list[str]) -> int:
    return sum(services.match_service.live_match(match).match.version for match in matches)

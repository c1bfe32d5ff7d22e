"""Levels that think delay nobody: `make bench` measures in how many ms a move is seen meanwhile."""

from __future__ import annotations

from pathlib import Path

from tests.house.playing import GAME
from tests.house.thinking import Pair, begin_thinking
from tests.web.open import opened

import spinney
from spinney import search
from spinney.server.services import Services


def test_levels_that_think_delay_nobody(tmp_path: Path) -> None:
    search.precompile(spinney.game(GAME))
    with opened(f"sqlite:///{tmp_path / 'house.sqlite'}") as (address, house):
        thinking = begin_thinking(house)
        with Pair(address, house) as pair:
            before = _moves(house, thinking)
            for _ in range(9):
                pair.move()
            assert _moves(house, thinking) - before < 9, "a move waits for no level's"
        assert any(house.hall.table(one).thinking for one in thinking), "they thought all the while"


def _moves(house: Services, matches: list[str]) -> int:
    return sum(house.hall.table(match).match.version for match in matches)

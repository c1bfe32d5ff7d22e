"""The only move there is plays itself after a moment."""

from __future__ import annotations

import random

import pytest
from tests.web.site import until
from tests.web.visitor import Visitor

import spinney
from spinney.core import compilation
from spinney.match import Header, Match


@pytest.mark.browser
def test_the_only_move_plays_itself(visitor: Visitor) -> None:
    game = spinney.game("spring-2021")
    compilation.precompile(game)
    match, chooser = Match.begin(Header(game, ("me", "bot:absent"), seed=5)), random.Random(5)
    while 0 not in match.to_act or len(match.view(0).legal) > 1:
        player = match.to_act[0]
        match = match.play(player, chooser.choice([*match.view(player).legal]), at=0)
    live = visitor.match_service.live_match(visitor.sit(match))
    until(lambda: len(live.match.events) > len(match.events))
    assert (live.match.events[-1].player, live.match.events[-1].text) == (0, "WAIT")

"""A move is read once, when it is said, and carried as actions from then on."""

from __future__ import annotations

import pytest
from tests.counting import calls

import spinney
from spinney.core import notation
from spinney.core.game import Game
from spinney.match import Header, Match, position


def _begun(game: str) -> Match:
    return Match.begin(Header(spinney.game(game), ("me", "friend"), seed=3))


def _next(match: Match) -> tuple[int, str]:
    player = match.to_act[-1]
    return player, match.view(player).legal.sample(len(match.events))


def _use_all(match: Match) -> None:
    """Ask for all that follows from the moves of a match."""
    position._transitions.cache_clear()  # as when other matches have been looked at meanwhile
    for player in (-1, 0, 1):
        match.log(player), match.frames_since(0, player)
        match.undo_to(player), match.fix_left(player, 0, 1000), match.version_for(player)
    match.record()


@pytest.mark.parametrize("game", ["arboretum", "build-your-arboretum", "spring-2021"])
def test_a_move_that_is_said_is_read_once(game: str) -> None:
    match = _begun(game)
    for _ in range(12):
        player, move = _next(match)

        def say(player: int = player, move: str = move) -> None:
            nonlocal match
            match = match.play(player, move, 0)
            _use_all(match)

        assert calls(say, notation.read) == [1]


def test_a_move_that_is_stored_is_read_once_where_it_is_loaded() -> None:
    match = _begun("build-your-arboretum")
    for _ in range(12):
        match = match.play(*_next(match), 0)

    def replay() -> None:
        _use_all(Match.replay(match.header, match.events))

    assert calls(replay, notation.read) == [len(match.events)]


@pytest.mark.parametrize("game", ["arboretum", "spring-2021"])
def test_a_state_looks_its_engine_up_once(game: str) -> None:
    state = _begun(game).state

    def use() -> None:
        assert len(state.legal(0)) == len(list(state.legal(0)))
        assert state.is_consistent
        assert not state.over
        assert state.scores
        assert state.settled()
        assert state.period(0) >= 0

    state = type(state)(state.game, state.data)
    assert calls(use, Game.engine.fget) == [1]  # type: ignore[attr-defined]

"""Batches: many games in one array do just what each would do alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from tests.hedges import hedge

import spinney
from spinney.core import compilation
from spinney.core.state import State
from spinney.kernel.engine import Engine

GAMES = [spinney.game("build-your-arboretum"), hedge()]
COUNT = 12


def dealt(game: spinney.Game, engine: Engine) -> Any:
    """A batch of games, each from its own seed, their first stages settled."""
    return engine.load(*(game.new(seed=seed).data for seed in range(COUNT)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("flavour", ["compiled", "interpreted"])
def test_a_batch_steps_as_its_games_do(game: spinney.Game, flavour: str) -> None:
    engine = compilation.compiled(game) if flavour == "compiled" else compilation.interpreted(game)
    batch, chance = dealt(game, engine), Random(1)
    states = [game.new(seed=seed) for seed in range(COUNT)]
    for _ in range(40):
        players, actions = zip(*(choice(state, chance) for state in states), strict=True)
        engine.rules.step_all(batch, engine.array(players), engine.array(actions), COUNT)
        states = [
            state.apply_action(player, action) if action >= 0 else state
            for state, player, action in zip(states, players, actions, strict=True)
        ]
        assert [engine.save(batch, i) for i in range(COUNT)] == [state.data for state in states]


def choice(state: State, chance: Random) -> tuple[int, int]:
    """A player and an action; -1 leaves the game alone."""
    if state.over or chance.random() < 0.1:
        return 0, -1
    player = chance.choice(state.to_act)
    return player, chance.choice(state.legal_actions(player))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_playouts_are_the_same_compiled_and_interpreted(game: spinney.Game) -> None:
    ends = []
    for engine in (compilation.compiled(game), compilation.interpreted(game)):
        batch = engine.rows(3)
        decisions = engine.rules.playouts(batch, 0, 3, engine.array(game.settings), 5)
        ends.append((int(decisions), [engine.save(batch, i) for i in range(3)]))
    assert ends[0] == ends[1]
    assert all(State(game, data).over for data in ends[0][1])


def test_threads_share_a_batch() -> None:
    game = GAMES[0]
    engine = compilation.compiled(game)
    options, alone, shared = engine.array(game.settings), engine.rows(40), engine.rows(40)
    halves = [(0, 20), (20, 40)]
    for first, last in halves:
        engine.rules.playouts(alone, first, last, options, first)
    with ThreadPoolExecutor(2) as pool:
        play = engine.rules.playouts
        list(pool.map(lambda half: play(shared, *half, options, half[0]), halves))
    assert (alone == shared).all()

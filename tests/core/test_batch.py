"""Batches: many games in one array do just what each would do alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.hedges import hedge

import spinney
from spinney.core import compilation
from spinney.core.state import State

GAMES = [spinney.game("build-your-arboretum"), hedge()]


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

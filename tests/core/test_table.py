"""Tables: what a state does, in place."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from tests.hedges import hedge

import spinney
from spinney.core import compilation
from spinney.core.game import Game
from spinney.core.state import State
from spinney.core.table import TABLE, GameTable
from spinney.kernel.engine import Engine

GAMES: dict[str, Callable[[], Game]] = {
    "arboretum": lambda: spinney.game("arboretum", players=3),
    "build-your-arboretum": lambda: spinney.game("build-your-arboretum"),
    "spring-2021": lambda: spinney.game("spring-2021"),
    "forest-garden": lambda: spinney.game("forest-garden", players=4),
    "hedge": hedge,
}


def assert_alike(table: GameTable, state: State) -> None:
    """A table tells what the state tells."""
    assert table.freeze() == state
    assert (table.to_act, table.over, table.outcome) == (state.to_act, state.over, state.outcome)
    assert table.player == min(state.to_act, default=-1)
    assert np.array_equal(table.returns, state.returns)
    for player in (None, *range(state.game.num_players)):
        own = table.player if player is None else player
        assert tuple(table.legal(player)) == state.legal_actions(own)
        assert tuple(np.flatnonzero(table.mask(player))) == state.legal_actions(own)


def play_both(table: GameTable, state: State, rng: Random, most: int) -> State:
    """Take random actions of any who are to act, on the table and on from the state."""
    for _ in range(most):
        assert_alike(table, state)
        if state.over:
            break
        player = rng.choice(state.to_act)
        action = rng.choice(state.legal_actions(player))
        table.apply(action, None if player == table.player else player)
        state = state.apply_action(player, action)
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_table_does_what_states_do(name: str) -> None:
    game = GAMES[name]()
    state = play_both(game.table(seed=5), game.new(seed=5), Random(1), 1000)
    assert state.over


def test_a_table_is_the_same_interpreted() -> None:
    game = hedge()
    with compilation.interpreting():
        table = game.table(seed=5)
        assert table.legal().dtype == np.int64
        assert play_both(table, game.new(seed=5), Random(1), 100).over
        with pytest.raises(spinney.Refused, match="the game is over"):
            table.apply(0)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_exercised_is_the_engine_that_is_given(name: str) -> None:
    with compilation.interpreting():
        game = GAMES[name]()
        engine = compilation.interpreted(game, TABLE)
        rules = Mock(wraps=engine.rules, compiled=False)
        TABLE.exercise(game, Engine(rules, engine.record))
    assert rules.list_legal.called
    assert rules.settle_table.called
    rules.take_action.assert_called_once()


def test_a_table_shows_what_a_player_sees() -> None:
    game = GAMES["spring-2021"]()
    state, table = game.new(seed=3), game.table(seed=3)
    for player in range(-1, 2):
        view = state.observe(player)
        assert table.observe(player) == view
        assert np.array_equal(table.tensor("u1", player), view.tensor("u1"))
        assert np.array_equal(table.tokens(player), view.tokens())
    assert np.array_equal(table.tensor(), state.observe(0).tensor())


WRONG: list[tuple[Any, Any, str]] = [
    (100_000, None, "action 100000 is not legal for player 0; see `legal`"),
    (-1, None, "action -1 is not legal for player 0"),
    (2**70, None, "is not legal for player 0"),
    (100_000, 1, "action 100000 is not legal for player 1"),
    (0, 2, "player 2 has nothing to choose; see `to_act`"),
    (0, -1, "player -1 has nothing to choose"),
    (1.0, None, "an action is a whole number, not 1.0"),
    (True, None, "an action is a whole number, not True"),
    ("1", None, "an action is a whole number, not '1'"),
    (None, None, "an action is a whole number, not None"),
    (0, "0", "a player is a whole number, not '0'"),
    (0, True, "a player is a whole number, not True"),
]


@pytest.mark.parametrize(("action", "player", "message"), WRONG)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    action: Any, player: Any, message: str
) -> None:
    game = GAMES["spring-2021"]()
    table, state = game.table(seed=3), game.new(seed=3)
    with pytest.raises(spinney.Refused, match=message):
        table.apply(action, player)
    assert_alike(table, state)


def test_a_game_that_is_over_takes_no_action() -> None:
    game = hedge()
    table = game.table(seed=1)
    while not table.over:
        table.apply(table.legal()[0])
    assert (table.player, table.to_act, table.legal().size) == (-1, (), 0)
    assert table.returns.any()
    with pytest.raises(spinney.Refused, match="the game is over; `Game"):
        table.apply(0)
    with pytest.raises(spinney.Refused, match="player 0 has nothing to choose"):
        table.apply(0, 0)


@pytest.mark.parametrize(
    "copied",
    [
        GameTable.copy,
        copy.copy,
        copy.deepcopy,
        lambda table: pickle.loads(pickle.dumps(table)),  # noqa: S301
        lambda table: GameTable(table.freeze()),
    ],
)
def test_a_copy_goes_its_own_way(copied: Callable[[GameTable], GameTable]) -> None:
    game = GAMES["spring-2021"]()
    table = game.table(seed=3)
    table.apply(table.legal()[0])
    other, before = copied(table), table.freeze()
    assert other.freeze() == before
    play_both(other, before, Random(2), 5)
    assert_alike(table, before)
    play_both(table, before, Random(3), 5)


def test_states_and_observations_are_copied_as_what_they_are() -> None:
    state = GAMES["spring-2021"]().new(seed=3)
    for value in (state, state.observe(1)):
        assert copy.copy(value) is value
        assert copy.deepcopy(value) is value
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301


def test_tables_are_written_as_python_reads_them() -> None:
    table = GAMES["spring-2021"]().table(seed=3)
    again: GameTable = eval(repr(table), {"spinney": spinney, "GameTable": GameTable})  # noqa: S307
    assert again.freeze() == table.freeze()
    assert str(table) == str(table.freeze())


def test_questions_that_cannot_be_answered_are_refused() -> None:
    table = GAMES["spring-2021"]().table(seed=3)
    for ask in (table.legal, table.mask, table.tokens, table.observe):
        with pytest.raises(spinney.Refused, match=r"a player is a whole number, not 1\.0"):
            ask(1.0)  # type: ignore[arg-type]
    for dtype in ("f8", None, np.uint8, ["u1"]):
        with pytest.raises(spinney.Refused, match=r"a tensor can't be .*; it can be: 'f4', 'u1'"):
            table.tensor(dtype)  # type: ignore[arg-type]
    with pytest.raises(spinney.Refused, match="players are 0 to 1, or -1 for a spectator"):
        table.tensor("u1", 2)
    assert np.array_equal(table.legal(np.int64(1)), table.legal(1))  # type: ignore[arg-type]

"""Inputs of a network for a forest: the same from the other side, or by another day's light."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from tests.games.spring import BLUE, GAME, RED, changed, forest, turn

from spinney.core import compilation
from spinney.core.state import State
from spinney.games.spring_2021 import advice, features
from spinney.games.spring_2021.rules.geometry import DIRECTIONS, SIZES
from spinney.games.spring_2021.rules.record import COMPLETE, GROW, SEED, TARGET, WAIT
from spinney.games.spring_2021.rules.trees import cast, has
from spinney.kernel.rule import scratch
from spinney.training import encoding_loops

WIDTH = features.NUMBERS + features.TREE + len(features.TURNED[0])


def inputs(state: State, viewer: int) -> tuple[list[int], int]:
    """The inputs of a state, in whatever order, and that of the whole."""
    out = scratch(WIDTH + 1)
    features.features(state.record, viewer, out)
    return sorted(out[k] for k in range(WIDTH)), out[WIDTH]


def action_inputs(state: State, player: int, action: int) -> list[int]:
    """The inputs of an action."""
    out = scratch(12)
    end = features.action_features(state.record, player, action, out)
    assert (out[0], out[1]) == (-1, -1)
    return [out[k] for k in range(2, end)]


def course(seed: int) -> Iterator[State]:
    """Every state of a random game in which somebody chooses."""
    state, rng = GAME.new(seed=seed), random.Random(seed)
    while state.to_act:
        yield state
        actions = state.legal_actions(state.to_act[0])
        state = state.apply_action(state.to_act[0], rng.choice([*actions, *actions[1:]]))


def test_both_are_told_the_same_of_the_same_forest() -> None:
    one = forest("22/3 25/2 0/0", "31/2", points=[9, 2], day=4)
    other = forest("31/2", "22/3 25/2 0/0", points=[2, 9], day=4)
    assert inputs(one, RED) == inputs(other, BLUE)
    assert inputs(one, RED) != inputs(one, BLUE)


def test_the_board_is_turned_with_the_light() -> None:
    """Of the six cells around the middle, 1 is in the shade on day 0, 2 on day 1, and so on."""
    for day in range(DIRECTIONS):
        state = forest("0/3", f"{1 + day}", day=day)
        rows = [row for row in inputs(state, RED)[0] if 0 <= row < features.COUNT]
        assert [row % len(features.TURNED[0]) for row in rows] == [0, 1]


def test_a_dormant_tree_is_told_from_one_that_is_not() -> None:
    state = forest("22/3", "31/2")
    assert inputs(state, RED) != inputs(changed(state, dormant=1 << 22), RED)


def test_all_that_is_told_fits_the_network() -> None:
    """Each number of trees, sun points and so on has a place of its own kind."""
    for state in course(5):
        of_trees, whole = inputs(state, RED)
        assert -1 <= of_trees[0] <= of_trees[-1] < features.ROWS
        assert len(set(of_trees) - {-1}) == len([row for row in of_trees if row >= 0])
        assert 0 <= whole < features.LEFT * features.LEADS
        for player in state.to_act:
            for action in state.legal_actions(player):
                marks = action_inputs(state, player, action)
                assert 0 <= min(marks) <= max(marks) < features.OWN_ROWS
                assert marks == sorted(marks)


@pytest.mark.parametrize(
    ("one", "other"),
    [(GROW + 22, GROW + 25), (COMPLETE + 9, GROW + 25), (SEED + 22, SEED + 9), (WAIT, GROW + 22)],
)
def test_what_differs_is_told_apart(one: int, other: int) -> None:
    state = forest("22/1 25/2 9/3", "31/2", day=15)
    assert action_inputs(state, RED, one)[0] != action_inputs(state, RED, other)[0]


def test_where_a_seed_goes_is_told_by_the_soil() -> None:
    state = forest("9/3", "31/2")
    poor, good, rich = (action_inputs(state, RED, TARGET + cell)[2] for cell in (22, 11, 2))
    assert len({poor, good, rich}) == 3


def test_shade_is_told_for_three_days() -> None:
    """Shadows fall from 31 over 15, 5 and 0 on day 1, and on day 7."""
    found = {}
    for day in (0, 4, 5, 6):
        s = forest("22", "31/3", day=day).record
        found[day] = features.shade_ahead(s, 5, 3), features.shade_ahead(s, 2, 1)
    assert found == {0: (1, 0), 4: (4, 0), 5: (2, 0), 6: (1, 0)}


def test_shade_on_a_cell_is_that_of_all_trees() -> None:
    for state in list(course(3))[::25]:
        s = state.record
        for toward in range(DIRECTIONS):
            for least in range(1, SIZES):
                dark = 0
                for size in range(least, SIZES):
                    dark |= cast(s.trees[0, size] | s.trees[1, size], toward, size)
                for cell in range(37):
                    assert advice.is_shaded(s, cell, least, toward) == has(dark, cell)


def test_the_value_is_asked_before_anybody_has_chosen() -> None:
    state = forest("22/3", "31/3", day=15)
    assert features.is_valued(state.record)
    assert not features.is_valued(state.play(RED, "COMPLETE 22").record)
    assert features.is_valued(turn(state, "COMPLETE 22", "COMPLETE 31").record)


def test_a_network_learns_from_states_that_it_values() -> None:
    program = compilation.Program(
        "encoding", (encoding_loops,), lambda *_: None, ("advice", "features")
    )
    engine = compilation.linked(GAME, program, compiled=False)
    states = [forest("22/3", "31/3"), forest("22/3", "31/3").play(RED, "WAIT")]
    found = np.zeros(2, np.int64)
    for k, state in enumerate(states):
        engine.rules.mark_valued(engine.load(state.data), 1, found[k:])
    assert found.tolist() == [1, 0]

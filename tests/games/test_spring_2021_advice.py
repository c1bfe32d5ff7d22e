"""The advice of Spring Challenge 2021: playouts stop at quiet states, fairly."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.games.spring import BLUE, GAME, RED, forest, turn

from spinney.core.state import State
from spinney.games.spring_2021 import advice
from spinney.games.spring_2021.rules.geometry import NEAR
from spinney.games.spring_2021.rules.record import SEED, TARGET
from spinney.kernel.rule import CheckedArray, weights


def course(seed: int) -> Iterator[State]:
    """Every turn of a random game."""
    state, rng = GAME.new(seed=seed), random.Random(seed)
    while not state.over:
        yield state
        said = [rng.choice(["WAIT", *state.legal(p)]) for p in state.to_act]
        for player, move in zip(state.to_act, said, strict=True):
            state = state.play(player, move)


def worth(state: State) -> tuple[float, float]:
    out = weights(2)
    advice.value(state.record, out)
    return out[RED], out[BLUE]


def test_playouts_stop_where_a_day_begins_and_nowhere_else() -> None:
    days = [state.record.day for state in course(7) if advice.is_quiet(state.record)]
    assert days == list(range(24))


def test_a_day_in_which_both_have_completed_a_tree_has_begun() -> None:
    state = forest("22/3 25/3", "31/3 34/3", day=15)
    assert advice.is_quiet(state.record)
    state = turn(state, "COMPLETE 22", "COMPLETE 31")
    assert state.to_act == (RED, BLUE)
    assert not advice.is_quiet(state.record)


def test_a_position_is_worth_one_in_all_and_as_much_from_the_other_side() -> None:
    for state in course(8):
        red, blue = worth(state)
        assert red + blue == 1.0
        assert 0.0 < red < 1.0
    ahead, behind = worth(forest("22/3 25/2", "31/2")), worth(forest("31/2", "22/3 25/2"))
    assert ahead[RED] > 0.5
    assert ahead[RED] == 1.0 - behind[RED]


def weighed(state: State, player: int) -> dict[str, float]:
    """What each next action of a player weighs."""
    actions = CheckedArray(state.legal_actions(player))
    out = weights(len(actions))
    advice.prior(state.record, player, actions, len(actions), out)
    return {GAME.describe(action): out[i] for i, action in enumerate(actions)}


def sown(state: State, player: int) -> dict[tuple[int, int], float]:
    """What each seed weighs that a player can send, by the tree's cell and its own."""
    return {
        (action - SEED, int(target)): weight
        for action in state.legal_actions(player)
        if SEED <= action < TARGET
        for target, weight in weighed(state.apply_action(player, action), player).items()
    }


def test_a_free_seed_comes_before_sleep_from_the_largest_tree_and_not_beside_ones_own() -> None:
    state = forest("24/2 26/3 28/3", "31/2", day=5)
    assert weighed(state, RED)["WAIT"] == 0.0
    tried = [seed for seed, weight in sown(state, RED).items() if weight > 0.0]
    assert len({target for _, target in tried}) == len(tried)
    assert {cell for cell, target in tried if target == 3} == {26}  # the others reach it, too
    beside = {int(near) for cell in (24, 26, 28) for near in NEAR[cell]}
    assert not {target for _, target in tried} & beside


def test_a_tree_weighs_as_one_that_sows_what_its_targets_weigh_together() -> None:
    state = forest("24/2 26/3 28/3", "31/2", day=5)
    by_tree, seeds = weighed(state, RED), sown(state, RED)
    for cell in (24, 26, 28):
        together = sum(weight for (tree, _), weight in seeds.items() if tree == cell)
        assert by_tree[f"SEED {cell}"] == pytest.approx(together)
    assert len([move for move, weight in by_tree.items() if weight > 0.0]) >= 3


def test_a_tree_that_should_not_sow_weighs_nothing_and_then_all_its_targets_alike() -> None:
    state = forest("24/2 3/0", "31/2", day=5)  # a second seed would cost something
    assert weighed(state, RED)["SEED 24"] == 0.0
    assert {*weighed(state.apply_action(RED, SEED + 24), RED).values()} == {1.0}


def test_no_playout_stops_within_a_move() -> None:
    state = forest("22", "31")
    assert advice.is_quiet(state.record)
    assert not advice.is_quiet(state.apply_action(RED, SEED + 22).record)


def test_trees_in_line_are_in_each_others_way_the_more_the_nearer() -> None:
    ways = [advice.crowding(1 << 0 | 1 << cell) for cell in (1, 7, 19, 8)]
    assert ways == [6, 4, 2, 0]

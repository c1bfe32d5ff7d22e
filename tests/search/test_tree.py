"""The table of entries of a search tree."""

from __future__ import annotations

import pytest

from spinney.kernel.records import Rows
from spinney.kernel.rng import mix
from spinney.kernel.rule import scratch, weights
from spinney.search.playout import pick
from spinney.search.tree import Entry, Tree, find, most_promising, update
from spinney.search.tree_worker import tree_places
from spinney.search.workspace import DEPTH


def small(places: int = 8) -> Tree:
    return Rows([Entry() for _ in range(places)])  # type: ignore[return-value]


def test_entries_are_found_also_where_they_collide() -> None:
    tree, keys = small(), (5, 13, 21, 6)
    assert [update(tree, key, reward) for reward, key in enumerate(keys)] == [1, 1, 1, 1]
    assert [tree[find(tree, key)].reward_sum for key in keys] == [0, 1, 2, 3]
    assert tree[find(tree, 29)].visits == 0


def test_an_entry_adds_up() -> None:
    tree = small()
    assert [update(tree, 5, reward) for reward in (0.25, 0.5)] == [1, 0]
    assert (tree[5].visits, tree[5].reward_sum) == (2, 0.75)


def tries(looks: tuple[float, ...], rewards: tuple[float, ...], times: int) -> list[int]:
    """How often each of three actions was taken at one node."""
    tree, actions, places, out = small(), scratch(3), scratch(3), weights(3)
    for i in range(3):
        actions[i] = 4 + i
    taken = [0, 0, 0]
    for _ in range(times):
        for i, look in enumerate(looks):
            out[i] = look
        i = most_promising(tree, 99, actions, 3, out, 0.5, places)
        update(tree, mix(99, actions[i]), rewards[i])
        taken[i] += 1
    return taken


def test_what_looks_best_is_tried_first() -> None:
    assert tries((1.0, 3.0, 2.0), (0.0, 0.0, 0.0), 1) == [0, 1, 0]


def test_what_goes_best_is_tried_most_and_everything_sometimes() -> None:
    taken = tries((1.0, 3.0, 2.0), (0.1, 0.2, 0.9), 300)
    assert taken[2] > 250
    assert min(taken) > 0


def test_equals_are_not_tried_in_their_order() -> None:
    tree, actions, places, looks = small(), scratch(2), scratch(2), weights(2)
    actions[1] = 7
    firsts = set()
    for node in range(1, 20):
        looks[0] = looks[1] = 1.0
        firsts.add(most_promising(tree, node, actions, 2, looks, 1.0, places))
    assert firsts == {0, 1}


@pytest.mark.parametrize("num_actions", [2, 300, 5000])
@pytest.mark.parametrize("keeps_weights", [False, True])
def test_a_tree_always_has_a_gap(num_actions: int, keeps_weights: bool) -> None:
    """A tree grows while at most three quarters of its places are taken (`step_by_tree`)."""
    for entries in (1, 1000, 8000, 8192, 100_000):
        places = tree_places(entries, num_actions, keeps_weights)
        assert places.bit_count() == 1
        assert places > entries
        assert places // 4 >= DEPTH
        assert places // 4 > num_actions or not keeps_weights


def test_the_size_of_a_tree_is_that_which_its_entries_need() -> None:
    sizes = [tree_places(entries, 500, True) for entries in (4096, 6400, 8191, 8192)]
    assert sizes == [8192, 8192, 8192, 16384]


def test_pick_draws_in_proportion() -> None:
    looks = weights(3)
    looks[0], looks[2] = 1.0, 3.0
    drawn = [pick(looks, 3, x / 1000) for x in range(1000)]
    assert [drawn.count(i) for i in range(3)] == [250, 0, 750]

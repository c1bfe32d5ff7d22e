"""The table of entries of a search tree."""

from __future__ import annotations

from spinney.kernel.records import Rows
from spinney.kernel.rng import mix
from spinney.kernel.rule import scratch, weights
from spinney.search.playout import pick
from spinney.search.tree import Entry, Tree, find, most_promising, update


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


def test_pick_draws_in_proportion() -> None:
    looks = weights(3)
    looks[0], looks[2] = 1.0, 3.0
    drawn = [pick(looks, 3, x / 1000) for x in range(1000)]
    assert [drawn.count(i) for i in range(3)] == [250, 0, 750]

"""The table of entries, by itself."""

from __future__ import annotations

from spinney.core.chance import mix
from spinney.core.rule import Table, scratch, weights
from spinney.search.playout import pick
from spinney.search.tree import Tree, find, has_room, learn, most_promising


def small(places: int = 8) -> Tree:
    return Tree(scratch(places), scratch(places), weights(places), scratch(1), weights(2))


def test_entries_are_found_also_where_they_collide() -> None:
    tree = small()
    for reward, key in enumerate((5, 13, 21, 6)):
        learn(tree, key, reward)
    assert [tree.worth[find(tree, key)] for key in (5, 13, 21, 6)] == [0, 1, 2, 3]
    assert tree.visits[find(tree, 29)] == 0


def test_it_tells_when_it_is_full() -> None:
    tree = small()
    for key in range(1, 7):
        assert has_room(tree)
        learn(tree, key, 0.5)
    assert not has_room(tree)


def tries(tree: Tree, looks: list[float], rewards: list[float], times: int) -> list[int]:
    """How often each step was taken at one node."""
    steps, places, n = Table([4, 7, 9]), scratch(3), 3
    taken = [0, 0, 0]
    for _ in range(times):
        i = most_promising(tree, 99, steps, n, list(looks), 0.5, places)
        learn(tree, mix(99, steps[i]), rewards[i])
        taken[i] += 1
    return taken


def test_what_looks_best_is_tried_first() -> None:
    assert tries(small(), [1.0, 3.0, 2.0], [0.0, 0.0, 0.0], 1) == [0, 1, 0]


def test_what_goes_best_is_tried_most_and_everything_sometimes() -> None:
    taken = tries(small(), [1.0, 3.0, 2.0], [0.1, 0.2, 0.9], 300)
    assert taken[2] > 250
    assert min(taken) > 0


def test_equals_are_not_tried_in_their_order() -> None:
    tree, places = small(), scratch(2)
    firsts = {
        most_promising(tree, node, Table([4, 7]), 2, [1.0, 1.0], 1.0, places)
        for node in range(1, 20)
    }
    assert firsts == {0, 1}


def test_pick_draws_in_proportion() -> None:
    looks = [1.0, 0.0, 3.0]
    drawn = [pick(looks, 3, x / 1000) for x in range(1000)]
    assert [drawn.count(i) for i in range(3)] == [250, 0, 750]

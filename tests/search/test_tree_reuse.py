"""Tree reuse: what a player's searches keep from one move to the next."""

from __future__ import annotations

import random

import spinney
from spinney import search
from spinney.core import compilation
from spinney.core.state import State
from spinney.search.tree_worker import TreeWorker, tree_workers

SPRING = spinney.game("spring-2021")
HIDDEN = spinney.game("arboretum")


def later(state: State, turns: int, seed: int) -> State:
    """Play some random turns, all choosing at once."""
    rng = random.Random(seed)
    for _ in range(turns):
        said = {p: rng.choice(list(state.legal(p))) for p in state.to_act}
        for player, move in said.items():
            state = state.play(player, move)
    return state


def entries(tree: TreeWorker) -> int:
    return int(tree.workspace["entries"][0])


def test_a_search_begins_with_what_the_one_before_learnt() -> None:
    search.precompile(SPRING)
    view = later(SPRING.new(seed=3), 1, 1).observe(0)
    memory, budget = search.Memory(), search.Budget(400)
    alone = search.think(view, budget, 1, network=None)
    first = search.think(view, budget, 1, memory=memory, network=None)
    (tree,) = memory._trees
    learnt = entries(tree)
    second = search.think(view, budget, 2, memory=memory, network=None)
    assert first == alone  # there was nothing to remember yet
    assert second.playouts == first.playouts  # the share of visits is that of both together
    assert memory._trees == [tree]
    assert learnt < entries(tree) < 2 * learnt


def test_what_fills_half_the_tree_is_forgotten() -> None:
    search.precompile(SPRING)
    engine = compilation.engine(SPRING, search.SEARCH)
    tree = TreeWorker(engine, SPRING, 64)
    tree.workspace["entries"], tree.tree["visits"], tree.tree["reward_sum"] = 32, 5, 4.0
    tree.begin(1)
    assert entries(tree) == 32
    tree.workspace["entries"] = 33
    tree.begin(1)
    assert entries(tree) == 0
    assert not tree.tree["visits"].any()
    assert not tree.tree["reward_sum"].any()


def test_nothing_is_kept_where_the_game_does_not_tell_information_sets() -> None:
    search.precompile(HIDDEN)
    memory, engine = search.Memory(), compilation.engine(HIDDEN, search.SEARCH)
    first = tree_workers(engine, HIDDEN, 64, [1], memory)
    assert tree_workers(engine, HIDDEN, 64, [1], memory)[0] is not first[0]
    assert not memory._trees


def test_information_sets_are_told_apart_as_observations_are() -> None:
    """The forest but for choices: who acted last is in the observation and changes nothing."""
    by_infoset: dict[int, set[tuple[object, ...]]] = {}
    known: dict[tuple[object, ...], int] = {}
    infoset = SPRING.rules.infoset
    for seed in range(40):
        state = SPRING.new(seed=seed % 4)
        for turn in range(12):
            for player in state.to_act:
                s = state.record
                forest = [tuple(row) for row in (s.trees, s.soil, s.sun, s.points, s.asleep)]
                what = (player, *forest, s.dormant, s.day, s.nutrients)
                by_infoset.setdefault(infoset(s, player), set()).add(what)
                assert known.setdefault(what, infoset(s, player)) == infoset(s, player)
            state = later(state, 1, 100 * seed + turn)
    assert len(by_infoset) > 200
    assert all(len(whats) == 1 for whats in by_infoset.values())
    assert 0 not in by_infoset


def test_one_player_is_told_from_the_other_whatever_their_points() -> None:
    infoset, state = SPRING.rules.infoset, SPRING.new(seed=1)
    infosets = set()
    for points in range(8):
        s = state.record
        s.points[1] = points
        infosets |= {infoset(s, player) for player in range(2)}
    assert len(infosets) == 16

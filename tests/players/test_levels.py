"""The levels of the computer's play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from tests.processor_time import relative_time

import spinney
from spinney import players, search
from spinney.core import compilation
from spinney.core.state import State
from spinney.search import Budget
from spinney.search.tuning import tuning_of
from spinney.search.weights import shipped_network

ARBORETUM = spinney.game("build-your-arboretum")


@pytest.fixture
def interpreted() -> Iterator[None]:
    """Rules as they are used while the compiled ones are not there yet."""
    compilation.interpret()
    yield
    compilation.interpret(False)


def test_levels_rise_in_playouts() -> None:
    playouts = [level.playouts for level in players.LEVELS.values()]
    assert playouts == sorted(playouts) == [0, 0, 0, 0, 1_000, 10_000, 100_000]
    names = ["acorn", "sprout", "shoot", "seedling", "sapling", "tree", "ancient"]
    assert list(players.LEVELS) == names
    assert all(level.about for level in players.LEVELS.values())


def test_a_level_makes_its_playouts() -> None:
    view = ARBORETUM.new(seed=1).observe(0)
    for name in ("seedling", "sapling", "tree"):
        own = players.LEVELS[name].playouts_in(view.game)
        assert players.choose(view, name, 1).playouts == own


def test_a_game_says_how_levels_search_by_its_network() -> None:
    """For three players there is none: they search as in any game, or as the game says for many."""
    game, tree = spinney.game("arboretum"), players.LEVELS["tree"]
    two, three, four = (tree.playouts_in(game.with_options(players=n)) for n in (2, 3, 4))
    assert two < four < tree.playouts == three
    forest, ancient = spinney.game("forest-garden"), players.LEVELS["ancient"]
    assert ancient.tuning_in(forest).rollout > tuning_of(forest).rollout
    assert ancient.tuning_in(game.with_options(players=3)) == tuning_of(game)
    full, by_hand = forest.with_options(players=7), forest.with_options(tasks="yes")
    assert tree.playouts_in(full) < tree.playouts == tree.playouts_in(by_hand)
    assert ancient.tuning_in(full).rollout > tuning_of(full).rollout == tuning_of(by_hand).rollout


def test_the_same_seed_chooses_the_same() -> None:
    view = ARBORETUM.new(seed=1).play(0, "first red").observe(0)
    for name in ("acorn", "seedling", "sapling", "tree"):
        assert players.choose(view, name, 3) == players.choose(view, name, 3)


def test_higher_levels_play_by_the_network_that_comes_with_a_game() -> None:
    view = spinney.game("arboretum").new(seed=1).observe(0)
    by_hand = search.think(view, Budget(1_000), 1, network=None)
    budget = Budget(players.LEVELS["tree"].playouts_in(view.game))
    by_network = search.think(view, budget, 1, network=shipped_network(view.game))
    assert players.choose(view, "sapling", 1) == by_hand
    assert players.choose(view, "tree", 1) == by_network
    assert by_network != search.think(view, budget, 1, network=None)


def test_an_unknown_level_is_refused_with_a_hint() -> None:
    with pytest.raises(spinney.Refused, match="tree"):
        players.choose(ARBORETUM.new(seed=1).observe(0), "tre", 1)


def test_a_seedling_beats_chance() -> None:
    won = 0
    for seed in range(20):
        state, me = ARBORETUM.new(seed=seed), seed % 2
        while not state.over:
            player = state.to_act[0]
            state = state.play(player, said(state, player, me, seed))
        won += (state.outcome or (0, 0))[me]
    assert won >= 16


def said(state: State, player: int, me: int, seed: int) -> str:
    if player == me:
        return players.choose(state.observe(player), "seedling", seed).move
    return state.legal(player).sample(seed)


@pytest.mark.usefixtures("interpreted")
def test_a_seedling_answers_at_once_also_while_compiling() -> None:
    state = ARBORETUM.new(seed=2).play(0, "first red")
    for player, move in ((0, "bid 3g 2g"), (1, "bid 2b 2g")):
        view = state.observe(player)
        assert relative_time(partial(players.choose, view, "seedling", 1), times=3) < 500
        state = state.play(player, move)

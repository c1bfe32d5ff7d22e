"""Trained networks in the place of hand-written advice."""

from __future__ import annotations

import dataclasses
import json
import math
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hedges import hedge

import spinney
from spinney import search
from spinney.core import compilation
from spinney.core.game import Game
from spinney.core.state import State
from spinney.kernel.records import Rows
from spinney.kernel.rng import below, mix, random, seeded
from spinney.kernel.rule import scratch, weights
from spinney.players.player_specs import read
from spinney.search import SEARCH, Budget, Network, entry
from spinney.search.learned import learned_program
from spinney.search.network import MOST_OWN, exponential
from spinney.search.own_features import own_features
from spinney.search.search import Search
from spinney.search.tree import Entry, find, keep_weights, recall_weights
from spinney.search.weights import NetworkShape, options_of, shipped_network, shipped_networks

ARBORETUM, FOUR = spinney.game("arboretum"), spinney.game("arboretum", players=4)
GAMES = "arboretum", "build-your-arboretum", "forest-garden", "spring-2021"


def random_network(game: Any, seed: int = 1) -> Network:
    """A network that has an opinion on everything, as wide as those that are trained."""
    rng = np.random.default_rng(seed)
    arrays = NetworkShape.of(game).arrays(32, 32, 16)
    for array in arrays.values():
        if array.dtype == np.float32:
            array[:] = rng.normal(0, 0.2, array.shape)
    arrays["USES_ADVICE"][:] = arrays["INFERS"][:] = seed % 2
    return Network(arrays, {"game": game.name, "options": options_of(game)})


def midgame(game: Game = ARBORETUM) -> State:
    """Where much is hidden."""
    state = game.new(seed=4)
    for number in range(30):
        state = state.play(state.to_act[0], state.legal(state.to_act[0]).sample(number))
    return state


NETWORK = random_network(ARBORETUM)


@pytest.mark.long
@pytest.mark.parametrize("name", ["arboretum", "hedge"])
def test_interpreted_it_comes_to_the_same(name: str) -> None:
    """One has features of its own; the other's inputs are made of its record's fields."""
    game = ARBORETUM if name == "arboretum" else hedge()
    state = midgame() if name == "arboretum" else game.new(seed=2)
    program = learned_program(game, random_network(game))

    def thought(compiled: bool) -> search.SearchResult:
        looks = compilation.linked(game, SEARCH, compiled=compiled)
        grows = compilation.linked(game, program, compiled=compiled)
        view = state.observe(state.to_act[0])
        return Search(view, Budget(10), 7, looks, growing=grows).think()

    assert thought(True) == thought(False)


WITH_FEATURES = pytest.mark.parametrize(
    "game",
    [ARBORETUM, FOUR, spinney.game("build-your-arboretum")],
    ids=lambda game: f"{game.name}-{game.num_players}",
)
"""The games that work out what a network is told."""


@pytest.mark.parametrize("game", [ARBORETUM, spinney.game("build-your-arboretum")], ids=str)
def test_it_knows_nothing_that_its_player_does_not_know(game: Game) -> None:
    view = midgame(game).observe(midgame(game).to_act[0])
    found = search.think(view, Budget(200), 3, network=random_network(game))
    for seed in range(5):
        again = view.determinize(seed).observe(view.player)
        assert search.think(again, Budget(200), 3, network=random_network(game)) == found


def test_it_does_not_know_a_bid_that_is_not_revealed() -> None:
    """What blue bids, and what the network makes of it, is the same whatever red has bid."""
    state = spinney.game("build-your-arboretum").new(seed=4).play(0, "first red")
    network = shipped_network(state.game) or random_network(state.game)
    found = set()
    for bid in state.legal(0).sample(1), state.legal(0).sample(2), state.legal(0).sample(3):
        view = state.play(0, bid).observe(1)
        found.add(search.think(view, Budget(200), 3, network=network))
    assert len(found) == 1


@WITH_FEATURES
def test_the_policy_sees_what_its_player_sees(game: Game) -> None:
    """In a search it is asked in states where all is known."""
    view = midgame(game).observe(midgame(game).to_act[0])
    engine = compilation.linked(game, learned_program(game, random_network(game)), compiled=False)
    actions, n = engine.array(view.legal_actions), len(view.legal_actions)
    found = set()
    for seed in range(6):
        batch, out = engine.load(view.determinize(seed).data, spare=1), engine.floats(n)
        engine.rules.action_weights(batch, 0, 1, view.player, actions, n, out)
        found.add(tuple(out))
    assert len(found) == 1
    assert len(set(found.pop())) == n


def test_what_it_says_depends_on_the_network_and_the_seed_alone() -> None:
    view = midgame().observe(midgame().to_act[0])
    one, same, other = (
        search.think(view, Budget(300), 1, network=network)
        for network in (NETWORK, random_network(ARBORETUM), random_network(ARBORETUM, 3))
    )
    assert one == same
    assert one != other
    assert NETWORK.identity != random_network(ARBORETUM, 3).identity


def test_of_more_than_two_players_the_odds_of_each_change() -> None:
    """As in training: what is learnt is added to the logarithm of the odds by the advice."""
    trained = random_network(FOUR)
    trained.arrays["OUTPUT"][:] = 0
    trained.arrays["OUTPUT_BIAS"][0] = 0.7
    engine = compilation.linked(FOUR, learned_program(FOUR, trained), compiled=False)
    state, advised, found = engine.load(midgame(FOUR).data)[0], engine.floats(4), engine.floats(4)
    engine.rules.value(state, advised)
    engine.rules.evaluate(state, found)
    chances = [1 / (1 + math.exp(-0.7) * (1 - p) / p) for p in tuple(advised)]
    whole = sum(chances)
    assert tuple(found) == pytest.approx([p / whole for p in chances], rel=1e-3)
    assert len(set(found)) == 4


def test_without_a_network_the_advice_answers() -> None:
    """As it does where no network comes with the game."""
    game = spinney.game("arboretum", players=3)
    assert shipped_network(game) is None
    view = game.new(seed=1).observe(0)
    assert search.think(view, Budget(50), 1) == search.think(view, Budget(50), 1, network=None)


@pytest.mark.parametrize(
    "options", [{}, {"players": 3}, {"size": "mini"}, {"edition": "published"}]
)
def test_a_network_is_for_a_game_and_its_options(options: dict[str, Any]) -> None:
    game = ARBORETUM.with_options(**options)
    assert NETWORK.fits(game) == (options in ({}, {"edition": "published"}))
    if not NETWORK.fits(game):
        with pytest.raises(spinney.Refused, match="trained for arboretum with other options"):
            search.think(game.new(seed=1).observe(0), Budget(5), 1, network=NETWORK)


def test_a_network_of_other_inputs_is_refused() -> None:
    arrays = dict(NETWORK.arrays) | {"EMBEDDING": np.zeros((2, 9, 32), np.float32)}
    with pytest.raises(spinney.Refused, match="other inputs than arboretum has now"):
        dataclasses.replace(NETWORK, arrays=arrays).check(ARBORETUM)


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    NETWORK.save(file)
    again = Network.load(file)
    assert again == NETWORK
    assert again.about == NETWORK.about
    file.write_bytes(file.read_bytes()[:500])
    for path in (file, tmp_path / "none.npz"):
        with pytest.raises(spinney.Refused):
            Network.load(path)


@pytest.mark.parametrize("name", ["bot.py", "array.npy", "arrays.npz"])
def test_another_file_is_refused_without_the_advice_of_numpy(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text("import sys\n")
    if name == "array.npy":
        np.save(file, np.zeros(3))
    elif name == "arrays.npz":
        np.savez(file, zeros=np.zeros(3))
    with pytest.raises(
        spinney.Refused, match=rf"^{file} is not a file of a network; spinney train"
    ):
        Network.load(file)


@pytest.mark.parametrize(
    ("changes", "about"),
    [
        ({}, [1]),
        ({}, {"game": "arboretum"}),
        ({}, {"game": 3, "options": {}}),
        ({}, {"game": "arboretum", "options": None}),
        ({"BIAS": None}, dict(NETWORK.about)),
        ({"BIAS": np.float32(0)}, dict(NETWORK.about)),
        ({"BIAS": np.array([["oak"]])}, dict(NETWORK.about)),
    ],
)
def test_a_file_without_all_of_a_network_is_refused(
    tmp_path: Path, changes: dict[str, Any], about: object
) -> None:
    arrays = {**NETWORK.arrays, **changes}
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    file = tmp_path / "other.npz"
    np.savez(file, **{name: array for name, array in arrays.items() if array is not None})
    with pytest.raises(
        spinney.Refused, match=rf"^{file} is not a file of a network; spinney train"
    ):
        read(f"search:10:{file}", ARBORETUM)


EVERY_GAME = pytest.mark.parametrize(
    "game",
    [*map(spinney.game, GAMES), FOUR, hedge()],
    ids=lambda game: f"{game.name}-{game.num_players}",
)
"""Each with two players, one with more, and one whose inputs are those of its fields."""


@EVERY_GAME
def test_every_game_has_inputs(game: Game) -> None:
    """Those that are on are told apart, fit the network, and change with who looks."""
    shape, state = NetworkShape.of(game), game.new(seed=3)
    for number in range(12 if own_features(game) else 3):  # at first all players may be alike
        state = state.play(state.to_act[0], state.legal(state.to_act[0]).sample(number))
    engine = compilation.linked(game, learned_program(game, random_network(game)), compiled=False)
    found = []
    for player in range(2):
        out = engine.ints(shape.groups * shape.width + shape.of_whole)
        engine.rules.features(engine.load(state.data)[0], player, out)
        found.append(tuple(out))
        of_groups = found[-1][: shape.groups * shape.width]
        assert max(of_groups) < shape.rows
        assert min(of_groups) >= -1
        assert max(found[-1][shape.groups * shape.width :], default=0) <= shape.whole_rows
    assert len(set(found)) == 2


@EVERY_GAME
def test_inputs_stay_in_their_rows(game: Game) -> None:
    """In all of a game, of states and of what players see; interpreted, every bound is checked."""
    shape, state, number = NetworkShape.of(game), game.new(seed=8), 0
    engine = compilation.linked(game, learned_program(game, random_network(game)), compiled=False)
    of_groups, own = shape.groups * shape.width, engine.ints(64)
    out = engine.ints(of_groups + shape.of_whole)
    while state.to_act:
        player = state.to_act[0]
        view, number = state.observe(player), number + 1
        if number % 5 == 0:
            for data in (state.data, view.data):
                engine.rules.features(engine.load(data)[0], player, out)
                assert -1 <= min(out) <= max(tuple(out)[:of_groups]) < shape.rows
                assert max(tuple(out)[of_groups:], default=-1) < max(shape.whole_rows, 1)
            for action in view.legal_actions[:20] if own_features(game) else ():
                seen = engine.load(view.data)[0]
                end = engine.rules.action_features(seen, player, action, own)
                row, group, *inputs = tuple(own)[:end]
                assert -1 <= row < shape.action_rows
                assert -1 <= group < shape.groups
                assert all(0 <= one < shape.own_rows for one in inputs)
        state = state.play(player, state.legal(player).sample(number))


def test_the_networks_that_come_with_games_fit_them_and_are_small() -> None:
    size = 0
    for game in spinney.all_games().values():
        for own, network in shipped_networks(game):
            network.check(own)
            assert shipped_network(own) == network
            size += sum(array.nbytes for array in network.arrays.values())
    assert 0 < size < 3_000_000


def test_the_network_that_comes_with_a_game_is_the_one_that_answers() -> None:
    view = midgame().observe(midgame().to_act[0])
    found = search.think(view, Budget(100), 1)
    assert found == search.think(view, Budget(100), 1, network=shipped_network(ARBORETUM))
    assert found != search.think(view, Budget(100), 1, network=None)


@WITH_FEATURES
def test_every_action_is_told_to_the_network(game: Game) -> None:
    """In every state of a game: rows, groups and own inputs are those that there are."""
    shape, state = NetworkShape.of(game), game.new(seed=6)
    engine = compilation.linked(game, learned_program(game, random_network(game)), compiled=False)
    kinds, out = set(), engine.ints(MOST_OWN)
    for number in range(500):
        if not state.to_act:
            break
        player = state.to_act[0]
        view = state.observe(player)
        for action in view.legal_actions:
            end = engine.rules.action_features(engine.load(view.data)[0], player, action, out)
            row, group, *own = engine.list_of(out, end)
            assert -1 <= row < shape.action_rows
            assert -1 <= group < shape.groups
            assert all(0 <= one < shape.own_rows for one in own)
            kinds.add(row)
        state = state.play(player, view.legal.sample(number))
    assert len(kinds) > 20


# What is hidden is inferred.


def test_determinizations_are_drawn_as_often_as_they_are_plausible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Drawn at random are 1, 2 and 3 alike; 3 is three times as plausible as 1."""

    def draw(s: Any, _: int, r: int) -> int:
        r = random(r)
        s[0] = 1 + below(r, 3)
        return r

    monkeypatch.setattr(entry, "determinize", draw)
    monkeypatch.setattr(entry, "infers", lambda: True)
    monkeypatch.setattr(entry, "plausibility", lambda s, _: float(s[0]))
    batch, workspace, r = [[0] for _ in range(5)], SimpleNamespace(plausibility=0.0), seeded(4)
    drawn = Counter[int]()
    for _ in range(6000):
        batch = [list(s) for s in batch]
        r = entry.draw_determinization(batch, 0, workspace, r)  # type: ignore[arg-type]
        drawn[batch[1][0]] += 1
    assert [drawn[n] / 6000 for n in (1, 2, 3)] == pytest.approx([1 / 6, 2 / 6, 3 / 6], abs=0.04)


def test_it_infers_the_same_whoever_looks_at_it() -> None:
    """A search that tells how it goes is done in slices; what it has inferred goes on."""
    view = midgame().observe(midgame().to_act[0])
    seen: list[int] = []
    assert search.think(view, Budget(1000), 3, network=NETWORK, progress=seen.append) == (
        search.think(view, Budget(1000), 3, network=NETWORK)
    )
    assert len(seen) > 1


def test_inferring_changes_what_is_thought() -> None:
    view = midgame().observe(midgame().to_act[0])
    none = dict(NETWORK.arrays) | {"INFERS": np.zeros(1, np.int64)}
    without = search.think(view, Budget(300), 3, network=dataclasses.replace(NETWORK, arrays=none))
    assert without.values != search.think(view, Budget(300), 3, network=NETWORK).values


# The parts.


@given(st.floats(-9, 9))
def test_the_exponential_is_near_enough(x: float) -> None:
    assert exponential(x) == pytest.approx(math.exp(x), rel=0.05)
    assert exponential(x) < exponential(x + 0.01)


def test_the_tree_keeps_what_actions_weigh() -> None:
    tree: Any = Rows([Entry() for _ in range(8)])
    actions, out = scratch(3), weights(3)
    for i in range(3):
        actions[i], out[i] = 4 + i, 0.1 * i
    assert not recall_weights(tree, 99, actions, 3, out)
    assert [keep_weights(tree, 99, actions, 3, out) for _ in range(2)] == [3, 0]
    again = weights(3)
    assert recall_weights(tree, 99, actions, 3, again)
    assert list(again) == [float(np.float32(0.1 * i)) for i in range(3)]
    assert tree[find(tree, mix(99, 5))].visits == 0
    assert not recall_weights(tree, 99, actions, 1, again)  # the first weighs nothing
    actions[2] = 9
    assert not recall_weights(tree, 99, actions, 3, again)

"""The two opponents for Spring Challenge 2021, by counts instead of the clock."""

from __future__ import annotations

import pytest
from benchmarks.reference_players.spring_2021 import BeamSearch, TreeSearch

import spinney
from spinney.core.state import Observation, State

pytestmark = pytest.mark.long

GAME = spinney.game("spring-2021")


def tree() -> TreeSearch:
    return TreeSearch(playouts=150)


def beam() -> BeamSearch:
    return BeamSearch(states=4000, room=500)


def choices(state: State, players: tuple[TreeSearch | BeamSearch, ...], seed: int) -> list[str]:
    """What everybody awaited chooses, empty for the others."""
    return [
        player.choose(state.observe(p), seed) if p in state.to_act else ""
        for p, player in enumerate(players)
    ]


def game(seed: int, *players: TreeSearch | BeamSearch) -> tuple[State, list[list[str]]]:
    """Play a game; `State.play` refuses what is illegal."""
    state = GAME.new(seed=seed)
    commands: list[list[str]] = []
    while not state.over:
        commands.append(choices(state, players, len(commands)))
        for p in state.to_act:
            state = state.play(p, commands[-1][p])
    return state, commands


def test_both_play_whole_games_well() -> None:
    for seed in (1, 2):
        state, commands = game(seed, tree(), beam())
        assert 60 <= len(commands) <= 120
        assert min(state.scores) >= 90  # random play makes about 40


def test_each_leaves_hardly_a_large_tree_standing() -> None:
    state, _ = game(3, tree(), beam())
    assert all(int(state.record.trees[p, 3]).bit_count() <= 2 for p in (0, 1))


def test_counted_searches_answer_the_same_again() -> None:
    (one, commands), (other, again) = game(4, tree(), beam()), game(4, tree(), beam())
    assert commands == again
    assert one == other


def test_one_object_begins_each_game_anew() -> None:
    players = tree(), beam()
    first = game(5, *players)
    game(6, *players)
    assert game(5, *players) == first


def test_a_tree_is_kept_from_turn_to_turn_but_not_from_game_to_game() -> None:
    player, new = tree(), GAME.new(seed=7)
    state = new.play(0, "WAIT").play(1, "WAIT")
    sizes = []
    for view in (state.observe(0), state.observe(0), new.observe(0)):
        player.choose(view, 1)
        sizes.append(int(player.workspace["nodes"][0]))
    assert sizes[2] == sizes[0] < sizes[1]


@pytest.mark.parametrize("kind", [TreeSearch, BeamSearch])
def test_both_go_by_the_clock_too(kind: type[TreeSearch | BeamSearch]) -> None:
    player, state = kind(seconds=0.05), GAME.new(seed=8)
    for p in (0, 1):
        state = state.play(p, "WAIT")
    view: Observation = state.observe(1)
    assert player.choose(view, 1) in view.legal
    assert player.done > 0

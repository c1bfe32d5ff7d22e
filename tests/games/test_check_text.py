"""The words of queued moves: what is no move in any state is refused, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.hedges import ridges

import spinney
from spinney.core import notation
from spinney.core.errors import Refused
from spinney.core.state import State

GAMES = ("arboretum", "build-your-arboretum", "forest-garden", "spring-2021")


def _played(name: str, seed: int) -> Iterator[tuple[State, str]]:
    """Yield the states of a random game, and what is played there."""
    state, rng = spinney.game(name).new(seed), Random(seed)
    while not state.over:
        player = rng.choice(state.to_act)
        move = state.legal(player).sample(rng.getrandbits(60))
        yield state, move
        state = state.play(player, move)


@pytest.mark.parametrize("name", GAMES)
def test_no_move_that_is_legal_somewhere_is_refused(name: str) -> None:
    for state, move in _played(name, 3):
        notation.check_text(state.game, move)


@pytest.mark.parametrize("name", GAMES)
def test_the_examples_of_a_notation_are_moves(name: str) -> None:
    game = spinney.game(name)
    assert notation.examples(game)
    for example in notation.examples(game):
        notation.check_text(game, example)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("arboretum", "hello world", "no move begins with 'hello'; there are: draw, play, discard"),
        ("arboretum", "play oak5 0,1", "'oak' is not a tree"),
        ("arboretum", "play cassia5 1;2", "'1;2' is not a cell"),
        ("build-your-arboretum", "hello world", "no move begins with 'hello'"),
        ("build-your-arboretum", "plant Z9 D5", "'Z9' is not a card"),
        ("forest-garden", "hello world", "no move begins with 'hello'"),
        ("forest-garden", "grow baobab 2.1", "there is no plant 'baobab'; write it like: grow"),
        ("forest-garden", "choose 9", "there is no deck 9"),
        ("spring-2021", "hello world", "no move begins with 'HELLO'; write it like: WAIT"),
        ("spring-2021", "GROW 99", "'99' is not a cell"),
    ],
)
def test_unknown_words_are_refused_with_what_there_is(name: str, text: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        notation.check_text(spinney.game(name), text)
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize("text", ["6", "choose 6", "6 special", "⚅", "grow hazel 2.1", "pick EU12"])
def test_whether_a_plant_or_a_die_is_meant_is_left_to_the_turn(text: str) -> None:
    """Of short names and faces the state decides, which a refusal mustn't show."""
    notation.check_text(spinney.game("forest-garden"), text)


def test_a_game_that_reads_only_legal_moves_refuses_nothing_beforehand() -> None:
    notation.check_text(ridges(), "hello world")
    assert notation.examples(ridges()) == ()

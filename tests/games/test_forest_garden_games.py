"""Random games of Forest Garden: what always holds, is read back, and can be told."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.forest_garden import deck, garden, hand, log_lines, pile, refused

import spinney
from spinney.core import notation
from spinney.core.state import State
from spinney.core.transition import Transition
from spinney.games.forest_garden.deck.plant import IDS
from spinney.games.forest_garden.deck.plants import own
from spinney.games.forest_garden.rules.record import CHOOSING, DECK_SIZE, NONE
from spinney.games.forest_garden.text.notation import write

SEEDS, TURNS, PLAYERS = st.integers(0, 2**32), st.integers(0, 150), st.integers(2, 7)


def courses(seed: int, players: int, **options: Any) -> Iterator[tuple[Transition, ...]]:
    """Yield what each move of a random game brings about."""
    game = spinney.game("forest-garden", players=players, direct_sale=True, **options)
    state, rng = game.new(seed=seed), Random(seed)
    while not state.over:
        p = rng.choice(state.to_act)
        happened = state.transitions(p, state.legal(p).sample(rng.getrandbits(60)))
        yield happened
        state = happened[-1].state


def state_of(seed: int, turns: int, players: int) -> State:
    """The state of a random game after so many moves, or at its end."""
    *_, happened = islice(courses(seed, players), turns + 1)
    return happened[-1].state


# What always holds.


def everywhere(state: State) -> list[str]:
    """All cards, wherever they are."""
    s = state.record
    found = pile(state) + [IDS[s.box[i]] for i in range(DECK_SIZE) if s.box[i] != NONE]
    for p in range(s.players):
        found += [*deck(state, p), *hand(state, p), *garden(state, p).values()]
    return sorted(found)


@pytest.mark.parametrize(("players", "cards"), [(2, 64), (3, 96), (6, 224), (7, 224)])
def test_every_card_is_in_exactly_one_place_at_all_times(players: int, cards: int) -> None:
    there: list[str] = []
    for happened in courses(players, players, nitrogen="always"):
        there = there or everywhere(happened[0].before)
        assert all(everywhere(transition.state) == there for transition in happened)
    assert len(set(there)) == cards


@pytest.mark.parametrize("players", [2, 5, 7])
def test_every_hand_has_one_card_at_the_end_of_each_round_and_none_at_the_end(players: int) -> None:
    rounds = set()
    state = state_of(11, 0, players)
    for happened in courses(11, players):
        state = happened[-1].state
        if state.record.phase == CHOOSING:
            rounds.add(state.record.round_number)
            assert [len(hand(state, p)) for p in range(players)] == [1] * players
    assert rounds == set(range(1, 22))
    assert [hand(state, p) for p in range(players)] == [[]] * players


@given(SEEDS, TURNS, PLAYERS)
@settings(max_examples=20)
def test_public_are_storages_gardens_pile_deck_sizes_and_bonuses(
    seed: int, turns: int, players: int
) -> None:
    state = state_of(seed, turns, players)
    fields = state.record.to_json()
    for p in range(-1, players):
        seen = state.observe(p).record.to_json()
        for field in ("storage", "garden", "cubes", "dark", "pile", "left", "open", "used"):
            assert seen[field] == fields[field]


# Moves.


@given(SEEDS, TURNS, PLAYERS)
@settings(max_examples=30)
def test_all_moves_of_a_moment_read_back_to_the_same(seed: int, turns: int, players: int) -> None:
    state = state_of(seed, turns, players)
    for p in state.to_act:
        view = state.observe(p)
        for actions in state.legal(p).paths():
            move = write(actions)
            assert notation.read(view, move) == actions
            assert notation.read(view, move.upper()) == actions


@given(SEEDS, TURNS, PLAYERS, st.sampled_from(["scientific", "english", "german"]))
@settings(max_examples=40)
def test_plants_can_be_called_by_any_of_their_names(
    seed: int, turns: int, players: int, tongue: str
) -> None:
    state = state_of(seed, turns, players)
    for p in state.to_act:
        move = state.legal(p).sample(seed)
        for card in [word for word in move.split() if word in IDS]:
            plant = own()[IDS.index(card)]
            name = getattr(plant, tongue)
            called = move.replace(card, name if plant.sex == "both" else f"{plant.sex} {name}")
            assert state.play(p, called) == state.play(p, move)


@given(SEEDS, PLAYERS)
@settings(max_examples=6)
def test_every_listener_can_be_told_of_everything(seed: int, players: int) -> None:
    for happened in courses(seed, players, tasks=True):
        for observer in (-1, seed % players):
            for line in log_lines(happened, observer):
                assert line.strip() == line != ""
                assert "  " not in line


def test_out_of_turn_any_move_is_refused_with_whose_turn_it_is() -> None:
    for happened in courses(3, 4):
        state = happened[-1].state
        for p in set(range(4)) - {*state.to_act} if not state.over else ():
            assert refused(state, p, "sell EU12").startswith("it is not player")

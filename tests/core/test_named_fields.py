"""Observations in names and lists, as bots get them, for every game there is."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from tests.hedges import hedge, ridges

import spinney
from spinney.core.game import Game
from spinney.core.named_fields import named_fields
from spinney.core.state import Observation, State
from spinney.kernel.field_meaning import Hidden
from spinney.players.protocol import messages

GAMES = ("arboretum", "build-your-arboretum", "forest-garden", "spring-2021", "hedge", "ridges")


@cache
def found(name: str) -> Game:
    return {"hedge": hedge, "ridges": ridges}.get(name, lambda: spinney.game(name))()


def states(name: str, count: int = 4) -> list[State]:
    """Some states of a game played at random."""
    rng, kept = Random(name), []
    state = found(name).new(seed=7)
    while not state.over:
        kept.append(state)
        player = rng.choice(state.to_act)
        state = state.play(player, state.legal(player).sample(rng.getrandbits(30)))
    return [*rng.sample(kept, count), state]


def numbers(view: Observation, field: str) -> list[int]:
    return list(getattr(view.record, field))


@pytest.mark.parametrize("name", GAMES)
def test_all_fields_are_there_but_hidden_ones(name: str) -> None:
    fields = found(name).record_class.fields
    shown = [field for field, declared in fields.items() if not isinstance(declared.holds, Hidden)]
    for state in states(name):
        for player in range(-1, state.game.num_players):
            named = named_fields(state.observe(player))
            assert list(named) == shown
            assert json.loads(json.dumps(named)) == named


@pytest.mark.parametrize("name", GAMES)
def test_hidden_parts_change_nothing_in_a_request(name: str) -> None:
    for state in states(name):
        for player in state.to_act or (0,):
            view = state.observe(player)
            determinizations = [view.determinize(seed) for seed in (1, 2, 3)]
            lines = {request(determinized.observe(player)) for determinized in determinizations}
            assert lines == {request(view)}


def request(view: Observation) -> str:
    return messages.request(view, 1, [], 1.0, None)


def test_what_is_hidden_differs_in_the_states_compared() -> None:
    view = states("arboretum")[0].observe(0)
    assert len({view.determinize(seed).data for seed in range(3)}) == 3


def test_the_end_is_told_in_names_too() -> None:
    view = states("hedge")[-1].observe(0)
    message = json.loads(messages.end_message(view, (1, -1), view.scores, []))
    assert message["view"] == named_fields(view)


# What each kind of field becomes.


def test_cards_are_called_as_moves_call_them() -> None:
    for state in states("arboretum", 12):
        for player in state.to_act:
            view = state.observe(player)
            places = named_fields(view)["where"]
            hand = {*places["in hand"][player], *places["in hand, and everybody knows it"][player]}
            said = {move.split()[1] for move in view.legal if move.startswith("discard")}
            assert said in (set(), hand)


def test_continents_are_those_of_the_cards() -> None:
    game = spinney.game("forest-garden", players=7)
    named = named_fields(game.new(seed=3).observe(0))
    backs = [{card for card in deck if card.startswith("unseen")} for deck in named["deck"]]
    assert named["origin"] == ["Asia"] * 3 + ["Europe"] * 2 + ["North America"] * 2
    assert backs == [{f"unseen, {continent}"} for continent in named["origin"]]


def test_grids_have_coordinates_as_moves_do() -> None:
    game = found("arboretum")
    state = game.new(seed=1)
    while not any(move.startswith("play") for move in state.legal(state.to_act[0])):
        state = state.play(state.to_act[0], "draw deck")
    player = state.to_act[0]
    move = next(iter(state.legal(player)))
    _, card, place = move.split()
    named = named_fields(state.play(player, move).observe(-1))
    assert named["card"][player] == [card]
    assert named["cell"][player] == [[0, 0]]
    assert place == "0,0"


def test_named_axes_leave_out_what_is_not_there() -> None:
    state = states("build-your-arboretum")[-1]
    view = state.observe(-1)
    planted = sum(card >= 0 for card in numbers(view, "grid"))
    grids = named_fields(view)["grid"]
    assert sum(map(len, grids)) == planted > 0
    assert all(cell[0] in "ABCDEF" and cell[1] in "123456" for grid in grids for cell in grid)


def test_players_who_do_not_play_are_left_out() -> None:
    game = spinney.game("forest-garden", players=3)
    named = named_fields(game.new(seed=1).observe(1))
    assert [len(named[name]) for name in ("hand", "garden", "storage", "task")] == [3, 3, 3, 3]
    assert len(named["left"]) == 7  # decks are no players


def test_sets_are_lists() -> None:
    view = states("spring-2021")[0].observe(0)
    named: dict[str, Any] = named_fields(view)
    flat = numbers(view, "trees")
    assert sum(map(len, named["trees"][0])) == sum(n.bit_count() for n in flat[:4])
    assert all(view.record.dormant >> cell & 1 for cell in named["dormant"])


def test_a_set_of_cards_is_a_list_of_their_names() -> None:
    state, offer = spinney.game("forest-garden", direct_sale=True).new(seed=2), ""
    while not offer:
        player = state.to_act[0]
        offer = next((move for move in state.legal(player) if move.startswith("offer")), "")
        state = state.play(player, offer or state.legal(player).sample(len(state.data)))
    assert named_fields(state.observe(-1))["offered"] == [offer.split()[1]]


def test_categories_and_flags_are_words_and_truths() -> None:
    named = named_fields(found("spring-2021").new(seed=1).observe(0))
    assert (named["phase"], named["league"]) == ("choosing", "Bronze")
    assert named["asleep"] == [False, False]
    assert named["choice"] == [None, None]


def test_zones_have_their_names() -> None:
    game = ridges()
    view = game.new(seed=1).observe(0)
    named = named_fields(view)
    assert set(named["cards"]) == {zone.name for zone in game.rules.ZONES.zones}
    assert named["count"].keys() == named["cards"].keys()
    hands = next(rows for zone, rows in named["cards"].items() if "hand" in zone)
    assert "face down" in hands[1]
    assert "face down" not in hands[0]


def test_places_without_names_are_told_by_number() -> None:
    view = hedge().new(seed=1).observe(0)
    named = named_fields(view)["where"]
    assert {f"plant {tree + 1}" for tree in named["in hand"][0]} == set(view.legal)
    assert named["in hand"][1] == []

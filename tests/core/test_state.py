"""Games, states and observations, as the documentation shows them."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spinney
from spinney.core import compilation, legal_moves
from spinney.core.game import Game
from spinney.core.notation import MANY
from spinney.core.state import Observation, State

GAME = spinney.game("build-your-arboretum", dm_advantage=0)
DECK = [f"{suit}{number}" for number in range(1, 9) for suit in "PQRSTUVW"]


def test_the_example_of_the_documentation() -> None:
    state = GAME.new(seed=7)
    assert state.to_act == (0,)
    assert GAME.player_names == ("red", "blue")
    state = state.play(0, "first blue")
    assert state.to_act == (0, 1)
    assert "bid 3b 2g 1g" not in state.legal(1)  # the first starting player has five parrots
    assert "bid 3b 2g 1g" in state.legal(0)
    assert 0 in state.legal_actions(1)
    state = state.play(1, "bid 2b 2g 1g").play(0, "bid none")
    assert state.to_act == (1,)
    assert tuple(state.scores) == (0, 1)
    assert (state.over, state.outcome) == (False, None)
    view = state.observe(1)
    assert "Red" in str(view)
    assert view.svg().lstrip().startswith("<")
    assert view._repr_svg_() == view.svg()


def test_simultaneous_choices_come_in_any_order() -> None:
    state = GAME.new(seed=7).play(0, "first red")
    one = state.play(0, "bid 3b 2g").play(1, "bid 1g")
    two = state.play(1, "bid 1g").play(0, "bid 3b 2g")
    assert one == two
    assert hash(one) == hash(two)


def test_a_given_deck_comes_out_in_its_order() -> None:
    state = GAME.new(deck=DECK).play(0, "first red")
    assert [c for c in range(64) if state.record.where[c] == 1] == [0, 8, 16, 24, 32]
    assert GAME.notation.deal_of(state.record) == {"deck": DECK}


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        (DECK[:-1], "without W8"),
        ([*DECK[:-1], "P1"], "without W8"),
        ([*DECK, "P1"], "this has 65"),
        ([*DECK[:-1], "X9"], "'X9' is not a card"),
        (["1", "2"], "'1' is not a card"),
    ],
)
def test_a_wrong_deck_is_refused(deck: list[Any], reason: str) -> None:
    with pytest.raises(spinney.Refused, match=reason):
        GAME.new(deck=deck)


def test_what_cannot_be_given_is_refused() -> None:
    with pytest.raises(spinney.Refused, match="dealt from: deck"):
        GAME.new(cards=DECK)
    wrong: Any = 7
    with pytest.raises(spinney.Refused, match="deck is a list, not 7"):
        GAME.new(deck=wrong)
    with pytest.raises(spinney.Refused, match="not from both"):
        GAME.new(seed=1, deck=DECK)


def test_an_error_in_a_games_own_deal_is_not_taken_for_a_wrong_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def set_deal(_record: Any, deck: Sequence[str]) -> None:
        raise TypeError(f"can't lay {len(deck)} cards")

    monkeypatch.setattr(GAME.notation, "set_deal", set_deal)
    with pytest.raises(TypeError, match="can't lay 64 cards"):
        GAME.new(deck=DECK)


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1, "7", 1.5, True])
def test_wrong_seeds_are_refused(seed: object) -> None:
    with pytest.raises(spinney.Refused, match="a seed is a whole number"):
        GAME.new(seed=seed)  # type: ignore[arg-type]


@given(st.integers(-(2**63), 2**63 - 1))
def test_a_seed_deals_the_same_again(seed: int) -> None:
    assert GAME.new(seed=seed) == GAME.new(seed=seed)


def test_without_a_seed_deals_differ() -> None:
    assert GAME.new() != GAME.new()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"dm_advantage": 2}, "dm_advantage can't be 2; it can be: red, blue"),
        ({"dm_advantag": 1}, "did you mean dm_advantage"),
        ({"dm_advantage": None}, "it can be: red, blue"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], reason: str) -> None:
    with pytest.raises(spinney.Refused, match=reason):
        spinney.game("build-your-arboretum", **options)


def test_unknown_games_are_refused() -> None:
    with pytest.raises(spinney.Refused, match="did you mean build-your-arboretum"):
        spinney.game("build-my-arboretum")


def test_options_are_known_by_word_and_value() -> None:
    chosen = {"dm_advantage": 1, "size": "full"}
    assert spinney.game("build-your-arboretum", dm_advantage="Blue").chosen == chosen
    assert "dm_advantage=1" in repr(spinney.game("build-your-arboretum", dm_advantage=1))
    assert spinney.game("build-your-arboretum", dm_advantage=1) != GAME


def test_players_are_known_by_name_and_number() -> None:
    assert [GAME.player(name) for name in ("red", "Blue", "1", "2")] == [0, 1, 0, 1]
    with pytest.raises(spinney.Refused, match="there are: red, blue"):
        GAME.player("green")


def test_a_repr_rebuilds_the_state() -> None:
    state = GAME.new(seed=3).play(0, "first blue")
    assert eval(repr(state), {"spinney": spinney}) == state  # noqa: S307


def test_states_never_change() -> None:
    state = GAME.new(seed=3)
    with pytest.raises(AttributeError, match="can't be changed"):
        state.data = b""
    with pytest.raises(AttributeError, match="can't be changed"):
        state.observe(0).player = 1


def test_steps_are_checked() -> None:
    state = GAME.new(seed=3)
    with pytest.raises(spinney.Refused, match="not a legal action"):
        state.apply_action(0, 0)
    with pytest.raises(spinney.Refused, match="not a legal action of player 1; there are "):
        state.apply_action(1, 35)


@pytest.mark.parametrize("player", [9, 2, -2, "x", 0.5, True, None])
def test_moves_of_no_player_are_refused(player: Any) -> None:
    state = GAME.new(seed=3)
    for moves in (state.legal, state.legal_actions, state.mid_move):
        with pytest.raises(spinney.Refused, match=r"players are 0 to 1|a player is a whole number"):
            moves(player)
    assert (len(state.legal(-1)), state.legal_actions(-1)) == (0, ()), "a spectator has no moves"
    assert not state.mid_move(-1)
    first: Any = np.int64(state.to_act[0])
    assert list(state.legal(first)) == list(state.legal(state.to_act[0]))


def test_an_action_is_not_taken_for_a_move() -> None:
    move: Any = 3
    with pytest.raises(TypeError, match="a move is text in the notation, not 3"):
        GAME.new(seed=3).play(0, move)


def test_the_package_lists_what_it_offers() -> None:
    assert {*spinney.__all__} <= {*dir(spinney)}
    assert all(getattr(spinney, name) for name in spinney.__all__)


def test_observers_are_checked() -> None:
    state = GAME.new(seed=3)
    for ask in (
        lambda: state.observe(2),
        lambda: state.period(9),
        lambda: state.transition(0, state.legal_actions(0)[0]).events(99),
    ):
        with pytest.raises(spinney.Refused, match="players are 0 to 1"):
            ask()


def test_an_observation_cannot_be_played() -> None:
    view = GAME.new(seed=3).observe(0)
    assert not hasattr(view, "play")
    assert view.viewer == "red"
    assert GAME.new(seed=3).observe(-1).viewer == "a spectator"


def test_states_differ_from_observations() -> None:
    state = GAME.new(seed=3)
    assert state != state.observe(0)
    assert state.observe(0) != state.observe(1)
    assert pickle.loads(pickle.dumps(state.observe(1))) == state.observe(1)  # noqa: S301


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"options": {"dm_advantage": 7}},
        {"options": None},
        {"fields": {}},
        {"fields": None},
    ],
)
def test_wrong_json_is_refused(change: dict[str, object]) -> None:
    value = {**GAME.new(seed=1).to_json(), **change}
    with pytest.raises(spinney.Refused):
        State.from_json(json.dumps(value))


def test_what_is_missing_in_json_is_named() -> None:
    with pytest.raises(spinney.Refused, match="not a state of a game: it has no 'game'"):
        State.from_json("{}")


def test_unsound_json_is_refused() -> None:
    value = GAME.new(seed=1).to_json()
    value["fields"]["where"][0] = 6
    with pytest.raises(spinney.Refused, match="missing or twice"):
        State.from_json(value)


@pytest.mark.parametrize("field", ["where", "phase"])
def test_numbers_of_json_are_whole(field: str) -> None:
    value = GAME.new(seed=1).to_json()
    if isinstance(value["fields"][field], list):
        value["fields"][field][0] += 0.25
    else:
        value["fields"][field] += 0.25
    with pytest.raises(spinney.Refused, match=field):
        State.from_json(value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "[" * 100_000])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(spinney.Refused, match="not a state"):
        State.from_json(text)


def test_a_view_of_nobody_is_refused() -> None:
    value = GAME.new(seed=1).observe(0).to_json()
    with pytest.raises(spinney.Refused, match="nobody's view"):
        Observation.from_json({**value, "player": 5})
    with pytest.raises(spinney.Refused, match="nobody's view: True"):
        Observation.from_json({**value, "player": True})


def test_wrong_codes_are_refused() -> None:
    code: Any
    for code in ("", "!!", "AAAA", GAME.new(seed=1).code[:-4], 5, None):
        with pytest.raises(spinney.Refused, match="not a state of"):
            GAME.state(code)


def test_legal_moves_are_lazy() -> None:
    legal = GAME.new(seed=1).play(0, "first red").legal(1)
    assert next(iter(legal)) == "bid none"
    assert len(legal) == len(list(legal)) == len(set(legal))
    assert (legal[0], legal[len(legal) - 1]) == (next(iter(legal)), legal[-1])
    for number in (len(legal), -len(legal) - 1):
        with pytest.raises(IndexError, match=f"there are {len(legal)} moves"):
            legal[number]
    assert bool(legal)
    assert legal.sample(5) in set(legal)
    assert not GAME.new(seed=1).legal(1)
    assert 5 not in legal
    assert "moves player 1 can make" in repr(legal)


@pytest.mark.parametrize("game", spinney.all_games().values(), ids=str)
@given(seed=st.integers(0, 999), turns=st.integers(0, 40), room=st.sampled_from([1, 5, 1024]))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_few_moves_are_listed_at_once_as_they_are_one_by_one(
    monkeypatch: pytest.MonkeyPatch, game: Game, seed: int, turns: int, room: int
) -> None:
    monkeypatch.setattr(legal_moves, "ROOM", room)
    state = game.new(seed=seed)
    for turn in range(turns):
        if state.over:
            break
        state = state.play(state.to_act[0], state.legal(state.to_act[0]).sample(seed + turn))
    for player in range(game.num_players):
        legal = state.observe(player).legal
        if len(legal) > MANY:
            assert legal.few(MANY) is None
            continue
        one_by_one = tuple(legal.paths())
        assert legal.few(len(one_by_one)) == one_by_one
        if one_by_one:
            assert legal.few(len(one_by_one) - 1) is None
        with compilation.interpreting():
            assert state.observe(player).legal.few(len(one_by_one)) == one_by_one


def bids(parrots: int, largest: int) -> int:
    """How many bids of so many parrots there are, no group above ``largest``, by recursion."""
    return 1 + sum(2 * bids(parrots - n, n) for n in range(1, min(parrots, largest) + 1))


@pytest.mark.parametrize(("parrots", "count"), [(6, 297), (9, 2_939), (17, 889_051)])
def test_bids_are_counted_without_being_listed(parrots: int, count: int) -> None:
    record = GAME.new(seed=1).play(0, "first red").record
    record.parrots[1] = parrots
    legal = State(GAME, bytes(record)).legal(1)
    assert len(legal) == count == bids(parrots, parrots)


def test_sampling_from_nothing_is_refused() -> None:
    with pytest.raises(spinney.Refused, match="nothing to choose"):
        GAME.new(seed=1).legal(1).sample(1)


def test_forfeits_of_players_who_owe_nothing_are_refused() -> None:
    with pytest.raises(spinney.Refused, match="nothing to choose"):
        GAME.new(seed=1).forfeit(1, 1)


def test_a_forfeit_has_one_of_three_reasons() -> None:
    with pytest.raises(spinney.Refused, match="99 is no reason"):
        GAME.new(seed=1).forfeit(0, 99)


@pytest.mark.parametrize("wrong", [1.0, "0", None, True, np.array([0])])
def test_players_actions_and_seeds_are_whole_numbers(wrong: Any) -> None:
    state = GAME.new(seed=3)
    for ask in (
        lambda: state.observe(wrong),
        lambda: state.legal_actions(wrong),
        lambda: state.apply_action(wrong, 0),
        lambda: state.apply_action(0, wrong),
        lambda: state.forfeit(wrong, 1),
        lambda: GAME.describe(wrong),
    ):
        with pytest.raises(spinney.Refused, match=r"an? (player|action) is a whole number, not "):
            ask()
    with pytest.raises(spinney.Refused, match="a seed is a whole number"):
        state.observe(0).determinize(wrong)


@pytest.mark.parametrize("seed", [2**63, 2**64 + 5, -(2**63) - 1])
def test_seeds_of_determinizations_have_64_bits(seed: int) -> None:
    view = GAME.new(seed=3).observe(0)
    assert view.determinize(2**63 - 1).is_consistent
    assert view.determinize(-(2**63)).is_consistent
    with pytest.raises(spinney.Refused, match=r"from -2\*\*63 to 2\*\*63 - 1"):
        view.determinize(seed)


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    state = GAME.new(seed=3)
    three: Any = np.int64(3)
    zero: Any = np.uint8(0)
    first: Any = np.int32(state.legal_actions(0)[0])
    assert GAME.new(seed=three) == state
    assert state.observe(zero) == state.observe(0)
    assert state.apply_action(zero, first) == state.apply_action(0, int(first))
    assert type(state.observe(zero).player) is int

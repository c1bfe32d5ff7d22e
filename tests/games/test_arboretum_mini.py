"""The mini game of Arboretum: its deals, its turns, its end, and what is refused in it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import spinney
from spinney.core.errors import Refused
from spinney.core.state import State
from spinney.games import arboretum
from spinney.games.arboretum.text.notation import deal_of
from spinney.games.arboretum.view_model import ArboretumView
from spinney.testing import check_game

DECK = ["cassia8", "crabapple1", "cassia1", "crabapple2", "cassia2", "crabapple8"]


def mini(**options: Any) -> Any:
    return spinney.game("arboretum", size="mini", **options)


def after(state: State, *moves: str) -> State:
    """Play moves in turn, each by whoever is to act."""
    for move in moves:
        state = state.play(state.to_act[0], move)
    return state


def test_the_first_seeds_deal_each_order_once() -> None:
    game = mini()
    decks = Counter(tuple(deal_of(game.new(seed=seed).record)["deck"]) for seed in range(1440))
    assert len(decks) == game.num_deals == arboretum.MINI_ORDERS
    assert set(decks.values()) == {2}
    assert sorted(next(iter(decks))) == sorted(DECK)


def test_lots_make_twice_as_many_deals() -> None:
    game = mini(first="lot", colours="willow lilac")
    deals = {game.new(seed=seed).data for seed in range(-720, 720)}
    assert len(deals) == game.num_deals == 1440
    assert Counter(game.new(seed=seed).to_act for seed in range(1440)) == {(0,): 720, (1,): 720}


def test_only_the_mini_game_has_a_number_of_deals() -> None:
    assert spinney.game("arboretum").num_deals == 0


def test_a_turn_draws_one_card_and_plants_one_to_the_right() -> None:
    state = mini().new(deck=DECK)
    assert list(state.legal(0)) == ["draw deck"]
    state = after(state, "draw deck")
    assert list(state.legal(0)) == ["play cassia1 0,0", "play cassia8 0,0"]
    state = after(state, "play cassia1 0,0", "draw deck", "play crabapple2 0,0", "draw deck")
    assert list(state.legal(0)) == ["play cassia2 1,0", "play cassia8 1,0"]
    assert ArboretumView(state.observe(0)).open(0) == [(1, 0)]


def test_the_deck_is_out_after_two_turns_each_and_the_score_is_as_usual() -> None:
    opening = ("draw deck", "play cassia1 0,0", "draw deck", "play crabapple1 0,0", "draw deck")
    state = after(mini().new(deck=DECK), *opening, "play cassia2 1,0", "draw deck")
    assert not state.over
    state = after(state, "play crabapple8 1,0")
    # Cassia 1 and 2, one more for beginning with 1, and the 8 in hand gives the right to score;
    # crabapple 1 and 8, one more for the 1 and two for the 8, and crabapple 2 in hand.
    assert state.over
    assert state.scores == (3, 5)
    assert state.outcome == (-1, 1)
    again = after(mini().new(deck=DECK), *opening, "play cassia8 1,0", "draw deck")
    assert after(again, "play crabapple2 1,0").scores == (5, 3)


@pytest.mark.parametrize(
    ("moves", "wrong", "reason"),
    [
        ((), "play cassia8 0,0", "first draw a card; try: draw deck"),
        (("draw deck",), "draw deck", "you have drawn a card"),
        (("draw deck",), "discard cassia1", "in the mini game you don't discard"),
        (
            ("draw deck", "play cassia1 0,0", "draw deck", "play crabapple1 0,0", "draw deck"),
            "play cassia2 0,1",
            "0,1 is not to the right of your last card; open cells: 1,0",
        ),
    ],
)
def test_refusals_say_what_would_do(moves: tuple[str, ...], wrong: str, reason: str) -> None:
    state = after(mini().new(deck=DECK), *moves)
    with pytest.raises(Refused, match=reason):
        state.play(state.to_act[0], wrong)


def test_it_is_for_two_and_two_colours() -> None:
    with pytest.raises(Refused, match="for 2 players, not for 3"):
        mini(players=3)
    with pytest.raises(Refused, match="2 players need 2 kinds of tree"):
        mini(colours="willow lilac poplar")


def test_what_is_shown_has_the_parts_of_its_turn() -> None:
    state = mini().new(deck=DECK)
    assert "[draw] · play\n" in str(state)
    assert "draw · [play]\n" in str(after(state, "draw deck"))
    assert ArboretumView(state.observe(0)).status == "Draw a card from the deck."
    assert 'id="part-2"' in state.observe(0).svg()
    assert 'id="part-3"' not in state.observe(0).svg()


def test_the_mini_game_keeps_every_promise() -> None:
    report = check_game(mini(), games=2, often=0.15, seed=2)
    assert report.counts["views enumerated"] > 0

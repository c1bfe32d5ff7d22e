"""The mini game of Build Your Arboretum: its deals, its rounds, its end, and what is refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import spinney
from spinney.core.errors import Refused
from spinney.core.state import State
from spinney.games import build_your_arboretum
from spinney.games.build_your_arboretum.rules import record as board
from spinney.games.build_your_arboretum.text.notation import deal_of
from spinney.games.build_your_arboretum.view_model import BuildYourArboretumView
from spinney.match import Header, Match
from spinney.testing import check_game

DECK = ["P1", "Q8", "P8", "Q1"]
ROUND_1 = ("first blue", "bid 1g", "bid none", "plant P1 A1")
"""Blue starts, so only red can send a parrot."""


def mini() -> Any:
    return spinney.game("build-your-arboretum", size="mini")


def after(*moves: str) -> State:
    """Play moves in turn, each by whoever is to act, of two the lower."""
    state: State = mini().new(deck=DECK)
    for move in moves:
        state = state.play(state.to_act[0], move)
    return state


def test_the_first_seeds_deal_each_offering_once() -> None:
    game = mini()
    decks = Counter(tuple(deal_of(game.new(seed=seed).record)["deck"]) for seed in range(12))
    assert len(decks) == game.num_deals == build_your_arboretum.MINI_DEALS
    assert set(decks.values()) == {2}
    assert all(sorted(deck) == sorted(DECK) for deck in decks)
    assert spinney.game("build-your-arboretum").num_deals == 0


def test_the_order_of_an_offering_makes_no_difference() -> None:
    twin = mini().new(deck=[DECK[1], DECK[0], DECK[3], DECK[2]])
    assert twin.data == mini().new(deck=DECK).data


def test_two_cards_come_in_each_of_two_rounds() -> None:
    state = after(*ROUND_1)
    model = BuildYourArboretumView(state)
    assert model.round == "Round 2 of 2"
    assert model.pile(board.OFFER) == [7, 8]  # P8 and Q1
    assert model.pile(board.REFUSE) == [15]
    assert model.pile(board.GONE) == []
    assert "offering  P8 Q1 (0 to come)" in str(state)


def test_a_parrot_each_and_trees_in_a_row() -> None:
    state = after(*ROUND_1)
    assert {*state.legal(0)} == {"bid none", "bid 1g", "bid 1b"}
    state = after(*ROUND_1, "bid 1g", "bid 1b")
    assert state.to_act == (1,), "blue still starts"
    assert {*state.legal(1)} == {"take P8", "take Q1", "start", "skip"}
    state = state.play(1, "take Q1")
    assert {*state.legal(0)} == {"plant P8 B1", "dig Q8 B1", "start", "skip"}
    state = state.play(0, "plant P8 B1")
    # The path from P1 to P8, and 1 for its beginning, 2 for its end; blue starts the next round.
    assert state.over
    assert state.scores == (5, 1)
    assert state.outcome == (1, -1)


def test_no_game_is_longer_than_the_mini_game_says() -> None:
    game, lengths = mini(), []
    for seed in range(60):
        table, length = game.table(seed=seed), 0
        while not table.over:
            table.apply(int(table.legal()[(seed * 7 + length) % len(table.legal())]))
            length += 1
        lengths.append(length)
    assert max(lengths) <= game.max_length == build_your_arboretum.MINI_LENGTH


@pytest.mark.parametrize(
    ("moves", "wrong", "reason"),
    [
        (("first blue",), "bid 2g", "these are 2 parrots, and you can send 1$"),
        (("first red",), "bid 1g", "you can send 0 .the first starting player has one less"),
        (
            ROUND_1[:3],
            "plant P1 D4",
            "trees stand in a row, and D4 is not the next place; try: plant P1 A1$",
        ),
        (ROUND_1[:3], "plant P8 A1", "P8 is not in the offering; there: P1, Q8"),
    ],
)
def test_refusals_say_what_would_do(moves: tuple[str, ...], wrong: str, reason: str) -> None:
    state = after(*moves)
    with pytest.raises(Refused, match=reason):
        state.play(state.to_act[0], wrong)


def test_a_deck_has_the_four_cards() -> None:
    with pytest.raises(Refused, match="each of the 4 cards once; this has 4, without Q1"):
        mini().new(deck=["P1", "Q8", "P8", "P2"])


@pytest.mark.long
def test_the_mini_game_keeps_every_promise() -> None:
    report = check_game(mini(), games=2, often=0.3, seed=3)
    assert report.counts["views enumerated"] > 0


def test_the_log_tells_of_a_next_round_only_where_there_is_one() -> None:
    match = Match.begin(Header(mini(), ("Anna", "Ben"), seed=1))
    for move in ("first blue", "bid 1g", "bid none", "start", "bid 1g", "bid none", "start"):
        match = match.play(match.to_act[0], move, 0)
    texts = [line.text for lines in match.sentences_since(0) for line in lines]
    assert texts.count("You will be the starting player next round") == 1
    assert texts.count("You are the starting player at the end") == 1

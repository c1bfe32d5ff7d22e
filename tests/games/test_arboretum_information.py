"""Hidden information in Arboretum: known cards of hands and of the deck, and determinizations."""

from __future__ import annotations

from collections import Counter
from math import comb, factorial, sqrt

import pytest
from tests.games.arboretum import hand, late, pile, play, start, turns

import spinney
from spinney.core.state import Observation, State
from spinney.games.arboretum.rules import record as board
from spinney.games.arboretum.rules.garden import open_cells, some_open_cell
from spinney.games.arboretum.text.names import card_name
from spinney.games.arboretum.text.notation import read_card
from spinney.kernel.rule import scratch

FROM_DECK = ("draw deck", "draw deck")


def where(view: State | Observation, card: str) -> int:
    return int(view.record.where[read_card(card)])


# What is seen.


def test_one_sees_ones_own_hand_and_no_other() -> None:
    for players in (2, 3, 4):
        state = start(players)
        for viewer in range(-1, players):
            view = state.observe(viewer)
            for p in range(players):
                assert hand(view, p) == (hand(state, p) if p == viewer else [])
                assert view.record.hidden[p] == 7


def test_nobody_sees_the_deck() -> None:
    for viewer in (-1, 0, 1):
        record = start().observe(viewer).record
        assert {record.deck[i] for i in range(board.CARDS)} == {-1}
        assert record.cards - record.top == 33


def test_hidden_cards_and_the_deck_look_alike() -> None:
    state = start()
    view = state.observe(0)
    for card in (*hand(state, 1), "myrtle8"):
        hidden = card in hand(state, 1) or where(state, card) == board.DECK
        assert not hidden or where(view, card) == board.UNSEEN
    assert where(view, "willow1") == board.ABSENT


def test_piles_and_arboretums_lie_open_to_all() -> None:
    state = turns(start(3), 9, *FROM_DECK)
    for viewer in (-1, 0, 1, 2):
        seen, true = state.observe(viewer).record, state.record
        for field in ("card", "cell", "pile", "placed", "piled"):
            assert list(getattr(seen, field)) == list(getattr(true, field))


# What stays known.


def taken() -> State:
    """Player 1 has drawn crabapple7 from player 2's pile, and a card from the deck."""
    return play(start(), "draw 2", "draw deck")


def test_a_card_from_a_discard_pile_is_known_in_the_hand() -> None:
    for viewer in (-1, 1):
        view = taken().observe(viewer)
        assert hand(view, 0) == ["crabapple7"]
        assert view.record.hidden[0] == 8
        for seed in range(20):
            assert "crabapple7" in hand(view.determinize(seed), 0)


def test_it_stays_known_over_other_turns() -> None:
    state = play(taken(), "play cassia1 0,0", "discard cassia2")
    for _ in range(12):
        state = late(state)
        if where(state, "crabapple7") < board.GRID:
            assert "crabapple7" in hand(state.observe(1), 0)


@pytest.mark.parametrize(
    ("moves", "place"),
    [
        (["play crabapple7 0,0"], board.GRID),
        (["play cassia1 0,0", "discard crabapple7"], board.PILE),
    ],
)
def test_it_is_known_until_it_leaves(moves: list[str], place: int) -> None:
    state = play(taken(), *moves)
    assert where(state, "crabapple7") == where(state.observe(1), "crabapple7") == place
    assert hand(state.observe(1), 0) == []


def test_ones_own_discard_taken_back_is_known_too() -> None:
    state = play(start(), *FROM_DECK, "play cassia1 0,0", "discard cassia7")
    state = play(late(late(play(state, *FROM_DECK))), "draw 1")
    assert hand(state.observe(1), 0) == ["cassia7"]


def test_a_card_from_the_deck_is_known_to_who_drew_it_alone() -> None:
    state = play(start(), "draw deck")
    assert "crabapple8" in hand(state.observe(0), 0)
    assert where(state.observe(1), "crabapple8") == board.UNSEEN
    assert where(state.observe(-1), "crabapple8") == board.UNSEEN


def test_nothing_more_is_known() -> None:
    """Two games that differ only in what a player has not seen look the same to that player."""
    for seed in range(5):
        state = spinney.game("arboretum", players=3).new(seed=seed)
        for action in range(40):
            state = state.play(state.to_act[0], state.legal(state.to_act[0]).sample(action))
        for viewer in (-1, 0, 1, 2):
            view = state.observe(viewer)
            assert {view.determinize(k).observe(viewer).data for k in range(10)} == {view.data}


def test_the_end_shows_all_hands() -> None:
    state = start()
    while not state.over:
        state = late(state)
    for viewer in (-1, 0, 1):
        assert [hand(state.observe(viewer), p) for p in (0, 1)] == [hand(state, p) for p in (0, 1)]
        assert state.observe(viewer).scores == state.scores


# Determinizations: every way the unseen cards can lie, each as likely as any other.


def determinizations(view: Observation, draws: int) -> Counter[tuple[tuple[str, ...], ...]]:
    """What the others hide in their hands, hand by hand, and the order of the deck."""
    return Counter(determinized(view.determinize(seed)) for seed in range(draws))


def determinized(state: State) -> tuple[tuple[str, ...], ...]:
    s, n = state.record, state.game.num_players
    places = [*range(board.HAND, board.HAND + n)]
    hands = (
        tuple(card_name(c) for c in range(board.CARDS) if s.where[c] == place) for place in places
    )
    return (*hands, tuple(card_name(s.deck[i]) for i in range(s.top, s.cards)))


def with_few_determinizations(players: int, left: int) -> State:
    """Player 1 is to draw; few cards are in the deck, and two at most are hidden in each hand."""
    state = spinney.game("arboretum", players=players).new(seed=7)
    while state.to_act != (0,) or state.record.phase != board.DRAW1 or in_deck(state) > left:
        state = play(state, disclosing(state))
    return state


def disclosing(state: State) -> str:
    """Draw from a pile; play and discard what is hidden as long as that is more than two cards."""
    (player,) = state.to_act
    legal = list(state.legal(player))
    if legal[0].startswith("draw"):
        return legal[-1]
    much = state.record.hidden[player] > 2
    return next(s for s in legal if (where(state, s.split()[1]) < board.SHOWN) == much)


def in_deck(state: State | Observation) -> int:
    return int(state.record.cards - state.record.top)


@pytest.mark.long
@pytest.mark.parametrize(("players", "left"), [(2, 1), (2, 3), (3, 3)])
def test_all_determinizations_are_equally_likely(players: int, left: int) -> None:
    view = with_few_determinizations(players, left).observe(0)
    hidden = [view.record.hidden[p] for p in range(1, players)]
    assert any(hidden)
    deck, possible = in_deck(view), 1
    unseen = deck + sum(hidden)
    for count in hidden:
        possible *= comb(unseen, count)
        unseen -= count
    possible *= factorial(deck)
    assert 2 <= possible <= 2000, possible
    counts = determinizations(view, 12 * possible)
    assert len(counts) == possible
    spread = sum((count - 12) ** 2 / 12 for count in counts.values())
    assert spread < possible - 1 + 5 * sqrt(2 * possible)


# Random games draw cells without listing them.


def test_random_cells_are_drawn_equally_often() -> None:
    record = turns(start(), 16, *FROM_DECK).record
    cells = scratch(4 * board.MOST)
    count = open_cells(record, 0, 0, cells)
    drawn = Counter(some_open_cell(record, 0, seed * 2**40) for seed in range(300 * count))
    assert sorted(drawn) == list(cells)[:count]
    spread = sum((n - 300) ** 2 / 300 for n in drawn.values())
    assert spread < count + 5 * sqrt(2 * count)


def test_piles_are_whole() -> None:
    state = turns(start(), 10, *FROM_DECK)
    assert [len(pile(state, p)) for p in (0, 1)] == [5, 6]

"""The moves of Arboretum: actions to words and back, short forms, and every refusal."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.arboretum import cards, late, play, refused, start, turns

import spinney
from spinney.core.notation import log
from spinney.core.state import State
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules import record
from spinney.games.arboretum.text import notation
from spinney.games.arboretum.text.names import card_name, cell_name
from spinney.games.arboretum.text.notation import read, write

FROM_DECK = ("draw deck", "draw deck")
CARDS = st.integers(0, record.CARDS - 1)
CELLS = st.integers(0, record.CELLS - 1)


# Words and actions.


@pytest.mark.parametrize(
    ("move", "actions"),
    [
        ("draw deck", [record.FROM_DECK]),
        ("draw 1", [record.FROM_PILE]),
        ("draw 4", [record.FROM_PILE + 3]),
        ("play cassia5 0,0", [record.PLAY + 4, record.AT + record.ORIGIN]),
        ("play willow8 1,0", [record.PLAY + 79, record.AT + record.ORIGIN + 1]),
        ("play willow8 0,1", [record.PLAY + 79, record.AT + record.ORIGIN - record.SPAN]),
        ("play crabapple1 -16,16", [record.PLAY + 8, record.AT]),
        ("play crabapple1 16,-16", [record.PLAY + 8, record.THROW - 1]),
        ("discard lilac3", [record.THROW + 4 * 8 + 2]),
    ],
)
def test_each_move_is_one_action(move: str, actions: list[int]) -> None:
    assert read(move) == actions
    assert write(actions) == move


def test_every_step_has_its_own_words() -> None:
    words = [write([action]) for action in range(record.ACTIONS)]
    assert len(set(words)) == record.ACTIONS


@given(CARDS, CELLS)
def test_plays_read_back(card: int, cell: int) -> None:
    actions = [record.PLAY + card, record.AT + cell]
    assert read(write(actions)) == actions
    assert read(write(actions[1:])) == actions[1:]  # the rest, once the card has been said


@given(st.integers(0, record.PLAY - 1) | st.integers(record.THROW, record.ACTIONS - 1))
def test_draws_and_discards_read_back(action: int) -> None:
    assert read(write([action])) == [action]


@given(st.integers(0, 2**32), st.integers(0, 40), st.sampled_from((2, 3, 4)))
@settings(max_examples=40)
def test_moves_of_a_game_read_back(seed: int, turn: int, players: int) -> None:
    state = spinney.game("arboretum", players=players).new(seed=seed)
    for _ in range(turn):
        (player,) = state.to_act
        move = state.legal(player).sample(seed)
        assert write(read(move)) == move
        state = state.play(player, move)


# Short forms.


@given(CARDS, CELLS, st.data())
def test_a_tree_can_be_cut_short_while_it_is_no_other(
    card: int, cell: int, data: st.DataObject
) -> None:
    tree = TREES[card // 8]
    short = tree[: data.draw(st.integers(1, len(tree)))]
    text = f"play {short}{card % 8 + 1} {cell_name(cell)}"
    others = [other for other in TREES if other.startswith(short) and other != tree]
    if others:
        with pytest.raises(spinney.Refused, match="type more of it") as caught:
            read(text)
        assert all(other in str(caught.value) for other in (tree, *others))
    else:
        assert read(text) == [record.PLAY + card, record.AT + cell]


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("play ca5 0,1", "play cassia5 0,1"),
        ("PLAY Cassia5 0,1", "play cassia5 0,1"),
        ("p w8 -1,0", "play willow8 -1,0"),
        ("play cassia 5 0,1", "play cassia5 0,1"),
        ("play cassia5 0, 1", "play cassia5 0,1"),
        ("play cassia5 −1 , 0", "play cassia5 -1,0"),
        ("dr deck", "draw deck"),
        ("dr d", "draw deck"),
        ("draw player 2", "draw 2"),
        ("di l3", "discard lilac3"),
        ("discard poi1", "discard poinciana1"),
    ],
)
def test_short_forms(short: str, long: str) -> None:
    assert read(short) == read(long)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("play c5 0,1", "'c' could be cassia or crabapple; type more of it"),
        ("discard m1", "'m' could be magnolia or myrtle; type more of it"),
        ("discard po1", "'po' could be poinciana or poplar; type more of it"),
        ("d deck", "'d' could be draw or discard; type more of it"),
        ("", "no move begins with ''"),
        ("drwa deck", "did you mean draw?"),
        ("pass", "no move begins with 'pass'; there are: draw, play, discard"),
        (
            "draw",
            "name one source: draw deck, or a player's number to take the top of that pile",
        ),
        ("draw deck deck", "name one source"),
        ("draw 5", "you can't draw from '5'"),
        ("draw cassia1", "you can't draw from 'cassia1'"),
        ("play", "write it like: play cassia5 0,1, a card and a cell"),
        ("play cassia5 0,1 2,2", "write it like: play cassia5 0,1, a card and a cell"),
        ("play cassia9 0,0", "'cassia9' is not a card; a card is a tree and a number from 1 to 8"),
        ("play casia5 0,0", "'casia' is not a tree; did you mean cassia?"),
        ("play oak5 0,0", "'oak' is not a tree; there are: cassia, "),
        ("play cassia5 a1", "'a1' is not a cell; a cell is x,y"),
        ("play cassia5 0,17", "0,17 is farther out than a garden can grow"),
        ("discard", "write it like: discard lilac3, a card and nothing else"),
        ("discard lilac3 0,0", "write it like: discard lilac3, a card and nothing else"),
    ],
)
def test_what_is_no_move(move: str, reason: str) -> None:
    with pytest.raises(spinney.Refused) as caught:
        read(move)
    assert reason in str(caught.value)


# Refusals: why not, and what would do.


def drawing() -> State:
    """Player 1 begins: only the deck and player 2's pile have cards."""
    return start()


def second() -> State:
    return play(drawing(), "draw 2")


def playing() -> State:
    """Player 1's second play: cassia7 lies at 0,0, cassia6 is discarded."""
    state = play(drawing(), *FROM_DECK, "play cassia7 0,0", "discard cassia6")
    return play(late_turn(state), *FROM_DECK)


def late_turn(state: State) -> State:
    return late(late(play(state, *FROM_DECK)))


def first_play() -> State:
    return play(drawing(), *FROM_DECK)


def discarding() -> State:
    return play(first_play(), "play cassia7 0,0")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("draw 1", "player 1 has no discards; try: draw deck, draw 2 (crabapple7)"),
        ("draw 3", "there are 2 players; try: draw deck, draw 2 (crabapple7)"),
        ("play cassia1 0,0", "first draw two cards, one at a time; try: draw deck"),
        ("discard cassia1", "first draw two cards, one at a time"),
        ("0,0", "draw two cards"),
    ],
)
def test_refusals_before_drawing(move: str, reason: str) -> None:
    assert reason in refused(drawing(), 0, move)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("draw 2", "player 2 has no discards; try: draw deck"),
        ("play cassia1 0,0", "first draw a second card; try: draw deck"),
    ],
)
def test_refusals_between_draws(move: str, reason: str) -> None:
    assert reason in refused(second(), 0, move)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("draw deck", "you have drawn two cards; now play one, as: play cassia1 0,1"),
        ("discard cassia1", "discarding comes last; now play one, as: play cassia1 0,1"),
        ("0,1", "a cell alone is not a move; now play one, as: play cassia1 0,1"),
        ("play lilac8 0,1", "lilac8 is not in your hand; there: cassia1, cassia2, "),
        ("play willow8 0,1", "there is no willow in this game; in your hand: cassia1"),
        ("play cassia7 0,1", "cassia7 is not in your hand"),
        ("play cassia1", "add where it goes, as: play cassia1 0,1; open cells: 0,1, -1,0, "),
        ("play cassia1 0,0", "0,0 is taken by cassia7; open cells: 0,1, -1,0, 1,0, 0,-1"),
        ("play cassia1 1,1", "1,1 is not beside a card of yours; open cells: 0,1"),
    ],
)
def test_refusals_before_playing(move: str, reason: str) -> None:
    assert reason in refused(playing(), 0, move)


def test_refusals_of_the_first_card() -> None:
    message = refused(first_play(), 0, "play cassia1 1,0")
    assert message == "cells are counted from your first card; try: play cassia1 0,0"
    begun = first_play().apply_action(0, record.PLAY)
    assert refused(begun, 0, "1,0") == "cells are counted from your first card; try: 0,0"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("0,0", "0,0 is taken by cassia7; open cells: 0,1"),
        ("draw deck", "you have chosen cassia1; now name its cell, as: 0,1"),
        ("play cassia2 0,1", "you have chosen cassia1; now name its cell, as: 0,1"),
    ],
)
def test_refusals_once_a_card_is_chosen(move: str, reason: str) -> None:
    begun = playing().apply_action(0, record.PLAY)
    assert reason in refused(begun, 0, move)
    assert begun.play(0, "0,1") == playing().play(0, "play cassia1 0,1")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("draw deck", "you have drawn two cards; now discard one, as: discard cassia1"),
        ("play cassia1 0,1", "you have played this turn; now discard one, as: discard cassia1"),
        ("discard cassia7", "cassia7 is not in your hand; there: cassia1"),
        ("discard willow7", "there is no willow in this game"),
    ],
)
def test_refusals_before_discarding(move: str, reason: str) -> None:
    assert reason in refused(discarding(), 0, move)


def test_refusals_out_of_turn_and_after_the_end() -> None:
    assert refused(drawing(), 1, "draw deck") == ("it is not player 2's turn: player 1 must choose")
    state = drawing()
    while not state.over:
        state = late(state)
    assert refused(state, 0, "draw deck") == "the game is over"


def test_with_the_deck_out_the_piles_are_named() -> None:
    state = play(turns(start(), 16, *FROM_DECK), "draw deck")
    assert re.match(
        r"the deck is empty; draw from a pile: draw 1 \(\w+\d\), ", refused(state, 0, "draw deck")
    )


def test_a_refusal_tells_nothing_that_is_hidden() -> None:
    """What another holds or the deck brings next is refused in the same words."""
    state = playing()
    view = state.observe(0)
    for seed in range(6):
        other = view.determinize(seed)
        for move in ("play lilac8 0,1", "discard dogwood8", "play cassia8 0,1", "draw 2"):
            assert refused(other, 0, move) == refused(state, 0, move)


WORDS = "draw play discard deck 1 2 3 9 cassia1 cassia7 c5 l8 oak 0,0 0,1 1,1 99,0 -1,0 , p d"


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from(WORDS.split()) | st.text(max_size=5), max_size=4).map(" ".join),
    st.sampled_from((drawing, second, playing, first_play, discarding)),
)
def test_any_words_are_understood_or_refused(move: str, transition: object) -> None:
    state = transition()  # type: ignore[operator]
    for player in (0, 1):
        if move in state.legal(player):
            assert state.play(player, move).is_consistent
        else:
            assert len(refused(state, player, move)) > 5


# What is told.


def test_a_drawn_card_is_told_to_who_drew_it() -> None:
    transitions = drawing().transitions(0, "draw deck")
    texts = {p: [line.text for line in log(p, transitions)] for p in (-1, 0, 1)}
    assert texts == {
        -1: ["draw deck"],
        0: ["draw deck", "drawn: crabapple8"],
        1: ["draw deck"],
    }


def test_hands_are_told_at_the_end() -> None:
    state = drawing()
    transitions = state.settled()
    while not state.over:
        transitions = state.forfeit(state.to_act[0], 1)
        state = transitions[-1].state
    (_, line) = log(-1, transitions)
    hands = line.text.split("; ")
    assert [hand.split(" holds ")[0] for hand in hands] == ["player 1", "player 2"]
    assert all(len(hand.split(" holds ")[1].split()) == 7 for hand in hands)


def test_names_are_what_is_read() -> None:
    for c in range(record.CARDS):
        assert notation.read_card(card_name(c)) == c
    assert cards(4) == [card_name(c) for c in range(record.CARDS)]

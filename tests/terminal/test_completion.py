"""Completion of moves at the terminal's prompt."""

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

import spinney
from spinney.core.state import State
from spinney.terminal.completion import MoveCompleter, coloured

GAME = spinney.game("build-your-arboretum")


@pytest.fixture(scope="module")
def bidding() -> State:
    return GAME.new(seed=3).play(0, "first blue")


@pytest.fixture(scope="module")
def planting(bidding: State) -> State:
    return bidding.play(0, "bid 6g").play(1, "bid none")


def offered(state: State, typed: str, *commands: str) -> list[str]:
    completer = MoveCompleter(state.observe(0), commands)
    found = completer.get_completions(Document(typed), CompleteEvent())
    return [completion.text for completion in found]


def test_verbs_and_commands_begin_a_line(planting: State) -> None:
    assert sorted(offered(planting, "", "undo")) == ["plant", "skip", "start", "undo"]
    assert offered(planting, "S") == ["skip", "start"]
    assert offered(planting, "sk") == ["skip"]


def test_words_follow_in_any_order(planting: State) -> None:
    cards = offered(planting, "plant ")
    card = next(word for word in cards if word[0] in "PQRSTUVW")
    assert "D5" in offered(planting, f"plant {card} ")
    assert card in offered(planting, "plant d5 ")
    assert "D5" not in offered(planting, "plant D5 ")


def test_sets_may_hold_the_same_word_twice(bidding: State) -> None:
    assert "2g" in offered(bidding, "bid 2g ")
    assert "2g" in offered(bidding, "bid 2g 2g ")
    assert "2g" not in offered(bidding, "bid 2g 2g 2g ")


def test_of_too_many_moves_the_next_words_follow_in_order(bidding: State) -> None:
    record = bidding.record
    record.parrots[0] = 17
    rich = State(GAME, bytes(record))
    assert offered(rich, "bid 1") == [f"{n}{plan}" for n in (1, *range(10, 18)) for plan in "gb"]
    assert offered(rich, "bid 9g 8") == ["8g", "8b"]
    assert offered(rich, "bid 9g 9") == []


@pytest.mark.parametrize("typed", ["zap ", "plant Z9 ", "skip now ", "plant plant "])
def test_nothing_follows_what_can_not_be_said(planting: State, typed: str) -> None:
    assert offered(planting, typed) == []


def test_colours_change_no_letter() -> None:
    pieces = coloured(GAME, "red> plant Q7 D5")
    assert "".join(piece[1] for piece in pieces) == "red> plant Q7 D5"
    assert len([piece for piece in pieces if piece[0]]) == 2

"""Completion of moves at the terminal's prompt."""

from random import Random

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

import spinney
from spinney.core import notation
from spinney.core.state import State
from spinney.lessons import begin_lesson
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


def test_words_follow_in_their_order(planting: State) -> None:
    cards = offered(planting, "plant ")
    assert {word[0] for word in cards} <= {*"PQRSTUVW"}
    assert "D5" in offered(planting, f"plant {cards[0].lower()} ")
    assert offered(planting, "plant D5 ") == []


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


@pytest.mark.parametrize(
    "name", ["arboretum", "build-your-arboretum", "forest-garden", "spring-2021"]
)
def test_lines_of_completed_words_alone_are_legal_moves(name: str) -> None:
    random, state = Random(3), spinney.game(name).new(1)
    for choice in range(40):
        if state.over:
            break
        for player in state.to_act:
            view = state.observe(player)
            completer, line = MoveCompleter(view), list[str]()
            while words := completer.following(line):
                line.append(random.choice(words))
            notation.read(view, " ".join(line))  # or it is refused
        player = state.to_act[0]
        state = state.play(player, state.legal(player).sample(choice))


def test_the_cards_of_a_set_are_offered_in_any_order() -> None:
    match = begin_lesson(GAME)
    for player, move in ((0, "bid 1b"), (1, "bid 1b"), (0, "take P6"), (1, "take P2")):
        match = match.play(player, move, 0)
    match = match.play(0, "bid 2g 2b 1g 1b", 0).play(1, "bid 2g 1b 1g", 0)
    match = match.play(0, "plant Q5 E2", 0).play(1, "plant V7 D6", 0)
    view = match.view(0)
    completer = MoveCompleter(view)
    assert "W3" in completer.following(["hire", "P6"])
    assert "P6" in completer.following(["hire", "W3"])
    assert notation.read(view, "hire W3 P6") == notation.read(view, "hire P6 W3")


def test_cells_are_not_offered_before_the_tree_that_sows() -> None:
    match = begin_lesson(spinney.game("spring-2021"))
    seeds = [move.split() for move in notation.choices(match.view(0)) if move.startswith("SEED")]
    completer = MoveCompleter(match.view(0))
    for _verb, tree, _cell in seeds:
        cells = {cell for _, other, cell in seeds if other == tree}
        assert {*completer.following(["SEED", tree])} == cells

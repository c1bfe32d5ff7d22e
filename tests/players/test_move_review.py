"""Move review: the same verdict each time, and blunders are found."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.match.test_history import played

import spinney
from spinney.core.state import Observation, State
from spinney.match.record_reader import read_record
from spinney.players.move_review import Stopped, review_move

GAME = "build-your-arboretum"
RECORDS = Path(__file__).resolve().parent.parent / "data" / "records"


@pytest.fixture(scope="module")
def state() -> State:
    """Somebody chooses alone."""
    return next(state for state in played(GAME).decisions if len(state.to_act) == 1)


def view_of(state: State) -> Observation:
    return state.observe(state.to_act[0])


def test_the_same_choice_is_judged_alike(state: State) -> None:
    view = view_of(state)
    said = view.legal.sample(1)
    first = review_move(view, said, 200, 3)
    assert first == review_move(view, said, 200, 3)
    assert first is not None
    assert first.preferred in view.legal
    assert 0 <= first.played_value <= first.preferred_value <= 1


def test_what_the_computer_likes_costs_nothing(state: State) -> None:
    view = view_of(state)
    some = review_move(view, view.legal.sample(1), 400, 3)
    assert some is not None
    own = review_move(view, some.preferred, 400, 3)
    assert own is not None
    assert (own.preferred, own.preferred_value) == (some.preferred, own.played_value)


def test_a_blunder_costs_much() -> None:
    """On the last day the sun is spent on a tree that nobody will harvest any more."""
    record = (RECORDS / "spring-2021" / "trees.txt").read_text("utf-8")
    view = view_of(read_record(record).decisions[-3])
    blunder, right = review_move(view, "GROW 2", 300, 1), review_move(view, "COMPLETE 17", 300, 1)
    assert blunder is not None
    assert right is not None
    assert blunder.preferred == right.preferred == "COMPLETE 17"
    assert blunder.played_value < 0.3
    assert blunder.preferred_value > 0.9


def test_the_end_of_a_game_is_judged_exactly() -> None:
    """By how it ends after the last move, whichever that is."""
    last = [state for state in played(GAME).decisions if len(state.to_act) == 1][-1]
    view = view_of(last)
    values = {move: reward_of(last.play(view.player, move), view.player) for move in view.legal}
    for move in list(values)[:4]:
        found = review_move(view, move, 200, 1)
        assert found is not None
        assert found.exact
        assert found.played_value == values[move]
        assert found.preferred_value == values[found.preferred] == max(values.values())


def reward_of(end: State, player: int) -> float:
    assert end.outcome is not None
    return (end.outcome[player] + 1) / 2


def test_where_there_is_nothing_to_choose_there_is_nothing_to_judge() -> None:
    states = [s for s in played("spring-2021").decisions if len(s.legal(s.to_act[0])) == 1]
    view = view_of(states[0])
    assert review_move(view, next(iter(view.legal)), 50, 1) is None


def test_nobody_waits_for_what_nobody_wants(state: State) -> None:
    view = view_of(state)
    with pytest.raises(Stopped):
        review_move(view, view.legal.sample(1), 10**7, 3, lambda: True)


@pytest.mark.parametrize("name", ["arboretum", "forest-garden", "spring-2021"])
def test_every_game_can_be_judged(name: str) -> None:
    match = played(name)
    chosen = match.decisions[len(match.decisions) // 2]
    view = chosen.observe(chosen.to_act[-1])
    verdict = review_move(view, view.legal.sample(4), 100, 1)
    assert verdict is None or 0 <= verdict.played_value <= verdict.preferred_value <= 1
    assert spinney.game(name) == match.game

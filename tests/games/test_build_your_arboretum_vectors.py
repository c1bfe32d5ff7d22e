"""Games played by programs that share no code with ours, with no difference."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.build_your_arboretum_sheets import check_sheet
from tests.games.vectors import (
    NAMES,
    SUITS,
    action_move,
    bid_move,
    games,
    groups_move,
    table,
    worked_example,
)

import spinney
from spinney.core.state import State
from spinney.kernel.rule import scratch


def test_there_are_two_hundred() -> None:
    assert len(games()) == 200


@pytest.mark.long
@pytest.mark.parametrize("number", range(0, 200, 10))
def test_recorded_games(number: int) -> None:
    for played in games()[number : number + 10]:
        replay(played)


def replay(played: dict[str, Any]) -> None:
    game = spinney.game("build-your-arboretum", dm_advantage=played["dm_advantage"])
    state = game.new(deck=played["deck"])
    state = state.play(game.player(played["dm_advantage"]), f"first {played['first']}")
    for number, played_round in enumerate(played["rounds"], 1):
        assert state.record.round_number == number
        for p, name in enumerate(NAMES):
            state = state.play(p, bid_move(played_round["bids"][name]))
        before_last = state
        for turn in played_round["turns"]:
            if turn["action"] is None:
                continue
            before_last = state
            state = take_turn(state, turn)
        check_end_of_turns(before_last, played_round)
    check_end(state, played)


def take_turn(state: State, turn: dict[str, Any]) -> State:
    player = NAMES.index(turn["player"])
    assert state.to_act == (player,)
    plan = state.record.bid[player, state.record.used[player]]
    assert turn["plan"] == ("g" if plan > 0 else "b")
    assert len(state.legal(player)) == turn["legal_count"]
    return state.play(player, action_move(turn["action"]))


def check_end_of_turns(before_last: State, played: dict[str, Any]) -> None:
    """The file's states are from before the round is swept up: take the last turn alone."""
    taken = [turn for turn in played["turns"] if turn["action"] is not None]
    if not taken:
        return
    player = NAMES.index(taken[-1]["player"])
    transitions = before_last.transitions(player, action_move(taken[-1]["action"]))
    swept = next(at for at, transition in enumerate(transitions) if transition.player < 0)
    found, expected = table(transitions[swept - 1].state), played["end_of_turns"]
    for key in ("start", "parrots", "gardens", "boards", "offering", "refuse"):
        assert found[key] == _sorted(expected[key]), key


def check_end(state: State, played: dict[str, Any]) -> None:
    final, found = played["final"], table(state)
    assert state.over
    for key in ("start", "parrots", "gardens", "boards", "refuse"):
        assert found[key] == _sorted(final[key]), key
    for p, name in enumerate(NAMES):
        check_suits(state, p, played["suits"], name)
    assert state.scores == tuple(played["scores"][name] for name in NAMES)
    assert state.outcome == tuple(1 if name == played["winner"] else -1 for name in NAMES)
    check_sheet(state)


def check_suits(state: State, p: int, lines: dict[str, Any], name: str) -> None:
    sums, paths = sums_and_paths(state, p)
    for suit, line in lines.items():
        assert sums[SUITS.index(suit)] == line["sums"][name]
        assert paths[SUITS.index(suit)] == line["paths"][name]


def sums_and_paths(state: State, p: int) -> tuple[list[int], list[int]]:
    """By the rules as they stand in the source, without the compiler."""
    from spinney.games.build_your_arboretum.rules.scoring import advertised, garden_paths

    paths = scratch(8)
    garden_paths(state.record, p, paths)
    return [advertised(state.record, p, suit) for suit in range(8)], list(paths)


def _sorted(value: Any) -> Any:
    """Piles as sorted lists, whatever they lie in."""
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in value.items()}
    return sorted(value) if isinstance(value, list) else value


# The worked example of the rule text.


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return worked_example()


def example_deck(example: dict[str, Any]) -> list[str]:
    rounds = [played["offer"] for played in example["history_rounds_1_to_10"]]
    out = [card for offer in rounds for card in offer]
    everything = [f"{suit}{number}" for suit in SUITS for number in range(1, 9)]
    return out + [card for card in everything if card not in out]


def play_rounds(example: dict[str, Any]) -> State:
    first = example["history_rounds_1_to_10"][0]["starting_player"]
    state = spinney.game("build-your-arboretum").new(deck=example_deck(example))
    state = state.play(0, f"first {first}")
    for played in example["history_rounds_1_to_10"]:
        assert table(state)["start"] == played["starting_player"]
        for p, name in enumerate(NAMES):
            state = state.play(p, groups_move(played["bids"][name]))
        for turn in played["turns"]:
            if turn["action"]["type"] == "skipped":
                continue
            assert state.to_act == (NAMES.index(turn["player"]),)
            state = state.play(state.to_act[0], action_move(turn["action"]))
    return state


def test_ten_rounds_lead_to_the_example(example: dict[str, Any]) -> None:
    before, found = example["before_round_11"], table(play_rounds(example))
    assert found["start"] == before["starting_player"]
    for key, name in (("parrots", "parrots"), ("gardens", "gardens"), ("boards", "ad_boards")):
        assert found[key] == _sorted(before[name])
    for key in ("refuse", "removed", "offering"):
        assert found[key] == _sorted(before[key]), key


def test_round_eleven_is_played_as_told(example: dict[str, Any]) -> None:
    state = play_rounds(example)
    for p, name in enumerate(NAMES):
        state = state.play(p, groups_move(example["bids"][name]))
    order = [NAMES[p] for p in state.record.order]
    assert order == example["turn_order"]
    for line in example["actions"]:
        if line["action"]["type"] == "skipped":
            continue
        assert state.to_act == (NAMES.index(line["player"]),)
        assert state.record.turn + 1 == line["turn"]
        state = state.play(state.to_act[0], action_move(line["action"]))
    after = example["after_round_11"]
    found = table(state)
    assert found["start"] == after["starting_player"]
    assert found["parrots"] == after["parrots"]
    assert found["gardens"] == after["gardens"]
    assert found["boards"] == _sorted(after["ad_boards"])
    # The end of the round has swept the offering into the refuse pile by now.
    assert found["refuse"] == sorted(after["offering"])
    assert found["removed"] == sorted(after["removed"] + after["refuse"])
    check_example_scores(state, example)


def check_example_scores(state: State, example: dict[str, Any]) -> None:
    assert state.over
    assert state.scores == (10, 24) == tuple(example["scores"][name] for name in NAMES)
    assert state.outcome == (-1, 1)
    sums, paths = zip(*(sums_and_paths(state, p) for p in range(2)), strict=True)
    for suit, line in example["per_suit"].items():
        at = SUITS.index(suit)
        for p, name in enumerate(NAMES):
            assert sums[p][at] == line["sum"][name]
            assert paths[p][at] == line[f"{name}_path"]
            allowed = sums[p][at] >= sums[1 - p][at]
            assert (paths[p][at] if allowed else 0) == line[f"{name}_scores"]

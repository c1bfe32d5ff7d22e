"""Measures of games: branching, leads, decisiveness; their medians and histograms."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spinney
from spinney.arena import measures
from spinney.arena.simulate import SimulatedGame, Simulation
from spinney.arena.statistics import histogram, median
from spinney.core.score_rows import score_rows
from spinney.core.score_sheet import sheet
from spinney.core.state import State
from spinney.kernel.rng import mix, random, seeded
from spinney.search.game_trace import GameTrace
from spinney.search.selfplay_batch import SelfPlay

BYA, SPRING = spinney.game("build-your-arboretum"), spinney.game("spring-2021")
MINI = spinney.game("arboretum", size="mini")


class Observer:
    """Counts in Python what compiled code counts."""

    def __init__(self) -> None:
        self.choices: dict[int, int] = {}
        self.leaders: list[int] = []
        self.turns: list[tuple[int, ...]] = []
        self.moves: list[tuple[int, ...]] = []

    def look(self, state: State) -> None:
        if not self.turns or len(state.to_act) > 1 or state.to_act != self.turns[-1]:
            self.turns.append(state.to_act)
            self.note_lead(state)

    def note_lead(self, state: State) -> None:
        best = max(state.scores)
        alone = state.scores.count(best) == 1
        self.leaders.append(state.scores.index(best) if alone else -1)

    def play(self, state: State, player: int, seed: int) -> State:
        actions: list[int] = []
        while not actions or state.mid_move(player):
            legal = state.legal_actions(player)
            self.choices[len(legal)] = self.choices.get(len(legal), 0) + 1
            actions.append(legal[seed % len(legal)])
            state = state._after(player, actions[-1])
        self.moves.append(tuple(actions))
        return state

    def behind(self, player: int) -> int:
        return max((k for k, leader in enumerate(self.leaders) if leader != player), default=-1)

    @property
    def lead_changes(self) -> int:
        alone = [leader for leader in self.leaders if leader >= 0]
        return sum(a != b for a, b in itertools.pairwise(alone))


@pytest.mark.parametrize("game", [BYA, SPRING, MINI], ids=lambda game: game.name)
def test_compiled_code_counts_as_an_observer_does(game: spinney.Game) -> None:
    state, seen, r = game.new(3), Observer(), mix(seeded(3), 5)
    while not state.over:
        seen.look(state)
        for player in state.to_act:
            r = random(r)
            state = seen.play(state, player, r >> 20)
        state = state.settled()[-1].state
    seen.note_lead(state)
    end, trace = SelfPlay(game, looking=False).replay(3, seen.moves)
    assert end == state
    assert trace.scores == state.scores
    assert trace.outcome == state.outcome
    assert sum(trace.moves) == len(seen.moves)
    assert dict(trace.choices) == seen.choices
    assert trace.turns == len(seen.turns)
    assert trace.lead_changes == seen.lead_changes
    assert trace.behind == tuple(map(seen.behind, range(game.num_players)))
    assert trace.first == (seen.turns[0][0] if len(seen.turns[0]) == 1 else -1)


@pytest.mark.parametrize(
    "name", ["arboretum", "build-your-arboretum", "forest-garden", "spring-2021"]
)
def test_rows_as_numbers_are_those_of_the_score_sheet(name: str) -> None:
    options = {"tasks": True, "players": 3} if name == "forest-garden" else {}
    game = spinney.game(name, **options)
    for seed in range(3):
        state = game.new(seed)
        for k in range(40 * seed):
            if state.over:
                break
            state = state.play(state.to_act[0], state.legal(state.to_act[0]).sample(k))
        expected = [(row.key, row.title, row.points) for row in sheet(state).rows]
        assert list(score_rows(state)) == expected
        assert len(expected[0][2]) == game.num_players


def game_of(**trace: object) -> SimulatedGame:
    points, scores = (1.0, 0.0), (30, 20)
    return SimulatedGame(0, 8, points, scores, (), (), GameTrace(outcome=(1, -1), **trace))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("behind", "turns", "share"),
    [((-1, 4), 4, 0.0), ((0, 4), 4, 0.25), ((2, 4), 4, 0.75), ((4, 4), 4, 1.0)],
)
def test_decisiveness_is_when_the_winner_led_for_good(
    behind: tuple[int, int], turns: int, share: float
) -> None:
    assert measures.decisiveness(game_of(behind=behind, turns=turns)) == share


def test_measures_of_choices() -> None:
    game = game_of(choices=((1, 2), (3, 1), (8, 1)), turns=4, first=1)
    assert measures.branching(game) == 13 / 4
    assert measures.decision_factor(game) == 5.5
    assert measures.forced(game) == 0.5
    assert measures.widest(game) == 8
    assert measures.first_player(game) == 0.0
    assert measures.margin(game) == 10
    assert math.isnan(measures.agency(game))


def test_what_no_game_has_is_left_out() -> None:
    played = [Simulation(MINI, 3, "random").play(number) for number in range(3)]
    found = measures.estimates(measures.columns(played))
    assert "agency" not in found
    assert {"length", "decisiveness", "seat 2"} <= set(found)
    assert all(not math.isnan(one.value) for one in found.values())


# Medians and histograms.


def test_a_median_is_the_one_of_all_numbers() -> None:
    games = [((1, 3), (5, 1)), ((2, 1), (9, 4)), ((5, 4),)]
    assert median(games).value == np.median([1, 1, 1, 5, 2, 9, 9, 9, 9, 5, 5, 5, 5])
    assert math.isnan(median([]).value)


def test_the_interval_of_a_median_holds_the_truth_95_times_of_100() -> None:
    rng, inside = np.random.default_rng(5), 0
    for _ in range(300):
        middles = rng.normal(0, 10, size=60)  # numbers of one game hang together
        games = [
            [(int(n), 1) for n in {*np.round(rng.normal(100 + middle, 10, size=20)).tolist()}]
            for middle in middles
        ]
        _, low, high = median(games)
        inside += low <= 100 <= high
    assert 270 <= inside <= 298


@given(st.lists(st.tuples(st.integers(-500, 900), st.integers(-500, 900)), min_size=2, max_size=30))
def test_a_histogram_holds_each_number_once(values: list[tuple[int, int]]) -> None:
    bins = histogram(np.array(values, float))
    assert sum(one.share.value for one in bins) == pytest.approx(1)
    assert len(bins) <= 16
    for one in bins:
        inside = sum(one.low <= number <= one.high for pair in values for number in pair)
        assert one.share.value == pytest.approx(inside / (2 * len(values)))

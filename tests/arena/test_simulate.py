"""Many games: how they are played, what their report says, and what is asked of it."""

from __future__ import annotations

import hashlib
import json
import math
import re
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import spinney
from spinney import search
from spinney.arena.bounds import read_bound
from spinney.arena.charts import draw_report
from spinney.arena.report import SimulationReport, report
from spinney.arena.simulate import SimulatedGame, Simulation, run_simulation
from spinney.arena.simulate_command import simulate_command
from spinney.arena.statistics import difference, mean, mean_where
from spinney.core.end_features import EndFeature, kinds
from spinney.core.errors import Refused
from spinney.core.score_rows import Scored
from spinney.kernel.rng import random
from spinney.search.selfplay import beginning

BYA, SPRING = spinney.game("build-your-arboretum"), spinney.game("spring-2021")
ARBORETUM = spinney.game("arboretum", players=3)
PLANTS = Path(__file__).resolve().parent.parent / "data/forest_garden/plants-for-games.csv"


# Playing.


@pytest.mark.parametrize("game", [BYA, ARBORETUM, SPRING], ids=lambda game: game.name)
def test_a_game_of_seedling_is_what_glances_make_of_it(game: spinney.Game) -> None:
    ended = Simulation(game, 1, seed=-5).play(0)
    state, r, moves = game.new(-5), beginning(-5), 0
    while not state.over:
        said = []
        for player in state.to_act:
            r = random(r)
            said.append((player, search.one_ply(state.observe(player), r).move))
        for player, move in said:
            state = state.play(player, move)
        moves += len(said)
    assert ended.scores == state.scores
    assert ended.moves == moves
    assert ended.trace.spreads > 0


OUTCOMES = {
    (ARBORETUM, "random"): "9d548e1ea3ff0511",
    (ARBORETUM, "seedling"): "96fa8cb5d77249c4",
    (BYA, "random"): "5d5273faf4fa0b15",
    (BYA, "seedling"): "1e2109e0cb69455f",
    (SPRING, "random"): "fabc6505882fc6f3",
    (SPRING, "seedling"): "24e607f0b410cbc5",
}
"""What games came to, score sheets and all, when everything but their moves went through Python."""


@pytest.mark.parametrize(("game", "level"), OUTCOMES)
def test_the_same_seeds_give_the_same_numbers_for_ever(game: spinney.Game, level: str) -> None:
    simulation = Simulation(game, 6 if level == "random" else 1, level, seed=7)
    games = [
        (
            *(one.number, one.moves, one.points, one.scores),
            [row.points for row in one.rows],
            [feature.owners for feature in one.end_features],
        )
        for one in map(simulation.play, range(simulation.games))
    ]
    found = hashlib.sha256(json.dumps(games).encode()).hexdigest()
    assert found[:16] == OUTCOMES[game, level]


@pytest.mark.parametrize("level", ["random", "sapling", "7"])
def test_every_level_plays_to_the_end(level: str) -> None:
    simulation = Simulation(SPRING if level == "7" else BYA, 1, level)
    ended = simulation.play(0)
    assert ended == simulation.play(0)
    assert ended.number == 0
    assert sum(ended.points) == 1
    assert [sum(row.points[p] for row in ended.rows) for p in (0, 1)] == list(ended.scores)


def test_random_games_are_interpreted_as_they_are_compiled() -> None:
    from spinney.core import compilation
    from spinney.search import selfplay_batch

    many = selfplay_batch.SelfPlay(BYA, looking=False)
    compilation.interpret()
    try:
        again = selfplay_batch.SelfPlay(BYA, looking=False)
    finally:
        compilation.interpret(False)
    assert not again.engine.compiled
    assert again.play(4) == many.play(4)


def test_threads_can_play_at_the_same_time() -> None:
    simulation, numbers = Simulation(BYA, 200, "random", seed=9), range(200)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # often in the middle of a game
    try:
        with ThreadPoolExecutor(2) as threads:
            found = list(threads.map(simulation.play_some, [numbers] * 2))
    finally:
        sys.setswitchinterval(before)
    assert found == [simulation.play_some(numbers)] * 2


def test_the_number_of_jobs_changes_nothing() -> None:
    simulation = Simulation(BYA, 60, "random", seed=9)
    one, two = (sorted(run_simulation(simulation, jobs)) for jobs in (1, 2))
    assert one == two
    assert [ended.number for ended in one] == list(range(60))


def test_levels_may_be_written_as_matches_write_them() -> None:
    assert Simulation(BYA, 1, "level:sapling") == Simulation(BYA, 1, "sapling")
    assert Simulation(BYA, 1, "search:300") == Simulation(BYA, 1, "300")


@pytest.mark.parametrize("level", ["oak", "0", "-3", "9999999"])
def test_an_unknown_level_is_refused(level: str) -> None:
    with pytest.raises(Refused, match=r"there is no level.*a number of playouts"):
        Simulation(BYA, 1, level)


def test_the_command_that_plays_it_again_has_a_deck_in_full() -> None:
    game = spinney.game("forest-garden", players=3, plants=PLANTS)
    words = shlex.split(simulate_command(Simulation(game, 1), 1))
    options = [word for word, before in zip(words[1:], words, strict=False) if before == "--option"]
    assert spinney.game(game.name, **dict(option.split("=") for option in options)) == game


# Estimates.


def test_a_mean_has_students_margin() -> None:
    value, margin = mean(np.array([0.0, 1.0] * 10))
    assert value == 0.5
    assert margin == pytest.approx(2.093 * math.sqrt(0.25 / 19), rel=0.01)
    assert math.isnan(mean(np.array([1.0])).margin)
    assert math.isnan(mean(np.array([])).value)


def test_players_of_a_game_are_not_taken_for_independent() -> None:
    """Of two, who has the feature wins 6 of 10: as sure as of 400 games, not of 800 players."""
    rng = np.random.default_rng(1)
    where = np.zeros((400, 2), bool)
    where[np.arange(400), rng.integers(2, size=400)] = True
    won = np.where(rng.random(400) < 0.6, 1.0, 0.0)[:, None]
    values = np.where(where, won, 1.0 - won)
    found = difference(values, where)
    assert found.value == pytest.approx(2 * values[where].mean() - 1)
    assert found.margin == pytest.approx(1.96 * 2 * math.sqrt(0.24 / 400), rel=0.05)
    assert mean_where(values, where).margin == pytest.approx(found.margin / 2, rel=0.01)


def test_the_interval_holds_the_truth_95_times_of_100() -> None:
    rng = np.random.default_rng(2)
    inside = 0
    for _ in range(400):
        where = rng.random((80, 3)) < 0.3
        value, margin = difference(rng.random((80, 3)) + where, where)
        inside += abs(value - 1.0) <= margin
    assert 365 <= inside <= 394


def test_what_everybody_or_nobody_has_tells_nothing() -> None:
    values, everybody = np.ones((5, 2)), np.ones((5, 2), bool)
    assert math.isnan(difference(values, everybody).value)
    assert math.isnan(mean_where(values, ~everybody).value)


# The report.


def ended(number: int, winner: int, *owners: int) -> SimulatedGame:
    """A game of two, won by 30 to 20; ``owners`` have the spade."""
    points, scores = [0.0, 0.0], [20, 20]
    points[winner], scores[winner] = 1.0, 30
    rows = (Scored("trees", "Trees", (20, 20)), Scored("most", "Most", (scores[0] - 20,) * 2))
    return SimulatedGame(
        number,
        40 + number,
        tuple(points),
        tuple(scores),
        rows,
        (EndFeature("tools", "spade", owners),),
    )


@pytest.fixture
def four() -> SimulationReport:
    """Four games; player 1 wins three, and who has the spade does in three."""
    return report([ended(0, 0, 0), ended(1, 0, 0), ended(2, 1, 1), ended(3, 0, 1)])


def test_a_report_counts_right(four: SimulationReport) -> None:
    assert [seat.won.value for seat in four.seats] == [0.75, 0.25]
    assert [seat.score.value for seat in four.seats] == [27.5, 22.5]
    assert (four.moves.value, four.shortest, four.longest) == (41.5, 40, 43)
    assert [(s.title, s.all.value) for s in four.sources] == [("Trees", 20.0), ("Most", 7.5)]
    spade = four.of("tools")[0]
    assert (spade.had.value, spade.lift.value, spade.score.value) == (0.5, 0.5, 27.5)


def test_the_order_in_which_games_end_changes_nothing() -> None:
    games = [ended(k, k % 2, 0) for k in range(6)]
    assert report(games) == report(games[::-1])


def test_of_a_game_that_names_nothing_the_sheet_tells_what_helps() -> None:
    assert kinds(ARBORETUM) == ("scored",)
    found = report(list(run_simulation(Simulation(ARBORETUM, 40, "random"))))
    assert {feature.name for feature in found.features} == {
        source.title for source in found.sources
    }
    lifts = [feature.lift.value for feature in found.features]
    assert lifts == sorted(lifts, reverse=True)
    assert lifts[0] > 0.2  # random games are won by few points


def test_charts_show_every_figure(four: SimulationReport) -> None:
    svg = draw_report(four, "Four games", ("red", "blue"))
    for words in ("Four games", "red", "75.0 ±", "Trees", "spade", "50.0 ±"):
        assert words in svg
    assert "var(" not in svg
    heights = [float(h) for h in re.findall(r' height="([\d.]+)"', svg)]
    assert min(heights) > 0


# Bounds.


@pytest.mark.parametrize(
    ("bound", "broken"),
    [
        ("seats=25", 0),
        ("seats=24.9", 2),
        ("seats=25..75", 0),
        ("seats=30..", 1),
        ("seats=..30", 1),
        ("margin=10..10", 0),
        ("shared=0..0", 0),
        ("margin=11..", 1),
        ("decisiveness=99..", 0),  # unknown: these games have no trace
        ("score=20..30", 0),
        ("score=26..", 1),
        ("length = 41..42", 0),
        ("length=50..60", 1),
        ("tools.had=35..65", 0),
        ("tools.had=60..65", 1),
        ("tools.lift=50", 0),
        ("tools.lift=10", 1),
        ("tools.lift=55..60", 1),
        ("tools.score=1", 0),
        ("tools.score=30..40", 1),
    ],
)
def test_bounds_hold_or_not(four: SimulationReport, bound: str, broken: int) -> None:
    assert len(list(read_bound(bound, ("tools",)).broken(four))) == broken


def test_a_broken_bound_says_what_was_found(four: SimulationReport) -> None:
    (message,) = read_bound("tools.lift=10", ("tools",)).broken(four)
    assert message.startswith("tools.lift=10: 'spade' has 50.0 ± ")
    assert message.endswith(" % more wins, and at most 10 is allowed")
    message, _ = read_bound("seats=3", ("tools",)).broken(four)
    assert "seat 1 has 75.0 ± " in message
    assert message.endswith(" % of the wins, and 47 to 53 is allowed")


def test_a_mean_below_zero_is_bounded_on_both_sides() -> None:
    def game(number: int) -> SimulatedGame:
        both = (EndFeature("decks", "south", (0, 1)),)
        return ended(number, number % 2)._replace(end_features=both, scores=(-60, -60))

    found = report([game(k) for k in range(8)])
    assert not list(read_bound("decks.score=10", ("decks",)).broken(found))


def test_features_of_a_kind_are_held_against_each_other() -> None:
    def game(number: int, winner: int) -> SimulatedGame:
        both = (EndFeature("decks", "north" if winner else "south", (0, 1)),)
        scores = (60, 62) if winner else (50, 50)
        return ended(number, winner)._replace(end_features=both, scores=scores)

    found = report([game(k, k % 2) for k in range(8)])
    assert [feature.score.value for feature in found.features] == [61.0, 50.0]
    assert not list(read_bound("decks.score=10", ("decks",)).broken(found))
    assert len(list(read_bound("decks.score=9", ("decks",)).broken(found))) == 2


@pytest.mark.parametrize(
    ("bound", "reason"),
    [
        ("seats", "is not a bound; write one as seats=3 or tools.had=35..65"),
        ("seats=", "is not a bound"),
        ("seats=x", "is not a bound"),
        ("seats=3 4", "is not a bound"),
        ("seat=3", "did you mean seats"),
        ("score=60", "needs the least and the most, as score=10..50"),
        ("tools.had=50", "needs the least and the most"),
        ("tool.lift=3", "no 'tool'; did you mean tools"),
        ("tools.lifts=3", "did you mean lift"),
        ("seats=60..40", "allows nothing"),
        ("seats=-1", "allows nothing"),
    ],
)
def test_what_is_no_bound_is_refused_with_what_would_do(bound: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_bound(bound, ("tools",))
    assert reason in str(refusal.value)

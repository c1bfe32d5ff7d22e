"""Ratings: known strengths are found again, and intervals hold them as often as promised."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from spinney.arena.elo import SCALE, elo
from spinney.arena.game_result import GameResult, TimeSpent
from spinney.arena.league_settings import EntrantSettings, LeagueSettings
from spinney.arena.league_standings import league_standings
from spinney.arena.ratings import GroupPoints, group_points, ratings


def simulate(
    truth: Sequence[float], players: int, groups: int, rng: np.random.Generator
) -> list[GroupPoints]:
    """A round-robin of entrants whose ratings are known."""
    strengths, found = np.exp(np.array(truth) / SCALE), list[GroupPoints]()
    for pairing in combinations(range(len(truth)), players):
        own = strengths[list(pairing)]
        points = rng.multinomial(min(players, 4), own / own.sum(), size=groups)
        found += [GroupPoints(pairing, tuple(map(float, won))) for won in points]
    return found


@pytest.mark.parametrize("players", [2, 3, 5])
def test_known_strengths_are_found(players: int) -> None:
    truth = [250.0, 100.0, 50.0, -50.0, -100.0, -250.0]
    found = ratings(simulate(truth, players, 800, np.random.default_rng(1)), 6)
    for true, rating in zip(truth, found, strict=True):
        assert rating
        assert rating.value == pytest.approx(true, abs=20)
        assert rating.low < rating.value < rating.high
        assert rating.margin < 40
    assert sum(rating.value for rating in found if rating) == pytest.approx(0, abs=1e-6)


def covered(runs: int, truth: Sequence[float], groups: int) -> float:
    """The share of intervals that hold the truth."""
    rng, held = np.random.default_rng(7), 0
    for _ in range(runs):
        found = ratings(simulate(truth, 2, groups, rng), len(truth))
        held += sum(r.low <= true <= r.high for r, true in zip(found, truth, strict=True) if r)
    return held / (runs * len(truth))


def test_intervals_hold_the_truth() -> None:
    assert 0.88 <= covered(20, (120, 0, -120), 12) <= 1


@pytest.mark.long
def test_intervals_hold_the_truth_in_95_of_100_leagues() -> None:
    assert 0.93 <= covered(400, (120, 0, -120), 20) <= 0.97


def test_two_are_as_far_apart_as_their_elo() -> None:
    scores = [0.75] * 60 + [0.5] * 100 + [0.25] * 40
    found = ratings([GroupPoints((0, 1), (2 * s, 2 - 2 * s)) for s in scores], 2)
    assert found[0]
    assert found[1]
    assert found[0].value == -found[1].value
    apart = elo(scores)
    assert 2 * found[0].value == pytest.approx(apart.value, rel=0.03)
    assert 2 * found[0].margin == pytest.approx(apart.margin, rel=0.1)


def test_the_order_of_games_changes_nothing() -> None:
    groups = simulate((50, 0, -50), 2, 4, np.random.default_rng(3))
    assert ratings(groups[::-1], 3) == ratings(groups, 3)


def test_who_won_everything_has_no_small_interval() -> None:
    found = ratings([GroupPoints((0, 1), (2.0, 0.0))] * 10, 3)
    assert found[2] is None, "who has not played has no rating"
    assert found[0]
    assert found[0].high > 2 * found[0].value > 0
    assert found[0].low > 0
    assert ratings([], 2) == (None, None)


# Faults.


def game(number: int, seating: tuple[int, ...], winner: int, late: int = -1) -> GameResult:
    """A game in which one entrant may have answered nothing."""
    return GameResult(
        number,
        seating,
        tuple(1 if entrant == winner else -1 for entrant in seating),
        (5, 5),
        (TimeSpent(10, 100, 20),) * 2,
        tuple(("late",) if entrant == late else () for entrant in seating),
        tuple(10 if entrant == late else 0 for entrant in seating),
    )


def league_of_three() -> tuple[LeagueSettings, list[GameResult]]:
    """One and Two are alike; Three answers nothing, loses to One, and is given wins over Two."""
    who = tuple(EntrantSettings(name, name) for name in ("One", "Two", "Three"))
    results = []
    for group in range(30):
        pairing = ((0, 1), (0, 2), (1, 2))[group % 3]
        for place, seating in enumerate((pairing, pairing[::-1])):
            winner = {(0, 1): place, (0, 2): 0, (1, 2): 2}[pairing]
            results.append(game(2 * group + place, seating, winner, 2))
    return LeagueSettings("any", 2, who), results


def test_games_with_who_mostly_forfeits_lift_and_sink_nobody() -> None:
    settings, results = league_of_three()
    one, two, three = league_standings(settings, results)
    assert [row.entrant for row in (one, two, three)] == [0, 1, 2]
    assert (one.games, one.share, two.share) == (20, 0.5, 0.5)
    assert one.rating
    assert two.rating
    assert one.rating.value == pytest.approx(two.rating.value)
    assert (three.ranked, three.place, three.rating) == (False, 0, None)
    assert (three.games, three.faults) == (40, {"late": 40})


def test_only_complete_groups_rate() -> None:
    _, results = league_of_three()
    assert len(group_points(results)) == 30
    assert len(group_points(results[1:])) == 29
    assert group_points(results[:2]) == [GroupPoints((0, 1), (1.0, 1.0))]

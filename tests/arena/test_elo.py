"""Elo and the SPRT: against figures that fastchess has printed, and by simulation."""

from __future__ import annotations

import math
import random
from collections import Counter
from functools import cache
from itertools import accumulate

import pytest

from spinney.arena.deal_group import group_size
from spinney.arena.elo import SCALE, elo, elo_of, elo_of_counts, expected_share, normalized_elo
from spinney.arena.empirical_likelihood import with_t_value
from spinney.arena.game_result import GameResult, TimeSpent
from spinney.arena.sprt import Model, Sprt, Verdict
from spinney.arena.stop_rule import LEAST, ONE_SIDED, StopRule, StopTracker
from spinney.core.errors import Refused


def pairs(*counts: int) -> list[float]:
    """The scores of pairs of games, given how many brought 0, 1/2, 1, 3/2 and 2 points."""
    return [points / 4 for points, count in enumerate(counts) for _ in range(count)]


LONG = pairs(352, 579, 1264, 743, 464)
SHORT = pairs(0, 0, 1, 8, 1)
MIDDLE = pairs(1, 10, 78, 48, 13)


@pytest.mark.parametrize(
    ("scores", "value", "margin"),
    [(LONG, 19.83, 6.77), (MIDDLE, 72.85, 22.33), (SHORT, 190.85, 65.54)],
)
def test_elo_is_what_fastchess_prints(scores: list[float], value: float, margin: float) -> None:
    found = elo(scores)
    assert found.value == pytest.approx(value, abs=0.005)
    # Ours is Student's: wider, the fewer pairs there are.
    assert margin * 0.999 <= found.margin <= margin * (1 + 3 / len(scores))


@pytest.mark.parametrize(
    ("scores", "value", "margin"),
    [(LONG, 24.25, 8.26), (MIDDLE, 132.30, 39.32), (SHORT, 549.34, 152.27)],
)
def test_normalized_elo_is_what_fastchess_prints(
    scores: list[float], value: float, margin: float
) -> None:
    found = normalized_elo(scores)
    assert found.value == pytest.approx(value, abs=0.005)
    assert found.margin == pytest.approx(margin, abs=0.005)


def test_the_ratio_is_what_fastchess_prints() -> None:
    test = Sprt(9, 16, alpha=0.01, beta=0.01)
    assert test.llr(LONG) == pytest.approx(4.60, abs=0.005)
    assert test.bounds == pytest.approx((-4.60, 4.60), abs=0.005)
    assert test.verdict(LONG) == "H1"
    assert Sprt(0, 50).llr(SHORT) == pytest.approx(1.24, abs=0.005)
    assert Sprt(0, 50).verdict(SHORT) is None


@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_shares_and_elo_are_each_others_inverse(players: int) -> None:
    assert expected_share(0, players) == pytest.approx(1 / players)
    for difference in (-300.0, -1.0, 0.0, 50.0, 700.0):
        assert elo_of(expected_share(difference, players), players) == pytest.approx(difference)
    assert elo_of(1.0, players) == math.inf
    assert elo_of(0.0, players) == -math.inf


def test_nothing_known_is_no_small_interval() -> None:
    one = elo([0.75])
    assert (one.low, one.high) == (-math.inf, math.inf)
    assert normalized_elo([0.5, 0.5]).value == 0
    assert normalized_elo([0.5, 0.5]).high == math.inf
    assert Sprt(0, 10).llr([]) == 0


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize("players", [2, 4])
def test_more_points_speak_for_the_stronger(model: str, players: int) -> None:
    test = Sprt(0, 20, players=players, model=model)  # type: ignore[arg-type]
    fair, lead = [1 / players] * 3 + [0.0, 2 / players], [1 / players] * 3 + [0.25, 1.0]
    assert test.llr([0.0] * 100) < test.llr(fair * 20) < test.llr(lead * 20) < test.llr([1.0] * 100)
    assert test.verdict([1.0] * 1000) == "H1"
    assert test.verdict([0.0] * 1000) == "H0"


@pytest.mark.parametrize("given", [(10, 0), (5, 5)])
def test_bounds_in_the_wrong_order_are_refused(given: tuple[float, float]) -> None:
    with pytest.raises(Refused, match="the smaller one first"):
        Sprt(*given)
    with pytest.raises(Refused, match="between 0 and"):
        Sprt(0, 5, alpha=0.7)


@pytest.mark.parametrize(("players", "most"), [(2, 208), (3, 170), (4, 147), (7, 147)])
def test_far_bounds_are_tested_whatever_the_scores(players: int, most: float) -> None:
    test, rng = Sprt(-most, most, players=players), random.Random(players)
    for _ in range(20):
        games = 2 * min(players, 4)
        scores = [rng.randint(0, games) / games for _ in range(rng.choice((1, 3, 30)))]
        assert math.isfinite(test.llr(scores))
    assert test.verdict([1.0] * 40) == "H1"
    assert test.verdict([0.0] * 40) == "H0"
    with pytest.raises(Refused, match=f"of at most {most} normalized Elo"):
        Sprt(0, most + 1, players=players)
    farther = Sprt(-2000, 2000, players=players, model="logistic")
    assert farther.llr([0.0]) < 0 < farther.llr([1.0])
    with pytest.raises(Refused, match="of at most 2000 logistic Elo"):
        Sprt(0, 2001, players=players, model="logistic")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_likeliest_distribution_meets_its_condition(players: int) -> None:
    """Also where nearly all have seen one score, and the mean is to be far away from it."""
    games, rng = 2 * min(players, 4), random.Random(players)
    values = [half / games - 1 / players for half in range(games + 1)]
    for _ in range(60):
        counts = [rng.choice((1e-3, 1e-3, 1, 300, 50_000)) for _ in values]
        t_value = rng.uniform(-0.85, 0.85)
        found = with_t_value(values, [count / sum(counts) for count in counts], t_value)
        mean = sum(p * value for p, value in zip(found, values, strict=True))
        spread = sum(p * (value - mean) ** 2 for p, value in zip(found, values, strict=True)) ** 0.5
        assert min(found) > 0
        assert sum(found) == pytest.approx(1, abs=1e-4)
        assert mean / spread == pytest.approx(t_value, abs=1e-4)


@pytest.mark.parametrize(("players", "draw"), [(2, 0.5), (4, 0.25)])
def test_even_players_are_even_however_long_they_play(players: int, draw: float) -> None:
    """Wide bounds lie on both sides of them: nothing is decided."""
    test = Sprt(-140, 140, players=players)
    for count in (4_721, 4_722, 50_000):
        assert abs(test.llr_of_counts({draw: count})) < 0.1


def test_rounding_is_no_precision_and_no_difference() -> None:
    """A third of the points of three players can't be told exactly."""
    assert not any(StopRule(precision=10).holds({1 / 3: count}, 3) for count in range(20, 60))
    assert all(normalized_elo([1 / 3] * count, 3).value == 0 for count in range(2, 60))


@pytest.mark.parametrize("wrong", [[-1, 5], [0.5, 1.01], [math.nan]])
def test_scores_are_from_0_to_1(wrong: list[float]) -> None:
    for judge in (elo, normalized_elo, Sprt(0, 10).llr, Sprt(0, 10).verdict):
        with pytest.raises(Refused, match=r"from 0, all games lost, to 1, all won, as 0\.75; not"):
            judge(wrong)


def test_elo_takes_a_score() -> None:
    for judge in (elo, normalized_elo):
        with pytest.raises(Refused, match="the score of one deal group or more"):
            judge([])
    assert Sprt(0, 10).llr([]) == 0
    assert Sprt(0, 10).verdict([]) is None


def result(number: int, winner: int, forfeits: int = 0) -> GameResult:
    """A game of two, in which an entrant won, 0 or 1, and entrant 0 made so many forfeits of 4."""
    seating = (number % 2, 1 - number % 2)
    outcome = tuple(1 if entrant == winner else -1 for entrant in seating)
    late = tuple(forfeits if entrant == 0 else 0 for entrant in seating)
    return GameResult(
        number, seating, outcome, (0, 0), (TimeSpent(4), TimeSpent(4)), ((), ()), late
    )


@pytest.mark.parametrize("rule", [StopRule(Sprt(0, 80)), StopRule(precision=100)])
def test_a_series_stops_at_the_same_deal_in_whatever_order_games_end(rule: StopRule) -> None:
    rng = random.Random(1)
    games = [result(number, rng.random() < 0.25) for number in range(400)]
    in_order = StopTracker(rule, 2)
    assert in_order.follow(dict(enumerate(games)))
    assert 8 < in_order.games < 400
    mixed, ended = StopTracker(rule, 2), dict[int, GameResult]()
    for game in sorted(games, key=lambda game: game.number + rng.randrange(9)):
        ended[game.number] = game
        if mixed.follow(ended):
            break
    assert mixed == in_order


def test_mostly_faults_end_a_series_at_the_same_deal_whatever_the_order() -> None:
    rule, rng = StopRule(Sprt(0, 80)), random.Random(2)
    games = [result(number, number % 2, 0 if number < 18 else 4) for number in range(80)]
    in_order = StopTracker(rule, 2)
    assert in_order.follow(dict(enumerate(games)))
    assert in_order.games == 38, "after 18 sound games and 20 forfeited ones most are forfeits"
    assert in_order.unranked == {0}
    mixed, ended = StopTracker(rule, 2), dict[int, GameResult]()
    for game in sorted(games, key=lambda game: game.number + rng.randrange(9)):
        ended[game.number] = game
        if mixed.follow(ended):
            break
    assert mixed == in_order
    assert not StopTracker(StopRule(), 2).follow(dict(enumerate(games))), "no rule, no end"


def test_a_few_deals_of_faults_end_no_series() -> None:
    tracker = StopTracker(StopRule(Sprt(0, 80)), 2)
    early = {number: result(number, number % 2, 4) for number in range(2 * LEAST - 2)}
    assert not tracker.follow(early)
    assert tracker.follow(early | {n: result(n, n % 2, 4) for n in (2 * LEAST - 2, 2 * LEAST - 1)})


def test_a_series_that_one_side_always_wins_ends() -> None:
    tracker = StopTracker(StopRule(precision=10), 2)
    assert tracker.follow({number: result(number, 1) for number in range(400)})
    assert tracker.games == 2 * ONE_SIDED


def test_a_precision_is_reached_and_no_test_decides_nothing() -> None:
    tracker = StopTracker(StopRule(), 2)
    assert not tracker.follow({number: result(number, 0) for number in range(40)})
    assert tracker.games == 40
    with pytest.raises(Refused, match="above 0"):
        StopRule(precision=0)


# By simulation.


def group_scores(won: float, games: int) -> tuple[list[float], list[float]]:
    """The scores of a group of games that are each won with a probability, and how likely they are.

    The second list adds up, as `random.choices` wants it.
    """
    chances = [
        math.comb(games, wins) * won**wins * (1 - won) ** (games - wins)
        for wins in range(games + 1)
    ]
    return [wins / games for wins in range(games + 1)], [*accumulate(chances)]


def win_probability(test: Sprt, elo_difference: float) -> float:
    """How likely a player wins a game who is so much stronger, by the test's own Elo."""
    if test.model == "logistic":
        return expected_share(elo_difference, test.players)
    won = 1 / test.players
    for _ in range(50):  # the mean is so many deviations of a game above an equal share
        spread = math.sqrt(won * (1 - won))
        won = 1 / test.players + elo_difference / (2 * SCALE) * spread
    return won


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("won", [0.3, 0.6])
def test_intervals_hold_the_truth_in_95_of_100_series(players: int, won: float) -> None:
    rng, held = random.Random(players), 0
    scores, steps = group_scores(won, group_size(players))
    for _ in range(500):
        found = elo(rng.choices(scores, cum_weights=steps, k=50), players)
        held += found.low <= elo_of(won, players) <= found.high
    assert 0.92 <= held / 500 <= 0.98


@pytest.mark.long
@pytest.mark.parametrize("truth", ["H0", "H1"])
@pytest.mark.parametrize(
    ("players", "model"), [(2, "normalized"), (3, "logistic"), (4, "normalized")]
)
def test_errors_are_as_rare_as_promised(players: int, model: Model, truth: str) -> None:
    """Of 2,000 tests at the edge of a hypothesis no more are wrong than alpha or beta says."""
    test = Sprt(-60, 60, alpha=0.1, beta=0.1, players=players, model=model)
    chooser, wrong = random.Random(truth), 0
    won = win_probability(test, 60 if truth == "H1" else -60)
    values, steps = group_scores(won, group_size(players))

    @cache
    def judged(counts: tuple[int, ...]) -> Verdict | None:
        """Early on many tests have seen the same."""
        return test.verdict_of_counts(dict(zip(values, counts, strict=True)))

    for _ in range(2000):
        seen: Counter[float] = Counter()
        verdict = None
        while verdict is None:
            seen.update(chooser.choices(values, cum_weights=steps, k=10))
            verdict = judged(tuple(seen[value] for value in values))
        wrong += verdict != truth
    # 0.1 of 2,000, and three deviations more.
    assert wrong <= 200 + 3 * math.sqrt(2000 * 0.1 * 0.9)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("scores", [LONG, SHORT, MIDDLE, [1.0] * 9])
def test_counts_of_scores_tell_what_the_scores_do(scores: list[float], players: int) -> None:
    counts = Counter(scores)
    assert elo_of_counts(counts, players) == pytest.approx(elo(scores, players))
    test = Sprt(0, 10, players=players)
    assert test.llr_of_counts(counts) == test.llr(scores)

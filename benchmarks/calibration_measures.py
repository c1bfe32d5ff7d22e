"""Calibration: compare predicted win chances with results, by tenths.

Levels play against themselves. Some positions of each game are judged, as hints judge them, by the
value of the move that the search recommends, and the judgement is held against how the game ended.
A correction is a `CalibrationCurve`: a logistic function (J. Platt, "Probabilistic Outputs for
Support Vector Machines", 1999) in parts, as no single one fits both values close to even and values
far from it. Games to which it was not fitted show whether it helps.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from spinney import search
from spinney.arena.game_result import points
from spinney.arena.simulate import Simulation, play_choices
from spinney.arena.statistics import Array, Estimate, mean_where
from spinney.arena.worker_pool import map_games
from spinney.players.move_review import review_move
from spinney.search.tuning import Tuning
from spinney.search.win_chance import KNOTS, CalibrationCurve, segment

TENTHS = 10
NEWTON_STEPS = 50
LEAST_SLOPE = 0.1
"""A correction keeps the order of values."""
RESAMPLES = 2000
PRIOR = 1.0
"""The weight of the prior that values are correct, so that few or equal results don't make a fit
extreme."""


class JudgedPosition(NamedTuple):
    """The expected result of a position for the player to act, and the actual one.

    Attributes:
        game: the number of the game.
        hint: the value of the move that a search recommends, 0 to 1.
        review: the value of the move that was made, by a review; NaN where no other was possible.
        won: 1 for a win, 0 for a loss, an equal part for a shared win.
    """

    game: int
    hint: float
    review: float
    won: float


class Tenth(NamedTuple):
    """The positions judged between two tenths.

    Attributes:
        low: the lower end, 0.0 to 0.9.
        positions: how many there are.
        expected: the mean of what was expected of them, 0 to 1.
        won: how often they were won, with its interval over games.
    """

    low: float
    positions: int
    expected: float
    won: Estimate

    @property
    def error(self) -> float:
        """How much more was won than expected."""
        return self.won.value - self.expected


def judge_games(
    simulation: Simulation,
    numbers: Sequence[int],
    budget: search.Budget,
    review: int,
    positions: int,
    jobs: int = 1,
    tuning: Tuning | None = None,
) -> Iterator[list[JudgedPosition]]:
    """Yield the judged positions of some games, in any order.

    Args:
        simulation: the game and its players.
        numbers: of the games.
        budget: how much to search for a hint.
        review: the playouts of a review.
        positions: how many of each game, evenly from its beginning to its end.
        jobs: how many games at once.
        tuning: how to search for a hint; by default as the game's advice says.
    """
    simulation.precompile()
    search.precompile(simulation.game)
    task = partial(_judge_game, simulation, budget, tuning, review, positions)
    return map_games(task, numbers, jobs)


def _judge_game(
    simulation: Simulation,
    budget: search.Budget,
    tuning: Tuning | None,
    review: int,
    positions: int,
    number: int,
) -> list[JudgedPosition]:
    """Play a game and judge some of its positions at which there is a choice."""
    played = play_choices(simulation, number)
    won = points(played.end.outcome or ())
    open_choices = [k for k, view in enumerate(played.views) if len(view.legal_actions) > 1]
    if not open_choices:
        return []
    chosen = [open_choices[k * len(open_choices) // positions] for k in range(positions)]
    judged = []
    for k in dict.fromkeys(chosen):
        view, seed = played.views[k], simulation.deal(number) ^ k
        result = search.think(view, budget, seed, tuning=tuning)
        hint = next(one.value for one in result.candidates if one.move == result.move)
        move = str(view.game.notation.write(list(played.moves[k])))
        reviewed = review_move(view, move, review, k)
        made = math.nan if reviewed is None else reviewed.played_value
        judged.append(JudgedPosition(number, hint, made, won[view.player]))
    return judged


def tenths(values: Sequence[float], judged: Sequence[JudgedPosition]) -> list[Tenth]:
    """Return how often positions were won, by tenths of what was expected; empty ones left out.

    Args:
        values: what was expected of each position, 0 to 1.
        judged: the positions.
    """
    games = sorted({one.game for one in judged})
    place = {game: row for row, game in enumerate(games)}
    inside: list[list[int]] = [[] for _ in range(TENTHS)]
    for k, value in enumerate(values):
        inside[min(int(value * TENTHS), TENTHS - 1)].append(k)
    return [
        _tenth(at, [values[k] for k in positions], [judged[k] for k in positions], place)
        for at, positions in enumerate(inside)
        if positions
    ]


def _tenth(
    at: int, values: Sequence[float], judged: Sequence[JudgedPosition], place: dict[int, int]
) -> Tenth:
    # Positions of one game end alike: a row for each game, with its sums.
    count, won = np.zeros((len(place), 1)), np.zeros((len(place), 1))
    for one in judged:
        count[place[one.game]] += 1
        won[place[one.game]] += one.won
    rate = mean_where(np.divide(won, count, out=np.zeros_like(won), where=count > 0), count)
    return Tenth(at / TENTHS, len(judged), float(np.mean(values)), rate)


def mean_error(tenths: Sequence[Tenth]) -> float:
    """Return by how much tenths are off, on average over positions (expected calibration error)."""
    return sum(one.positions * abs(one.error) for one in tenths) / sum(t.positions for t in tenths)


def worst_error_by_luck(
    values: Sequence[float], judged: Sequence[JudgedPosition], fewest: int
) -> tuple[float, float]:
    """Return how far the worst tenth would be off, were all values right, 0 to 1.

    Half of all times it would be further off than the first number, 1 time in 20 than the second.
    Games are drawn anew from those at hand (bootstrap, B. Efron, 1979): how far the errors of a
    draw lie from those of all games is luck.

    Args:
        values: what was expected of each position, 0 to 1.
        judged: the positions.
        fewest: tenths with fewer positions are left out.
    """
    games = {game: row for row, game in enumerate(sorted({one.game for one in judged}))}
    error, count = np.zeros((len(games), TENTHS)), np.zeros((len(games), TENTHS))
    for value, one in zip(values, judged, strict=True):
        place = games[one.game], min(int(value * TENTHS), TENTHS - 1)
        error[place] += one.won - value
        count[place] += 1
    large = count.sum(axis=0) >= max(fewest, 1)
    error, count = error[:, large], count[:, large]
    even = np.full(len(games), 1 / len(games))
    drawn = np.random.default_rng(0).multinomial(len(games), even, RESAMPLES)
    off = drawn @ error / np.maximum(drawn @ count, 1) - error.sum(axis=0) / count.sum(axis=0)
    half, rarely = np.quantile(np.abs(off).max(axis=1, initial=0.0), (0.5, 0.95))
    return float(half), float(rarely)


def cross_fitted(values: Sequence[float], judged: Sequence[JudgedPosition]) -> list[float]:
    """Return values as corrected by what was fitted to other games only.

    Games with even numbers are corrected by those with odd ones, and the other way round.
    """
    half = [one.game % 2 for one in judged]
    fitted = [
        fit(
            [value for value, side in zip(values, half, strict=True) if side != own],
            [one.won for one, side in zip(judged, half, strict=True) if side != own],
        )
        for own in (0, 1)
    ]
    return [fitted[side].chance(value) for value, side in zip(values, half, strict=True)]


def fit(values: Sequence[float], won: Sequence[float]) -> CalibrationCurve:
    """Return the curve under which the results are most likely, given a weak prior.

    Args:
        values: what was expected of each position, 0 to 1.
        won: the result, 0 to 1.
    """
    features, truth = _features(values), np.array(won)
    odds = as_it_is = np.array(KNOTS)
    for _ in range(NEWTON_STEPS):
        chance = (1 + np.tanh(features @ odds / 2)) / 2
        gradient = features.T @ (truth - chance) - PRIOR * (odds - as_it_is)
        curvature = (features * (chance * (1 - chance))[:, None]).T @ features
        step = np.linalg.solve(curvature + PRIOR * np.eye(len(KNOTS)), gradient)
        odds = odds + np.clip(step, -1, 1)  # full steps can overshoot ever further
    for k in range(1, len(KNOTS)):
        odds[k] = max(odds[k], odds[k - 1] + LEAST_SLOPE * (KNOTS[k] - KNOTS[k - 1]))
    return CalibrationCurve(tuple(round(float(one), 4) for one in (1 + np.tanh(odds / 2)) / 2))


def _features(values: Sequence[float]) -> Array:
    """Return how much each knot of a curve counts for each value: a row for each value."""
    features = np.zeros((len(values), len(KNOTS)))
    for row, value in zip(features, np.clip(values, 1e-4, 1 - 1e-4), strict=True):
        at, part = segment(value)
        row[at : at + 2] = 1 - part, part
    return features

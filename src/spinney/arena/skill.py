"""Skill depth: Elo differences between levels, and the value of a seat at each level.

The depth of a game is the length of a ladder of players of whom each clearly beats the one before
(F. Lantz, A. Isaksen, A. Jaffe, A. Nealen and J. Togelius, "Depth in Strategic Games", AAAI
Workshop on What's Next for AI in Games, 2017). The levels are such players; a step of the ladder is
to win 3 games of 4, after W. Robertie, "Letter to the Editor", Inside Backgammon, 1992.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from spinney.arena.deal_group import group_size
from spinney.arena.elo import Interval, elo, elo_of
from spinney.arena.measures import FIRST_PLAYER
from spinney.arena.report import SeatReport, SimulationReport, report
from spinney.arena.series import Series
from spinney.arena.simulate import Simulation, run_simulation
from spinney.arena.standings import deal_scores
from spinney.arena.statistics import UNKNOWN, Estimate
from spinney.arena.worker_pool import play_games
from spinney.core.errors import Refused
from spinney.players import read

STEP = elo_of(0.75)
"""The Elo of a player who wins 3 games of 4."""


@dataclass(frozen=True)
class SkillDepth:
    """How levels compare.

    Attributes:
        levels: from the weakest to the strongest, as they were named.
        deals: how many were played, each from every seat, by each two of them.
        matrix: by two places in `levels`, the Elo of the first against the second, who has all
            other seats.
        seats: by level, the statistics of each seat if that level has all of them.
        first: by level, what part of the wins the first player then has, 0 to 1; NaN where several
            begin at once.
    """

    levels: tuple[str, ...]
    deals: int
    matrix: Mapping[tuple[int, int], Interval]
    seats: tuple[tuple[SeatReport, ...], ...]
    first: tuple[Estimate, ...]

    @property
    def depth(self) -> Interval:
        """The Elo from the first level to the last, step by step.

        Where a level never lost to the one before, the value is infinite; ``low`` is still a bound.
        Where another never won against the one before, too, nothing is known: the value is NaN.
        """
        steps = [self.matrix[k + 1, k] for k, _ in enumerate(pairwise(self.levels))]
        value = sum(step.value for step in steps)
        down = math.sqrt(sum((step.value - step.low) ** 2 for step in steps))
        up = math.sqrt(sum((step.high - step.value) ** 2 for step in steps))
        if math.isfinite(value):
            return Interval(value, value - down, value + up)
        return Interval(value, sum(step.low for step in steps), sum(step.high for step in steps))

    @property
    def ladder(self) -> float:
        """The length of the ladder: how many players there could be of whom each wins 3 of 4."""
        return self.depth.value / STEP + 1


def play_skill(
    base: Simulation,
    levels: Sequence[str],
    deals: int,
    jobs: int = 1,
    cluster: str | None = None,
) -> SkillDepth:
    """Play the levels against each other and against themselves.

    Args:
        base: the game, the first deal, and how many games a level plays against itself where that
            takes milliseconds; else it plays as many as against others.
        levels: at least two, from the weakest to the strongest.
        deals: how many deals each two play, from every seat: see `deal_group`.
        jobs: how many games at once.
        cluster: the address of a Ray cluster that plays them.

    Raises:
        Refused: there are not two levels, or one of them isn't there.
    """
    if len(set(levels)) < max(2, len(levels)):
        raise Refused("skill depth needs two levels or more, each once, as random,seedling,sapling")
    alone = [Simulation(base.game, base.games, level, base.seed, sheets=False) for level in levels]
    matrix: dict[tuple[int, int], Interval] = {}
    for i, j in _pairs(len(levels), base.game.num_players):
        scores = _scores(base, levels[i], levels[j], deals, jobs, cluster)
        matrix[i, j] = elo(scores, base.game.num_players)
        if base.game.num_players == 2:
            matrix[j, i] = _reversed(matrix[i, j])
    reports = [_alone(simulation, deals, jobs, cluster) for simulation in alone]
    first = (one.figures.get(FIRST_PLAYER, UNKNOWN) for one in reports)
    return SkillDepth(
        tuple(levels), deals, matrix, tuple(one.seats for one in reports), tuple(first)
    )


def _pairs(levels: int, players: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of levels: with two players it makes no difference who is alone."""
    for i in range(levels):
        for j in range(levels):
            if i > j or (i != j and players > 2):
                yield i, j


def _scores(
    base: Simulation, one: str, other: str, deals: int, jobs: int, cluster: str | None
) -> list[float]:
    """Return the mean points of one level among players of another, by deal."""
    count = base.game.num_players
    entrants = (read(one), *[read(other)] * (count - 1))
    series = Series(base.game, entrants, deals * group_size(count), base.seed)
    played = play_games(series, range(series.games), jobs, cluster)
    return deal_scores([game.result for game in played], 0)


def _reversed(interval: Interval) -> Interval:
    return Interval(-interval.value, -interval.high, -interval.low)


def _alone(simulation: Simulation, deals: int, jobs: int, cluster: str | None) -> SimulationReport:
    """Return the statistics of games with one level at all seats."""
    games = simulation.games if simulation.fast else deals * simulation.game.num_players
    simulation = replace(simulation, games=games)
    if cluster is None:
        simulation.precompile()
    return report(list(run_simulation(simulation, jobs, cluster)))

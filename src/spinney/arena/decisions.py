"""Measures of single decisions in simulated games: hidden information and agency.

Hidden information is the size of information sets (TAG: R. Gaina et al., "Design and Implementation
of TAG", 2020, tells the share of hidden components; sizes tell more where cards are few). Agency is
by how much the best move is above the median one, by the values of a tree search.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spinney import search
from spinney.arena.simulate import Simulation, play_choices
from spinney.arena.statistics import Estimate, mean
from spinney.arena.worker_pool import map_games
from spinney.core.information_sets import information_bits
from spinney.search.action_values import action_values

if TYPE_CHECKING:
    from spinney.core.state import Observation

SAMPLED = 8
"""How many decisions of a game are looked at, evenly from its beginning to its end."""
PLAYOUTS = 400
"""The budget of the search at each."""
QUARTERS = 4
"""The number of parts into which a game is divided."""


class SampledDecision(NamedTuple):
    """A decision that was looked at.

    Attributes:
        at: the part of the game's decisions that lay before it, 0 to 1.
        bits: the binary logarithm of the size of the information set; NaN where that isn't counted.
        spread: by how much the best first action of a move is above the median one, in rewards from
            0 to 1; NaN where there is one only.
    """

    at: float
    bits: float
    spread: float


@dataclass(frozen=True)
class DecisionFigures:
    """The means of decisions; intervals are over games.

    Attributes:
        bits, spread: the mean of a game's decisions, as in `SampledDecision`.
    """

    bits: Estimate
    spread: Estimate


def look_into(
    simulation: Simulation, games: int, jobs: int = 1, cluster: str | None = None
) -> Iterator[list[SampledDecision]]:
    """Yield the decisions of the first games of a simulation that are looked at, in any order.

    Args:
        simulation: what is played.
        games: how many of its games.
        jobs: how many at once.
        cluster: the address of a Ray cluster that does it.
    """
    prepare = partial(search.precompile, simulation.game)
    if cluster is None:
        prepare()
    task = partial(_decisions, simulation)
    return map_games(task, range(games), jobs, cluster=cluster, prepare=prepare)


def figures(
    games: Sequence[Sequence[SampledDecision]], quarter: int | None = None
) -> DecisionFigures:
    """Return the means of the decisions of some games, of all or of a quarter (from 0)."""
    inside = [[one for one in game if quarter in (None, int(one.at * QUARTERS))] for game in games]
    return DecisionFigures(
        _mean([[one.bits for one in game] for game in inside]),
        _mean([[one.spread for one in game] for game in inside]),
    )


def _mean(games: Sequence[Sequence[float]]) -> Estimate:
    """Return the mean of the games' means, of those that have any."""
    values = [[value for value in game if not math.isnan(value)] for game in games]
    return mean(np.array([sum(game) / len(game) for game in values if game]))


def _decisions(simulation: Simulation, number: int) -> list[SampledDecision]:
    views = play_choices(simulation, number).views
    chosen = sorted({k * len(views) // SAMPLED for k in range(SAMPLED)})
    return [
        SampledDecision(k / len(views), information_bits(views[k]), spread(views[k], number))
        for k in chosen
    ]


def spread(view: Observation, seed: int, playouts: int = PLAYOUTS) -> float:
    """Return by how much the best first action is above the median, by a tree search.

    The search tries all actions equally often (`action_values`). What the game's advice leaves out
    counts as the worst that was tried. NaN: there is one action only.
    """
    values = action_values(view, playouts, seed)
    tried = [value for value in values if value is not None]
    if len(values) < 2 or not tried:
        return math.nan
    worst = min(tried)
    return max(tried) - median(worst if value is None else value for value in values)

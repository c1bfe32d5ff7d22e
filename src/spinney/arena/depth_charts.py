"""Charts of single decisions and of skill depth, to be drawn below a report's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from spinney.arena.charts import bar_of
from spinney.arena.decisions import QUARTERS, SampledDecision, figures
from spinney.arena.skill import SkillDepth
from spinney.arena.statistics import Estimate
from spinney.drawing.bar_chart import chart
from spinney.drawing.board import Board


def decision_boards(games: Sequence[Sequence[SampledDecision]]) -> Iterator[Board]:
    """Yield charts of hidden information and of agency, from one quarter of a game to the next."""
    quarters = [figures(games, k) for k in range(QUARTERS)]
    names = [f"quarter {k + 1}" for k in range(QUARTERS)]
    for key, title, unit, values in (
        ("hidden", "Hidden information, in bits", "", [one.bits for one in quarters]),
        (
            "agency",
            "Value of the best action above the median, in %",
            "%",
            [one.spread.percent for one in quarters],
        ),
    ):
        measured = [
            pair for pair in zip(names, values, strict=True) if not math.isnan(pair[1].value)
        ]
        if measured:
            yield chart(key, title, [bar_of(name, value, unit) for name, value in measured])


def skill_boards(skill: SkillDepth, names: Sequence[str]) -> Iterator[Board]:
    """Yield charts of Elo between levels, and of the wins of each seat by level."""
    bars = [
        bar_of(f"{skill.levels[i]} against {skill.levels[j]}", Estimate(one.value, one.margin))
        for (i, j), one in sorted(skill.matrix.items())
        if i > j and math.isfinite(one.value)
    ]
    if bars:
        yield chart("skill", "Elo of a level against another", bars)
    for level, seats in zip(skill.levels, skill.seats, strict=True):
        bars = [bar_of(n, s.won.percent, "%") for n, s in zip(names, seats, strict=True)]
        yield chart(
            f"seats-{level}", f"Wins of each seat, in %: {level}", bars, mark=100 / len(names)
        )

"""The tables of a simulation's decisions and skill depth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.arena.decisions import QUARTERS, SampledDecision, figures
from spinney.arena.skill import SkillDepth
from spinney.arena.wording import elo_text
from spinney.terminal.report_tables import figure, table_of

if TYPE_CHECKING:
    from rich.console import Console


def show_decisions(out: Console, games: Sequence[Sequence[SampledDecision]]) -> None:
    """Print how much is hidden from the player to act, and the best move's lead."""
    table = table_of("Decisions", "hidden, in bits", "best above median, in %")
    for name, quarter in (("all", None), *((f"quarter {k + 1}", k) for k in range(QUARTERS))):
        quarter_figures = figures(games, quarter)
        table.add_row(name, figure(quarter_figures.bits), figure(quarter_figures.spread.percent))
    out.print(table)
    count = sum(map(len, games))
    out.print(f"{count} decisions of {len(games)} games; 10 bits: a thousand states look the same.")


def show_skill(out: Console, skill: SkillDepth, names: Sequence[str]) -> None:
    """Print the levels against each other, and the value of a seat at each."""
    table = table_of("Elo against", *skill.levels)
    for i, level in enumerate(skill.levels):
        row = [skill.matrix.get((i, j)) for j, _ in enumerate(skill.levels)]
        table.add_row(level, *("" if one is None else elo_text(one, 0) for one in row))
    out.print(table)
    out.print(f"±: 95 %, over {skill.deals} deals for each two levels, each from every seat.")
    out.print(f"From {skill.levels[0]} to {skill.levels[-1]}: {elo_text(skill.depth, 0)} Elo.")
    if math.isfinite(skill.ladder):
        out.print(f"{skill.ladder:.1f} players could stand on it, each winning 3 of 4 games.")
    table = table_of("Wins of each seat, in %", *skill.levels)
    for p, name in enumerate(names):
        table.add_row(name, *(figure(seats[p].won.percent) for seats in skill.seats))
    if not all(math.isnan(first.value) for first in skill.first):
        table.add_row("first player", *(figure(first.percent) for first in skill.first))
    out.print(table)

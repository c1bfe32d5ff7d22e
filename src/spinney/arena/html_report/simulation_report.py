"""Write the report of a simulation, and the differences between several, as HTML pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from spinney import __version__
from spinney.arena.comparison import Difference, SavedReport, differences, distinct_titles
from spinney.arena.decisions import SampledDecision
from spinney.arena.elo import Interval, expected_share
from spinney.arena.html_report import simulation_charts as charts
from spinney.arena.html_report.html import page, palette_css
from spinney.arena.html_report.interval_charts import figure
from spinney.arena.html_report.simulation_charts import Chart
from spinney.arena.measures import MEASURES, Measure, measure_of
from spinney.arena.report import SimulationReport
from spinney.arena.simulate import Simulation
from spinney.arena.simulate_command import simulate_command
from spinney.arena.skill import SkillDepth
from spinney.core.game import Game


class KeyFigure(NamedTuple):
    """A figure at the head of a page: its label, its value, and its unit."""

    title: str
    value: str
    unit: str


AT_A_GLANCE = ("length", "branching", "lead changes", "margin", "shared", "first", "agency")
"""The measures at the head of the page."""


@dataclass(frozen=True)
class SimulationPage:
    """The contents of a simulation's page.

    Attributes:
        simulation: what was played.
        statistics: of its games.
        decisions: the sampled decisions, by game.
        skill: how levels compare; None if that was not requested.
    """

    simulation: Simulation
    statistics: SimulationReport
    decisions: Sequence[Sequence[SampledDecision]] = ()
    skill: SkillDepth | None = None
    version: str = __version__

    @property
    def game(self) -> Game:
        """The game, with its options."""
        return self.simulation.game

    @property
    def level(self) -> str:
        """The players, in words."""
        level = self.simulation.level
        return f"{level} playouts a move" if level.isdecimal() else level

    @property
    def settings(self) -> list[tuple[str, str]]:
        """The settings and their values, in words."""
        game = self.game
        return [
            ("Game", game.name),
            *((f"Option {o.name}", str(o.word(game.chosen[o.name]))) for o in game.options),
            *(("Changed", str(change)) for change in game.changes),
            ("Level", self.level),
            ("Seed of the first deal", str(self.simulation.seed)),
        ]

    @property
    def command(self) -> str:
        """The command line that repeats it."""
        return simulate_command(
            self.simulation, self.statistics.games, len(self.decisions), self.skill
        )

    @property
    def key_figures(self) -> Iterator[KeyFigure]:
        """The figures at the head of the page."""
        for one in self.measures:
            if one.key in AT_A_GLANCE:
                shown = one.in_unit(self.statistics.figures[one.key])
                yield KeyFigure(one.title, figure(shown), one.unit)

    @property
    def measures(self) -> list[Measure]:
        """The measures that the games have."""
        return [one for one in MEASURES if one.key in self.statistics.figures]

    @cached_property
    def seat_chart(self) -> Chart:
        """The share of wins of each seat."""
        return charts.seat_chart(self.statistics.seats, self.game.player_names)

    @cached_property
    def distributions(self) -> list[Chart]:
        """How scores, margins and measures are distributed."""
        return list(charts.distributions(self.statistics))

    @cached_property
    def source_chart(self) -> Chart:
        """The sources of points."""
        return charts.source_chart(self.statistics)

    @property
    def kinds(self) -> list[str]:
        """What players have at the end, by kind."""
        return list(dict.fromkeys(feature.kind for feature in self.statistics.features))

    def feature_charts(self, kind: str) -> list[Chart]:
        """What players have of a kind, and how much it helps."""
        return list(charts.feature_charts(kind, self.statistics.of(kind)))

    @cached_property
    def decision_charts(self) -> list[Chart]:
        """Hidden information and agency, from one quarter of a game to the next."""
        return list(charts.decision_charts(self.decisions))

    def share(self, elo: Interval) -> float:
        """Return the share of wins, 0 to 1, that an Elo difference stands for."""
        return expected_share(elo.value, self.game.num_players)

    @cached_property
    def skill_charts(self) -> list[Chart]:
        """The steps between levels, and what the seats are worth at each."""
        return list(charts.skill_charts(self.skill, self.game.player_names)) if self.skill else []


@dataclass(frozen=True)
class ComparisonPage:
    """The contents of a page on several simulations: each but the first, compared with the first.

    Attributes:
        reports: at least two.
        command: the command line that does it again.
    """

    reports: Sequence[SavedReport]
    command: str
    version: str = __version__

    @property
    def title(self) -> str:
        """The title of the game or games."""
        titles = (report.title.partition(", ")[0] for report in self.reports)
        return " and ".join(dict.fromkeys(titles))

    @cached_property
    def names(self) -> list[str]:
        """The parts of their titles in which they differ."""
        return distinct_titles([report.title for report in self.reports])

    @cached_property
    def compared(self) -> list[tuple[str, list[Difference]]]:
        """Of each but the first: its name, and how its measures differ."""
        first, *others = self.reports
        found = (list(differences(first, other)) for other in others)
        return list(zip(self.names[1:], found, strict=True))

    @cached_property
    def measure_charts(self) -> list[Chart]:
        """Each measure of all reports."""
        return [
            chart
            for one in MEASURES
            if (chart := charts.measure_chart(one, self.reports, self.names))
        ]

    @cached_property
    def difference_charts(self) -> list[Chart]:
        """The clear differences from the first, for each of the others that has some."""
        found = (charts.difference_chart(name, all_of_it) for name, all_of_it in self.compared)
        return [chart for chart in found if chart]


def simulation_page(
    simulation: Simulation,
    report: SimulationReport,
    decisions: Sequence[Sequence[SampledDecision]] = (),
    skill: SkillDepth | None = None,
) -> str:
    """Return the report of a simulation as a self-contained page."""
    model = SimulationPage(simulation, report, decisions, skill)
    return _page("simulation.html", model)


def comparison_page(reports: Sequence[SavedReport], command: str) -> str:
    """Return the differences between simulations, at least two, as a self-contained page.

    Args:
        reports: all others are compared with the first.
        command: the command line that does it again.
    """
    return _page("comparison.html", ComparisonPage(reports, command))


def _page(template: str, model: SimulationPage | ComparisonPage) -> str:
    return page(
        template,
        "report.js",
        palette_css(),
        "report.css",
        report=model,
        figure=figure,
        measure_of=measure_of,
        isfinite=math.isfinite,
    )

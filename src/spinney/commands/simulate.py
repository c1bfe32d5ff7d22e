"""`spinney simulate` and `spinney compare`: many games of one level, and their reports."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from spinney.commands.parsing import (
    add,
    add_cluster,
    add_game,
    add_setting,
    count,
)


def add_simulate(commands: Any) -> None:
    """Add ``simulate``."""
    simulate = add(commands, _simulate, "play many games of one level, and report statistics")
    add_game(simulate)
    simulate.add_argument(
        "--players", type=count, metavar="N", help="the number of players, where it varies"
    )
    add_setting(simulate)
    simulate.add_argument(
        "--games", type=count, default=10_000, metavar="N", help="the number of games (10,000)"
    )
    simulate.add_argument(
        "--level",
        default="seedling",
        metavar="LEVEL",
        help="the player of all seats: random, a level (seedling), or a number of playouts per "
        "move; also as level:tree, search:1000",
    )
    simulate.add_argument(
        "--jobs", type=count, metavar="N", help="games at once; by default one per core"
    )
    add_cluster(simulate)
    simulate.add_argument(
        "--within",
        metavar="BOUND",
        action="append",
        default=[],
        help="exit with status 1 if this bound is crossed, as seats=3; may be repeated",
    )
    simulate.add_argument(
        "--sweep",
        metavar="NAME=VALUES",
        action="append",
        default=[],
        help="simulate the same deals with each value of an option, as players=2,3,4, of the "
        "level, or of a number in the rules' tables, as 'YIELD[12]=2,3'; with several, each "
        "combination",
    )
    _add_measures(simulate)
    _add_report(simulate)


def _add_measures(simulate: Any) -> None:
    simulate.add_argument(
        "--decisions",
        type=count,
        default=0,
        metavar="N",
        help="analyse decisions in N of the games: how much is hidden, and how much the choice "
        "matters",
    )
    simulate.add_argument(
        "--skill",
        default="",
        metavar="LEVELS",
        help="let levels play each other, as random,seedling,sapling, for Elo and wins by seat",
    )
    simulate.add_argument(
        "--skill-deals",
        type=count,
        default=20,
        metavar="N",
        help="deals for each pair of levels (20)",
    )


def _add_report(simulate: Any) -> None:
    simulate.add_argument("--svg", type=Path, metavar="FILE", help="draw the report as charts")
    simulate.add_argument("--all", action="store_true", help="show long lists in full")
    simulate.add_argument(
        "--parts",
        default="seats,games,histograms,points,features",
        metavar="PARTS",
        help="the parts of the report (all: seats,games,histograms,points,features)",
    )
    simulate.add_argument(
        "--json", type=Path, metavar="FILE", help="write the report, also for spinney compare"
    )
    simulate.add_argument(
        "--csv", type=Path, metavar="FILE", help="write the measures of each game as a table"
    )
    simulate.add_argument(
        "--html", type=Path, metavar="FILE", help="write the report as a page, with charts"
    )


def add_compare(commands: Any) -> None:
    """Add ``compare``."""
    compare = add(commands, _compare, "compare two saved reports of spinney simulate")
    compare.add_argument(
        "before", type=Path, metavar="A.json", help="a report written by simulate --json"
    )
    compare.add_argument("after", type=Path, metavar="B.json", help="and a later one")
    compare.add_argument(
        "--json", type=Path, metavar="FILE", help="write the differences with their intervals"
    )
    compare.add_argument(
        "--html", type=Path, metavar="FILE", help="write them as a page, with charts"
    )


def _simulate(args: argparse.Namespace) -> int:
    from spinney.terminal.simulate import simulate
    from spinney.terminal.simulate_arguments import SimulateArguments

    return simulate(
        SimulateArguments(
            args.game,
            args.players,
            args.options,
            args.games,
            args.level,
            args.seed,
            args.jobs,
            args.within,
            args.svg,
            args.all,
            args.cluster,
            args.parts,
            args.json,
            args.csv,
            args.sweep,
            args.decisions,
            args.skill,
            args.skill_deals,
            args.html,
        )
    )


def _compare(args: argparse.Namespace) -> int:
    from spinney.terminal.comparison import compare

    return compare(args.before, args.after, args.json, args.html)

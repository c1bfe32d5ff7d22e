"""The command that tunes the numbers of a player."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from spinney.commands.parsing import (
    add,
    add_cluster,
    add_game,
    add_jobs,
    add_limits,
    add_pairs,
    add_setting,
    count,
    count_from_0,
    elo_bounds,
    isolated,
    probability,
)


def add_tuning(commands: Any) -> None:
    """Add the command."""
    tune = add(commands, _tune, "search for good values of a player's parameters")
    add_game(tune)
    tune.add_argument(
        "player",
        metavar="PLAYER",
        help=(
            "a command with {NAME} where a parameter belongs, as './bot -c {caution}', or a "
            "level or a number of playouts, whose search is tuned"
        ),
    )
    add_pairs(
        tune,
        "param",
        "NAME=LOW:HIGH[:STEP|:log]",
        "a parameter and its range, optionally in steps or on a logarithmic scale; may be repeated",
    )
    add_pairs(
        tune, "start", "NAME=VALUE", "the value to start from; by default the middle of the range"
    )
    tune.add_argument(
        "--against",
        default="",
        metavar="SEAT",
        help="the player of the other seats; by default the player itself with its start values",
    )
    add_setting(tune)
    _add_amounts(tune)
    tune.add_argument(
        "--out", type=Path, metavar="DIR", help="the folder of the tuning; by default a new one"
    )
    tune.add_argument("--resume", action="store_true", help="resume the tuning in --out")
    add_jobs(tune)
    add_cluster(tune)
    add_limits(tune)


def _add_amounts(tune: Any) -> None:
    tune.add_argument(
        "--trials", type=count, default=40, metavar="N", help="how many sets of values to try (40)"
    )
    tune.add_argument(
        "--deals",
        type=count,
        default=50,
        metavar="N",
        help=(
            "the most deals of a trial (50), the same for all trials; each is played from "
            "every seat"
        ),
    )
    final = tune.add_argument_group("the test of the best values, on other deals")
    final.add_argument(
        "--final",
        type=count_from_0,
        default=1000,
        metavar="N",
        help="the most deals of the test (1,000); 0: no test",
    )
    final.add_argument(
        "--sprt",
        type=elo_bounds,
        default=(0.0, 10.0),
        metavar="ELO0,ELO1",
        help="are they stronger than the start by at most ELO0, or by at least ELO1? (0,10)",
    )
    final.add_argument(
        "--alpha",
        type=probability,
        default=0.05,
        metavar="P",
        help="the probability of wrongly accepting ELO1 (0.05)",
    )
    final.add_argument(
        "--beta",
        type=probability,
        default=0.05,
        metavar="P",
        help="the probability of wrongly accepting ELO0 (0.05)",
    )
    final.add_argument(
        "--model",
        choices=("normalized", "logistic"),
        default="normalized",
        help="the Elo of ELO0 and ELO1 (normalized)",
    )


def _tune(args: argparse.Namespace) -> int:
    from spinney.arena.sprt import Sprt
    from spinney.terminal.tune import TuneArguments, tune

    null, other = args.sprt
    return tune(
        TuneArguments(
            args.game,
            args.player,
            args.params,
            args.starts,
            args.against,
            args.options,
            args.trials,
            args.deals,
            args.seed,
            Sprt(null, other, args.alpha, args.beta, model=args.model),
            args.final,
            args.out,
            args.resume,
            args.jobs,
            args.force,
            args.cluster,
            args.move_time,
            args.grace,
            args.memory,
            isolated(args, args.out),
        )
    )

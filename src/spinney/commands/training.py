"""The command that trains a network for a game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from spinney.commands.parsing import (
    add,
    add_cluster,
    add_game,
    add_jobs,
    add_setting,
    count,
    hours,
)


def add_training(commands: Any) -> None:
    """Add the command."""
    train = add(commands, _train, "train a network for a game by self-play, or resume the training")
    add_game(train)
    train.add_argument(
        "--hours",
        type=hours,
        required=True,
        metavar="H",
        help="how long to train; you can resume later",
    )
    train.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="the folder for all output"
    )
    train.add_argument(
        "--games",
        type=count,
        default=4000,
        metavar="N",
        help="self-play games per generation, in whole hundreds (4,000)",
    )
    train.add_argument(
        "--playouts",
        type=count,
        default=200,
        metavar="N",
        help="playouts for each choice there (200)",
    )
    train.add_argument(
        "--gate-playouts",
        type=count,
        default=400,
        metavar="N",
        help="playouts for each choice when a network meets the previous one (400)",
    )
    add_setting(train, "1")
    add_jobs(train)
    add_cluster(train)


def _train(args: argparse.Namespace) -> int:
    import spinney
    from spinney.arena.cores import choose_jobs
    from spinney.arena.folder_lock import lock
    from spinney.system.interrupts import sigterm_interrupts
    from spinney.training.gradients import TrainingSettings
    from spinney.training.run import RunSettings, TrainingRun

    game = spinney.game(args.game).with_options(**dict(args.options))
    settings = RunSettings(
        game,
        args.games,
        args.playouts,
        args.gate_playouts,
        seed=1 if args.seed is None else args.seed,
        training=TrainingSettings.of(game),
    )
    jobs = choose_jobs(args.jobs, args.force, args.cluster)
    with sigterm_interrupts(), lock(args.out):
        run = TrainingRun(settings, args.out, _say, jobs, args.cluster)
        try:
            best = run.go_on(3600 * args.hours)
        except KeyboardInterrupt:
            sys.stderr.write(
                f"stopped; {args.out} has all that is done. Continue with the same command\n"
            )
            raise
    _say(f"the network that passed last: {best}" if best else "no network has passed the gate yet")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()

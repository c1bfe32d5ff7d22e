"""`spinney match`: a series of games between players."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spinney.commands.parsing import (
    add,
    add_cluster,
    add_game,
    add_jobs,
    add_limits,
    add_pairs,
    add_setting,
    count,
    elo_bounds,
    elo_precision,
    probability,
)
from spinney.core.errors import Refused

if TYPE_CHECKING:
    from spinney.arena.sprt import Sprt


def add_match(commands: Any) -> None:
    """Add ``match``."""
    match = add(commands, _match, "play a series between players and count the wins")
    add_game(match)
    match.add_argument(
        "seats",
        metavar="SEAT",
        nargs="+",
        help="one for each player: a level (as seedling or tree), random, search:PLAYOUTS, "
        "search:PLAYOUTS:advice, tuned:LEVEL:NAME=VALUE, a command as './bot' or 'python3 bot.py' "
        "(in Spring Challenge 2021 it speaks the contest's protocol), json:COMMAND, "
        "py:MODULE:CLASS",
    )
    add_pairs(
        match,
        "name",
        "PLAYER=NAME",
        "what a player is called in the results, as 1=rex; by default its SEAT. PLAYER is a number "
        "from 1, in the order of SEATs",
    )
    match.add_argument(
        "--games",
        type=count,
        metavar="N",
        help="the number of games (10), or with --sprt or --until the most (100,000); each deal is "
        "played from every seat before the next (with five and more players, four times)",
    )
    match.add_argument(
        "--pairs", action="store_true", help="count deals, not single games, in --games"
    )
    _add_stop_rule(match)
    add_setting(match)
    _add_output(match)
    add_jobs(match)
    match.add_argument(
        "--clock", default="none", metavar="CLOCK", help="the clock of all players, as 'move 0:10'"
    )
    match.add_argument(
        "--strict", action="store_true", help="a player's first fault loses the game at once"
    )
    add_limits(match)
    add_cluster(match)


def _add_output(match: Any) -> None:
    match.add_argument(
        "--records", type=Path, metavar="DIR", help="keep each game's record in this folder"
    )
    match.add_argument(
        "--resume", action="store_true", help="continue the series in --records or --out"
    )
    match.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write the results to this folder: a report as HTML, JSON, CSV, and the records if "
        "--records names no other",
    )
    match.add_argument(
        "--view",
        nargs="?",
        const="last",
        choices=("last", "worst"),
        help=(
            "afterwards, open a replay in the browser: of the last game, or of the first "
            "player's worst, the one with the most faults or else the lowest lead"
        ),
    )


def _add_stop_rule(match: Any) -> None:
    rule = match.add_argument_group("when to stop")
    rule.add_argument(
        "--sprt",
        type=elo_bounds,
        metavar="ELO0,ELO1",
        help="stop when a sequential test is decided: is the first player stronger by at most "
        "ELO0, or by at least ELO1? As 0,10",
    )
    rule.add_argument(
        "--alpha",
        type=probability,
        metavar="P",
        help="the probability of wrongly accepting ELO1 (0.05)",
    )
    rule.add_argument(
        "--beta",
        type=probability,
        metavar="P",
        help="the probability of wrongly accepting ELO0 (0.05)",
    )
    rule.add_argument(
        "--model",
        choices=("normalized", "logistic"),
        help="the Elo of ELO0 and ELO1 (normalized)",
    )
    rule.add_argument(
        "--until",
        type=elo_precision,
        metavar="ELO",
        help="stop when the first player's Elo is known to ± this, as 10",
    )


def _match(args: argparse.Namespace) -> int:
    from spinney.arena.stop_rule import StopRule
    from spinney.terminal.match import MatchArguments, match

    stop = StopRule(_sprt(args), args.until)
    return match(
        MatchArguments(
            args.game,
            args.seats,
            args.options,
            args.games or (100_000 if stop else 10),
            args.pairs,
            args.seed,
            args.records,
            args.resume,
            args.jobs,
            args.clock,
            args.move_time,
            args.grace,
            args.memory,
            args.isolate,
            stop,
            args.strict,
            args.out,
            args.force,
            args.cluster,
            args.view,
            args.names,
        ),
        _show_replay,
    )


def _sprt(args: argparse.Namespace) -> Sprt | None:
    """Return the sequential test, if one was asked for.

    Raises:
        Refused: options say how to test, but not what.
    """
    from spinney.arena.sprt import Sprt

    said = {"alpha": args.alpha, "beta": args.beta, "model": args.model}
    given = {name: value for name, value in said.items() if value is not None}
    if args.sprt:
        null, other = args.sprt
        return Sprt(null, other, players=len(args.seats), **given)
    if given:
        raise Refused(
            f"--{next(iter(given))} belongs to the test of --sprt; add --sprt ELO0,ELO1, as "
            "--sprt 0,10"
        )
    return None


def _show_replay(record: str) -> None:
    from spinney.server import serve

    serve(record=record)

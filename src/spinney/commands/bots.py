"""The commands that run series of games, simulations and bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from spinney.commands.parsing import (
    add,
    add_cluster,
    add_game,
    add_isolation,
    add_jobs,
    add_limits,
    add_pairs,
    add_setting,
    count,
    duration,
    elo_bounds,
    elo_precision,
    isolated,
    probability,
    seed,
    size,
)
from spinney.core.errors import Refused
from spinney.core.process_privacy import secret


def add_contests(commands: Any) -> None:
    """Add the commands for bots and simulations."""
    _add_match(commands)
    _add_simulate(commands)
    _add_compare(commands)
    _add_bot(commands)


def _add_match(commands: Any) -> None:
    match = add(commands, _match, "play a series between players and count the wins")
    add_game(match)
    match.add_argument(
        "seats",
        metavar="SEAT",
        nargs="+",
        help="one for each player: a level (as seedling or tree), random, search:PLAYOUTS, "
        "a command as './bot' or 'python3 bot.py', json:COMMAND, py:MODULE:CLASS",
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
    match.add_argument(
        "--records", type=Path, metavar="DIR", help="keep each game's record in this folder"
    )
    match.add_argument("--resume", action="store_true", help="continue the series in --records")
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
    add_jobs(match)
    match.add_argument(
        "--clock", default="none", metavar="CLOCK", help="the clock of all players, as 'move 0:10'"
    )
    match.add_argument(
        "--strict", action="store_true", help="a player's first fault loses the game at once"
    )
    add_limits(match)
    add_cluster(match)


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
        "--alpha", type=probability, default=0.05, help="the probability of wrongly accepting ELO1"
    )
    rule.add_argument(
        "--beta", type=probability, default=0.05, help="the probability of wrongly accepting ELO0"
    )
    rule.add_argument(
        "--model",
        choices=("normalized", "logistic"),
        default="normalized",
        help="the Elo of ELO0 and ELO1 (normalized)",
    )
    rule.add_argument(
        "--until",
        type=elo_precision,
        metavar="ELO",
        help="stop when the first player's Elo is known to ± this, as 10",
    )


def _add_simulate(commands: Any) -> None:
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
        "move",
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
        help="exit with status 1 if this threshold is crossed, as seats=3; may be repeated",
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


def _add_compare(commands: Any) -> None:
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


def _add_bot(commands: Any) -> None:
    bot = add(commands, _bot, "run a level as a bot, over stdin and stdout")
    add_game(bot)
    bot.add_argument("--level", default="tree", help="the highest level to play at (tree)")
    bot.add_argument(
        "--protocol",
        choices=("contest", "json"),
        help="the contest's own protocol, where there is one, or JSON lines",
    )
    add_pairs(bot, "option", "NAME=VALUE", "an option, where the protocol doesn't send options")
    bot.add_argument(
        "--seed",
        type=seed,
        metavar="S",
        help="the seed of its random numbers; by default a random one",
    )
    away = bot.add_argument_group(
        "at tables elsewhere",
        "Plug a program into a server: spinney bot GAME --server URL --token @FILE -- ./my_bot",
    )
    away.add_argument(
        "--server", metavar="URL", help="the server; without a program, a level plays"
    )
    away.add_argument(
        "--token",
        metavar="TOKEN",
        help=(
            "the bot's token, or @FILE to read it from a file, so that other users of this "
            "machine can't see it; by default SPINNEY_TOKEN"
        ),
    )
    away.add_argument(
        "--table",
        default="",
        help="its id, address or link; by default all tables where the bot has a seat",
    )
    away.add_argument(
        "--plain", action="store_true", help="allow sending the token over plain http"
    )
    away.add_argument("--move-time", type=duration, metavar="TIME", help="for each answer, as 2s")
    away.add_argument(
        "--memory", type=size, default=1 << 30, metavar="SIZE", help="the memory limit (1G)"
    )
    add_isolation(away, "the program")


def _match(given: argparse.Namespace) -> int:
    from spinney.arena.sprt import Sprt
    from spinney.arena.stop_rule import StopRule
    from spinney.terminal.match import MatchArguments, match

    test = None
    if given.sprt:
        null, other = given.sprt
        test = Sprt(null, other, given.alpha, given.beta, len(given.seats), given.model)
    stop = StopRule(test, given.until)
    return match(
        MatchArguments(
            given.game,
            given.seats,
            given.options,
            given.games or (100_000 if stop else 10),
            given.pairs,
            given.seed,
            given.records,
            given.resume,
            given.jobs,
            given.clock,
            given.move_time,
            given.grace,
            given.memory,
            given.isolate,
            stop,
            given.strict,
            given.out,
            given.force,
            given.cluster,
            given.view,
        ),
        _show_replay,
    )


def _show_replay(record: str) -> None:
    from spinney.server import serve

    serve(record=record)


def _simulate(given: argparse.Namespace) -> int:
    from spinney.terminal.simulate import simulate
    from spinney.terminal.simulate_arguments import SimulateArguments

    return simulate(
        SimulateArguments(
            given.game,
            given.players,
            given.options,
            given.games,
            given.level,
            given.seed,
            given.jobs,
            given.within,
            given.svg,
            given.all,
            given.cluster,
            given.parts,
            given.json,
            given.csv,
            given.sweep,
            given.decisions,
            given.skill,
            given.skill_deals,
            given.html,
        )
    )


def _compare(given: argparse.Namespace) -> int:
    from spinney.terminal.comparison import compare

    return compare(given.before, given.after, given.json, given.html)


def _bot(given: argparse.Namespace) -> int:
    if given.server or given.program:
        return _play_elsewhere(given)
    from spinney.players.search_worker import SearchProcess

    with SearchProcess(given.game) as process:  # first, for it takes longest to load
        from spinney.players.level_program import bot

        return bot(given.game, given.level, given.protocol, given.seed, given.options, process)


def _play_elsewhere(given: argparse.Namespace) -> int:
    from spinney.players.client.api import ApiClient
    from spinney.players.client.bot import bot

    token = given.token or secret("SPINNEY_TOKEN")
    if not given.server:
        raise Refused("--server URL is missing")
    if not token:
        raise Refused("the server needs a token: use --token @FILE, or set SPINNEY_TOKEN")
    server = ApiClient(given.server, token, given.plain)
    command = given.program or [given.level]
    kept = isolated(given)
    return bot(given.game, command, server, given.table, given.move_time, given.memory, kept)

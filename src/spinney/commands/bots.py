"""The commands for bots: to let them play each other, many games of a level, and be one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from spinney.commands.parsing import (
    add,
    add_game,
    add_isolation,
    add_pairs,
    add_setting,
    count,
    duration,
    isolated,
    seed,
    size,
)
from spinney.core.errors import Refused
from spinney.core.process_privacy import secret


def add_contests(commands: Any) -> None:
    """Add what is for bots."""
    _add_match(commands)
    _add_simulate(commands)
    _add_bot(commands)


def _add_match(commands: Any) -> None:
    match = add(commands, _match, "let players play each other and count who wins")
    add_game(match)
    match.add_argument(
        "seats",
        metavar="SEAT",
        nargs="+",
        help="one for each player: a level (seedling, sapling, tree, ancient), random, a command "
        "as './bot' or 'python3 bot.py', json:COMMAND, py:MODULE:CLASS",
    )
    match.add_argument(
        "--games",
        type=count,
        default=10,
        metavar="N",
        help="how many (10); each deal is played from every seat before the next is dealt",
    )
    match.add_argument(
        "--pairs", action="store_true", help="let --games count deals, not single games"
    )
    add_setting(match)
    match.add_argument(
        "--records", type=Path, metavar="DIR", help="keep each game's record in this folder"
    )
    match.add_argument(
        "--resume", action="store_true", help="go on with the games that are in --records"
    )
    match.add_argument(
        "--jobs", type=count, metavar="N", help="games at once; by default one for two cores"
    )
    match.add_argument(
        "--clock", default="none", metavar="CLOCK", help="everybody's thinking time, as 'move 0:10'"
    )
    match.add_argument(
        "--move-time",
        type=duration,
        metavar="TIME",
        help="for each answer of a program, as 500ms or 2s; by default what the game's contest "
        "gave, else 1s. The first answer may take longer",
    )
    match.add_argument(
        "--grace",
        type=duration,
        default=0.0,
        metavar="TIME",
        help="let programs be so late, where the machine has much else to do, as 50ms",
    )
    match.add_argument(
        "--memory",
        type=size,
        default=1 << 30,
        metavar="SIZE",
        help="the most a program may use, as 512M (1G); 0 is no limit",
    )
    add_isolation(match, "programs")


def _add_simulate(commands: Any) -> None:
    simulate = add(commands, _simulate, "play many games by one level, and report on them")
    add_game(simulate)
    simulate.add_argument("--players", type=count, metavar="N", help="how many, where it may vary")
    add_setting(simulate)
    simulate.add_argument(
        "--games", type=count, default=10_000, metavar="N", help="how many (10,000)"
    )
    simulate.add_argument(
        "--level",
        default="seedling",
        metavar="LEVEL",
        help="on all seats: random, a level (seedling), or a number of playouts a move",
    )
    simulate.add_argument(
        "--jobs", type=count, metavar="N", help="games at once; by default one for every core"
    )
    simulate.add_argument(
        "--within",
        metavar="BOUND",
        action="append",
        default=[],
        help="exit with 1 where this does not hold, as seats=3; may be given several times",
    )
    simulate.add_argument("--svg", type=Path, metavar="FILE", help="draw the report as charts")
    simulate.add_argument("--all", action="store_true", help="show long lists in full")


def _add_bot(commands: Any) -> None:
    bot = add(commands, _bot, "be a bot: choose for a player, over stdin and stdout")
    add_game(bot)
    bot.add_argument("--level", default="tree", help="how hard to think at most (tree)")
    bot.add_argument(
        "--protocol",
        choices=("contest", "json"),
        help="the game's own contest's, where it has one, or JSON lines",
    )
    add_pairs(bot, "option", "NAME=VALUE", "an option, where the protocol tells none")
    bot.add_argument("--seed", type=seed, metavar="S", help="of its luck; drawn by default")
    away = bot.add_argument_group(
        "at tables elsewhere",
        "Plug a program into a server: spinney bot GAME --server URL --token @FILE -- ./my_bot",
    )
    away.add_argument("--server", metavar="URL", help="the server; without a program a level plays")
    away.add_argument(
        "--token",
        metavar="TOKEN",
        help="lets the bot in: itself, or @ and a file that holds it, which others of this machine "
        "can't see; by default what SPINNEY_TOKEN says",
    )
    away.add_argument(
        "--table", default="", help="its id, address or link; by default all where the bot sits"
    )
    away.add_argument("--plain", action="store_true", help="send the token over http")
    away.add_argument("--move-time", type=duration, metavar="TIME", help="for each answer, as 2s")
    away.add_argument(
        "--memory", type=size, default=1 << 30, metavar="SIZE", help="the most it may use (1G)"
    )
    add_isolation(away, "the program")


def _match(given: argparse.Namespace) -> int:
    from spinney.terminal.match import MatchArguments, match

    return match(
        MatchArguments(
            given.game,
            given.seats,
            given.options,
            given.games,
            given.pairs,
            given.seed,
            given.records,
            given.resume,
            given.jobs,
            given.clock,
            given.move_time,
            given.grace,
            given.memory,
            isolated(given, given.records),
        )
    )


def _simulate(given: argparse.Namespace) -> int:
    from spinney.terminal.simulate import SimulateArguments, simulate

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
        )
    )


def _bot(given: argparse.Namespace) -> int:
    if given.server or given.program:
        return _play_elsewhere(given)
    from spinney.players.level_program import bot

    return bot(given.game, given.level, given.protocol, given.seed, given.options)


def _play_elsewhere(given: argparse.Namespace) -> int:
    from spinney.players.client.api import ApiClient
    from spinney.players.client.bot import bot

    token = given.token or secret("SPINNEY_TOKEN")
    if not given.server:
        raise Refused("where? say --server URL")
    if not token:
        raise Refused("the server wants a token: say --token @FILE, or set SPINNEY_TOKEN")
    server = ApiClient(given.server, token, given.plain)
    command = given.program or [given.level]
    kept = isolated(given)
    return bot(given.game, command, server, given.table, given.move_time, given.memory, kept)

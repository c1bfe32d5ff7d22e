"""`spinney bot`: a level as a program, or a program at the tables of a server."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from spinney.commands.parsing import (
    add,
    add_game,
    add_isolation,
    add_pairs,
    duration,
    isolated,
    seed,
    size,
)
from spinney.core.errors import Refused
from spinney.system.process_privacy import secret

LEVEL = "tree"
"""The level that plays unless another is named."""
MEMORY = 1 << 30
"""The memory that a program may have unless another limit is named."""
NEEDS_SERVER = "can only go with --server, at whose tables a bot plays"
NEEDS_NO_SERVER = "can't go with --server, whose tables have their own options and protocol"
NEEDS_NO_PROGRAM = "is for a level, and here a program plays"


def add_bot(commands: Any) -> None:
    """Add ``bot``."""
    bot = add(
        commands, _bot, "run a level as a bot over stdin and stdout, or a bot at tables of a server"
    )
    add_game(bot)
    bot.add_argument(
        "program",
        metavar="-- PROGRAM",
        nargs="*",
        help="the program that plays at tables of a server, with its own options; see below",
    )
    bot.add_argument("--level", help=f"the highest level to play at ({LEVEL})")
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
    _add_server(bot)


def _add_server(bot: Any) -> None:
    away = bot.add_argument_group(
        "at tables of a server",
        "Let a program play there: spinney bot GAME --server URL --token @FILE -- ./my_bot",
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
        help="the table's id, address or link; by default all tables where the bot has a seat",
    )
    away.add_argument(
        "--plain", action="store_true", help="allow sending the token over plain http"
    )
    away.add_argument(
        "--move-time", type=duration, metavar="TIME", help="the time for each answer, as 2s"
    )
    away.add_argument(
        "--memory", type=size, metavar="SIZE", help="the memory limit of the program (1G)"
    )
    add_isolation(away, "the program", own="its")


def _bot(args: argparse.Namespace) -> int:
    if args.server or args.program:
        return _play_elsewhere(args)
    _refuse(args, ("token", "table", "plain", "move_time", "memory", "isolate"), NEEDS_SERVER)
    from spinney.players.search_worker import SearchProcess

    with SearchProcess(args.game) as process:  # first, for it takes longest to load
        from spinney.players.level_program import play_level

        level = args.level or LEVEL
        return play_level(args.game, level, args.protocol, args.seed, args.options, process)


def _refuse(args: argparse.Namespace, options: Sequence[str], reason: str) -> None:
    """Refuse options that would have no effect."""
    values = {name: getattr(args, name) for name in options}
    given = [
        name
        for name, value in values.items()
        if value is not None and value is not False and value != []
    ]
    names = (f"--{name.replace('_', '-').replace('options', 'option')}" for name in given)
    if given:
        raise Refused(f"{' and '.join(names)} {reason}")


def _play_elsewhere(args: argparse.Namespace) -> int:
    from spinney.players.client.api import ApiClient
    from spinney.players.client.bot import play_on_server

    token = args.token or secret("SPINNEY_TOKEN")
    if not args.server:
        raise Refused("--server URL is missing")
    _refuse(args, ("protocol", "options", "seed"), NEEDS_NO_SERVER)
    if args.program:
        _refuse(args, ("level",), NEEDS_NO_PROGRAM)
    if not token:
        raise Refused("the server needs a token: use --token @FILE, or set SPINNEY_TOKEN")
    server = ApiClient(args.server, token, args.plain)
    command = args.program or [args.level or LEVEL]
    isolation = isolated(args)
    memory = MEMORY if args.memory is None else args.memory
    return play_on_server(
        args.game, command, server, args.table or "", args.move_time, memory, isolation
    )

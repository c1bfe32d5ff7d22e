"""The command that referees one game for another arena, with the options that arenas know."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from spinney.commands.parsing import add, add_game, size
from spinney.core.errors import Refused

MOST_PLAYERS = 7
PLAYER_HELP = {
    1: "the first player: a command as './bot' or 'python3 bot.py', or anything spinney match "
    "takes",
    2: "the second player; -p3 and so on in games for more. -p1name and so on name them in the log",
}


def add_referee(commands: Any) -> None:
    """Add the command."""
    referee = add(commands, _referee, "play one game between programs, as a contest's own referee")
    add_game(referee)
    for number in range(1, MOST_PLAYERS + 1):
        about = PLAYER_HELP.get(number, argparse.SUPPRESS)
        referee.add_argument(f"-p{number}", metavar="COMMAND", help=about)
        referee.add_argument(f"-p{number}name", metavar="NAME", help=argparse.SUPPRESS)
    referee.add_argument(
        "-d",
        dest="data",
        metavar="DATA",
        action="append",
        default=[],
        help="parameters of the game, as seed=123, 'seed=123 league=4' or an option of the game",
    )
    for name, about in (
        ("seed", "the seed, a number; by default a random one"),
        ("league", "the contest's league, by its number from 1 or its name; by default the last"),
        ("timeout", "milliseconds for each answer; by default that of the contest"),
    ):
        referee.add_argument(f"-{name}", f"--{name}", metavar="N", help=about)
    referee.add_argument("-l", dest="log", type=Path, metavar="FILE", help="write a log as JSON")
    referee.add_argument("--record", type=Path, metavar="FILE", help="write the game's record")
    referee.add_argument("-s", dest="show", action="store_true", help="open the replay afterwards")
    referee.add_argument(
        "--memory",
        type=size,
        default=1 << 30,
        metavar="SIZE",
        help="the memory limit of a program (1G)",
    )
    referee.add_argument(
        "--no-resident",
        action="store_true",
        help="play in this process, which takes longer to start",
    )


def _referee(args: argparse.Namespace) -> int:
    from spinney.referee.client import RefereeFailed, play, write_output
    from spinney.referee.request import GameRequest, read_parameters

    players, names = _players(args)
    parameters = read_parameters(args.data)
    said = ((name, getattr(args, name)) for name in ("seed", "league", "timeout"))
    parameters |= {name: value for name, value in said if value is not None}
    request = GameRequest(args.game, players, names, parameters, args.memory, bool(args.log))
    try:
        report = play(request, resident=not args.no_resident)
    except RefereeFailed as failure:
        sys.stderr.write(str(failure))
        return 1
    _write(args.log, report.log)
    _write(args.record, report.record)
    write_output(report)
    return _show(report.record) if args.show else 0


def _players(args: argparse.Namespace) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the commands and the names, by player. Raises Refused if one is left out."""
    numbers = range(1, MOST_PLAYERS + 1)
    commands = [getattr(args, f"p{number}") for number in numbers]
    count = commands.index(None) if None in commands else len(commands)
    if not count or any(commands[count:]):
        raise Refused(f"-p{count + 1} is missing; write for example: -p1 ./one -p2 ./two")
    names = [getattr(args, f"p{number}name") or "" for number in numbers]
    return tuple(commands[:count]), tuple(names[:count])


def _write(path: Path | None, text: str) -> None:
    """Write a file, if one was asked for. Raises Refused if it can't be written."""
    if path is None:
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise Refused(f"can't write {path}: {(problem.strerror or str(problem)).lower()}") from None


def _show(record: str) -> int:
    from spinney.server import serve

    serve(0, open_browser=True, record=record)
    return 0

"""`spinney`: the commands, each a line or two that hands over to the floor that does the work.

Nothing heavy is imported before a command needs it, so that help and mistakes answer at once.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from . import __version__
from .core.refusal import Refused, did_you_mean

if TYPE_CHECKING:
    from .bots.named import Bots

WRONG, STOPPED = 2, 128 + signal.SIGINT
"""Exit statuses: something was asked for that can't be; ctrl-C."""

EXTRA = "this needs {}, which is not installed; it comes with: pip install 'spinney[play]'"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default this process's, and return the exit status."""
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except Refused as refusal:
        return _say(str(refusal))
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] == __package__:
            raise
        return _say(EXTRA.format(missing.name))
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        _close_output()
        return 1
    return status


def _run(arguments: Sequence[str]) -> int:
    parser, commands = _parser()
    if arguments and not arguments[0].startswith("-") and arguments[0] not in commands:
        near = did_you_mean(arguments[0], list(commands))
        raise Refused(f"there is no command {arguments[0]!r}{near}")
    own, program = _without_program(arguments)
    parsed = parser.parse_args(own)
    parsed.program = program
    if parsed.command is None:
        parser.print_help()
        return 0
    return int(parsed.run(parsed) or 0)


def _without_program(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return what is said to us, and the program of `spinney bot`, which has options of its own."""
    if list(arguments[:1]) != ["bot"] or "--" not in arguments:
        return arguments, ()
    end = list(arguments).index("--")
    return arguments[:end], arguments[end + 1 :]


def _say(message: str) -> int:
    sys.stderr.write(f"spinney: {' '.join(message.split())}\n")
    return WRONG


def _close_output() -> None:
    """Whoever read our output has gone; leave nothing that Python would try to write at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# What can be said on the command line.


class _Parser(argparse.ArgumentParser):
    """A parser that refuses in one line, as everything here does."""

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message}; see: {self.prog} --help")


def _parser() -> tuple[_Parser, dict[str, Any]]:
    parser = _Parser(
        prog="spinney",
        description="Tree-growing games, in the browser and in the terminal.",
        epilog="spinney COMMAND --help tells more about a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"spinney {__version__}")
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", parser_class=_Parser
    )
    _add_playing(commands)
    _add_house(commands)
    _add_match(commands)
    _add_simulate(commands)
    _add_bot(commands)
    _add_records(commands)
    _add_reading(commands)
    return parser, dict(commands.choices)


def _add(commands: Any, run: Callable[[argparse.Namespace], int | None], about: str) -> _Parser:
    """Add a command, named like the function that runs it."""
    name = run.__name__.strip("_")
    command: _Parser = commands.add_parser(
        name, help=about, description=f"{about[0].upper()}{about[1:]}.", allow_abbrev=False
    )
    command.set_defaults(run=run)
    return command


def _add_game(command: _Parser, **how: Any) -> None:
    command.add_argument("game", metavar="GAME", help="its name; see: spinney games", **how)


def _add_setting(command: _Parser) -> None:
    command.add_argument(
        "--option",
        dest="options",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        type=_pair,
        help="an option of the game; see: spinney games",
    )
    command.add_argument(
        "--seed", type=_seed, metavar="S", help="the same seed deals the same game"
    )


def _add_playing(commands: Any) -> None:
    play = _add(commands, _play, "play a game, in the browser or with --terminal here")
    _add_game(play, nargs="?")
    play.add_argument("--terminal", action="store_true", help="play in this terminal")
    play.add_argument("--resume", action="store_true", help="go on with the match left last")
    _add_setting(play)
    play.add_argument(
        "--seat",
        dest="seats",
        metavar="PLAYER=WHO",
        action="append",
        default=[],
        type=_pair,
        help="who sits where: me, friend, a level as tree, or a bot; may be given for each player",
    )
    play.add_argument(
        "--bot",
        dest="bots",
        metavar="NAME=COMMAND",
        action="append",
        default=[],
        type=_pair,
        help="let a program of yours sit down under a name, as rex=./rex",
    )
    play.add_argument("--clock", metavar="CLOCK", help="thinking time, as 'phase 3:00'")
    play.add_argument("--port", type=_port, help="of the page; any free one by default")
    play.add_argument("--no-browser", action="store_true", help="only say the page's address")


def _add_house(commands: Any) -> None:
    serve = _add(commands, _serve, "open a house to others: tables, friends, clocks")
    _add_database(serve)
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen at (127.0.0.1)")
    serve.add_argument("--port", type=_port, default=8000, help="the port to listen at (8000)")
    serve.add_argument(
        "--workers", type=_count, default=1, metavar="N", help="processes (1); more need PostgreSQL"
    )
    serve.add_argument(
        "--thoughts", type=_count, metavar="N", help="how many levels of a worker think at once"
    )
    serve.add_argument(
        "--proxy",
        metavar="ADDRESS",
        help="the proxy in front, if it is on another machine: who it says asks is believed; "
        "several with commas between",
    )
    serve.add_argument("--log", choices=("text", "json"), default="text", help="how to log (text)")
    serve.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="the least to log (info: each request)",
    )
    _add_database(_add(commands, _migrate, "bring a house's database up to date"))
    _add_admin(commands)


def _add_admin(commands: Any) -> None:
    """Add what an operator needs, as commands of a command."""
    admin = _add(commands, _admin, "look after a house: list, close, ban, delete, back up")
    tasks = admin.add_subparsers(
        title="tasks", dest="task", metavar="TASK", required=True, parser_class=_Parser
    )

    def add(name: str, about: str, *arguments: str) -> _Parser:
        task: _Parser = tasks.add_parser(
            name, help=about, description=f"{about[0].upper()}{about[1:]}.", allow_abbrev=False
        )
        for argument in arguments:
            task.add_argument(argument.lower(), metavar=argument)
        _add_database(task)
        return task

    listed = add("list", "list tables, people, bans or workers")
    listed.add_argument("what", choices=("tables", "people", "bans", "workers"))
    listed.add_argument("--status", default="", help="tables that are open, playing, over, aborted")
    add("close", "close a table, whatever happens there", "TABLE")
    export = add("export", "write a match's record, or all that is kept about a person", "WHAT")
    export.add_argument("--person", action="store_true", help="WHAT is a person's name or id")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="by default stdout")
    ban = add("ban", "shut out a person, by name or id, or an address", "WHO")
    ban.add_argument("--why", default="", help="for those who look after the house")
    ban.add_argument("--days", type=_days, help="of an address: for so long; by default for good")
    add("unban", "let a person in again, or an address", "WHO")
    forget = add("delete", "forget a person: name, password, talk, notes", "WHO")
    forget.add_argument("--yes", action="store_true", help="really")
    token = add("token", "make a token for someone's bot, and print it this once", "WHO")
    token.add_argument("--name", default="made by the operator", help="what it is called")
    for name, about in (
        ("backup", "write the whole house to a file, also while it is open"),
        ("restore", "read a backup into an empty database of either kind"),
    ):
        add(name, about).add_argument("file", metavar="FILE", type=Path)


def _add_database(command: _Parser) -> None:
    command.add_argument(
        "--database",
        metavar="URL",
        help="postgresql://… or sqlite:///PATH; by default what SPINNEY_DATABASE says, else a "
        "file in the user's data folder",
    )


def _add_match(commands: Any) -> None:
    match = _add(commands, _match, "let players play each other and count who wins")
    _add_game(match)
    match.add_argument(
        "seats",
        metavar="SEAT",
        nargs="+",
        help="one for each player: a level (seedling, sapling, tree, ancient), random, a command "
        "as './bot' or 'python3 bot.py', json:COMMAND, py:MODULE:CLASS",
    )
    match.add_argument(
        "--games",
        type=_count,
        default=10,
        metavar="N",
        help="how many (10); each deal is played from every seat before the next is dealt",
    )
    match.add_argument(
        "--pairs", action="store_true", help="let --games count deals, not single games"
    )
    _add_setting(match)
    match.add_argument(
        "--records", type=Path, metavar="DIR", help="keep each game's record in this folder"
    )
    match.add_argument(
        "--resume", action="store_true", help="go on with the games that are in --records"
    )
    match.add_argument(
        "--jobs", type=_count, metavar="N", help="games at once; by default one for two cores"
    )
    match.add_argument(
        "--clock", default="none", metavar="CLOCK", help="everybody's thinking time, as 'move 0:10'"
    )
    match.add_argument(
        "--move-time",
        type=_duration,
        metavar="TIME",
        help="for each answer of a program, as 500ms or 2s; by default what the game's contest "
        "gave, else 1s. The first answer may take longer",
    )
    match.add_argument(
        "--grace",
        type=_duration,
        default=0.0,
        metavar="TIME",
        help="let programs be so late, where the machine has much else to do, as 50ms",
    )
    match.add_argument(
        "--memory",
        type=_bytes,
        default=1 << 30,
        metavar="SIZE",
        help="the most a program may use, as 512M (1G); 0 is no limit",
    )


def _add_simulate(commands: Any) -> None:
    simulate = _add(commands, _simulate, "play many games by one level, and report on them")
    _add_game(simulate)
    simulate.add_argument("--players", type=_count, metavar="N", help="how many, where it may vary")
    _add_setting(simulate)
    simulate.add_argument(
        "--games", type=_count, default=10_000, metavar="N", help="how many (10,000)"
    )
    simulate.add_argument(
        "--level",
        default="seedling",
        metavar="LEVEL",
        help="on all seats: random, a level (seedling), or a number of playouts a sentence",
    )
    simulate.add_argument(
        "--jobs", type=_count, metavar="N", help="games at once; by default one for every core"
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
    bot = _add(commands, _bot, "be a bot: choose for a player, over stdin and stdout")
    _add_game(bot)
    bot.add_argument("--level", default="tree", help="how hard to think at most (tree)")
    bot.add_argument(
        "--protocol",
        choices=("contest", "json"),
        help="the game's own contest's, where it has one, or JSON lines",
    )
    bot.add_argument("--seed", type=_seed, metavar="S", help="of its luck; drawn by default")
    away = bot.add_argument_group(
        "at tables elsewhere",
        "Plug a program into a house: spinney bot GAME --server URL --token @FILE -- ./my_bot",
    )
    away.add_argument("--server", metavar="URL", help="the house; without a program a level plays")
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
    away.add_argument("--move-time", type=_duration, metavar="TIME", help="for each answer, as 2s")
    away.add_argument(
        "--memory", type=_bytes, default=1 << 30, metavar="SIZE", help="the most it may use (1G)"
    )


def _add_records(commands: Any) -> None:
    replay = _add(commands, _replay, "step through a recorded match in the terminal")
    replay.add_argument("file", metavar="FILE", type=Path, help="a record")
    view = _add(commands, _view, "open a recorded match in the browser")
    view.add_argument("file", metavar="FILE", type=Path, help="a record")
    view.add_argument("--port", type=_port, help="of the page; any free one by default")
    view.add_argument("--no-browser", action="store_true", help="only say the page's address")
    _add_draw(commands)
    check = _add(commands, _check, "replay recorded matches and verify every line of them")
    check.add_argument("files", metavar="FILE", type=Path, nargs="+", help="a record")


def _add_draw(commands: Any) -> None:
    draw = _add(commands, _draw, "draw a moment of a recorded match as SVG or PNG")
    draw.add_argument("file", metavar="FILE", type=Path, help="a record")
    draw.add_argument(
        "--at",
        type=_count_from_0,
        metavar="N",
        help="after so many sentences; by default at the end",
    )
    draw.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="PICTURE",
        help=".svg or .png; by default SVG to stdout",
    )
    draw.add_argument("--player", help="as this player saw it; by default as a spectator did")
    draw.add_argument("--layout", default="wide", help="wide (the usual) or narrow")
    draw.add_argument("--theme", help="light or dark; by default the viewer's own")


def _add_reading(commands: Any) -> None:
    _add(commands, _games, "list the games, their options, clocks and levels")
    _add_game(_add(commands, _rules, "show how a game is played"))
    warm = _add(commands, _warm, "compile games now, so that no first move waits for it")
    warm.add_argument("names", metavar="GAME", nargs="*", help="by default all games")


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form name=value")
    return name.strip(), value.strip()


def _number(text: str, least: int, most: int) -> int:
    if not re.fullmatch("-?[0-9]{1,20}", text) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} to {most}")
    return int(text)


def _port(text: str) -> int:
    return _number(text, 1, 65535)


def _seed(text: str) -> int:
    return _number(text, -(2**63), 2**63 - 1)


def _count(text: str) -> int:
    return _number(text, 1, 1_000_000)


def _duration(text: str) -> float:
    """Return the seconds of ``100ms`` or ``1.5s``."""
    found = re.fullmatch(r"([0-9]{1,7}(?:\.[0-9]{1,3})?)(ms|s)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no time; write it as 100ms or 1.5s")
    return float(found[1]) / (1000 if found[2] == "ms" else 1)


def _days(text: str) -> float:
    return float(_number(text, 1, 36_500))


def _bytes(text: str) -> int:
    """Return the bytes of ``512M`` or ``2G``."""
    found = re.fullmatch(r"([0-9]{1,15})([KMG]?)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write it as 512M or 2G")
    return int(found[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[found[2]]


def _count_from_0(text: str) -> int:
    return _number(text, 0, 1_000_000)


# What each command does.


def _play(given: argparse.Namespace) -> int:
    from .bots.named import Bots

    changes, bots = _changes(given), Bots.of(given.bots)
    if given.terminal:
        from .terminal.play import play

        return play(given.game, changes, given.resume, bots)
    if given.resume:
        raise Refused("--resume is for --terminal; in the browser the first page lists all matches")
    return _play_in_browser(given, changes, bots)


def _play_in_browser(
    given: argparse.Namespace, changes: Sequence[tuple[str, str]], bots: Bots
) -> int:
    """Open the first page; with a game the page that sets it up; fully set up, the match."""
    from . import game as find
    from .web import serve

    options: dict[str, Any] = {"game": given.game and find(given.game).name}
    if changes:
        from .terminal.seats import begin

        options = {"record": begin(given.game, changes, bots).record(), "replay": False}
    serve(given.port or 0, open_browser=not given.no_browser, bots=bots, **options)
    return 0


def _changes(given: argparse.Namespace) -> list[tuple[str, str]]:
    """Return all that was set, as names and values."""
    alone = [("clock", given.clock), ("seed", given.seed)]
    return [*given.options, *given.seats, *((n, str(v)) for n, v in alone if v is not None)]


def _serve(given: argparse.Namespace) -> int:
    from .web.workers import Order, serve, thoughts

    order = Order(
        _database(given),
        given.thoughts or thoughts(given.workers),
        log=given.log,
        level=given.log_level,
        proxies=given.proxy or Order.proxies,
    )
    serve(order, given.host, given.port, given.workers)
    return 0


def _migrate(given: argparse.Namespace) -> int:
    from .house.database import Away, Database
    from .house.migrate import NEWEST, migrate

    database = Database(_database(given), patient=True)
    try:
        found = migrate(database)
    except Away as problem:
        raise Refused(f"the database {database.url} can't be reached: {problem}") from None
    before = f"was version {found}" if found else "was empty"
    sys.stdout.write(f"{database.url} {before}, and is version {NEWEST}.\n")
    return 0


def _admin(given: argparse.Namespace) -> int:
    from .terminal import admin

    task = "show" if given.task == "list" else given.task
    own = ("command", "run", "task", "database", "program")
    told = {name: value for name, value in vars(given).items() if name not in own}
    return int(getattr(admin, task)(_database(given), **told))


def _database(given: argparse.Namespace) -> str:
    """Return the address of a house's database."""
    from .web.serving import house_file

    named = given.database or os.environ.get("SPINNEY_DATABASE")
    return str(named or f"sqlite:///{house_file()}")


def _match(given: argparse.Namespace) -> int:
    from .terminal.match import Order, match

    return match(
        Order(
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
        )
    )


def _simulate(given: argparse.Namespace) -> int:
    from .terminal.simulate import Order, simulate

    return simulate(
        Order(
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
    from .bots.command import bot

    return bot(given.game, given.level, given.protocol, given.seed)


def _play_elsewhere(given: argparse.Namespace) -> int:
    from .bots.remote import bot
    from .bots.server import Server

    token = given.token or os.environ.pop("SPINNEY_TOKEN", "")
    if not given.server:
        raise Refused("where? say --server URL")
    if not token:
        raise Refused("the server wants a token: say --token @FILE, or set SPINNEY_TOKEN")
    server = Server(given.server, token, given.plain)
    command = given.program or [given.level]
    return bot(given.game, command, server, given.table, given.move_time, given.memory)


def _replay(given: argparse.Namespace) -> int:
    from .terminal.replay import replay

    return replay(given.file)


def _view(given: argparse.Namespace) -> int:
    from .terminal.files import read, read_match
    from .web import serve

    read_match(given.file)  # refused by its name, before a browser opens
    serve(given.port or 0, open_browser=not given.no_browser, record=read(given.file))
    return 0


def _draw(given: argparse.Namespace) -> int:
    from .terminal.records import draw

    return draw(given.file, given.at, given.output, given.player, given.layout, given.theme)


def _check(given: argparse.Namespace) -> int:
    from .terminal.records import check

    return check(given.files)


def _games(_: argparse.Namespace) -> int:
    from .terminal.pages import games

    return games()


def _rules(given: argparse.Namespace) -> int:
    from .terminal.pages import rules

    return rules(given.game)


def _warm(given: argparse.Namespace) -> int:
    from .terminal.pages import warm

    return warm(given.names)

"""`spinney`: the command line, with all its `commands`."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spinney import __version__
from spinney.commands import (
    arena,
    bot,
    games,
    match,
    playing,
    records,
    referee,
    server,
    simulate,
    training,
    tuning,
)
from spinney.commands.parsing import Parser, language_of
from spinney.core.errors import Refused, did_you_mean
from spinney.i18n import in_language
from spinney.system.interrupts import Terminated
from spinney.system.process_privacy import hide_process
from spinney.terminal.plain_characters import use_plain_characters

WRONG, STOPPED, TERMINATED = 2, 128 + signal.SIGINT, 128 + signal.SIGTERM
"""Exit statuses: something was asked for that can't be; ctrl-C; SIGTERM."""

UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Errors of an output that takes no more."""

HELP = "help"
"""In place of a command: the help of all, or of the command that follows."""

EXTRA = (
    "this needs {}, which is not installed; it comes with: "
    "pip install -e '.[play]' in the folder of Spinney"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default this process's, and return the exit status."""
    if arguments is None:
        hide_process()
        _replace_closed_streams()
        use_plain_characters(sys.stdout)
        use_plain_characters(sys.stderr)
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except Refused as refusal:
        return _say(str(refusal))
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] == __package__:
            raise
        return _say(EXTRA.format(missing.name))
    except Terminated:
        return TERMINATED
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        _close_output()
        return 1
    except OSError as problem:
        if problem.errno not in UNWRITABLE or problem.filename is not None:
            raise
        _close_output()
        return _say(f"can't write the output: {os.strerror(problem.errno).lower()}")
    return status


def _run(arguments: Sequence[str]) -> int:
    parser, commands = _parser()
    if arguments and arguments[0] == HELP:
        arguments = [*arguments[1:], "--help"]
    if arguments and not arguments[0].startswith("-") and arguments[0] not in commands:
        present = [name for name, one in commands.items() if one.prog.endswith(f" {name}")]
        near = did_you_mean(arguments[0], present)  # not the former names, which still work
        raise Refused(f"there is no command {arguments[0]!r}{near}")
    own, program = _without_program(arguments)
    args, unknown = parser.parse_known_args(own)
    if unknown := [*getattr(args, "program", ()), *unknown]:
        commands.get(args.command, parser).error(_unknown(args.command, unknown))
    args.program = program
    if args.command is None:
        parser.print_help()
        return 0
    with in_language(language_of(args)):
        return int(args.run(args) or 0)


def _unknown(command: str, arguments: Sequence[str]) -> str:
    """Say that there are no such arguments; a program has to be told from them."""
    if command == "bot" and not arguments[0].startswith("-"):
        return f"write -- before the program: spinney bot … -- {' '.join(arguments)}"
    return f"unrecognized arguments: {' '.join(arguments)}"


def _without_program(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return what is said to us, and the program of `spinney bot`, which has options of its own."""
    if list(arguments[:1]) != ["bot"] or "--" not in arguments:
        return arguments, ()
    end = list(arguments).index("--")
    return arguments[:end], arguments[end + 1 :]


def _say(message: str) -> int:
    sys.stderr.write(f"spinney: {' '.join(message.split())}\n")
    return WRONG


def _replace_closed_streams() -> None:
    """Read nothing from standard streams that are closed, and write nowhere.

    The files that are opened here also keep their numbers from other files.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            opened = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - to the end
            setattr(sys, name, opened)


def _close_output() -> None:
    """Whoever read our output has gone; leave nothing that Python would try to write at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> tuple[Parser, dict[str, Any]]:
    parser = Parser(
        prog="spinney",
        description="Tree-growing games, in the browser and in the terminal.",
        epilog="Run spinney help COMMAND, or spinney COMMAND --help, for more about a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"spinney {__version__}")
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", parser_class=Parser
    )
    playing.add_playing(commands)
    playing.add_learning(commands)
    server.add_server(commands)
    match.add_match(commands)
    simulate.add_simulate(commands)
    simulate.add_compare(commands)
    bot.add_bot(commands)
    arena.add_arena(commands)
    training.add_training(commands)
    referee.add_referee(commands)
    tuning.add_tuning(commands)
    records.add_records(commands)
    playing.add_reading(commands)
    games.add_games(commands)
    return parser, dict(commands.choices)

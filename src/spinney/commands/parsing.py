"""Arguments that several commands share, and the types of their values."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from spinney.core.errors import Refused
from spinney.i18n import SOURCE_LANGUAGE, is_offered, language_of_environment, languages
from spinney.system.process_privacy import secret_file

if TYPE_CHECKING:
    from spinney.players.isolation import Isolation

T = TypeVar("T")


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        """Refuse."""
        raise Refused(f"{message}; see: {self.prog} --help")


def add(
    commands: Any, run: Callable[[argparse.Namespace], int | None], about: str, former: str = ""
) -> Parser:
    """Add a command, named like the function that runs it.

    Args:
        commands: where to add it.
        run: the function.
        about: the help, as an imperative.
        former: the command's name in earlier versions; it still works and is not listed.
    """
    name = run.__name__.strip("_").replace("_", "-")
    command: Parser = commands.add_parser(
        name, help=about, description=f"{about[0].upper()}{about[1:]}.", allow_abbrev=False
    )
    command.set_defaults(run=run)
    if former:
        commands.choices[former] = command
    return command


def add_game(command: Parser, default: str = "") -> None:
    """Add the name of a game; it may be left out if ``default`` says what happens then."""
    about = "the name of a game; see: spinney games"
    if default:
        command.add_argument("game", metavar="GAME", nargs="?", help=f"{about}; {default}")
    else:
        command.add_argument("game", metavar="GAME", help=about)


def add_setting(command: Parser, default: str = "a random one") -> None:
    """Add the options of a game and a seed, by default the one that is named."""
    add_pairs(command, "option", "NAME=VALUE", "an option of the game; see: spinney games")
    command.add_argument(
        "--seed",
        type=seed,
        metavar="S",
        help="the same seed deals the same games; a number, or @FILE to read it from a file; by "
        f"default {default}",
    )


def add_jobs(command: Parser) -> None:
    """Add how many games go at once."""
    command.add_argument(
        "--jobs", type=count, metavar="N", help="games at once; by default one per two cores"
    )
    command.add_argument(
        "--force", action="store_true", help="allow more games at once than there are cores"
    )


def add_limits(command: Parser) -> None:
    """Add what programs may take, and how they are isolated."""
    command.add_argument(
        "--move-time",
        type=duration,
        metavar="TIME",
        help=(
            "the time for each answer of a program, as 500ms or 2s; by default that of the "
            "game's contest, else 1s. The first answer may take longer"
        ),
    )
    command.add_argument(
        "--grace",
        type=duration,
        default=0.0,
        metavar="TIME",
        help="tolerance for late answers on a busy machine, as 50ms",
    )
    command.add_argument(
        "--memory",
        type=size,
        default=1 << 30,
        metavar="SIZE",
        help="the memory limit of a program, as 512M (1G); 0 is no limit",
    )
    add_isolation(command, "programs")


def add_isolation(command: Any, what: str, own: str = "their") -> None:
    """Add the option that isolates programs; ``own``: whose files they may read."""
    command.add_argument(
        "--isolate",
        action="store_true",
        help=f"isolate {what}: no network, no files but {own} own and the system's, all read-only; "
        "needs bubblewrap, or Linux that lets users make namespaces",
    )


def add_cluster(command: Any) -> None:
    """Add the address of a Ray cluster."""
    command.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help=(
            "play on a Ray cluster: HOST:PORT, ray://HOST:PORT, auto for the one running here, "
            "local for one on this machine alone"
        ),
    )


def add_language(command: Parser) -> None:
    """Add the language of what a terminal shows."""
    command.add_argument(
        "--language",
        metavar="CODE",
        help="the language of the texts, such as de; by default that of the environment",
    )


def language_of(args: argparse.Namespace) -> str:
    """Return the language of what a command shows. Raises Refused if there is none of that code.

    What isn't for players is in English, and so is a server: each page has its reader's language.
    """
    if not hasattr(args, "language") or not getattr(args, "terminal", True):
        return SOURCE_LANGUAGE
    if args.language is None:
        return language_of_environment()
    if not is_offered(args.language):
        available = ", ".join(languages())
        raise Refused(f"there is no language {args.language!r}; there are: {available}")
    return str(args.language)


def isolated(args: argparse.Namespace, *hidden: Path | None) -> Isolation | None:
    """Return how programs are isolated, if that was asked for; these files they don't see.

    Raises:
        Refused: they can't be isolated here.
    """
    from spinney.players.isolation import isolation

    return isolation(*filter(None, hidden)) if args.isolate else None


def add_pairs(command: Parser, name: str, pairs: str, about: str) -> None:
    """Add an option that may be given several times: ``--name NAME=VALUE``."""
    command.add_argument(
        f"--{name}",
        dest=f"{name}s",
        metavar=pairs,
        action="append",
        default=[],
        type=pair,
        help=about,
    )


def pair(text: str) -> tuple[str, str]:
    """Return the parts of ``name=value``."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form name=value")
    return name.strip(), value.strip()


def number(text: str, least: int, most: int) -> int:
    """Return a whole number in these bounds."""
    if not re.fullmatch("-?[0-9]{1,20}", text) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least} to {most}")
    return int(text)


def port(text: str) -> int:
    """Return the number of a port."""
    return number(text, 1, 65535)


def seed(text: str) -> int:
    """Return a seed, said as it is or as ``@`` and the file that holds it."""
    try:
        said = secret_file(text[1:]) if text.startswith("@") else text
    except Refused as refusal:
        raise argparse.ArgumentTypeError(str(refusal)) from None
    return number(said, -(2**63), 2**63 - 1)


ELO = r"[+-]?[0-9]{1,4}(?:\.[0-9]{1,3})?"
"""How an Elo difference is written."""


def count(text: str) -> int:
    """Return how many, at least one."""
    return number(text, 1, 1_000_000)


def count_from_0(text: str) -> int:
    """Return how many, or none."""
    return number(text, 0, 1_000_000)


def duration(text: str) -> float:
    """Return the seconds of ``100ms`` or ``1.5s``."""
    from spinney.players.resource_limits import read_duration

    return _read(read_duration, text)


def elo_bounds(text: str) -> tuple[float, float]:
    """Return the two Elo differences of ``0,10``."""
    found = re.fullmatch(rf"({ELO}),({ELO})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not a pair of Elo differences, as 0,10")
    return float(found[1]), float(found[2])


def elo_precision(text: str) -> float:
    """Return the Elo points of ``10`` or ``±10``."""
    found = re.fullmatch(rf"(?:±|\+-)?({ELO})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not a precision in Elo, as 10")
    return float(found[1])


def probability(text: str) -> float:
    """Return a probability above 0 and below 0.5."""
    if not re.fullmatch(r"0?\.[0-9]{1,6}", text) or not 0 < float(text) < 0.5:
        raise argparse.ArgumentTypeError(f"{text!r} is not a probability below 0.5, as 0.05")
    return float(text)


def days(text: str) -> float:
    """Return a number of days."""
    return float(number(text, 1, 36_500))


def hours(text: str) -> float:
    """Return a number of hours, which can have a fraction."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?|\.[0-9]{1,6}", text) or not float(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0, as 1 or 0.5")
    return float(text)


def size(text: str) -> int:
    """Return the bytes of ``512M`` or ``2G``."""
    from spinney.players.resource_limits import read_size

    return _read(read_size, text)


def _read(read: Callable[[str], T], text: str) -> T:
    try:
        return read(text)
    except Refused as refusal:
        raise argparse.ArgumentTypeError(str(refusal)) from None

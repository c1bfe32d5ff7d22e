"""The commands for authors of games: write its folder, and check that it keeps its promises."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from spinney.commands.parsing import add, add_pairs, count, number, seed


def add_games(commands: Any) -> None:
    """Add what is for new games."""
    new = add(commands, _new_game, "write the folder of a new game as a starting point")
    new.add_argument("name", metavar="NAME", help="the game's name, in lower case, as lost-trees")
    check = add(commands, _check_game, "check that a game keeps every promise of the interface")
    check.add_argument("name", metavar="NAME", help="a game's name, or the folder that holds it")
    add_pairs(check, "option", "NAME=VALUE", "an option of the game; see: spinney games")
    check.add_argument(
        "--seconds",
        type=_seconds,
        default=40,
        metavar="N",
        help="how long to play random games, besides compiling (40)",
    )
    check.add_argument(
        "--games", type=count, default=1000, metavar="N", help="the most games (1,000)"
    )
    check.add_argument(
        "--seed", type=seed, default=1, metavar="S", help="the seed of all choices (1)"
    )
    check.add_argument(
        "--forgets",
        action="store_true",
        help="the rules let players forget what they knew",
    )


def _seconds(text: str) -> int:
    return number(text, 1, 86_400)


def _new_game(args: argparse.Namespace) -> int:
    from spinney.terminal.games import new_game

    return new_game(args.name, Path.cwd())


def _check_game(args: argparse.Namespace) -> int:
    from spinney.terminal.games import check

    return check(args.name, dict(args.options), args.seconds, args.games, args.seed, args.forgets)

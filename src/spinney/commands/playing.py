"""The commands that play a game here and describe the games."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from spinney.commands.parsing import (
    add,
    add_game,
    add_isolation,
    add_language,
    add_pairs,
    add_setting,
    isolated,
    port,
)
from spinney.core.errors import Refused

if TYPE_CHECKING:
    from spinney.players.local_bots import LocalBots


def add_playing(commands: Any) -> None:
    """Add the command that plays."""
    play = add(commands, _play, "play a game in the browser, or with --terminal in this terminal")
    add_game(play, "by default you choose one there")
    play.add_argument("--terminal", action="store_true", help="play in this terminal")
    play.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="RECORD",
        help="resume the last unfinished match, or the match of a record saved by a page",
    )
    add_setting(play)
    add_pairs(
        play,
        "seat",
        "PLAYER=WHO",
        "the player of a seat: me, friend, a level such as tree, or a bot; once for each seat. "
        "PLAYER is a name or a number, as 2=tree",
    )
    add_pairs(
        play,
        "bot",
        "NAME=COMMAND",
        "name a program that can take a seat, as in rex=./rex",
    )
    add_isolation(play, "the programs of --bot")
    play.add_argument(
        "--clock", metavar="CLOCK", help="thinking time, as 'bank 15:00 + 10', 'move 1:00'"
    )
    add_language(play)
    play.add_argument(
        "--hints",
        choices=("on", "off"),
        help="allow or forbid hints; by default only a person playing alone has them",
    )
    play.add_argument("--port", type=port, help="the port of the page; by default any free one")
    play.add_argument("--no-browser", action="store_true", help="only print the page's address")


def add_learning(commands: Any) -> None:
    """Add the command that teaches a game."""
    learn = add(commands, _learn, "learn a game by playing, step by step, in this terminal")
    add_game(learn)
    learn.add_argument("--again", action="store_true", help="start the lesson over")
    add_language(learn)


def add_reading(commands: Any) -> None:
    """Add the commands that describe and compile the games."""
    games = add(commands, _games, "list the games, their options, clocks and levels")
    add_game(games, "by default all")
    add_language(games)
    rules = add(commands, _rules, "show how a game is played")
    add_game(rules)
    add_language(rules)
    precompile = add(
        commands, _precompile, "compile games now, so that no first move has to wait", former="warm"
    )
    precompile.add_argument(
        "names", metavar="GAME", nargs="*", help="the names of games; by default all"
    )
    precompile.add_argument(
        "--rules", action="store_true", help="compile only the rules, not the search"
    )


def _play(args: argparse.Namespace) -> int:
    from spinney.players.local_bots import LocalBots

    if args.terminal:
        _check_no_page(args)
    elif args.language is not None:
        raise Refused("--language needs --terminal; in the browser the home page has a choice")
    if args.isolate and not args.bots:
        raise Refused("--isolate is for the programs of --bot; name one, or leave it out")
    if args.resume is not None:
        _check_resume(args)
    changes, bots = _changes(args), LocalBots.of(args.bots, isolated(args))
    if args.terminal:
        from spinney.terminal.play import play

        return play(args.game, changes, args.resume, bots, args.language)
    return _play_in_browser(args, changes, bots)


def _check_no_page(args: argparse.Namespace) -> None:
    """Refuse options of the page for play in a terminal."""
    given = {"--port": args.port is not None, "--no-browser": args.no_browser}
    if extra := [name for name, is_given in given.items() if is_given]:
        raise Refused(
            f"{' and '.join(extra)} can't go with --terminal, which opens no page; "
            "leave out one or the other"
        )


def _check_resume(args: argparse.Namespace) -> None:
    """Refuse to go on with a match in the browser, or with other settings.

    Bots and hints are no part of a match.
    """
    if not args.terminal:
        raise Refused("--resume needs --terminal; in the browser the home page lists all matches")
    given = {
        "--option": args.options or None,
        "--seat": args.seats or None,
        "--seed": args.seed,
        "--clock": args.clock,
    }
    if extra := [name for name, value in given.items() if value is not None]:
        raise Refused(
            f"--resume goes on with a match as it was set up; leave out {', '.join(extra)}"
        )


def _play_in_browser(
    args: argparse.Namespace, changes: Sequence[tuple[str, str]], bots: LocalBots
) -> int:
    """Open the first page; with a game the page that sets it up; fully set up, the match."""
    from spinney import game as find
    from spinney.server import serve

    options: dict[str, Any] = {"game": args.game and find(args.game).name}
    if changes:
        from spinney.terminal.seats import begin

        match, rules = begin(args.game, changes, bots)
        options = {"record": match.record(), "rules": rules, "replay": False}
    serve(args.port or 0, open_browser=not args.no_browser, bots=bots, **options)
    return 0


def _changes(args: argparse.Namespace) -> list[tuple[str, str]]:
    """Return all that was set, as names and values."""
    alone = [("clock", args.clock), ("seed", args.seed), ("hints", args.hints)]
    return [*args.options, *args.seats, *((n, str(v)) for n, v in alone if v is not None)]


def _learn(args: argparse.Namespace) -> int:
    from spinney.terminal.learn import learn

    return learn(args.game, args.again, args.language)


def _games(args: argparse.Namespace) -> int:
    from spinney.terminal.pages import games

    return games(args.game)


def _rules(args: argparse.Namespace) -> int:
    from spinney.terminal.pages import rules

    return rules(args.game)


def _precompile(args: argparse.Namespace) -> int:
    from spinney.terminal.pages import precompile

    return precompile(args.names, only_rules=args.rules)

"""The commands for recorded matches."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from spinney.commands.parsing import Parser, add, add_language, count_from_0, port


def add_records(commands: Any) -> None:
    """Add the commands for recorded matches."""
    replay = add(commands, _replay, "step through a recorded match in the terminal")
    replay.add_argument("file", metavar="FILE", type=Path, help="the record of a match")
    _add_moment(replay, "the number of events before the moment to begin with; by default 0")
    replay.add_argument(
        "--player", help="whose view to show first, by name or number; by default a spectator's"
    )
    add_language(replay)
    view = add(commands, _view, "open a recorded match in the browser")
    view.add_argument("file", metavar="FILE", type=Path, help="the record of a match")
    _add_moment(view, "the number of events before the moment to begin with; by default all")
    view.add_argument("--port", type=port, help="the port of the page; by default any free one")
    view.add_argument("--no-browser", action="store_true", help="only print the page's address")
    _add_draw(commands)
    check = add(commands, _check, "replay recorded matches and verify every line of them")
    check.add_argument(
        "files", metavar="FILE", type=Path, nargs="+", help="a record, or a folder of records"
    )


def _add_draw(commands: Any) -> None:
    draw = add(commands, _draw, "draw a moment of a recorded match as SVG or PNG")
    draw.add_argument("file", metavar="FILE", type=Path, help="the record of a match")
    _add_moment(
        draw,
        "the number of events before the moment: moves, forfeits, undos and the like; by "
        "default all",
    )
    draw.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="PICTURE",
        help=".svg or .png; by default SVG to stdout",
    )
    draw.add_argument(
        "--player", help="whose view to draw, by name or number; by default a spectator's"
    )
    draw.add_argument("--layout", default="sheet", help="sheet (the usual), wide or narrow")
    draw.add_argument("--theme", help="light or dark; by default the viewer's own")
    add_language(draw)


def _add_moment(command: Parser, about: str) -> None:
    command.add_argument("--at", type=count_from_0, metavar="N", help=about)


def _replay(args: argparse.Namespace) -> int:
    from spinney.terminal.replay import replay

    return replay(args.file, args.at, args.player)


def _view(args: argparse.Namespace) -> int:
    from spinney.server import serve
    from spinney.system.files import read, read_match
    from spinney.terminal.records import check_moment

    match = read_match(args.file)  # refused by its name, before a browser opens
    if args.at is not None:
        check_moment(match, args.at)
    serve(args.port or 0, open_browser=not args.no_browser, record=read(args.file), at=args.at)
    return 0


def _draw(args: argparse.Namespace) -> int:
    from spinney.terminal.records import draw

    return draw(args.file, args.at, args.output, args.player, args.layout, args.theme)


def _check(args: argparse.Namespace) -> int:
    from spinney.terminal.records import check

    return check(args.files)

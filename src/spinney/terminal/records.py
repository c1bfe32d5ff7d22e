"""Check and draw recorded matches."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, cast

from spinney.core import rendering
from spinney.core.errors import Refused
from spinney.match import Match
from spinney.match.record_reader import read_record
from spinney.system.files import read, read_match, write
from spinney.terminal.console import console

if TYPE_CHECKING:
    from spinney.drawing import Theme

# Checking.


def check(paths: Sequence[Path]) -> int:
    """Replay records and print the result for each; return 1 if any is wrong.

    A folder stands for the records in it.

    Raises:
        Refused: a folder has no record.
    """
    out = console()
    is_consistent = True
    for path in chain.from_iterable(map(_record_files, paths)):
        try:
            verdict = "sound: " + "; ".join(_checks(path))
        except Refused as refusal:
            is_consistent, verdict = False, f"wrong: {refusal}"
        out.print(f"{path}: {verdict}", soft_wrap=True)
    return 0 if is_consistent else 1


def _record_files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    records = sorted(path.glob("*.txt"))
    if not records:
        raise Refused(f"the folder {path} has no record: no file whose name ends in .txt")
    return records


def _checks(path: Path) -> Iterator[str]:
    """Yield the checks made. Raises Refused at the first error."""
    text = read(path)
    match = read_record(text)
    moves = sum(event.kind == "move" for event in match.events)
    yield f"{match.game.title}, version {match.header.rules} of its rules"
    counts = f"{_count(moves, 'move')} in {_count(match.version, 'event')}"
    yield f"{counts}, as the rules allow"
    yield match.log(-1)[-1].text if match.over else "not over yet"
    _compare(text, _replayed(match).record())
    yield "every byte as Spinney writes it"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _replayed(match: Match) -> Match:
    """Return the match played anew, every move read again as if from its player."""
    again = Match.begin(match.header)
    for event in match.events:
        if event.kind in ("move", "draft"):
            finished, bot_output = event.kind == "move", event.bot_output
            again = again.play(event.player, event.text, event.at, finished, bot_output)
        else:
            again = again.apply(event)
    return again


def _compare(text: str, ours: str) -> None:
    """Refuse a record that differs from the one that Spinney writes."""
    if text == ours:
        return
    pairs = zip(text.split("\n"), ours.split("\n"), strict=False)
    line, (given, written) = next(
        ((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1]),
        (min(text.count("\n"), ours.count("\n")) + 2, ("more or less of it", "")),
    )
    raise Refused(f"line {line} is {given!r}; Spinney would write {written!r}")


# Drawing.


def draw(
    path: Path,
    at: int | None,
    output: Path | None,
    player: str | None,
    layout: str,
    theme: str | None,
) -> int:
    """Draw a position of a record.

    Args:
        path: the record.
        at: the number of events before the position; None: at the end.
        output: a file whose name ends in .svg or .png; None: SVG to stdout.
        player: who sees it, by name or number; None: a spectator.
        layout: ``sheet``, ``wide`` or ``narrow``.
        theme: ``light`` or ``dark``; None: SVG follows its viewer, PNG is light.

    Raises:
        Refused: an argument is invalid, or the file is not a record or can't be written.
    """
    check_picture(output, ".svg", ".png")
    kind = output.suffix.lower() if output else ".svg"
    match, shade = read_match(path), "light" if kind == ".png" and not theme else theme
    if at is not None:
        check_moment(match, at)
    transition = match if at is None else match.at(at)
    viewer = -1 if player is None else match.game.player(player)
    said = transition.last_messages(viewer)
    svg = rendering.svg(transition.view(viewer), layout, cast("Theme | None", shade), messages=said)
    if output is None:
        _print_svg(svg)
    else:
        write(output, svg if kind == ".svg" else _png(svg))
    return 0


def check_picture(path: Path | None, *kinds: str) -> None:
    """Refuse a name of a file for a picture that ends in none of these."""
    if path is not None and path.suffix.lower() not in kinds:
        raise Refused(f"a picture's name ends in {' or '.join(kinds)}, not {path.suffix!r}")


def check_moment(match: Match, at: int) -> None:
    """Refuse a number of events that a record doesn't have."""
    if at > match.version:
        raise Refused(f"the record has {_count(match.version, 'event')}, so there is no --at {at}")


def _print_svg(svg: str) -> None:
    """Write an SVG to stdout, in UTF-8 whatever the encoding of other output."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.flush()
        sys.stdout.buffer.write(svg.encode())
    else:
        sys.stdout.write(svg)


def _png(svg: str) -> bytes:
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, zoom=2))

"""The record: a match as a text that people read like a game sheet. `reading` reads it back.

First come header lines, ``name: value``. Then each event has a line: its number, when, who, and
the sentence, or in brackets what else it was. Lines that begin with ``#`` tell what happened by
itself; they are worked out from the rest, and the reader passes over them. The last line has the
result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ..core import speech
from . import log
from .clock import write_time
from .events import Event, Header
from .fold import Position

if TYPE_CHECKING:
    from .match import Match

FIRST_LINE = "Spinney game record, format 1"
AS_HEARD = ", as {} heard it so far"
NOBODY = "-"
"""Stands in a player's place for who holds the clocks."""
UNFINISHED = "not over"
DRAFT = "(not finished)"
BRACKETS: Mapping[tuple[str, str], str] = {
    ("lapse", "late"): "(ran out of time)",
    ("lapse", "malformed"): "(said nothing that could be read)",
    ("lapse", "illegal"): "(said something that was not allowed)",
    ("resign", ""): "(resigned)",
    ("pause", ""): "(clocks paused)",
    ("resume", ""): "(clocks run again)",
}
"""How events other than sentences are written, by kind and text."""
TAKEN_BACK = "(took back, to {})"


def whole(match: Match) -> str:
    """Return the record that reads back to the same match."""
    lines = [FIRST_LINE, "", *_aligned(_header(match.header) + _deal(match.header)), ""]
    lines += [_note(match.header, line) for line in log.opening(match.positions[0], -1)]
    steps = zip(match.events, match.positions, match.positions[1:], strict=False)
    for number, (event, before, after) in enumerate(steps, 1):
        lines.append(_row(match.header, str(number), event.at, _name(match.header, event), event))
        lines += [_note(match.header, line) for line in _by_itself(event, before, after)]
    return _text([*lines, "", f"result: {result(match.positions[-1])}"])


def heard(match: Match, player: int) -> str:
    """Return the match as a player (-1: a spectator) heard it: no deal, and nobody's secrets."""
    viewer = match.view(player).viewer
    lines = [FIRST_LINE + AS_HEARD.format(viewer)]
    lines += ["Only the whole record can be read back; it can be had when the match is over."]
    lines += ["", *_aligned(_header(match.header)), ""]
    for number, speaker, text, at in match.log(player):
        if speaker < 0:
            lines.append(_note(match.header, speech.Line(speaker, text)))
        else:
            name = match.game.player_names[speaker]
            lines.append(_row(match.header, str(number), at, name, text))
    return _text([*lines, "", f"result: {UNFINISHED}"])


def result(position: Position) -> str:
    """Return what the last line says."""
    return log.result(position) if position.over else UNFINISHED


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _header(header: Header) -> list[tuple[str, str]]:
    """Return the header lines that everybody may see."""
    game = header.game
    options = [(f"option {o.name}", o.say(game.chosen[o.name])) for o in game.options]
    seats = zip(game.player_names, header.seats, strict=True)
    return [
        ("game", game.name),
        ("rules", f"version {game.version}"),
        *options,
        *((f"seat {name}", seat) for name, seat in seats),
        ("clock", str(header.clock)),
        *([("date", header.date)] if header.date else []),
    ]


def _deal(header: Header) -> list[tuple[str, str]]:
    if header.seed is not None:
        return [("seed", str(header.seed))]
    return [
        (f"given {name}", " ".join(words[i : i + 16]))
        for name, words in header.given.items()
        for i in range(0, len(words), 16)
    ]


def _aligned(parts: Sequence[tuple[str, str]]) -> Iterator[str]:
    width = max(len(name) for name, _ in parts) + 1
    return (f"{name + ':':{width}} {value}" for name, value in parts)


def _by_itself(event: Event, before: Position, after: Position) -> Iterator[speech.Line]:
    """Yield what the public heard of an event besides the event itself."""
    own = speech.Line(event.player, event.text)
    for deed in after.deeds:
        yield from (line for line in speech.log(-1, deed.moments) if line != own)


def _name(header: Header, event: Event) -> str:
    return NOBODY if event.player < 0 else header.game.player_names[event.player]


def _row(header: Header, number: str, at: int, name: str, what: Event | str) -> str:
    text = what if isinstance(what, str) else _words(what)
    return f"{number:>4}  {write_time(at):>10}  {name:{_widest(header)}}  {text}"


def _note(header: Header, line: speech.Line) -> str:
    speaker = "" if line.player < 0 else f"{header.game.player_names[line.player]}: "
    return f"{'#':>19}{'':{_widest(header)}} {speaker}{line.text}"


def _widest(header: Header) -> int:
    return max(map(len, header.game.player_names))


def _words(event: Event) -> str:
    if event.kind == "undo":
        return TAKEN_BACK.format(event.text)
    if event.kind == "draft":
        return f"{event.text} {DRAFT}"
    return BRACKETS.get((event.kind, event.text), event.text)

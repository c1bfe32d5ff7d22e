"""Records: a match as a text that reads like a game sheet.

::

    Spinney record 2
    game: build-your-arboretum
    rules: 2
    option dm_advantage: red
    deal: seed 7
    seat red: me
    seat blue: level:tree
    clock: none
    date: 2031-05-17

    1. 0:03.200 red: first blue
           on offer: P1 Q4 R8 T2 W7
    2. 0:21.050 red: bid 3b 2g
    3. 0:30.400 blue: bid 2g 2b 1b
           > I like blue
           | 2000 playouts, 57 of 100
           red bid 3b 2g; blue bid 2g 2b 1b
    …
    end: 104 events; blue wins; red 10, blue 24

A numbered line is an event. Indented lines show its effects. They are not read back, except the
other output of a program: ``>`` its message, ``!`` its fault, ``|`` a line of its error output.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from spinney.i18n import SOURCE_LANGUAGE, in_language
from spinney.match import log
from spinney.match.bot_output import BotOutput
from spinney.match.clocks import write_time
from spinney.match.events import Event, Header
from spinney.match.log import LogLine
from spinney.match.position import Position

FORMAT = 2
"""The version of the format."""
FIRST_LINE = f"Spinney record {FORMAT}"
FIRST_LINE_OF_VIEW = f"Spinney view {FORMAT}"
INDENT = " " * 7
MESSAGE, FAULT, STDERR = (f"{INDENT}{mark} " for mark in ">!|")
"""The prefixes of the lines of a program's output."""


def write(header: Header, events: Sequence[Event], positions: Sequence[Position]) -> str:
    """Return the whole record of a match, which `read_record` reads back.

    Args:
        header: how it was set up.
        events: all of them.
        positions: how it stood before the first, and after each.
    """
    names = header.game.player_names
    lines = [FIRST_LINE, *_set_up(header), _deal(header), "", *_facts(positions[0])]
    for number, event in enumerate(events, 1):
        lines += [
            _event(names, number, event),
            *_bot_output(event.bot_output),
            *_facts(positions[number]),
        ]
    return "\n".join([*lines, last_line(len(events), positions[-1]), ""])


def write_view(header: Header, player: int, log_lines: Iterable[LogLine]) -> str:
    """Return the log of a player (-1: a spectator), without the deal or others' secrets."""
    names = header.game.player_names
    name = "a spectator" if player < 0 else names[player]
    about = f"for: {name}, before the end; it can't be read back"
    lines = [FIRST_LINE_OF_VIEW, about, *_set_up(header), ""]
    for line in log_lines:
        who = "" if line.player < 0 else f"{names[line.player]}: "
        lines.append(f"{line.number}. {write_time(line.at)} {who}{line.text}")
    return "\n".join([*lines, ""])


def _set_up(header: Header) -> Iterator[str]:
    """Yield the lines that are no secret."""
    game = header.game
    yield f"game: {game.name}"
    yield f"rules: {header.rules}"
    for option in game.options:
        value = game.chosen[option.name]
        if value != option.default or not option.added_later:
            yield f"option {option.name}: {option.write(value)}"
    for name, seat in zip(game.player_names, header.seats, strict=True):
        yield f"seat {name}: {seat}"
    yield f"clock: {header.clock}"
    if header.date:
        yield f"date: {header.date}"


def _deal(header: Header) -> str:
    if header.secret:
        return f"deal: secret {header.secret}"
    if header.seed is not None:
        return f"deal: seed {header.seed}"
    given = header.given.items()
    return "\n".join(f"deal: {name} {' '.join(words)}" for name, words in given)


def _event(names: Sequence[str], number: int, event: Event) -> str:
    """Return an event's line: ``2. 0:21.050 red: bid 3b``, ``3. 0:30.000 blue (undo): 2``."""
    who = "" if event.player < 0 else names[event.player]
    kind = "" if event.kind == "move" else f" ({event.kind})"
    text = f": {event.text}" if event.text else ""
    return f"{number}. {write_time(event.at)} {who}{kind}{text}"


def _bot_output(bot_output: BotOutput) -> Iterator[str]:
    """Yield the output of a program besides its choice."""
    if bot_output.message:
        yield f"{MESSAGE}{bot_output.message}"
    if bot_output.fault:
        yield f"{FAULT}{bot_output.fault}"
    for line in bot_output.stderr:
        yield f"{STDERR}{line}"


def error_output_length(lines: Iterable[str]) -> int:
    """Return how many characters these lines of a program's error output take in a record."""
    return sum(len(STDERR) + len(line) + len("\n") for line in lines)


def _facts(position: Position) -> Iterator[str]:
    """Yield the public facts of the deal or of an event, besides its move."""
    return (f"{INDENT}{line.text}" for line in log.public_lines(position, -1))


def last_line(events: int, position: Position) -> str:
    """Return the last line, given the number of events and the position after them.

    Without it a record that was cut off could be read as a shorter one.
    """
    with in_language(SOURCE_LANGUAGE):  # records are English
        outcome = log.result(position) if position.over else "not over"
    return f"end: {events} events; {outcome}"

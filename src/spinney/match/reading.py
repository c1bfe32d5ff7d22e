"""Reading a record back, and saying at which line it can't be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from ..core.game import Game
from ..core.refusal import Refused, did_you_mean, some
from .clock import Clock, read_time
from .events import Event, Header, check_rules
from .record import AS_HEARD, BRACKETS, DRAFT, FIRST_LINE, NOBODY, result

if TYPE_CHECKING:
    from .match import Match

LARGEST = 1_000_000
"""The most characters of a record."""
MOST_EVENTS = 10_000

_ROW = re.compile(r"([0-9]{1,6})\s+([0-9]{1,8}:[0-9]{2}\.[0-9]{3})\s+(.*)")
_BRACKETS = {words: event for event, words in BRACKETS.items()}
_TAKEN_BACK = re.compile(r"\(took back, to ([0-9]{1,6})\)")


class _Line(NamedTuple):
    number: int
    text: str

    def refuse(self, why: object) -> NoReturn:
        raise Refused(f"line {self.number}: {why}") from None


def read(text: str) -> Match:
    """Return the match of a record that `record.whole` wrote.

    Spaces at the ends of lines, empty lines and lines that begin with ``#`` don't matter.

    Raises:
        Refused: it is no such record, or what it tells can't have happened.
    """
    from .match import Match

    first, lines, last = _parts(text)
    header_lines = [line for line in lines if ":" in line.text and not _ROW.match(line.text)]
    rows = lines[len(header_lines) :]
    header = _read_header(first, header_lines)
    try:
        match = Match.begin(header)
    except Refused as refusal:
        header_lines[-1].refuse(refusal)
    for number, line in enumerate(rows, 1):
        match = _then(match, number, line)
    told = last.text.removeprefix("result:").strip()
    if told != (known := result(match.positions[-1])):
        last.refuse(f"the result should be {known!r}, as the lines before it have it, not {told!r}")
    return match


def _parts(text: str) -> tuple[_Line, list[_Line], _Line]:
    """Return the first line, those between and the one with the result."""
    if not isinstance(text, str) or len(text) > LARGEST:
        raise Refused(f"a record is a text of at most {LARGEST} characters; this is too large")
    rows = text.removeprefix("\ufeff").split("\n")
    lines = [_Line(i, row.strip()) for i, row in enumerate(rows, 1)]
    lines = [line for line in lines if line.text and not line.text.startswith("#")]
    if not lines:
        raise Refused("line 1: this is empty; a record begins with: " + FIRST_LINE)
    _check_first(lines[0])
    for line in lines:
        if not line.text.isprintable():
            line.refuse("it has characters that are no text; open the record as it was saved")
    if not lines[-1].text.startswith("result:") or len(lines) < 2:
        lines[-1].refuse(
            "the record stops here without its last line, result; it has been cut off: "
            "save or fetch it again"
        )
    if len(lines) > MOST_EVENTS:
        raise Refused(f"line {MOST_EVENTS}: a record has at most {MOST_EVENTS} lines of events")
    return lines[0], lines[1:-1], lines[-1]


def _check_first(line: _Line) -> None:
    if line.text == FIRST_LINE:
        return
    if line.text.startswith(FIRST_LINE + AS_HEARD.split("{", maxsplit=1)[0]):
        line.refuse(
            "this is a match as someone heard it, without what is still secret; only the whole "
            "record can be read back, and it can be had when the match is over"
        )
    if line.text.startswith("Spinney game record, format"):
        line.refuse(
            f"this Spinney reads {FIRST_LINE.split(', ')[1]}; the record has another: "
            "open it with the Spinney that wrote it"
        )
    line.refuse(f"this is no record of a match; a record begins with: {FIRST_LINE}")


# The header.


def _read_header(first: _Line, lines: Sequence[_Line]) -> Header:
    fields = _Fields(first, lines)
    game = _read_game(fields)
    seats = [fields.take(f"seat {name}").text for name in game.player_names]
    clock = fields.take("clock")
    date = fields.take("date", "")
    seed = _read_seed(fields.take("seed", ""))
    given = fields.given()
    fields.finish()
    try:
        clock_read = Clock.read(clock.text)
    except Refused as refusal:
        clock.refuse(refusal)
    try:
        return Header(game, seats, seed, given, clock_read, date.text)
    except Refused as refusal:
        fields.last.refuse(refusal)


def _read_game(fields: _Fields) -> Game:
    from .. import game as find

    name, rules = fields.take("game"), fields.take("rules")
    try:
        game = find(name.text)
    except Refused as refusal:
        name.refuse(refusal)
    found = re.fullmatch(r"version ([0-9]{1,6})", rules.text)
    if not found:
        rules.refuse(f"{rules.text!r} is no version of the rules; this is written: version 1")
    try:
        check_rules(game, int(found[1]))
    except Refused as refusal:
        rules.refuse(refusal)
    for option in fields.names("option "):
        value = fields.take(f"option {option}")
        try:
            game = game.with_options(**{option: value.text})
        except Refused as refusal:
            value.refuse(refusal)
    return game


def _read_seed(line: _Line) -> int | None:
    if not line.text:
        return None
    if not re.fullmatch(r"-?[0-9]{1,19}", line.text):
        line.refuse(f"{line.text!r} is no seed; a seed is a whole number")
    return int(line.text)


class _Fields:
    """The header lines, by name, as they are taken one after another."""

    def __init__(self, first: _Line, lines: Sequence[_Line]) -> None:
        self.last = lines[-1] if lines else first
        self._values: dict[str, list[_Line]] = {}
        for line in lines:
            name, _, value = line.text.partition(":")
            if name in self._values and not name.startswith("given "):
                line.refuse(f"{name!r} is there twice; leave one of them out")
            self._values.setdefault(name, []).append(_Line(line.number, value.strip()))

    def names(self, prefix: str) -> list[str]:
        return [name.removeprefix(prefix) for name in self._values if name.startswith(prefix)]

    def take(self, name: str, default: str | None = None) -> _Line:
        if name in self._values:
            return self._values.pop(name)[0]
        if default is None:
            self.last.refuse(f"the header lacks the line {name!r}; add it before the first event")
        return _Line(self.last.number, default)

    def given(self) -> dict[str, list[str]]:
        """Take what was dealt: words, in one line or several of one name."""
        found = [(name, self._values.pop(f"given {name}")) for name in self.names("given ")]
        return {name: [w for line in lines for w in line.text.split()] for name, lines in found}

    def finish(self) -> None:
        """Refuse what nobody took."""
        for name, lines in self._values.items():
            lines[0].refuse(f"a header has no line {name!r}; leave it out")


# The events.


def _then(match: Match, number: int, line: _Line) -> Match:
    found = _ROW.fullmatch(line.text)
    if not found:
        line.refuse(
            "this is no line of an event; such a line has its number, when, who and the sentence"
        )
    if int(found[1]) != number:
        line.refuse(f"here event {number} should be, not {int(found[1])}; put the lines in order")
    try:
        return match.then(_read_event(match, read_time(found[2]), found[3]))
    except Refused as refusal:
        line.refuse(refusal)


def _read_event(match: Match, at: int, text: str) -> Event:
    player, words = _speaker(match, text)
    if back := _TAKEN_BACK.fullmatch(words):
        return Event(at, "undo", player, back[1])
    if words in _BRACKETS:
        kind, why = _BRACKETS[words]
        return Event(at, kind, player, why)
    if words.startswith("("):
        known = [*_BRACKETS, "(took back, to 12)"]
        raise Refused(f"{some([words])} is nothing that happens" + did_you_mean(words, known))
    if words.endswith(DRAFT):
        return Event(at, "draft", player, words.removesuffix(DRAFT).strip())
    return Event(at, "say", player, words)


def _speaker(match: Match, text: str) -> tuple[int, str]:
    """Return the player a line begins with, and the rest of it."""
    names = [NOBODY, *match.game.player_names]
    for player, name in sorted(enumerate(names, -1), key=lambda named: -len(named[1])):
        if text.startswith(f"{name} "):
            return player, text.removeprefix(name).strip()
    word = text.split(" ", maxsplit=1)[0]
    raise Refused(f"there is no player {word!r}" + did_you_mean(word, names[1:]))

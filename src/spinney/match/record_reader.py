"""Read a record back to the match it was written from."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from spinney.core.errors import Refused, did_you_mean
from spinney.core.game import Game
from spinney.i18n import _, grouped
from spinney.match.bot_output import BotOutput
from spinney.match.clocks import Clock, read_time
from spinney.match.events import FORMER_KINDS, KINDS, Event, Header, check_given, check_rules
from spinney.match.match import Match
from spinney.match.record import FAULT, FIRST_LINE, FORMAT, INDENT, MESSAGE, STDERR, last_line

LARGEST = 1_000_000
"""The most characters a record may have."""
MOST_EVENTS = 10_000
EVENT = re.compile(r"(\d{1,7})\. (\S+) ([^:(]*?) ?(?:\(([a-z]+)\))?(?:: (.*))?", re.ASCII)
FIELDS = ("game", "rules", "option", "seat", "deal", "clock", "date")


def read_record(text: str, seconds: float | None = None) -> Match:
    """Return the match that `record.write` wrote, in this version of the format or version 1.

    Args:
        text: the record.
        seconds: of processor time that this may take at most; None: as many as it takes.

    Raises:
        Refused: it is not a whole record, or takes too long; the message has the line number.
    """
    last = inf if seconds is None else time.thread_time() + seconds

    if len(text) > LARGEST:
        raise Refused(
            _(
                "a record has at most {most} characters, but this one has {count}",
                most=grouped(LARGEST),
                count=grouped(len(text)),
            )
        )
    lines = list(enumerate(text.replace("\r\n", "\n").split("\n"), 1))
    with _on_line(1):
        version = _version(lines[0][1])
    body = next((at for at, (_, line) in enumerate(lines) if not line), len(lines))
    parts = _Parts.of(lines[1:body])
    header = parts.header()
    with parts.at("deal"):
        match = Match.begin(header)
    return _play(match, list(_entries(lines[body:])), version, last)


@contextmanager
def _on_line(number: int) -> Iterator[None]:
    """Add this line's number to any refusal inside the block."""
    try:
        yield
    except Refused as refusal:
        raise Refused(f"line {number}: {refusal}") from None


class _Entry(NamedTuple):
    """A line that is read back, its number, and the indented lines below it."""

    number: int
    line: str
    below: list[str]


def _entries(lines: Sequence[tuple[int, str]]) -> Iterator[_Entry]:
    entry = None
    for number, line in lines:
        if entry is not None and line.startswith(INDENT):
            entry.below.append(line)
        elif line.strip() and not line.startswith(INDENT):
            if entry is not None:
                yield entry
            entry = _Entry(number, line, [])
    if entry is not None:
        yield entry


def _version(line: str) -> int:
    """Return the version of the format that the first line names. Raises Refused."""
    if re.match(r"Spinney view \d+", line):
        raise Refused(
            _(
                "this is only what one player observed of a match, and can't be replayed; use "
                "the whole record after the match is over"
            )
        )
    parts = re.fullmatch(r"Spinney record (\d{1,9})", line.strip(), re.ASCII)
    if parts and 1 <= int(parts[1]) <= FORMAT:
        return int(parts[1])
    if parts:
        raise Refused(
            _(
                "this is {format!r}; this version reads records up to {newest!r}",
                format=line.strip(),
                newest=FIRST_LINE,
            )
        )
    raise Refused(
        _("this is not a record of Spinney; one begins with {first_line!r}", first_line=FIRST_LINE)
    )


# The header.


@dataclass
class _Parts:
    """A header's lines, sorted."""

    single: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    deals: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, lines: list[tuple[int, str]]) -> _Parts:
        """Sort lines. Raises Refused."""
        parts = cls()
        for number, line in lines:
            with _on_line(number):
                parts.take(number, line)
        return parts

    def take(self, number: int, line: str) -> None:
        """Take one line."""
        name, colon, value = line.partition(": ")
        what, _blank, rest = name.partition(" ")
        if not colon or what not in FIELDS:
            raise Refused(
                _("{line!r} is not part of a header", line=line[:60]) + did_you_mean(what, FIELDS)
            )
        if what == "deal":
            rest, _blank, value = value.partition(" ")
        tables = {"option": self.options, "seat": self.seats, "deal": self.deals}
        table, key = (tables[what], rest) if what in tables else (self.single, name)
        if key in table:
            raise Refused(_("{name!r} occurs twice", name=name))
        table[key] = value.strip()
        self.numbers.setdefault(name if what != "deal" else "deal", number)

    def header(self) -> Header:
        """Return the header they make. Raises Refused."""
        with self.at("game"):
            game = self._game()
        with self.at("rules"):
            rules = _whole_number(self._need("rules"))
            check_rules(game, rules)
        with self.at(f"seat {game.player_names[0]}"):
            seats = self._seats(game)
        with self.at("deal"):
            seed, given, secret = self._deal()
        with self.at("clock"):
            clock = Clock.read(self._need("clock"))
        with self.at("date"):
            date = self.single.get("date", "")
            return Header(game, seats, seed, given, clock, date, secret, rules)

    def at(self, name: str) -> AbstractContextManager[None]:
        """Add the number of the header's line to any refusal inside the block."""
        return _on_line(self.numbers.get(name, 1))

    def _need(self, name: str) -> str:
        if name not in self.single:
            raise Refused(_("the header has no line {name!r}", name=name))
        return self.single[name]

    def _game(self) -> Game:
        from spinney.core.registry import written

        return written(self._need("game"), self.options)

    def _seats(self, game: Game) -> tuple[str, ...]:
        names = game.player_names
        if set(self.seats) != set(names):
            raise Refused(
                _("there must be a line 'seat …' for each of: {names}", names=", ".join(names))
            )
        return tuple(self.seats[name] for name in names)

    def _deal(self) -> tuple[int | None, dict[str, list[str]], str]:
        if not self.deals:
            raise Refused(_("the header has no line 'deal'; for example: deal: seed 7"))
        if not {"seed", "secret"} & {*self.deals}:
            given = {name: words.split() for name, words in self.deals.items()}
            check_given(given)
            return None, given, ""
        if len(self.deals) > 1:
            raise Refused(_("a match is dealt from a seed or from what is given, not from both"))
        if "secret" in self.deals:
            return None, {}, self.deals["secret"]
        return _whole_number(self.deals["seed"]), {}, ""


def _whole_number(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,20}", text, re.ASCII):
        raise Refused(_("{text!r} is not a whole number", text=text[:40]))
    return int(text)


# The events.


def _play(match: Match, entries: list[_Entry], version: int, last_moment: float) -> Match:
    """Return the match after these events; this thread's processor time says when to give up."""
    *events, last = entries or [_Entry(1, "", [])]
    if len(events) > MOST_EVENTS:
        raise Refused(
            _(
                "a record has at most {most} events, but this one has {count}",
                most=grouped(MOST_EVENTS),
                count=grouped(len(events)),
            )
        )
    for count, entry in enumerate(events, 1):
        with _on_line(entry.number):
            if time.thread_time() > last_moment:
                raise Refused(_("it takes too long to play these events; open a shorter record"))
            match = match.apply(_event(match.header, count, entry, version))
    with _on_line(last.number):
        _check_end(match, last.line)
    return match


def _event(header: Header, count: int, entry: _Entry, version: int) -> Event:
    parts = EVENT.fullmatch(entry.line)
    if not parts:
        raise Refused(
            _(
                "{line!r} is not an event; an event looks like: 2. 0:21.050 red: bid 3b",
                line=entry.line[:60],
            )
        )
    number, time, name, kind, text = parts.groups()
    if int(number) != count:
        raise Refused(
            _(
                "this is event {number}, but event {count} should be here",
                number=number,
                count=count,
            )
        )
    if version == 1:
        kind = FORMER_KINDS.get(kind, kind)
    if kind is not None and kind not in KINDS:
        raise Refused(_("there is no event {kind!r}", kind=kind) + did_you_mean(kind, KINDS))
    player = header.game.player(name) if name else -1
    return Event(read_time(time), kind or "move", player, text or "", _bot_output(entry.below))


def _bot_output(lines: Sequence[str]) -> BotOutput:
    message, fault, stderr = (
        [line.removeprefix(mark) for line in lines if line.startswith(mark)]
        for mark in (MESSAGE, FAULT, STDERR)
    )
    if len(message) > 1 or len(fault) > 1:
        raise Refused(_("an event has at most one message and one fault"))
    return BotOutput("".join(message), "".join(fault), tuple(stderr))


def _check_end(match: Match, line: str) -> None:
    """Refuse a record that was cut off, or whose last line differs from the events' end."""
    if not line.startswith("end: "):
        raise Refused(
            _("a record ends with a line 'end: …', but this one ends with {line!r}", line=line[:60])
        )
    last = last_line(match.version, match.position)
    if line.rstrip() != last:
        raise Refused(
            _(
                "after these events the result would be {result!r}, not {line!r}",
                result=last,
                line=line[:90],
            )
        )

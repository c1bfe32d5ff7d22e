"""The header and the events of a match."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from spinney.core.errors import Refused, did_you_mean
from spinney.core.game import Game
from spinney.core.interface import ILLEGAL, LATE, MALFORMED
from spinney.match import deal
from spinney.match.bot_output import NOTHING, BotOutput, check_line
from spinney.match.clocks import Clock

BACK = ("undo", "fix", "revert", "correct")
"""The events that go back to an earlier version."""
UMPIRES = ("pause", "resume", "revert", "correct")
"""The events of no player."""
CHOICES = ("move", "draft", "forfeit")
KINDS = (*CHOICES, "resign", "substitute", "acknowledge", "undo", "fix", *UMPIRES)
FORMER_KINDS = {
    "say": "move",
    "lapse": "forfeit",
    "sit": "substitute",
    "deliver": "acknowledge",
}
"""The names that kinds had in version 1 of records and in databases of version 0.1."""
REASONS = {LATE: "late", MALFORMED: "malformed", ILLEGAL: "illegal"}
"""The words for the reasons of a forfeit."""
LATEST = 10**12
"""The longest match in milliseconds: thirty years."""
RANDOM = "random"
"""The seat of the player that chooses at random."""
LEVEL = "level:"
"""The prefix of seats of the computer's levels."""
SEARCHES = ("search:", "tuned:")
"""The prefixes of seats of searches that are no level."""
BOTS = ("bot:", "contest:", "json:", "py:")
"""The prefixes of seats of programs that others wrote."""
PREFIXES = (LEVEL, *SEARCHES, *BOTS)
"""All prefixes of seats of programs."""


@dataclass(frozen=True, slots=True)
class Event:
    """One accepted input of a match.

    Attributes:
        at: milliseconds since the match began.
        kind: ``move``; ``draft``, a sealed move that its player may still change; ``forfeit``;
            ``undo``; ``fix``, a slip was taken back at once; ``resign``; ``pause`` and ``resume``,
            of all clocks; ``revert``, all together took something back; ``correct``, the umpire
            did; ``substitute``, someone else took a seat; ``acknowledge``, a player was shown
            the last events, and their clock starts.
        player: the player, or the player of the seat; -1 for `UMPIRES`.
        text: the move; the reason of a forfeit (`REASONS`), or of a loss on time (`late_loss`);
            the version to which an undo goes back; the new name of a seat; else empty.
        bot_output: the other output of a program.
    """

    at: int
    kind: str
    player: int
    text: str = ""
    bot_output: BotOutput = NOTHING

    def __post_init__(self) -> None:
        if not _is_int(self.at) or not 0 <= self.at < LATEST:
            raise Refused(f"a time is a whole number of milliseconds from 0 on, not {self.at!r}")
        if self.kind not in KINDS:
            raise Refused(f"there is no event {self.kind!r}" + did_you_mean(str(self.kind), KINDS))
        is_umpires = self.kind in UMPIRES
        if not _is_int(self.player) or self.player < -1 or (self.player == -1) != is_umpires:
            raise Refused(f"{self.player!r} can't {self.kind}")
        check_line(self.text, "a move")
        if self.bot_output and self.kind not in CHOICES:
            raise Refused(f"a program's output goes with a choice, not with {self.kind!r}")

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        bot_output = self.bot_output
        optional = {
            "message": bot_output.message,
            "fault": bot_output.fault,
            "stderr": list(bot_output.stderr),
        }
        return {
            "at": self.at,
            "kind": self.kind,
            "player": self.player,
            "text": self.text,
            **{name: value for name, value in optional.items() if value},
        }

    @staticmethod
    def from_json(value: Mapping[str, Any]) -> Event:
        """Return the event that `to_json` wrote, in any version. Raises Refused if it is none."""
        try:
            kind = FORMER_KINDS.get(value["kind"], value["kind"])
            kind = sys.intern(kind)  # there are many events of few kinds
            return Event(value["at"], kind, value["player"], value["text"], _bot_output(value))
        except (AttributeError, KeyError, TypeError) as problem:
            raise Refused(f"this is not an event of a match: {problem}") from None


def _bot_output(value: Mapping[str, Any]) -> BotOutput:
    made = BotOutput(value.get("message", ""), value.get("fault", ""), value.get("stderr", ()))
    return made or NOTHING


@dataclass(frozen=True)
class Header:
    """The setup of a match. With the events it determines everything.

    Attributes:
        game: with its options.
        seats: by player, a person's name, or what a program is, as ``level:tree`` (`is_program`).
        seed: what the deal is drawn from, or None if it was given or came from a secret.
        given: what was dealt, in the game's words (``{"deck": [...]}``), if it was given.
        clock: how much time players have.
        date: the day it began, as ``2031-05-17``; empty if that isn't known.
        secret: what the deal was drawn from between people (`deal`); else empty.
        rules: the version of the game's rules by which it began; 0: that of today.
    """

    game: Game
    seats: Sequence[str]
    seed: int | None = None
    given: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    clock: Clock = field(default_factory=Clock)
    date: str = ""
    secret: str = ""
    rules: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.rules or self.game.version)
        object.__setattr__(self, "seats", tuple(self.seats))
        object.__setattr__(self, "given", {k: tuple(v) for k, v in self.given.items()})
        if (self.seed is not None) + bool(self.given) + bool(self.secret) != 1:
            raise Refused(
                "a match is dealt from a seed, from what is given or from a secret: say one of them"
            )
        if self.secret:
            deal.check_secret(self.secret)
        if len(self.seats) != self.game.num_players:
            raise Refused(
                f"{self.game.title} has {self.game.num_players} seats, not {len(self.seats)}"
            )
        for seat in self.seats:
            check_seat(seat)
        check_given(self.given)
        _check_date(self.date)

    @cached_property
    def deal(self) -> tuple[int | None, Mapping[str, Sequence[str]]]:
        """The seed of the deal, or None and the deal itself, from the header or its secret."""
        return (
            deal.deal_from_secret(self.game, self.secret)
            if self.secret
            else (self.seed, self.given)
        )

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The players who are people."""
        return people(self.seats)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "game": self.game.name,
            "rules": self.rules,
            "options": dict(self.game.chosen),
            "seats": list(self.seats),
            "seed": self.seed,
            "given": {name: list(words) for name, words in self.given.items()},
            "clock": str(self.clock),
            "date": self.date,
            **({"secret": self.secret} if self.secret else {}),
        }

    @staticmethod
    def from_json(value: Mapping[str, Any]) -> Header:
        """Rebuild what `to_json` returned.

        Raises:
            Refused: it is not a header, or its game or rules are not installed.
        """
        from spinney.core.registry import written

        try:
            game = written(value["game"], value["options"])
            check_rules(game, value["rules"])
            clock = Clock.read(value["clock"])
            parts = (value["seats"], value["seed"], value["given"], clock, value["date"])
            return Header(game, *parts, value.get("secret", ""), value["rules"])
        except Refused:
            raise
        except (AttributeError, KeyError, TypeError, ValueError) as problem:
            raise Refused(f"this is not a header of a match: {problem}") from None


def check_seat(seat: str) -> None:
    """Refuse a text that can't be the name of a seat."""
    check_line(seat, "a name")
    if not seat or seat != seat.strip():
        raise Refused(f"{seat!r} is not a name for a seat; write for example: me")
    if seat in PREFIXES:
        raise Refused(
            f"{seat!r} is not a name for a seat: something must follow the colon; write for "
            "example: level:tree or bot:rex"
        )


def people(seats: Sequence[str]) -> tuple[int, ...]:
    """Return the players who are people."""
    return tuple([p for p, seat in enumerate(seats) if not is_program(seat)])


def is_program(seat: str) -> bool:
    """Return whether a seat is a program's: of the computer, or a bot's."""
    return seat == RANDOM or seat.startswith(PREFIXES)


def is_computer(seat: str) -> bool:
    """Return whether a seat is the computer's: of a level, a search, or of random choices."""
    return seat == RANDOM or seat.startswith((LEVEL, *SEARCHES))


def check_rules(game: Game, version: int) -> None:
    """Refuse a match that was played by another version of the rules."""
    if version not in (game.version, *game.compatible_versions):
        raise Refused(
            f"it was played by version {version} of the rules of {game.title}, and here is "
            f"version {game.version}; open it with a Spinney that has version {version}"
        )


def check_given(given: Mapping[str, Sequence[str]]) -> None:
    """Refuse values that can't be a deal in any game; the game itself checks further."""
    for word in [*given, *(word for words in given.values() for word in words)]:
        if not re.fullmatch(r"[^\s:#]{1,40}", word) or not word.isprintable():
            raise Refused(f"{word!r} can't be dealt")
    if "seed" in given or "self" in given:
        raise Refused("what is given has the game's own name, as in: deck")


def _check_date(text: str) -> None:
    try:
        if text and date.fromisoformat(text).isoformat() != text:
            raise ValueError
    except ValueError:
        raise Refused(f"{text!r} is not a day; write it as 2031-05-17") from None


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)

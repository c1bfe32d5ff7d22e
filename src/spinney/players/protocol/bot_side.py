"""The bot's side of a protocol: requests are read from stdin, answers are written to stdout."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

from spinney.core.errors import Refused
from spinney.players.protocol import messages
from spinney.players.protocol.messages import ParsedRequest

if TYPE_CHECKING:
    from spinney.core.game import Game

TO_BEGIN = 0.5
"""Seconds from the start until a request can be read, if the system has no start time."""


@dataclass(frozen=True)
class MoveRequest:
    """A request to a bot to choose.

    Attributes:
        parsed: its view, and how long it has.
        begun: when the request began to come in, by `time.monotonic`.
    """

    parsed: ParsedRequest
    begun: float

    @property
    def end(self) -> float:
        """When the answer must be there, by `time.monotonic`."""
        return self.begun + self.parsed.seconds


class BotSide(Protocol):
    """A protocol as a bot speaks it."""

    def read(self) -> MoveRequest | None:
        """Return the next request, None after the last. Raises Refused if it is none."""

    def write(self, move: str, message: str = "") -> None:
        """Answer it."""


class Lines:
    """Standard input and output, line by line.

    From now on other output goes to stderr, and whoever else reads the input finds it empty.
    """

    def __init__(self) -> None:
        sys.stdout.flush()
        self._out: IO[str] = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self._in: IO[str] = os.fdopen(os.dup(0), encoding="utf-8")
        os.dup2(2, 1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        waited_for, _, _ = select.select([self._in], [], [], 0)
        self._since = process_began() if waited_for else 0.0
        self.begun = 0.0

    def request(self) -> None:
        """Note that the next line begins a request.

        If it was there at once, its time counts from the start of this process.
        """
        self.begun, self._since = self._since, 0.0

    def read(self) -> str:
        """Return the next line with its end, empty at the end of the input."""
        line = self._in.readline()
        self.begun = self.begun or time.monotonic()
        return line

    def write(self, line: str) -> None:
        """Write a line, at once."""
        self._out.write(f"{line}\n")
        self._out.flush()


def process_began() -> float:
    """Return when this process began, by `time.monotonic`, or a moment before."""
    now = time.monotonic()
    try:
        fields = Path("/proc/self/stat").read_bytes().rpartition(b")")[2].split()
        began = int(fields[19]) / os.sysconf("SC_CLK_TCK")
        return now - max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - began)
    except (OSError, AttributeError):  # no Linux
        return now - TO_BEGIN


class JsonBotSide:
    """The JSON lines of all games, or of one: requests of others are refused then."""

    def __init__(self, lines: Lines, game: Game | None = None) -> None:
        self._lines, self._game = lines, game

    def read(self) -> MoveRequest | None:
        """Return the next request; None after a line that reports the end."""
        self._lines.request()
        line = self._lines.read()
        request = ParsedRequest.read(line) if line else None
        if request is None:
            return None
        asked, own = request.view.game, self._game
        if own is not None and asked.name != own.name:
            raise Refused(
                f"this is a request of {asked.name}, and the bot was started for {own.name}; "
                f"start it as: spinney bot {asked.name}"
            )
        return MoveRequest(request, self._lines.begun)

    def write(self, move: str, message: str = "") -> None:
        """Answer with a move, or with an object that holds also the message."""
        self._lines.write(messages.write(move, message))


class ContestBotSide:
    """A contest's own protocol, by the client that the game brings."""

    def __init__(self, lines: Lines, game: Game) -> None:
        self._lines, self._protocol, self._choice = lines, game.part("protocol"), 0
        self._client: Any = getattr(self._protocol, "Client")(game)  # noqa: B009 (untyped)

    def read(self) -> MoveRequest | None:
        """Return the next request, timed from its first line."""
        self._lines.request()
        view = self._client.read(self._lines.read)
        if view is None:
            return None
        self._choice += 1
        protocol: Any = self._protocol
        ms = protocol.FIRST_ANSWER_MS if self._choice == 1 else protocol.ANSWER_MS
        return MoveRequest(ParsedRequest(view, self._choice, ms / 1000, None), self._lines.begun)

    def write(self, move: str, message: str = "") -> None:
        """Answer with a command and a message."""
        self._lines.write(self._client.write(move, message))


def bot_side(game: Game, protocol: str | None) -> BotSide:
    """Return the bot's side of a protocol on this process's input and output.

    Args:
        game: the game with its options.
        protocol: ``contest`` or ``json``; None: the contest's if the game has one.

    Raises:
        Refused: the game has no contest's protocol.
    """
    contest = game.part("protocol") is not None
    if protocol == "contest" and not contest:
        raise Refused(f"{game.title} has no contest protocol; try: --protocol json")
    lines = Lines()
    is_json = protocol == "json" or not contest
    return JsonBotSide(lines, game) if is_json else ContestBotSide(lines, game)


def serve(side: BotSide, choose: Callable[[MoveRequest], tuple[str, str]]) -> None:
    """Answer requests until there are no more.

    Args:
        side: the bot's side of a protocol.
        choose: returns a move and a message.

    Raises:
        Refused: the input is not a request.
    """
    while request := side.read():
        side.write(*choose(request))

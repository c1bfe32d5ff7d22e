"""The protocols of programs: a contest's own, or JSON lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from spinney.core.interface import MALFORMED
from spinney.players.protocol import messages
from spinney.players.protocol.messages import ParsedAnswer

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation, State
    from spinney.match import LogLine


class MatchView(Protocol):
    """A match as the caller of a program sees it: a local match, or one on a remote server."""

    @property
    def over(self) -> bool:
        """Has it ended?"""

    @property
    def outcome(self) -> tuple[int, ...] | None:
        """1 for a win, 0 for a shared one, -1 for a loss, by player; None before the end."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by player."""

    @property
    def state(self) -> State:
        """The current state."""

    @property
    def decisions(self) -> tuple[State, ...]:
        """The states in which choices were due, oldest first."""

    def view(self, player: int) -> Observation:
        """Return what a player may know."""

    def log(self, player: int) -> tuple[LogLine, ...]:
        """Return a player's log."""


class TurnRequest(NamedTuple):
    """One choice that is due.

    Attributes:
        match: as it stands.
        player: who is to choose.
        choice: which of this program's choices it is, from 1.
        seconds: until the answer must be there.
        clock: what the player's clock has left, in seconds; None: no clock runs.
    """

    match: MatchView
    player: int
    choice: int
    seconds: float
    clock: float | None


class ProgramProtocol(Protocol):
    """A protocol, with its state for one match."""

    def request(self, turn: TurnRequest) -> str:
        """Return the lines that ask for a choice."""

    def reply(self, turn: TurnRequest, line: str) -> str:
        """Return the lines that answer a program's question, empty if it didn't ask one."""

    def read(self, turn: TurnRequest, line: str) -> ParsedAnswer:
        """Return the contents of an answer."""

    def farewell(self, match: MatchView, player: int) -> str:
        """Return the lines that report the end, if there are any."""


class JsonProtocol:
    """The JSON lines of all games."""

    def __init__(self) -> None:
        self._lines_sent: dict[int, int] = {}

    def request(self, turn: TurnRequest) -> str:
        """Return one line: the player's view, legal moves, and new lines of the log."""
        view, lines = turn.match.view(turn.player), self._log(turn.match, turn.player)
        return messages.request(view, turn.choice, lines, turn.seconds, turn.clock)

    def reply(self, turn: TurnRequest, line: str) -> str:
        """Return what can follow the words of a question."""
        if not line.startswith(messages.QUERY):
            return ""
        return messages.reply(turn.match.view(turn.player), line)

    def read(self, turn: TurnRequest, line: str) -> ParsedAnswer:
        """Return the contents of an answer: a move, or JSON with a move and a message."""
        return messages.read(turn.match.view(turn.player), line)

    def farewell(self, match: MatchView, player: int) -> str:
        """Return a last line: how it ended."""
        if not match.over:
            return ""
        lines, outcome = self._log(match, player), match.outcome or ()
        return messages.end_message(match.view(player), outcome, match.scores, lines)

    def _log(self, match: MatchView, player: int) -> list[Any]:
        lines = match.log(player)
        sent = self._lines_sent.get(player, 0)
        self._lines_sent[player] = len(lines)
        return [(line.player, line.text) for line in lines[sent:]]


class ContestProtocol:
    """A contest's own protocol, by the referee that the game brings."""

    def __init__(self, game: Game, seed: int | None) -> None:
        self._referee: Any = getattr(game.part("protocol"), "Referee")(seed, game)  # noqa: B009 (untyped)
        self._folded: list[State] = []
        self._requests: dict[int, list[str]] = {}

    def request(self, turn: TurnRequest) -> str:
        """Return the lines of this turn; the referee receives every decision so far."""
        decisions = turn.match.decisions
        for state in decisions[len(self._folded) :]:
            self._requests = self._referee.requests(state)
            self._folded.append(state)
        return "".join(f"{line}\n" for line in self._requests[turn.player])

    def reply(self, turn: TurnRequest, line: str) -> str:  # noqa: ARG002
        """Return nothing: a contest's programs ask no questions."""
        return ""

    def read(self, turn: TurnRequest, line: str) -> ParsedAnswer:
        """Return the answer as the referee reads it from a line."""
        said = self._referee.read(turn.match.state, turn.player, line)
        if said.reason:
            fault = "malformed" if said.reason == MALFORMED else "illegal"
            return ParsedAnswer(
                "", fault, messages.one_line(repr(line)), messages.one_line(said.message)
            )
        return ParsedAnswer(said.move, message=messages.one_line(said.message))

    def farewell(self, match: MatchView, player: int) -> str:  # noqa: ARG002
        """Return nothing: a contest's programs are simply ended."""
        return ""

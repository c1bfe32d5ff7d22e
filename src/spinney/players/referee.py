"""The referee of a match: asks its players and enforces the limits of programs."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

from spinney.core.errors import Refused
from spinney.i18n import SOURCE_LANGUAGE, in_language
from spinney.match.record import error_output_length
from spinney.players.answer import GONE, Answer, ProgramFailed
from spinney.players.launch import Launch, LaunchedProgram, RunningProgram
from spinney.players.player_specs import CONTEST, Chooser, PlayerSpec, ProgramSpec
from spinney.players.process import Process
from spinney.players.protocol.program_protocols import (
    ContestProtocol,
    JsonProtocol,
    MatchView,
    ProgramProtocol,
    TurnRequest,
)

if TYPE_CHECKING:
    from spinney.core.state import State
    from spinney.match import Header, Match
    from spinney.players.resource_limits import ResourceLimits
    from spinney.search.budget import Progress

GREETING_SECONDS = 120.0
"""Seconds that the host of a Python class may take to load."""
NOT_READY = "not ready after {seconds:g} s; does the import of the module end?"
FAREWELL_SECONDS = 0.5
"""Seconds that a program has to end by itself after the message that the match is over."""
EXIT_SECONDS = 0.1
"""Seconds to wait for the last output of a program that has crashed."""
MOST_STDERR = 600_000
"""How many characters of a match's record the error output of all its programs may take.

A record that is too long can't be read (`record_reader.LARGEST`); the rest is for the events.
"""


class SeatedProgram:
    """A program at its seat, for one match. It starts at once.

    Raises:
        ProgramFailed: it can't be started.
        Refused: it can't be isolated where it would start.
    """

    def __init__(
        self,
        program: ProgramSpec,
        limits: ResourceLimits,
        protocol: ProgramProtocol,
        room: int,
        launch: Launch = LaunchedProgram,
    ) -> None:
        """``room``: how many characters its error output may take in the record."""
        self.limits, self.protocol, self.room, self.choices = limits, protocol, room, 0
        isolation = limits.isolation
        command = isolation.wrap(program.command) if isolation else program.command
        self.process = Process(command, limits.memory, launch)
        if program.sends_ready:
            self._await_greeting()

    def _await_greeting(self) -> None:
        try:
            self.process.ask("", GREETING_SECONDS)
        except ProgramFailed as failure:
            words = self.process.stderr(EXIT_SECONDS)
            self.process.end()
            reason = failure.detail or NOT_READY.format(seconds=GREETING_SECONDS)
            raise ProgramFailed("crashed", words[-1] if words else reason) from None

    def answer(self, match: MatchView, player: int, clock: float | None) -> Answer:
        """Return the program's answer; end the program if it fails to answer."""
        self.choices += 1
        seconds = self.limits.first if self.choices == 1 else self.limits.each
        seconds = seconds if clock is None else min(seconds, clock)
        turn = TurnRequest(match, player, self.choices, seconds, clock)
        lines = self.protocol.request(turn)
        begun = time.monotonic()
        try:
            line = self._request(turn, lines, begun + seconds + self.limits.grace)
        except ProgramFailed as failure:
            spent, words = time.monotonic() - begun, self._words(EXIT_SECONDS)
            self.process.end()
            detail = failure.detail or self._lateness(seconds)
            return Answer("", failure.kind, detail, "", words, spent)
        spent, words = time.monotonic() - begun, self._words()
        said = self.protocol.read(turn, line)
        return Answer(said.move, said.fault, said.detail, said.message, words, spent)

    def _lateness(self, seconds: float) -> str:
        """Return what to say of a program that has not answered in time."""
        late = f"no answer within {1000 * seconds:.0f} ms"
        return late if self.choices > 1 else f"{late}; does it flush its output?"

    def _request(self, turn: TurnRequest, lines: str, end: float) -> str:
        """Return the program's answer, after answering its questions."""
        while True:
            line = self.process.ask(lines, max(0.0, end - time.monotonic()))
            lines = self.protocol.reply(turn, line)
            if not lines:
                return line

    def _words(self, seconds: float = 0.0) -> tuple[str, ...]:
        """Take the error output, as long as there is room for it."""
        words = self.process.stderr(seconds)
        self.room -= error_output_length(words)
        return words if self.room >= 0 else ()

    def leave(self, match: MatchView, player: int) -> None:
        """End the program, after telling it how the match ended where its protocol does."""
        farewell = self.protocol.farewell(match, player)
        if farewell:
            self.process.send(farewell, FAREWELL_SECONDS)
        self.process.end(FAREWELL_SECONDS if farewell else 0.0)


class MatchReferee:
    """Asks the players at the seats of one match. Use it as a context, or `close` it.

    Programs start when they are first asked, and end when the match does. After an undo they start
    anew. Once the referee is closed it starts no more programs.
    """

    def __init__(
        self,
        header: Header,
        players: Mapping[int, PlayerSpec],
        limits: ResourceLimits | Mapping[int, ResourceLimits],
        launch: Launch = LaunchedProgram,
    ) -> None:
        """``limits`` are for all programs, or by seat; ``launch`` starts programs."""
        self._launch = launch
        self._header, self._players = header, dict(players)
        self._limits = limits if isinstance(limits, Mapping) else dict.fromkeys(players, limits)
        self._seated: dict[int, SeatedProgram | None] = {}
        self._protocols: dict[str, ProgramProtocol] = {}
        self._decisions: tuple[State, ...] = ()
        self._match: Match | None = None
        self._closed = False
        self._lock = threading.RLock()  # a player may leave while a program is being asked
        self._programs: dict[int, RunningProgram] = {}
        self._asked: int | None = None  # the player whose program starts or thinks

    def __enter__(self) -> MatchReferee:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def limits_of(self, player: int) -> ResourceLimits:
        """Return the resource limits of the player at a seat."""
        return self._limits[player]

    def ask(
        self,
        match: Match,
        player: int,
        seed: int,
        clock: float | None = None,
        progress: Progress | None = None,
    ) -> Answer:
        """Return the answer of the player at a seat.

        Args:
            match: its current state; the player is to act.
            player: who is asked.
            seed: any whole number, for those who choose in this process.
            clock: what the player's clock has left, in seconds; None: no clock runs.
            progress: called by those who search, with the number of playouts so far.
        """
        spec = self._players[player]
        if not isinstance(spec, ProgramSpec):
            return _think(spec, match, player, seed, progress)
        with self._lock, in_language(SOURCE_LANGUAGE):  # programs are spoken to in English
            self._asked = player
            try:
                return self._ask(spec, match, player, clock)
            finally:
                self._asked = None

    def _ask(self, spec: ProgramSpec, match: Match, player: int, clock: float | None) -> Answer:
        if self._closed:  # the player left the table while this call waited for a thread
            return Answer("", GONE)
        self._keep_up(match)
        if player not in self._seated:
            try:
                room = _room(match, player)
                protocol = self._protocol(spec)
                launch = partial(self._launch_for, player)
                self._seated[player] = SeatedProgram(
                    spec, self.limits_of(player), protocol, room, launch
                )
            except ProgramFailed as failure:
                self._seated[player] = None
                return Answer("", failure.kind, failure.detail)
        seated = self._seated[player]
        if seated is None:
            return Answer("", GONE)
        answer = seated.answer(match, player, clock)
        if not seated.process.running:
            self._seated[player] = None
        return answer

    def _launch_for(self, player: int, command: Sequence[str], memory: int) -> RunningProgram:
        self._programs[player] = self._launch(command, memory)
        if self._closed:  # meanwhile
            self._programs[player].end()
        return self._programs[player]

    def _keep_up(self, match: Match) -> None:
        """Restart programs after an undo: a program can't forget."""
        now, before = match.decisions, self._decisions
        if any(a is not b for a, b in zip(before, now, strict=False)) or len(before) > len(now):
            self._end_all(None)
        self._decisions, self._match = now, match

    def _protocol(self, program: ProgramSpec) -> ProgramProtocol:
        kind = program.protocol
        if kind not in self._protocols:
            contest = kind == CONTEST
            header = self._header
            self._protocols[kind] = (
                ContestProtocol(header.game, header.deal[0]) if contest else JsonProtocol()
            )
        return self._protocols[kind]

    def close(self, match: Match | None = None) -> None:
        """End all programs for good; send them the result if the match is over.

        A program that starts or thinks is ended at once: nobody waits for its answer any more.
        """
        self._closed = True
        asked = self._asked
        if asked is not None and asked in self._programs:
            self._programs[asked].end()
        with self._lock, in_language(SOURCE_LANGUAGE):
            self._end_all(match)

    def _end_all(self, match: Match | None) -> None:
        last = match or self._match
        for player, seated in self._seated.items():
            if seated is not None and last is not None:
                seated.leave(last, player)
        self._seated.clear()
        self._protocols.clear()
        self._decisions, self._match = (), None


def _room(match: Match, player: int) -> int:
    """Return how many characters of the record are left for a player's error output.

    A program that starts anew, after an undo, finds the output of the former one in the record.
    """
    taken = sum(
        error_output_length(event.bot_output.stderr)
        for event in match.events
        if event.player == player
    )
    return MOST_STDERR // match.game.num_players - taken


def _think(
    spec: Chooser, match: Match, player: int, seed: int, progress: Progress | None
) -> Answer:
    begun = time.monotonic()
    move = spec.choose(match.view(player), seed, progress)
    return Answer(move, seconds=time.monotonic() - begun)


def check_start(spec: PlayerSpec, limits: ResourceLimits) -> None:
    """Start a program once and end it. Raises Refused if it can't be started."""
    if not isinstance(spec, ProgramSpec):
        return
    try:
        seated = SeatedProgram(spec, limits, JsonProtocol(), 0)
    except ProgramFailed as failure:
        raise Refused(f"{spec.seat}: {failure.detail}") from None
    seated.process.end()

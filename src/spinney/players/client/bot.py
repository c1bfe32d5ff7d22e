"""`spinney bot GAME --server URL`: play on a remote server with a program.

The program speaks the same protocols as in a local match: it is asked when its player is to act,
and its answer is sent to the server. If the connection breaks, the program waits and goes on when
it is back. An answer that is sent twice counts once, because it names the version of the match that
it answers.
"""

from __future__ import annotations

import re
import shlex
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from spinney.core.errors import Refused
from spinney.core.registry import game as find
from spinney.players.answer import Answer, ProgramFailed
from spinney.players.client.api import ApiClient, ConnectionLost, OutdatedVersion
from spinney.players.client.remote_match import RemoteMatch
from spinney.players.player_specs import CONTEST, JSON, LevelSpec, ProgramSpec, read
from spinney.players.protocol.program_protocols import (
    ContestProtocol,
    JsonProtocol,
    ProgramProtocol,
)
from spinney.players.referee import SeatedProgram
from spinney.players.resource_limits import ResourceLimits

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation
    from spinney.players.isolation import Isolation

FAILURES_ALLOWED = 3
"""How often a program may fail in a match before it resigns: others wait for it."""
PAUSES = (0.2, 1.0, 2.0, 5.0, 10.0)
"""Seconds to wait before a lost server is tried again; the last again and again."""
LOOK = 2.0
"""Seconds from one look for tables to the next."""
KEPT = 100_000
"""Characters of error output that are shown of a program in a match."""
NO_TABLE = "name a table by its id, its address or a link to it"

Report = Callable[[str], None]


@dataclass(frozen=True)
class BotSettings:
    """The program, its limits and the tables where it plays.

    Attributes:
        game: the game with its options.
        program: the program.
        limits: its resource limits, besides its player's clock.
        table: a table's id, or an address or a link that leads to it; empty: all tables where the
            bot has a seat.
    """

    game: Game
    program: ProgramSpec
    limits: ResourceLimits
    table: str = ""


class BotSeat:
    """A program at one seat of a remote match. Use it as a context."""

    def __init__(
        self, server: ApiClient, settings: BotSettings, table: str, report: Report
    ) -> None:
        self._server, self._settings, self._table = server, settings, table
        self._tell: Report = lambda line: report(f"{table}: {line}")
        self._match, self._failures = RemoteMatch(), 0
        self._said_at = ""
        self._answer: tuple[Observation, Answer] | None = None
        self._seated: SeatedProgram | None = None
        self.stopped = threading.Event()

    def __enter__(self) -> BotSeat:
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        if self._seated is not None:
            self._seated.process.end()

    def play(self) -> None:
        """Play until the match is over. Raises Refused if the server won't have it."""
        losses = 0
        while not self.stopped.is_set():
            try:
                path = f"/matches/{self._table}/stream?since={self._match.log_length}"
                for message in self._server.stream(path):
                    losses = 0
                    if message and self._update(message):
                        return
            except ConnectionLost as problem:
                if not losses:
                    self._tell(f"the server is lost ({problem}); waiting for it")
                losses += 1
            self.stopped.wait(PAUSES[min(losses, len(PAUSES) - 1)])

    def _update(self, message: dict[str, Any]) -> bool:
        """Take in new data, and choose if a choice is due; return whether the match is over."""
        match = self._match
        match.update(message)
        if match.player < 0:
            raise Refused("somebody else now plays for this bot")
        if match.over:
            self._leave()
        elif match.is_to_act and match.version != self._said_at:
            self._choose()
        return match.over

    def _leave(self) -> None:
        scores = ", ".join(map(str, self._match.scores))
        won = {1: "won", 0: "shared the win", -1: "lost"}
        self._tell(f"over: {won[(self._match.outcome or ())[self._match.player]]}; {scores}")
        if self._seated is not None and self._seated.process.running:
            self._seated.leave(self._match, self._match.player)

    def _choose(self) -> None:
        """Ask the program, and send its answer."""
        while not self.stopped.is_set():
            answer = self._cached_answer() or self._ask()
            try:
                if not answer.fault:
                    self._send(answer)
                    return
                self._tell(f"the program failed: {answer.fault} {answer.detail}".rstrip())
            except OutdatedVersion:
                return  # the next line of the stream has the current state
            except Refused as refusal:
                self._answer = None
                self._tell(f"{answer.move!r} was refused: {refusal}")
            self._failures += 1
            if self._failures >= FAILURES_ALLOWED:
                self._resign()
                return

    def _cached_answer(self) -> Answer | None:
        """Return the program's earlier answer to this same view; None: it must be asked.

        If others have finished meanwhile, the match has a new version, but the program's view is
        the same.
        """
        if self._answer is None or self._answer[0] != self._match.view(self._match.player):
            return None
        return self._answer[1]

    def _ask(self) -> Answer:
        """Return the program's answer; start it anew if it has ended."""
        if self._seated is None or not self._seated.process.running:
            program = self._settings.program
            try:
                self._seated = SeatedProgram(
                    program, self._settings.limits, self._start_program(), KEPT
                )
            except ProgramFailed as failure:
                return Answer("", failure.kind, failure.detail)
        answer = self._seated.answer(self._match, self._match.player, self._match.clock)
        for line in answer.stderr:
            self._tell(f"| {line}")
        if not answer.fault:
            self._answer = (self._match.view(self._match.player), answer)
        return answer

    def _start_program(self) -> ProgramProtocol:
        contest = self._settings.program.protocol == CONTEST
        return ContestProtocol(self._settings.game, None) if contest else JsonProtocol()

    def _send(self, answer: Answer) -> None:
        """Send a move, again if the connection breaks: for one version it counts once."""
        said = {"move": answer.move, "message": answer.message}
        path, version = f"/matches/{self._table}/move", self._match.version
        self._patiently(lambda: self._server.post(path, version=version, **said))
        self._said_at, self._answer = version, None
        self._tell(answer.move)

    def _resign(self) -> None:
        self._tell(f"it has failed {FAILURES_ALLOWED} times, and resigns")
        self._patiently(lambda: self._server.post(f"/matches/{self._table}/resign"))
        self._said_at = self._match.version

    def _patiently(self, ask: Callable[[], Any]) -> Any:
        return patiently(ask, self._tell, self.stopped)


# Which tables.


def play_on_server(
    name: str,
    command: Sequence[str],
    server: ApiClient,
    table: str = "",
    move_time: float | None = None,
    memory: int = 0,
    isolation: Isolation | None = None,
) -> int:
    """Let a program play on a remote server until its match is over, or until interrupted.

    Args:
        name: the game's.
        command: of the program, in its parts; see `player_specs.read`.
        server: the remote server.
        table: a table's id, or an address or a link; empty: all tables where the bot has a seat.
        move_time: seconds for each answer, where the player's clock leaves them.
        memory: bytes it may have; 0: no limit.
        isolation: how it is isolated from this machine; None: not at all.

    Raises:
        Refused: the server won't have it, or the command can't be run.
    """
    game = find(name)
    program = read(shlex.join(command) if len(command) > 1 else command[0], game)
    if isinstance(program, LevelSpec):
        own = (sys.executable, "-m", "spinney", "bot", game.name, "--protocol", JSON)
        program = ProgramSpec(program.seat, (*own, "--level", program.name), JSON)
    if not isinstance(program, ProgramSpec):
        raise Refused(f"{program.seat} can't play on a server; name a level or a program")
    limits = ResourceLimits.of(game, move_time, memory=memory, isolation=isolation)
    settings = BotSettings(game, program, limits, table)
    called = _patiently(lambda: server.get("/me"))["name"]
    _print(f"{called} is at {server.address}")
    if settings.table:
        _one(server, settings)
    else:
        _all(server, settings)
    return 0


def _one(server: ApiClient, settings: BotSettings) -> None:
    """Sit down at one table and play its match."""
    table = _sit(server, settings.table, settings.game.name)
    _print(f"{table}: waiting for the others")
    while (joined := _patiently(lambda: server.get(f"/tables/{table}")))["status"] == "open":
        time.sleep(LOOK)
    if joined["status"] == "aborted":
        raise Refused("the table was closed")
    with BotSeat(server, settings, table, _print) as seat:
        seat.play()


def _sit(server: ApiClient, where: str, game: str) -> str:
    """Sit down at the table that is meant, unless one does already, and return its id."""
    path = _path(where)
    link = re.search(r"(?:^|/)join/([\w-]+)/?$", path)
    if link:
        joined = _patiently(lambda: server.post("/join", link=link[1]))
        table, sent = joined["table"], {"seat": joined["seat"], "link": link[1]}
        if joined["seat"] is None:
            sent = {}
    else:
        id_ = path.rstrip("/").rpartition("/")[2]
        table, sent = _patiently(lambda: server.get(f"/tables/{_word(id_)}")), {}
    if table["game"] != game:
        raise Refused(f"that table plays {table['game']}")
    if table["you"] is None:
        _sit_down(server, table["id"], sent)
    return str(table["id"])


def _sit_down(server: ApiClient, table: str, sent: dict[str, Any]) -> None:
    try:
        _patiently(lambda: server.post(f"/tables/{table}/sit", **sent))
    except Refused:  # we may have the seat already, if only the answer was lost
        if _patiently(lambda: server.get(f"/tables/{table}"))["you"] is None:
            raise


def _path(where: str) -> str:
    """Return the path of an address, or an id as it is. Raises Refused."""
    try:
        return urlsplit(where).path
    except ValueError:
        raise Refused(NO_TABLE) from None


def _word(text: str) -> str:
    if not re.fullmatch(r"[\w-]{1,40}", text, re.ASCII):
        raise Refused(NO_TABLE)
    return text


def _all(server: ApiClient, settings: BotSettings) -> None:
    """Play at all tables where the bot has a seat, now or later, until interrupted."""
    attended: set[str] = set()
    path = f"/tables?mine=true&game={settings.game.name}"
    while True:
        for table in _patiently(lambda: server.get(path))["tables"]:
            if table["status"] == "open" and table["reserved"] is not None and table["you"] is None:
                with suppress(Refused):
                    _sit_down(server, table["id"], {"seat": table["reserved"]})
            fresh = table["id"] not in attended
            if table["status"] == "playing" and table["you"] is not None and fresh:
                attended.add(table["id"])
                _begin(server, settings, table["id"])
        time.sleep(LOOK)


def _begin(server: ApiClient, settings: BotSettings, table: str) -> None:
    def play() -> None:
        try:
            with BotSeat(server, settings, table, _print) as seat:
                seat.play()
        except Refused as refusal:
            _print(f"{table}: {refusal}")

    threading.Thread(target=play, name=table, daemon=True).start()


def patiently(ask: Callable[[], Any], tell: Report, stopped: threading.Event) -> Any:
    """Ask until the server can be reached, or the bot is stopped. Raises Refused."""
    losses = 0
    while not stopped.is_set():
        try:
            return ask()
        except ConnectionLost as problem:
            if not losses:
                tell(f"the server can't be reached ({problem}); waiting for it")
            stopped.wait(PAUSES[min(losses, len(PAUSES) - 1)])
            losses += 1
    return None


def _patiently(ask: Callable[[], Any]) -> Any:
    return patiently(ask, _print, threading.Event())


def _print(line: str) -> None:
    """Print to stderr for the person who started the bot."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()

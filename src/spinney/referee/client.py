"""The client of a resident process: starts the programs, and lends it their pipes.

The programs are children of this process, in its folder and with its environment. When it dies,
however that happens, their supervisors end them. Nothing heavy is imported unless there can be no
resident process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from spinney.core.errors import Refused
from spinney.players.launch import LaunchedProgram
from spinney.referee.channel import Channel
from spinney.referee.request import GameReport, GameRequest
from spinney.referee.run_folder import connect

ATTEMPTS = 3
"""The number of attempts: a resident process may be about to exit, or be of an earlier version."""


class RefereeFailed(Exception):
    """A resident process failed with an error in the program. The message says where."""


def play(request: GameRequest, resident: bool = True) -> GameReport:
    """Play a game: in the resident process, or in this one where there can be none.

    Raises:
        Refused: it can't be played.
    """
    if resident:
        for _ in range(ATTEMPTS):
            try:
                with Channel(connect(request.game)) as channel:
                    return _exchange(channel, request)
            except ConnectionError:
                continue
            except (OSError, NotImplementedError):  # no Unix sockets, or no folder for them
                break
    from spinney.referee.contest_game import play_game

    environment = dict(os.environ)
    return play_game(request, lambda command, memory: LaunchedProgram(command, memory, environment))


def _exchange(channel: Channel, request: GameRequest) -> GameReport:
    """Serve the requests of the resident process until it reports the result."""
    programs: list[LaunchedProgram] = []
    path = os.environ.get("PATH", "")
    channel.send({"request": request.to_json(), "folder": os.getcwd(), "path": path})  # noqa: PTH109
    try:
        while True:
            message = channel.receive().message
            if "report" in message:
                return GameReport.from_json(message["report"])
            if "refused" in message:
                raise Refused(message["refused"])
            if "failed" in message:
                raise RefereeFailed(message["failed"])
            if "stale" in message:
                raise ConnectionResetError("the resident process is of another version")
            _serve(channel, message, programs)
    finally:
        for program in programs:
            program.end()


def _serve(channel: Channel, message: Mapping[str, Any], programs: list[LaunchedProgram]) -> None:
    """Start or end a program."""
    if "end" in message:
        programs[message["end"]].end(message["patience"])
        channel.send({})
        return
    program = LaunchedProgram(message["launch"], message["memory"], dict(os.environ))
    programs.append(program)
    try:
        channel.send({}, program.pipes)
    finally:
        program.pipes.close()  # the resident process has copies


def write_output(report: GameReport) -> None:
    """Print what arenas read: a score in each line, then the game's parameters."""
    with suppress(BrokenPipeError):
        sys.stdout.write("".join(f"{score}\n" for score in report.scores))
        sys.stdout.write(f"{report.parameters}\n")
        sys.stdout.flush()

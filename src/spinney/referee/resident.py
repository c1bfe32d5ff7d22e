"""The resident process of one game: loaded once, it plays each client's game in a fork of itself.

``python -P -m spinney.referee.resident LISTENER GAME SOCKET``: the number of an open socket that
listens, the game's name, and the socket's path. It exits after a while without a client, or when a
file that it has loaded has changed. Clients that have connected by then are still served.
"""

from __future__ import annotations

import gc
import os
import selectors
import signal
import socket
import sys
import traceback
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from spinney import search
from spinney.core import compilation
from spinney.core.errors import Refused
from spinney.core.registry import game as find
from spinney.players.launch import ProgramPipes
from spinney.players.levels import LEVELS
from spinney.players.supervisor import child_exit_pipe, reap
from spinney.referee.channel import Channel
from spinney.referee.contest_game import play_game
from spinney.referee.request import GameRequest
from spinney.referee.run_folder import locked
from spinney.system.process_privacy import hide_process

IDLE_SECONDS = 300.0
"""Seconds without a client after which it exits; SPINNEY_REFEREE_IDLE overrides them."""
DONE, BROKEN, SEARCHED = 0, 1, 3
"""Exit statuses of a fork: the game was played; it failed; it was played, and a level searched."""


class Resident:
    """The process that waits for clients.

    Attributes:
        name: the game's.
        path: where clients find it.
        idle: seconds without a client after which it leaves.
        sources: the files it was loaded from, as `source_files` has them.
    """

    def __init__(self, listener: socket.socket, name: str, path: Path, idle: float) -> None:
        self._listener, self.name, self.path, self.idle = listener, name, path, idle
        self._listener.setblocking(False)
        self._own = path.stat().st_ino
        self._exits = child_exit_pipe()
        self._forks: set[int] = set()
        self.sources: dict[str, tuple[int, int]] = {}
        self._searches = False

    def run(self) -> None:
        """Serve clients until there are none."""
        try:
            compilation.precompile(find(self.name))
        except Refused:
            self.idle = 0.0  # waiting clients get the error from their own game
        self.sources = source_files()
        gc.freeze()
        with selectors.DefaultSelector() as ready:
            ready.register(self._listener, selectors.EVENT_READ)
            ready.register(self._exits, selectors.EVENT_READ)
            leaving = False
            while True:
                happened = ready.select(0.0 if leaving else None if self._forks else self.idle)
                self._reap_forks()
                if self.serve_waiting() or self._forks:
                    continue
                if leaving:
                    return
                leaving = (not happened and self._withdraw()) or not self._is_reachable()

    def _is_reachable(self) -> bool:
        """Is its socket still at the path where clients look?"""
        with suppress(FileNotFoundError):
            return self.path.stat().st_ino == self._own
        return False

    def _withdraw(self) -> bool:
        """Withdraw the socket from new clients; connected ones are still served."""
        with locked(self.path):
            if self._is_reachable():
                self.path.unlink()
        return True

    def _reap_forks(self) -> None:
        """Reap forks that have ended; load the search if a level needed it."""
        with suppress(BlockingIOError):
            os.read(self._exits, 4096)
        codes = reap()
        self._forks -= set(codes)
        if SEARCHED in codes.values() and not self._searches:
            self._searches = True
            search.precompile(find(self.name))
            self.sources = source_files() | self.sources
            gc.freeze()

    def serve_waiting(self) -> bool:
        """Fork for each waiting client, or reject it if a file has changed.

        Return whether one came.
        """
        any_served = False
        while True:
            try:
                connection, _ = self._listener.accept()
            except BlockingIOError:
                return any_served
            any_served = True
            with connection:
                connection.setblocking(True)
                if has_changed(self.sources):
                    self._withdraw()
                    with suppress(OSError):
                        Channel(connection).send({"stale": True})
                else:
                    self._fork(connection)

    def _fork(self, connection: socket.socket) -> None:
        pid = os.fork()
        if pid:
            self._forks.add(pid)
            return
        status = BROKEN
        try:
            self._listener.close()
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            status = serve(Channel(connection))
        except ConnectionError:
            status = DONE  # the client has gone, and its programs with it
        except Exception:  # noqa: BLE001 (no error of one game may reach another)
            traceback.print_exc()
        finally:
            os._exit(status)


class ClientProgram:
    """A program that a client has started and lends to this process.

    Attributes:
        pipes: our ends of its pipes.
    """

    def __init__(self, channel: Channel, number: int, command: Sequence[str], memory: int) -> None:
        """Let the client start a command; ``number`` counts its programs from 0."""
        self._channel, self._number = channel, number
        received = channel.call({"launch": list(command), "memory": memory})
        self.pipes = ProgramPipes(*received.files)

    def end(self, patience: float = 0.0) -> None:
        """Let the client end it and all it has started."""
        self._channel.call({"end": self._number, "patience": patience})


class ClientLauncher:
    """Lets a client start programs."""

    def __init__(self, channel: Channel) -> None:
        self._channel, self._count = channel, 0

    def launch(self, command: Sequence[str], memory: int) -> ClientProgram:
        """Return a program that the client has started."""
        self._count += 1
        return ClientProgram(self._channel, self._count - 1, command, memory)


def serve(channel: Channel) -> int:
    """Play the game that a client asks for, and return the exit status."""
    message = channel.receive().message
    request = GameRequest.from_json(message["request"])
    os.chdir(message["folder"])
    os.environ["PATH"] = message["path"]
    try:
        report = play_game(request, ClientLauncher(channel).launch, channel.check)
    except Refused as refusal:
        channel.send({"refused": str(refusal)})
        return DONE
    except ConnectionError:
        raise
    except Exception:  # noqa: BLE001 (the client reports it)
        channel.send({"failed": traceback.format_exc()})
        return BROKEN
    channel.send({"report": report.to_json()})
    searched = any(text.removeprefix("level:") in LEVELS for text in request.players)
    return SEARCHED if searched else DONE


# Changed files.


def source_files(files: Iterable[str] | None = None) -> dict[str, tuple[int, int]]:
    """Return files with their time and size; None: the files of all loaded modules."""
    if files is None:
        found = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
        files = filter(None, found)
    return {file: mark for file in files if (mark := _mark(file))}


def has_changed(files: dict[str, tuple[int, int]]) -> bool:
    """Has one of these files changed?"""
    return any(_mark(file) != mark for file, mark in files.items())


def _mark(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # noqa: PTH116 (there are hundreds)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def main(listener: int, name: str, path: str) -> None:
    """Serve the clients of a socket."""
    hide_process()
    os.chdir("/")  # don't keep a client's folder in use
    idle = float(os.environ.get("SPINNEY_REFEREE_IDLE") or IDLE_SECONDS)
    Resident(socket.socket(fileno=listener), name, Path(path), idle).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])

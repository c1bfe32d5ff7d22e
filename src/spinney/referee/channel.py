"""Messages between a client and the resident process: lines of JSON, with open files."""

from __future__ import annotations

import json
import os
import select
import socket
from collections.abc import Sequence
from types import TracebackType
from typing import Any, NamedTuple

CHUNK = 1 << 16
MOST_FILES = 8
"""The most open files that go with one message."""


class Received(NamedTuple):
    """A message that was received.

    Attributes:
        message: the contents.
        files: the descriptors of the open files that came with it.
    """

    message: dict[str, Any]
    files: tuple[int, ...]


class Channel:
    """One end of a connection. Use it as a context. A broken connection raises ConnectionError."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._buffer = b""
        self._files: list[int] = []

    def __enter__(self) -> Channel:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close_files()
        self._connection.close()

    def send(self, message: dict[str, Any], files: Sequence[int] = ()) -> None:
        """Send a message and copies of open files."""
        line = json.dumps(message).encode() + b"\n"
        sent = socket.send_fds(self._connection, [line], files) if files else 0
        self._connection.sendall(line[sent:])

    def receive(self) -> Received:
        """Return the next message, however long it takes to come."""
        while b"\n" not in self._buffer:
            data, files, _, _ = socket.recv_fds(self._connection, CHUNK, MOST_FILES)
            self._files += files
            if not data:
                raise ConnectionResetError("the other side has gone")
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        received, self._files = tuple(self._files), []
        return Received(json.loads(line), received)

    def call(self, message: dict[str, Any]) -> Received:
        """Send a message and return the answer."""
        self.send(message)
        return self.receive()

    def check(self) -> None:
        """Raise ConnectionError if the other side has gone."""
        readable, _, _ = select.select([self._connection], [], [], 0)
        if readable and not self._connection.recv(1, socket.MSG_PEEK):
            raise ConnectionResetError("the other side has gone")

    def close_files(self) -> None:
        """Close the files that came with no message."""
        for file in self._files:
            os.close(file)
        self._files.clear()

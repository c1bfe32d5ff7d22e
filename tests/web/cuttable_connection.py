"""A connection between a browser and a server that a test can cut."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class CuttableConnection:
    """Passes on what comes to a port of its own, both ways, until it is cut.

    Attributes:
        address: where the server is to be found through it.
    """

    def __init__(self, address: str) -> None:
        self._there = urlsplit(address)
        self._ends: list[socket.socket] = []
        self._whole = True
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """Break all that is connected, and let nothing through."""
        self._whole = False
        for end in self._ends:
            _end(end)
        self._ends.clear()

    def mend(self) -> None:
        """Let it be whole again."""
        self._whole = True

    def close(self) -> None:
        """End it."""
        self.cut()
        _end(self._listening)

    def _listen(self) -> None:
        with suppress(OSError):  # it was closed
            while True:
                client, _ = self._listening.accept()
                if self._whole:
                    self._connect(client)
                else:
                    client.close()

    def _connect(self, client: socket.socket) -> None:
        server = socket.create_connection((self._there.hostname, self._there.port or 80))
        self._ends += (client, server)
        for one, other in ((client, server), (server, client)):
            threading.Thread(target=_pass, args=(one, other), daemon=True).start()


def _pass(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while sent := one.recv(65536):
            other.sendall(sent)
    _end(one)
    _end(other)


def _end(end: socket.socket) -> None:
    with suppress(OSError):  # it has ended already
        end.shutdown(socket.SHUT_RDWR)
    end.close()

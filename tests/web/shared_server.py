"""A shared server, served for real, and people who visit it without a browser."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx2
import uvicorn
from fastapi import FastAPI
from tests.patient_server import CONNECTIONS
from tests.server.furnished import furnish
from tests.waiting import LIMITS, NO_TLS, PATIENCE
from tests.web.site import GAME, until
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

import spinney
from spinney.core import compilation
from spinney.server.accounts.person import Person
from spinney.server.app import create_shared
from spinney.server.db.database import Database
from spinney.server.db.migrate import prepare
from spinney.server.middleware.connections import (
    PROXIES,
    listen,
    run,
    server_config,
)
from spinney.server.middleware.security import SESSION, dated
from spinney.server.services import Services


@contextmanager
def opened(url: str, only_here: bool = False) -> Iterator[tuple[str, Services]]:
    """Serve a shared server from a thread; yields its address and the server.

    ``only_here``: what it is told about its address (`create_shared`).
    """
    compilation.precompile(spinney.game(GAME))
    furnish(url)
    database = Database(url)
    prepare(database)
    services = Services.open(database)
    try:
        app = create_shared(services, move_interval=0, precompile=False, only_here=only_here)
        with serving(app) as address:
            yield address, services
    finally:
        compilation.never_wait(False)


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    listening = listen("127.0.0.1", 0)
    config = server_config(app, CONNECTIONS, PROXIES, 2)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=asyncio.run, args=(run(server, [listening]),))
    thread.start()
    try:
        until(lambda: server.started)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()


class Guest:
    """Someone in shared mode: a browser without scripts, and a socket."""

    def __init__(self, address: str, name: str, person: Person | None = None) -> None:
        self.address, self.name, self.person = address, name, person
        self.client = httpx2.Client(
            base_url=address, timeout=PATIENCE, limits=LIMITS, verify=NO_TLS
        )
        self._carry(f"session-of-{name}")

    @staticmethod
    def named(address: str, services: Services, name: str) -> Guest:
        """Someone who has said their name."""
        return Guest(address, name, services.accounts.guest(f"session-of-{name}", name))

    def _carry(self, session: str) -> None:
        """Have this session's cookie, as set today, and the token of its pages."""
        self.session = session.partition(".")[0]
        self.client.cookies.clear()
        self.client.cookies.set(SESSION, dated(self.session))
        self.token = re.findall(r'name="token" content="(\w+)"', self.get("/about").text)[0]

    def get(self, path: str, **more: Any) -> httpx2.Response:
        return self.client.get(path, **more)

    def post(self, path: str, **fields: Any) -> httpx2.Response:
        """Send a form as a page's script does."""
        headers = {"origin": self.address, "accept": "text/plain"}
        answer = self.client.post(path, data={"token": self.token, **fields}, headers=headers)
        if SESSION in answer.cookies:
            self._carry(answer.cookies[SESSION])
        return answer

    def version(self, match: str) -> str:
        found = re.search(r'data-version="([-\d.]+)"', self.get(f"/match/{match}").text)
        return found[1] if found else ""

    def say(self, match: str, move: str) -> httpx2.Response:
        return self.post(f"/match/{match}/move", move=move, version=self.version(match))

    def socket(self, match: str) -> ClientConnection:
        return connect(
            f"ws://{urlsplit(self.address).netloc}/match/{match}/socket",
            origin=Origin(self.address),
            additional_headers={"cookie": f"{SESSION}={self.session}"},
            max_size=None,
            open_timeout=PATIENCE,
        )

    def close(self) -> None:
        self.client.close()


def said(socket: ClientConnection, move: str, version: str) -> str:
    """Say something through a socket; return the answer, whatever comes before it."""
    socket.send(json.dumps({"move": move, "version": version}))
    while "answer" not in (message := json.loads(socket.recv(PATIENCE))):
        pass
    return str(message["answer"])

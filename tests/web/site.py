"""A site to test: the application with a client, or served to a browser by a thread."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from starlette.testclient import TestClient
from tests.patient_server import CONNECTIONS
from tests.server.furnished import furnish
from tests.waiting import PATIENCE, wait_until

import spinney
from spinney.core import compilation
from spinney.match import Clock, Header, Match
from spinney.players.local_bots import LocalBots
from spinney.server.app import create_local
from spinney.server.middleware.connections import (
    PROXIES,
    listen,
    run,
    server_config,
)
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_store import FILE

GAME = "build-your-arboretum"
ORIGIN = "http://127.0.0.1"


@contextmanager
def application(folder: Path, bots: LocalBots | None = None) -> Iterator[FastAPI]:
    """An application that never pauses; other tests go on waiting for the compiler."""
    compilation.precompile(spinney.game(GAME))
    try:
        furnish(folder / FILE)
        yield create_local(folder, move_interval=0, precompile=False, bots=bots)
    finally:
        compilation.never_wait(False)


class Site:
    """An application and someone who looks at it without a browser."""

    def __init__(self, app: FastAPI, client: TestClient) -> None:
        self.app, self.client = app, client
        self.token = re.findall(r'name="token" content="(\w+)"', client.get("/about").text)[0]

    @property
    def match_service(self) -> MatchService:
        match_service: MatchService = self.app.state.site.match_service
        return match_service

    def begin(self, *seats: str, clock: str = "none", seed: int = 7) -> str:
        """Begin a match; return its address."""
        return f"/match/{self.match_service.begin(fresh(*seats, clock=clock, seed=seed))}"

    def post(self, address: str, **fields: Any) -> Any:
        """Send a form as a page's script does."""
        return self.client.post(
            address,
            data={"token": self.token, **fields},
            headers={"origin": ORIGIN, "accept": "text/plain"},
            follow_redirects=False,
        )

    def socket(self, match: str, **headers: str) -> Any:
        """Open a table's socket as its page does."""
        usual = {"host": "127.0.0.1", "origin": ORIGIN}
        return self.client.websocket_connect(f"{match}/socket", headers=usual | headers)

    def version(self, match: str) -> str:
        found = re.search(r'data-version="([-\d.]+)"', self.client.get(match).text)
        return found[1] if found else ""

    def say(self, match: str, move: str) -> Any:
        return self.post(f"{match}/move", move=move, version=self.version(match))


def fresh(*seats: str, clock: str = "none", seed: int = 7) -> Match:
    """A match that begins."""
    game = spinney.game(GAME)
    return Match.begin(Header(game, seats, seed=seed, clock=Clock.read(clock)))


def played(*seats: str, choices: int = 10_000, seed: int = 7) -> Match:
    """A match in which so many moves were said at random, or all of them."""
    match = fresh(*seats, seed=seed)
    for number in range(choices):
        if match.over:
            break
        player = match.to_act[0]
        match = match.play(player, match.view(player).legal.sample(number), at=1000 * number)
    return match


@contextmanager
def visited(folder: Path, bots: LocalBots | None = None) -> Iterator[Site]:
    with (
        application(folder, bots) as app,
        TestClient(app, base_url=ORIGIN, raise_server_exceptions=False) as client,
    ):
        yield Site(app, client)


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, FastAPI]]:
    """Serve to real browsers; yields the address and the application."""
    listening = listen("127.0.0.1", 0)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    with application(folder) as app:
        config = server_config(app, CONNECTIONS, PROXIES, 2)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=asyncio.run, args=(run(server, [listening]),))
        thread.start()
        try:
            until(lambda: server.started)
            yield address, app
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            listening.close()


until = wait_until

"""Two servers in which everything is the same, to the byte, but what a test makes different.

People, keys, addresses, forms and times are the same; what secrets deal is for the test to say.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from sqlalchemy import Table as Rows
from sqlalchemy import insert, select
from starlette.routing import BaseRoute
from tests.waiting import LIMITS, NO_TLS, PATIENCE
from tests.web.paired_matches import Deal
from tests.web.routes import get_patterns
from tests.web.shared_server import serving
from tests.web.site import until
from websockets.sync.client import connect
from websockets.typing import Origin

from spinney.core import compilation
from spinney.core.game import Game
from spinney.match import deal
from spinney.server import server_time
from spinney.server.api import streams
from spinney.server.app import create_shared
from spinney.server.async_event import AsyncEvent
from spinney.server.chat import store as chat_store
from spinney.server.db import schema
from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.middleware.security import SESSION
from spinney.server.play.live_match import LiveMatch
from spinney.server.rate_limits.request_rates import ADDRESS, PERSON, Rate
from spinney.server.services import Services
from spinney.server.tables import table_list

HOST = "spinney.example"
NOTHING = "{}"
"""What a socket or a stream sends when there is nothing to say."""
ANSWER = '{"answer"'
"""How a socket's answers to what is said begin: they may come before or behind a picture."""
STREAM = "/api/matches/{match_id}/stream"
APART = (
    "/static",
    "/health",
    "/metrics",
    "/api/docs",
    "/api/openapi.json",
    "/join",
    "/guide",
    "/pictures",
    STREAM,
)
"""Pages that know of no table, or that let somebody in; the stream is read apart."""


@dataclass(frozen=True)
class PairedServer:
    """One of the servers, served."""

    name: str
    address: str
    services: Services
    routes: Sequence[BaseRoute]

    def at_hand(self, match: str) -> LiveMatch:
        return next(live for live in self.services.match_service.in_memory() if live.id == match)


@dataclass(frozen=True)
class ServerPair:
    """Two servers that go by one clock, and know nothing of each other.

    Attributes:
        servers: the servers.
        time: server time, in ms; it goes on when a test says so.
        deals: what secrets deal, by secret.
        idle: the events whose tasks do nothing but wait for them.
        sent: how many lines streams have sent, by server and match.
        shown: what is still to be noted of what streams have shown: whether a player's socket or
            their stream shows something first is chance, so it waits until both have.
    """

    servers: tuple[PairedServer, ...]
    time: list[int]
    deals: dict[str, Deal] = field(default_factory=dict)
    idle: set[AsyncEvent] = field(default_factory=set)
    sent: Counter[tuple[str, str]] = field(default_factory=Counter)
    shown: list[Callable[[], None]] = field(default_factory=list)

    def copy(self, *tables: Rows) -> None:
        """Let the second server know what the first one knows."""
        one, other = (home.services.store.database for home in self.servers)
        _copy(one, other, *tables)

    @cached_property
    def pages(self) -> tuple[str, ...]:
        """The addresses of all that can be looked at, as patterns."""
        found = dict.fromkeys(
            get_patterns(self.servers[0].routes)
        )  # the first is its lists, and pictures
        apart = {"/", *(page for page in found if page.startswith(APART))}
        return tuple(page for page in found if page not in apart)

    def settle(self, match: str) -> None:
        """Wait until all has been sent that there is to send, and players have seen it."""
        self._settle(match)
        while self.shown:
            self.shown.pop()()
            self._settle(match)

    def _settle(self, match: str) -> None:
        for home in self.servers:
            live = home.at_hand(match)
            for event in tuple(live.subscribers):
                until(lambda event=event, live=live: self._waits(event, live))

    def _waits(self, event: AsyncEvent, live: LiveMatch) -> bool:
        async def look() -> bool:  # where it is rung, so that no ringing is on its way
            return event not in live.subscribers or (
                event in self.idle and not event._event.is_set()
            )

        return asyncio.run_coroutine_threadsafe(look(), event._loop).result(PATIENCE)


@contextmanager
def server_pair(folder: Path) -> Iterator[ServerPair]:
    """Serve two servers."""
    with ExitStack() as stack:
        stack.callback(compilation.never_wait, False)
        databases = [Database(f"sqlite:///{folder / name}") for name in ("one", "other")]
        for database in databases:
            migrate(database)
        servers = [stack.enter_context(_home("one", databases[0]))]
        _copy(databases[0], databases[1], schema.settings)
        servers.append(stack.enter_context(_home("other", databases[1])))
        made = ServerPair(tuple(servers), [1_000_000])
        _arrange(made, stack.enter_context(pytest.MonkeyPatch.context()))
        yield made


@contextmanager
def _home(name: str, database: Database) -> Iterator[PairedServer]:
    services = Services.open(database, "one key for all servers")
    services.limits.requests.rates = dict.fromkeys((ADDRESS, PERSON), Rate(10**6, 10**6))
    app = create_shared(services, move_interval=0, precompile=False)
    with serving(app) as address:
        yield PairedServer(name, address, services, app.routes)


def _copy(one: Database, other: Database, *tables: Rows) -> None:
    with one.reading() as reading, other.writing() as writing:
        for rows in tables:
            kept = [dict(row) for row in reading.execute(select(rows)).mappings()]
            if kept:
                writing.execute(insert(rows).prefix_with("OR IGNORE"), kept)


def _arrange(server_pair: ServerPair, patch: pytest.MonkeyPatch) -> None:
    """Let time stand still and secrets deal what is wanted, and note who has nothing to do."""
    dealt, wait, look, seen = (
        deal.deal_from_secret,
        AsyncEvent.wait,
        streams._Reader._look,
        streams._Reader._acknowledge,
    )
    names = {id(home.services): home.name for home in server_pair.servers}

    def wanted(game: Game, secret: str) -> tuple[int | None, Mapping[str, Sequence[str]]]:
        return server_pair.deals.get(secret) or dealt(game, secret)

    async def waiting(event: AsyncEvent, seconds: float | None) -> bool:
        server_pair.idle.add(event)
        try:
            return await wait(event, seconds)
        finally:
            server_pair.idle.discard(event)

    def looking(reader: streams._Reader) -> object:
        view = look(reader)
        server_pair.sent[names[id(reader.services)], reader.live.id] += view is not None
        return view

    patch.setattr(deal, "deal_from_secret", wanted)
    patch.setattr(AsyncEvent, "wait", waiting)
    patch.setattr(streams._Reader, "_look", looking)
    patch.setattr(
        streams._Reader,
        "_acknowledge",
        lambda reader: server_pair.shown.append(partial(seen, reader)),
    )
    # However busy this machine is, nobody goes away, no list says that a minute has passed, and
    # what is said in the chat of both servers is said at the same time.
    patch.setattr(server_time, "DEAD_AFTER_MS", 10**9)
    patch.setattr(table_list, "ago", lambda _: "just now")
    patch.setattr(chat_store, "when", lambda _: datetime(2026, 1, 1, tzinfo=UTC))
    for home in server_pair.servers:
        patch.setattr(home.services.server_time, "read", lambda _: server_pair.time[0])
        patch.setattr(home.services.server_time, "estimate", lambda: server_pair.time[0])


# Who looks.


class Observer:
    """Somebody in one of the servers: with a browser, a program, a socket and a stream."""

    def __init__(self, home: PairedServer, name: str, token: str, layout: str) -> None:
        self.home, self.name, self.layout, self._stack = home, name, layout, ExitStack()
        self.cookie = f"{SESSION}=session-of-{name}; layout={layout}"
        own = {"host": HOST, "origin": f"http://{HOST}", "cookie": self.cookie}
        key = {"authorization": f"Bearer {token}"} if token else {}
        self._browser, self._program = self._client(own), self._client({"host": HOST} | key)
        self._token = re.findall(r'name="token" content="(\w+)"', self.get("/about").text)[0]
        self._messages: list[str] = []
        self.answers: list[str] = []
        self.lines: list[str] = []

    def _client(self, headers: dict[str, str]) -> httpx2.Client:
        made = httpx2.Client(
            base_url=self.home.address,
            timeout=PATIENCE,
            limits=LIMITS,
            verify=NO_TLS,
            headers=headers,
        )
        return self._stack.enter_context(closing(made))

    def get(self, path: str) -> httpx2.Response:
        return (self._program if path.startswith("/api/") else self._browser).get(path)

    def head(self, path: str) -> httpx2.Response:
        return self._browser.head(path)

    def post(self, path: str, fields: Mapping[str, str]) -> httpx2.Response:
        """Send a form, or what programs send."""
        if path.startswith("/api/"):
            return self._program.post(path, json=dict(fields))
        return self._browser.post(path, data={"token": self._token, **fields})

    def look_on(self, match: str) -> None:
        """Open a socket and a stream."""
        place, query = urlsplit(self.home.address).netloc, f"layout={self.layout}"
        socket = connect(
            f"ws://{place}/match/{match}/socket?{query}",
            origin=Origin(self.home.address),
            additional_headers={"cookie": self.cookie},
            max_size=None,
            open_timeout=PATIENCE,
        )
        self._socket = self._stack.enter_context(socket)
        until(lambda: self.messages)
        stream = self._program.stream("GET", f"/api/matches/{match}/stream")
        answer = self._stack.enter_context(stream)
        threading.Thread(target=self._read, args=[answer], daemon=True).start()
        until(lambda: self.lines)

    def _read(self, answer: httpx2.Response) -> None:
        with suppress(httpx2.HTTPError, httpx2.StreamError):
            for line in answer.iter_lines():
                self.lines += [line] if line != NOTHING else []

    @property
    def messages(self) -> list[str]:
        """All that the socket has sent, but for answers."""
        self._socket.ping().wait(PATIENCE)  # the answer comes behind all that was sent before
        with suppress(TimeoutError):
            while True:
                said = str(self._socket.recv(0))
                kept = self.answers if said.startswith(ANSWER) else self._messages
                kept += [said] if said != NOTHING else []
        return self._messages

    def say(self, fields: Mapping[str, str]) -> str:
        """Say something through the socket; return the answer."""
        count = len(self.answers)
        self._socket.send(json.dumps(fields))
        until(lambda: self.messages and len(self.answers) > count)
        return self.answers[-1]

    def close(self) -> None:
        self._stack.close()


def plain(answer: httpx2.Response) -> str:
    """All that was sent, but for the day and the hour, also those at which something was done."""
    heads = sorted((name, value) for name, value in answer.headers.multi_items() if name != "date")
    text = re.sub(r'"(made|created|seen)": ?("[^"]+"|\d+)', r'"\1":"now"', answer.text)
    return f"{answer.status_code} {heads}\n{text}"

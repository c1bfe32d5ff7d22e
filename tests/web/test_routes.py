"""Every route of both modes, with who may call it; whoever may not is refused, and changes nothing.

A route that is new must be entered here, or the first test fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from sqlalchemy import select
from starlette.routing import BaseRoute, Mount
from starlette.websockets import WebSocketDisconnect
from tests.waiting import NO_TLS, PATIENCE
from tests.web.shared_server import Guest, serving
from tests.web.site import GAME, ORIGIN, Site, application, visited
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

import spinney
from spinney.i18n.scripts import script_texts
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.app import create_shared
from spinney.server.db import schema
from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.rate_limits.request_rates import Rate
from spinney.server.services import Services

NOBODY_AT_ALL = "nobody at all"
ANYBODY = "anybody, also who has said no name"
MACHINE = "this very machine, by its own name"
SAYS_NAME = "who has a name, or says one"
NAMED = "who has a name"
LINK = "who has the link"
SEES = "who may see the table"
AT_TABLE = "who may see the table, and has a name"
PLAYER = "who plays there"
UMPIRE = "the umpire there"
HOST = "who opened the table"
SENDS_LINK = "who opened the table, sits there, or is the umpire"
PLAYED = "who has played there"
RESERVED = "for whom a seat is reserved there"
HERE = "whoever is at this machine"

SHARED = {
    "GET /health": ANYBODY,
    "GET /health/live": ANYBODY,
    "GET /health/ready": ANYBODY,
    "GET /metrics": MACHINE,
    "GET /": ANYBODY,
    "GET /lobby": ANYBODY,
    "GET /next-game": ANYBODY,
    "GET /finished": ANYBODY,
    "GET /about": ANYBODY,
    "GET /guide/{name}": ANYBODY,
    "GET /guide/{name}/text": ANYBODY,
    "GET /guide/{name}/pictures/{picture}": ANYBODY,
    "GET /guide/{name}/example": ANYBODY,
    "GET /guide/{name}/example/frame": ANYBODY,
    "GET /guide/{name}/example/record": ANYBODY,
    "GET /manifest.webmanifest": ANYBODY,
    "GET /robots.txt": ANYBODY,
    "GET /pictures/{name}": ANYBODY,
    "GET /static/*": ANYBODY,
    "GET /static/pictures.css": ANYBODY,
    "GET /texts/{language}.{version}.js": ANYBODY,
    "POST /look": ANYBODY,
    "POST /learn/{name}": ANYBODY,
    "GET /new/{name}": ANYBODY,
    "POST /new/{name}": SAYS_NAME,
    "POST /play/{name}": ANYBODY,
    "GET /ratings": ANYBODY,
    "GET /ratings/{name}": ANYBODY,
    "GET /player": NAMED,
    "POST /player/block": NAMED,
    "POST /player/unblock": NAMED,
    "POST /pair/{name}": NAMED,
    "GET /account": ANYBODY,
    "POST /account/listed": NAMED,
    "POST /account/bots": NAMED,
    "POST /account/bots/key": NAMED,
    "POST /account/bots/delete": NAMED,
    "GET /account/data": NAMED,
    "POST /account/name": SAYS_NAME,
    "POST /account/enter": NAMED,
    "POST /account/keep": NAMED,
    "POST /account/leave": ANYBODY,
    "POST /account/end": NAMED,
    "POST /account/delete": NAMED,
    "POST /account/tokens": NAMED,
    "POST /account/revoke": NAMED,
    "POST /account/unblock": NAMED,
    "GET /join/{link}": LINK,
    "POST /join/{link}": LINK,
    "GET /table/{table_id}": SEES,
    "GET /table/{table_id}/room": SEES,
    "POST /table/{table_id}/sit": SEES,
    "POST /table/{table_id}/stand": SEES,
    "POST /table/{table_id}/decline": RESERVED,
    "POST /table/{table_id}/free": HOST,
    "POST /table/{table_id}/umpire": SEES,
    "POST /table/{table_id}/umpire/votes": PLAYER,
    "POST /table/{table_id}/link": SENDS_LINK,
    "POST /table/{table_id}/abort": HOST,
    "POST /table/{table_id}/begin": HOST,
    "POST /table/{table_id}/pair": SEES,
    "GET /match/{match_id}": SEES,
    "GET /match/{match_id}/words": SEES,
    "GET /match/{match_id}/gains": SEES,
    "GET /match/{match_id}/record": SEES,
    "WS /match/{match_id}/socket": SEES,
    "POST /match/{match_id}/move": PLAYER,
    "POST /match/{match_id}/undo": PLAYER,
    "POST /match/{match_id}/resign": PLAYER,
    "POST /match/{match_id}/hint": PLAYER,
    "POST /match/{match_id}/premove": PLAYER,
    "POST /match/{match_id}/votes": PLAYER,
    "POST /match/{match_id}/chat": AT_TABLE,
    "POST /match/{match_id}/block": AT_TABLE,
    "POST /match/{match_id}/notes": AT_TABLE,
    "POST /match/{match_id}/umpire": AT_TABLE,
    "POST /match/{match_id}/umpire/votes": PLAYER,
    "POST /match/{match_id}/pause": UMPIRE,
    "POST /match/{match_id}/resume": UMPIRE,
    "POST /match/{match_id}/correct": UMPIRE,
    "POST /match/{match_id}/rematch": PLAYED,
    "GET /match/{match_id}/replay": SEES,
    "GET /match/{match_id}/replay/frame": SEES,
    "GET /match/{match_id}/replay/analysis": SEES,
    "POST /match/{match_id}/replay/analysis": SEES,
    "POST /match/{match_id}/replay/what-if": SEES,
    "GET /api/openapi.json": ANYBODY,
    "GET /api/games": ANYBODY,
    "GET /api/me": NAMED,
    "GET /api/ratings": ANYBODY,
    "GET /api/ratings/{name}": ANYBODY,
    "GET /api/player": NAMED,
    "GET /api/rating-history": NAMED,
    "POST /api/seek": NAMED,
    "GET /api/tables": ANYBODY,
    "POST /api/tables": NAMED,
    "GET /api/tables/{table_id}": SEES,
    "GET /api/tables/{table_id}/ratings": SEES,
    "GET /api/tables/{table_id}/rating-changes": SEES,
    "POST /api/tables/{table_id}/seek": AT_TABLE,
    "POST /api/tables/{table_id}/sit": AT_TABLE,
    "POST /api/tables/{table_id}/stand": AT_TABLE,
    "POST /api/tables/{table_id}/decline": RESERVED,
    "POST /api/tables/{table_id}/free": HOST,
    "POST /api/tables/{table_id}/umpire": AT_TABLE,
    "POST /api/tables/{table_id}/umpire/votes": PLAYER,
    "POST /api/tables/{table_id}/begin": HOST,
    "POST /api/tables/{table_id}/link": SENDS_LINK,
    "POST /api/tables/{table_id}/abort": HOST,
    "POST /api/tables/{table_id}/rematch": PLAYED,
    "POST /api/join": LINK,
    "GET /api/matches/{match_id}": SEES,
    "GET /api/matches/{match_id}/words": PLAYER,
    "GET /api/matches/{match_id}/record": SEES,
    "GET /api/matches/{match_id}/analysis": SEES,
    "GET /api/matches/{match_id}/stream": SEES,
    "GET /api/matches/{match_id}/chat": SEES,
    "POST /api/matches/{match_id}/chat": AT_TABLE,
    "GET /api/matches/{match_id}/note": AT_TABLE,
    "PUT /api/matches/{match_id}/note": AT_TABLE,
    "POST /api/matches/{match_id}/move": PLAYER,
    "POST /api/matches/{match_id}/undo": PLAYER,
    "POST /api/matches/{match_id}/resign": PLAYER,
    "POST /api/matches/{match_id}/premove": PLAYER,
    "POST /api/matches/{match_id}/votes": PLAYER,
    "POST /api/matches/{match_id}/pause": UMPIRE,
    "POST /api/matches/{match_id}/resume": UMPIRE,
    "POST /api/matches/{match_id}/correct": UMPIRE,
    "WS /{path:path}": NOBODY_AT_ALL,
}
LOCAL = dict.fromkeys(
    (
        "GET /",
        "GET /about",
        "GET /guide/{name}",
        "GET /guide/{name}/text",
        "GET /guide/{name}/pictures/{picture}",
        "GET /guide/{name}/example",
        "GET /guide/{name}/example/frame",
        "GET /guide/{name}/example/record",
        "GET /manifest.webmanifest",
        "GET /pictures/{name}",
        "GET /static/*",
        "GET /static/pictures.css",
        "GET /texts/{language}.{version}.js",
        "POST /look",
        "POST /learn/{name}",
        "GET /new/{name}",
        "POST /new/{name}",
        "POST /play/{name}",
        "POST /records",
        "GET /match/{match_id}",
        "GET /match/{match_id}/words",
        "GET /match/{match_id}/gains",
        "GET /match/{match_id}/record",
        "WS /match/{match_id}/socket",
        "POST /match/{match_id}/move",
        "POST /match/{match_id}/undo",
        "POST /match/{match_id}/resign",
        "POST /match/{match_id}/hint",
        "POST /match/{match_id}/ready",
        "POST /match/{match_id}/hurry",
        "POST /match/{match_id}/rematch",
        "POST /match/{match_id}/forget",
        "GET /match/{match_id}/replay",
        "GET /match/{match_id}/replay/frame",
        "GET /match/{match_id}/replay/analysis",
        "POST /match/{match_id}/replay/analysis",
        "POST /match/{match_id}/replay/what-if",
        "WS /{path:path}",
    ),
    HERE,
)
MAY_NOT = {
    NOBODY_AT_ALL: ("nobody", "program", "ann"),
    SAYS_NAME: ("nobody", "program"),
    NAMED: ("nobody", "program"),
    LINK: ("nobody", "program", "sam", "ann"),
    SEES: ("nobody", "program", "sam"),
    AT_TABLE: ("nobody", "program", "sam"),
    PLAYER: ("nobody", "program", "sam", "wen", "ula"),
    UMPIRE: ("nobody", "program", "sam", "wen", "bob", "ann"),
    HOST: ("nobody", "program", "sam", "wen", "ula", "bob"),
    SENDS_LINK: ("nobody", "program", "sam", "wen"),
    PLAYED: ("nobody", "program", "sam", "wen", "ula"),
    RESERVED: ("nobody", "program", "sam", "wen", "ula", "bob", "ann"),
}
"""Who may not: Ann opened the tables and plays against Bob, Ula is the umpire, Wen has the link to
look on, Sam has a name and nothing else. The program sends Ann's token to pages: tokens are for the
API, and there it is nobody."""
FORMS: dict[str, dict[str, str]] = {
    "sit": {"seat": "1"},
    "free": {"seat": "0"},
    "resign": {"version": "0.0"},
    "umpire/votes": {"proposal": "dismiss"},
    "votes": {"proposal": "undo:0"},
    "enter": {"name": "Ann", "password": "a wrong one"},
    "delete": {"name": "", "password": ""},
    "begin": {"level": "seedling"},
    "what-if": {"seat": "red", "level": "seedling", "at": "0"},
}
SENT: dict[str, dict[str, Any]] = {
    "POST /api/tables": {"game": GAME, "seats": ["me", "open"]},
    "POST /api/seek": {"game": GAME},
    "POST /api/tables/{table_id}/sit": {"seat": 1},
    "POST /api/tables/{table_id}/free": {"seat": 0},
    "POST /api/tables/{table_id}/umpire/votes": {"proposal": "dismiss"},
    "POST /api/join": {"link": "a-wrong-one"},
    "POST /api/matches/{match_id}/chat": {"text": "hello"},
    "PUT /api/matches/{match_id}/note": {"text": "hello"},
    "POST /api/matches/{match_id}/move": {"move": "first red"},
    "POST /api/matches/{match_id}/premove": {"move": "first red"},
    "POST /api/matches/{match_id}/votes": {"proposal": "undo:0"},
}
"""What is sent along, so that nothing is refused for its form."""
REFUSED = (400, 401, 403, 404, 422)
BY_ITSELF = {"limits", "server_clock", "workers", "presence", "jobs", "sessions", "analyses"}
"""Tables of the database that change whoever asks, or nobody."""


def routes_of(routes: Sequence[BaseRoute], before: str = "") -> Iterator[str]:
    """Yield what can be asked of an application, also of what is mounted there."""
    for context in iter_route_contexts(routes):
        route = context.original_route
        if isinstance(route, Mount):
            inner = routes_of(route.routes, before + route.path) if route.routes else ()
            yield from inner or (f"GET {before}{route.path}/*",)
        else:
            for method in getattr(route, "methods", None) or {"WS"}:
                if method != "HEAD":  # it is asked as GET is
                    yield f"{method} {before}{context.path}"


def _form(path: str) -> dict[str, str]:
    """Return the fields of the form whose address ends so."""
    return next((form for end, form in FORMS.items() if path.endswith(f"/{end}")), {})


def _written(pattern: str) -> str:
    """Put something in place of what stands for anything."""
    texts = script_texts("de")
    version = texts.version if texts else ""
    file = pattern.replace("/*", "/spinney.css").replace("{language}.{version}", f"de.{version}")
    return file.replace("{path:path}", "nowhere").replace("{picture}", "table")


@dataclass
class PopulatedServer:
    """A shared server, who is there, and the tables."""

    address: str
    services: Services
    app: FastAPI
    people: dict[str, Guest]
    tokens: dict[str, str]
    going: str
    waiting: str
    ended: str

    def kept(self) -> dict[str, list[Any]]:
        """All that the database holds of what people do."""
        with self.services.store.database.reading() as connection:
            return {
                table.name: sorted(
                    map(
                        repr,
                        connection.execute(
                            select(*(c for c in table.c if c.name not in ("seen", "viewed")))
                        ),
                    )
                )
                for table in schema.meta.sorted_tables
                if table.name not in BY_ITSELF
            }

    def ask(self, who: str, route: str) -> tuple[int, str]:
        """Ask what a route names; return the status and the text of the answer."""
        method, pattern = route.split(" ", 1)
        table = self.ended if "/rematch" in pattern else self.going
        table = self.waiting if "/table" in pattern and "/rematch" not in pattern else table
        path = _written(pattern).format(match_id=table, table_id=table, name=GAME, link="wrong")
        if method == "WS":
            return self._status_of_socket(who, path), ""
        if path.startswith("/api/"):
            answer = self._ask_api(who, method, path, SENT.get(route, {}))
        elif method == "GET":
            answer = self.people[who].get(path, headers={"accept": "text/plain"})
        else:
            answer = self.people[who].post(path, **_form(path))
        return answer.status_code, answer.text

    def _ask_api(self, who: str, method: str, path: str, sent: dict[str, Any]) -> httpx2.Response:
        token = self.tokens.get(who)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        body = None if method == "GET" else sent
        address = self.address + path
        return httpx2.request(
            method, address, json=body, headers=headers, timeout=PATIENCE, verify=NO_TLS
        )

    def _status_of_socket(self, who: str, path: str) -> int:
        guest = self.people[who]
        cookies = "; ".join(f"{one.name}={one.value}" for one in guest.client.cookies.jar)
        address = self.address.replace("http", "ws", 1) + path
        origin, cookie = Origin(self.address), {"cookie": cookies}
        try:
            with connect(
                address, origin=origin, additional_headers=cookie, open_timeout=PATIENCE
            ) as socket:
                socket.recv(PATIENCE)
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code
        except ConnectionClosedError:
            return 404  # it is accepted only to say that the table isn't there


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PopulatedServer]:
    database = Database(f"sqlite:///{tmp_path_factory.mktemp('server') / 'server.sqlite'}")
    migrate(database)
    services = Services.open(database)
    services.limits.requests.rates = dict.fromkeys(services.limits.requests.rates, Rate(1e6, 1e6))
    app = create_shared(services, move_interval=0, precompile=False)
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setattr("spinney.server.jobs.expiry.PAUSE", 3600.0)  # what it writes changes, too
        address = stack.enter_context(serving(app))
        people = {"nobody": stack.enter_context(closing(Guest(address, "nobody")))}
        for name in ("ann", "bob", "ula", "wen", "sam"):
            guest = Guest.named(address, services, name.title())
            people[name] = stack.enter_context(closing(guest))
        tokens = {
            name: services.accounts.issue_api_token(guest.person.id, "a test")
            for name, guest in people.items()
            if guest.person is not None
        }
        people["program"] = stack.enter_context(closing(Guest(address, "program")))
        people["program"].client.headers["authorization"] = f"Bearer {tokens['ann']}"
        going, ended = (_begun(services, people) for _ in range(2))
        table = services.match_service.live_match(ended)
        services.match_service.act(table, lambda match, at: match.resign(0, at))
        waiting = _opened(services, people)
        yield PopulatedServer(address, services, app, people, tokens, going, waiting, ended)


def _opened(services: Services, people: dict[str, Guest]) -> str:
    """Open a table that waits for Bob; Ula is its umpire, and Wen may look on."""
    ann, ula, wen = (people[name].person for name in ("ann", "ula", "wen"))
    assert ann is not None
    assert ula is not None
    assert wen is not None
    rules = MatchSettings(public=False, hints=True, umpire=True)
    seats = ["me", "open"]
    table = services.tables.open(
        ann, spinney.game(GAME), Clock.read("none"), rules, seats, umpire=ula.id
    )
    for person in (ula, wen):
        services.tables.admit(table, person)
    return table


def _begun(services: Services, people: dict[str, Guest]) -> str:
    table, bob = _opened(services, people), people["bob"].person
    assert bob is not None
    services.tables.sit(table, bob, 1)
    return table


@pytest.fixture
def local(tmp_path: Path) -> Iterator[FastAPI]:
    with application(tmp_path) as app:
        yield app


def test_every_route_of_a_shared_server_is_known(world: PopulatedServer) -> None:
    assert set(routes_of(world.app.routes)) == set(SHARED), "a new route is entered in SHARED"


def test_every_route_of_local_mode_is_known(local: FastAPI) -> None:
    assert set(routes_of(local.routes)) == set(LOCAL), "a new route is entered in LOCAL"


def test_every_page_answers_head_too(world: PopulatedServer, local: FastAPI) -> None:
    """Monitors ask so. What is mounted, the API too, answers for itself."""
    for app in (world.app, local):
        asked: dict[str, set[str]] = {"GET": set(), "HEAD": set()}
        for context in iter_route_contexts(app.routes):
            for method in getattr(context.original_route, "methods", None) or ():
                asked.setdefault(method, set()).add(str(context.path))
        assert asked["GET"] == asked["HEAD"] != set()


@pytest.mark.parametrize("route", [route for route, who in SHARED.items() if who in MAY_NOT])
def test_who_may_not_is_refused_and_changes_nothing(world: PopulatedServer, route: str) -> None:
    before = world.kept()
    for who in MAY_NOT[SHARED[route]]:
        status, text = world.ask(who, route)
        assert status in REFUSED, f"{who}: {text[:200]}"
        assert "address or form" not in text, "refused for its form, not for who asks"
        assert "no such page" not in text
    assert world.kept() == before


OPEN_TO = {ANYBODY: "nobody", NAMED: "ann", SEES: "wen", AT_TABLE: "wen", PLAYER: "ann"}


@pytest.mark.parametrize(
    "route",
    [
        route
        for route, who in SHARED.items()
        if route[:2] in ("GE", "WS")
        and who in OPEN_TO
        and not route.endswith(("/stream", "/analysis"))  # without end; when the match is over
    ],
)
def test_who_may_is_answered(world: PopulatedServer, route: str) -> None:
    """So that nothing is refused to everybody, which would look like being guarded."""
    who = OPEN_TO[SHARED[route]]
    status, text = world.ask(who, route)
    # This is asked of what they saw, and here they saw nothing.
    stale = route == "GET /match/{match_id}/words"
    assert status in ((409,) if stale else (101, 200, 204)), text[:200]


FORMED = [route for route in SHARED if route[:4] == "POST" and "/api/" not in route]


@pytest.mark.parametrize("route", FORMED)
def test_forms_come_from_a_page_of_this_server(world: PopulatedServer, route: str) -> None:
    before, ann = world.kept(), world.people["ann"]
    path = route.split(" ", 1)[1].format(
        match_id=world.going, table_id=world.waiting, name=GAME, link="wrong"
    )
    for headers, token in (
        ({"origin": world.address}, "wrong"),
        ({"origin": "http://elsewhere.example"}, ann.token),
        ({}, ann.token),
    ):
        fields = {"token": token, **_form(path)}
        answer = ann.client.post(path, data=fields, headers={"accept": "text/plain", **headers})
        assert answer.status_code == 403
    assert world.kept() == before


def test_cookies_mean_nothing_to_the_api(world: PopulatedServer) -> None:
    before = world.kept()
    for route, who in SHARED.items():
        method, _, path = route.partition(" ")
        if not path.startswith("/api/") or who == ANYBODY:
            continue
        path = path.format(match_id=world.going, table_id=world.waiting, name=GAME)
        answer = world.people["ann"].client.request(
            method, path, json=SENT.get(route) if method != "GET" else None
        )
        assert answer.status_code in (401, 404), route
    assert world.kept() == before


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, str]]:
    """A site and a match on it, which none of these tests may change."""
    with visited(tmp_path_factory.mktemp("local")) as site:
        yield site, site.begin("me", "friend")


@pytest.mark.parametrize("route", LOCAL)
def test_nobody_elsewhere_reaches_local_mode(begun: tuple[Site, str], route: str) -> None:
    """A name of somebody else's may lead to this machine, and a page elsewhere send a form here."""
    site, match = begun
    before = site.match_service.store.recent()
    method, pattern = route.split(" ", 1)
    path = _written(pattern.replace("/match/{match_id}", match)).format(name=GAME)
    if method == "WS":
        for headers in ({"host": "elsewhere.example"}, {"origin": "http://elsewhere.example"}):
            with (
                pytest.raises(WebSocketDisconnect),
                site.client.websocket_connect(
                    path, headers={"host": "127.0.0.1", "origin": ORIGIN} | headers
                ),
            ):
                pass
        return
    known = {"origin": ORIGIN, "host": "127.0.0.1"}
    fields = {"token": site.token, **_form(path)}
    body = fields if method == "POST" else None
    answer = site.client.request(method, path, headers=known | {"host": "a.example"}, data=body)
    assert answer.status_code == 400
    if method == "POST":
        answer = site.client.post(path, headers=known | {"origin": "http://a.example"}, data=fields)
        assert answer.status_code == 403
        answer = site.client.post(path, headers=known, data=fields | {"token": "wrong"})
        assert answer.status_code == 403
    assert site.match_service.store.recent() == before
